// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/bands/memory_spread.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace roofrack {

namespace {

constexpr std::array<std::string_view, 3> verdicts{"fits", "may not fit", "does not fit"};

} // namespace

std::string_view name_of(MemoryVerdict verdict) { return verdicts[static_cast<size_t>(verdict)]; }

MemoryVerdict MemoryNeed::against(double capacity) const {
    if (low > capacity) return MemoryVerdict::does_not_fit;
    return high > capacity ? MemoryVerdict::may_not_fit : MemoryVerdict::fits;
}

double MemorySpread::width(std::string_view family, std::string_view kind) const {
    const double model = kind == "dense" ? dense : other;
    const auto stack = std::ranges::find(stacks, family, &Stack::name);
    if (stack == stacks.end()) return std::max(model, unread);
    return stack->readings > 0 ? model : std::max({model, unread, stack->width});
}

MemoryNeed MemorySpread::need(double predicted, std::string_view family, std::string_view kind) const {
    const double wide = std::exp(width(family, kind));
    return {predicted, predicted / wide, predicted * wide};
}

} // namespace roofrack
