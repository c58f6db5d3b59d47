// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace roofrack {

/// Which limits of the place follow the GPUs to other counts than the drawn one. Racks do, with the feeds and
/// coolers that serve them.
enum class SupplyGrowth {
    plant, ///< the cooling plant does; the site's power limit stays as it is given
    none,  ///< neither does
    all,   ///< both do
};
std::string_view name_of(SupplyGrowth growth); ///< "plant", "none", "all"

} // namespace roofrack
