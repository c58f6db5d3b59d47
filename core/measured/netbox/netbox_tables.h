// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/p2p/p2p_file.h"

#include <span>
#include <string_view>

namespace roofrack {

class Catalog;

/// The text begins with the headings of a table of NetBox: one that read_netbox() reads, or one that stands
/// beside them, as racks and makers do.
bool is_netbox_table(std::string_view text);
/// Tables of NetBox, by whatever columns each has: devices, interfaces and cables, as its import forms have
/// them or as its lists are exported, of the versions 3 and 4. Devices are servers, switches or storage by
/// the part that their type names, else by their role. What is none of these, cables that end elsewhere than
/// at two interfaces of such devices, and tables and columns that say nothing of these are listed in
/// `warnings`. Fails where no table has devices or cables, and on more than 50,000 devices or 500,000 cables.
Result<P2pFile> read_netbox(std::span<const NamedText> files, const Catalog& catalog,
                            std::vector<Diagnostic>& warnings);

/// Bit/s of a type of interface, by its slug or its name ("400gbase-x-osfp", "OSFP (400GE)",
/// "infiniband-ndr"); 0: it does not say.
double netbox_rate(std::string_view type);

} // namespace roofrack
