// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/interchange/interchange.h"

#include <string>
#include <vector>

namespace roofrack {

/// The fronts of racks as an SVG picture of an A3 sheet, eight drawn racks each, without what is sold;
/// `sheet` from 0.
std::string rack_sheet_svg(const Cluster& drawn, const Catalog& catalog, const std::string& name,
                           size_t sheet);
/// How many such sheets there are.
size_t rack_sheets(const Cluster& drawn);

/// Fronts of all racks for a page of text: pictures of up to four racks side by side.
std::vector<std::string> rack_fronts_svg(const Cluster& drawn, const Catalog& catalog);

/// All sheets as files: racks-1.svg … Fails where no rack is drawn.
Result<Exported> export_racks(const Cluster& cluster, const Catalog& catalog, const std::string& name,
                              const FileSink& sink);

} // namespace roofrack
