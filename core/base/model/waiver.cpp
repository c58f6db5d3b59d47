// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/waiver.h"

namespace roofrack {

void remove_places(std::vector<Waiver>& waivers, const std::unordered_set<std::string_view>& removed) {
    std::erase_if(waivers, [&](Waiver& waiver) {
        const auto gone =
            std::erase_if(waiver.where, [&](const std::string& id) { return removed.contains(id); });
        return gone > 0 && waiver.where.empty();
    });
}

} // namespace roofrack
