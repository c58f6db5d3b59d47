// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/shape.h"

#include <algorithm>

namespace roofrack::figures {

const Row* Shape::find(std::string_view key) const {
    const auto found = std::ranges::find(rows, key, &Row::key);
    return found == rows.end() ? nullptr : &*found;
}

const Gate* Shape::closed(const Row& row, const void* object) const {
    const Gate* out = nullptr;
    for (int i = row.gate; i >= 0; i = gates[static_cast<size_t>(i)].outer) {
        const Gate& gate = gates[static_cast<size_t>(i)];
        if (!gate.is_open(object)) out = &gate;
    }
    return out;
}

} // namespace roofrack::figures
