// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/diagrams/drawio_file.h"

namespace roofrack {

class Catalog;

/// Shapes and lines of the page.
size_t drawn_cells(const DiagramPage& page);

/// The page of that name; without a name the one that drawio_pages() wrote as the drawing, else the first
/// with shapes. Fails on a name that there is not, and where nothing is drawn.
Result<size_t> page_to_read(const std::vector<DiagramPage>& pages, const std::string& name,
                            const std::string& where);

/// The drawing on a page of draw.io, with the parts of its own. Shapes that drawio_pages() wrote are what
/// they were, as far as they were not changed: moved, renamed, counted, made of another part, put into
/// another container, copied or removed, also their data. Other shapes are elements where they name a part,
/// other lines the natural link between their ends; what is neither is listed in `warnings`, as are pages
/// that are not read. `page`: as page_to_read() takes it. Fails on a page that there is not, on one of a
/// newer version, and on values that no project may have.
Result<Scenario> draw_drawio(const std::vector<DiagramPage>& pages, const Catalog& catalog,
                             const std::string& page, const std::string& where,
                             std::vector<Diagnostic>& warnings);

/// A project of that drawing, with a model and a plan for as many GPUs.
Result<Imported> import_drawio(const NamedText& file, const Catalog& catalog, const std::string& page);

/// The scenario with that drawing in the place of its own; what it sells, accepts and knows beside stays, as
/// do its parts.
Result<Scenario> drawio_into(const NamedText& file, const Scenario& scenario, const Catalog& catalog,
                             const std::string& page, std::vector<Diagnostic>& warnings);

} // namespace roofrack
