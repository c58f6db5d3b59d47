// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/multiplicity/piece_ownership.h"

#include <algorithm>

namespace roofrack {

void divide_owned(Element& stays, Element& leaves) {
    if (!stays.owned_count) return;
    const int there = std::min(*stays.owned_count, stays.count + leaves.count);
    const int left = std::min(there, stays.count), gone = there - left;
    stays.owned_count = left < stays.count ? std::optional(left) : std::nullopt;
    leaves.owned_count = gone > 0 && gone < leaves.count ? std::optional(gone) : std::nullopt;
    if (gone == 0 && leaves.procurement != Procurement::sell) leaves.procurement = Procurement::buy;
}

} // namespace roofrack
