// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/supply_clock.h"

#include "core/answers/step_answers.h"

namespace roofrack {

namespace {

bool is_of_the_place(ThrottleCause cause) {
    return cause == ThrottleCause::feed || cause == ThrottleCause::cooling || cause == ThrottleCause::plant ||
           cause == ThrottleCause::site;
}

} // namespace

SupplyClock supply_clock(const Answers& answers) {
    SupplyClock out;
    const Evaluation* const evaluation = answers.value<Evaluation>();
    if (!evaluation) return out;
    for (const RackState& rack : evaluation->power.racks)
        if (is_of_the_place(rack.throttle_cause) && rack.speed < out.clock)
            out = {rack.speed, rack.throttle_cause};
    return out;
}

} // namespace roofrack
