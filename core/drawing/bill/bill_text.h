// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/bill/bill_of_materials.h"

#include <span>
#include <string>

namespace roofrack {

/// A heading and one line per row:
/// group,tier,part,name,count,unit,length_m,power_w,power_status,power_source,
/// price_usd,price_status,note,drawn; price_usd is the part's own. `more`: columns that follow, the heading
/// first, then a text a row, each with the comma before it.
std::string bill_csv(const BillOfMaterials& bill, std::span<const std::string> more = {});
/// "850 m", "12.3 km", "2,916 km".
std::string cable_length_text(double metres);
/// "512 GPUs, 64 servers, 24 switches, 1,024 optics, 1,024 cables (12.3 km), 712 kW of IT and 24 kW of
/// cooling".
std::string pieces_text(const BillTotals& totals);

} // namespace roofrack
