// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figures/shape.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace roofrack::figures {

const Row* Shape::find(std::string_view key) const {
    const auto found = std::ranges::find(rows, key, &Row::key);
    return found == rows.end() ? nullptr : &*found;
}

const Row& Shape::declared(std::string_view key) const {
    if (const Row* row = find(key)) return *row;
    std::fprintf(stderr, "a struct names “%.*s” of a member, which does not declare it\n",
                 static_cast<int>(key.size()), key.data());
    std::abort();
}

int Shape::take_gate(const Shape& from, int gate, std::ptrdiff_t offset, int outer) {
    if (gate < 0) return outer;
    Gate taken = from.gates[static_cast<size_t>(gate)];
    taken.outer = take_gate(from, taken.outer, offset, outer);
    taken.offset += offset;
    gates.push_back(taken);
    return static_cast<int>(gates.size()) - 1;
}

const Gate* Shape::closed(const Row& row, const void* object) const {
    const Gate* out = nullptr;
    for (int i = row.gate; i >= 0; i = gates[static_cast<size_t>(i)].outer) {
        const Gate& gate = gates[static_cast<size_t>(i)];
        if (!gate.is_open(static_cast<const std::byte*>(object) + gate.offset)) out = &gate;
    }
    return out;
}

} // namespace roofrack::figures
