// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// The name of a part without "(one GPU of a VR200)", which says what of a module the part is.
std::string short_name(std::string_view name);

/// The words before form factor and memory: "H100" of "H100 SXM5 80 GB" and of "H100 PCIe".
std::string family_name(std::string_view name);

/// What GPUs of these names are called beside each other: by their family_name(); by their short names where
/// two would be called alike.
std::vector<std::string> kind_names(const std::vector<std::string>& names);

} // namespace roofrack
