// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figures/step_share.h"

#include "core/base/figures/builder.h"

#include <limits>

namespace roofrack {

std::vector<StepShare> step_shares(const StepParts& parts, double total) {
    std::vector<StepShare> out;
    for (size_t i = 0; i < step_part_count; ++i)
        out.push_back({static_cast<StepPart>(i), parts[i],
                       total > 0 ? parts[i] / total : std::numeric_limits<double>::quiet_NaN()});
    return out;
}

void describe(figures::Builder<StepShare>& f) {
    using namespace figures;
    f.choice("part", &StepShare::part, "part", "of the step", names_item, Defined{"part"});
    f.number("seconds", &StepShare::seconds, seconds, "time", "of the part, overlapped time left out", less);
    f.number("share", &StepShare::share, share, "share", "of the step");
}

} // namespace roofrack
