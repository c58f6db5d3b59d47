// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/figures/slow_group_figures.h"

#include "core/base/figures/builder.h"

namespace roofrack {

void describe(figures::Builder<SlowGroup::Then>& f) {
    using namespace figures;
    using T = SlowGroup::Then;
    const When runs = f.gate([](const T& t) { return t.reason.empty(); }, "it does not run then");
    f.text("reason", &T::reason, "reason", "why it does not run; empty: it does");
    f.number("gpus", &T::gpus, count, "GPUs", "that the plan uses", runs);
    f.number("sequences_per_s", &T::rate, per_second, "rate", "sequences by the wall clock", more, runs);
    f.number("days", &T::days, number, "days", "of the run", less, runs);
    f.number("gain", &T::gain, share, "gain", "of the rate", more, runs);
}

void describe(figures::Builder<SlowGroup>& f) {
    using namespace figures;
    using G = SlowGroup;
    f.text("element", &G::element, "element", "id of what is drawn", names_item);
    f.text("name", &G::name, "name", "as drawn");
    f.text("why", &G::why, "why", "it is slower; empty: it is not");
    f.number("drawn", &G::drawn, count, "drawn", "so many times", always);
    f.number("counted", &G::counted, count, "counted", "of these, that the figures are of", always);
    f.text("together", &G::together, "together", "why all of them where one was asked for",
           Absent{"it is as it was asked"});
    f.number("gpus", &G::gpus, count, "GPUs", "of those counted", always);
    f.number("wait_s", &G::wait, seconds, "wait", "of a step, that all wait for it", less, always);
    f.number("gpu_hours", &G::gpu_hours, hours, "GPU-hours lost", "that the others wait in the run", less,
             always);
    f.number("cost_usd", &G::dollars, usd, "$ lost", "of these hours", less, Absent{"no price is known"});
    f.number("days", &G::days, number, "days", "that the run takes longer because of it", less, always);
    f.object("replaced", &G::replaced, "replaced", "by one like those of most GPUs");
    f.object("without", &G::without, "without", "taken out: fewer GPUs, and no wait for it");
}

void describe(figures::Builder<SlowGroups>& f) {
    using namespace figures;
    using S = SlowGroups;
    f.number("steps", &S::steps, count, "steps", "of the run, or 100,000", always);
    f.flag("whole_run", &S::whole_run, "whole run", "there is a token budget");
    f.number("days", &S::days, number, "days", "that they take now", less, always);
    f.list("groups", &S::groups, "slow racks", "what costs most first");
    f.number("left_out", &S::left_out, count, "left out", "slow as well, and not evaluated", always);
}

} // namespace roofrack
