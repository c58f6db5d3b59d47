// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/handover/cable_list.h"
#include "core/measured/interchange/interchange.h"

namespace roofrack {

/// The drawing as tables that NetBox 4 imports, in the order of README.txt: site, manufacturers, roles,
/// types, racks, devices, interfaces, cables, power panels, power feeds and power ports. All are "planned".
/// Feeds without a voltage or a current, and with those that NetBox does not take, are left out, with a
/// warning.
Result<Exported> export_netbox(const CableList& list, const std::string& site, const FileSink& sink);

} // namespace roofrack
