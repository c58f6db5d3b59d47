// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/interchange/interchange.h"

#include <string>

namespace roofrack {

/// The fronts of racks as an SVG picture of an A3 sheet, eight drawn racks each, without what is sold;
/// `sheet` from 0.
std::string rack_sheet_svg(const Cluster& drawn, const Catalog& catalog, const std::string& name,
                           size_t sheet);
/// How many such sheets there are.
size_t rack_sheets(const Cluster& drawn);

/// All sheets as files: racks-1.svg … Fails where no rack is drawn.
Result<Exported> export_racks(const Cluster& cluster, const Catalog& catalog, const std::string& name,
                              const FileSink& sink);

} // namespace roofrack
