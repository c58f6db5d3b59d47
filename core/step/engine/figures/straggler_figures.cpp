// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/figures/straggler_figures.h"

#include "core/base/figures/builder.h"

namespace roofrack {

namespace {

/// A GPU that nobody knows to be slow.
struct SlowGpu {
    double chance = 0, longer = 0;
};
void describe(figures::Builder<SlowGpu>& f) {
    using namespace figures;
    f.number("chance", &SlowGpu::chance, share, "chance", "that one GPU at least is slow", less, always);
    f.number("longer", &SlowGpu::longer, share, "longer", "how much longer the step is then", less, always);
}

} // namespace

void describe(figures::Builder<StragglerCosts::Cause>& f) {
    using namespace figures;
    using C = StragglerCosts::Cause;
    f.text("cause", &C::label, "cause", "what makes GPUs slow", names_item);
    f.number("cv", &C::cv, share, "variation", "coefficient of variation; 0 of a drawn group", less, always);
    f.number("wait_s", &C::wait, seconds, "wait", "of a step that goes with it", less, always);
    f.number("gain", &C::gain, share, "faster without", "the whole step", more, always);
}

void describe(figures::Builder<StragglerCosts::Mitigation>& f) {
    using namespace figures;
    using R = StragglerCosts::Mitigation;
    f.text("action", &R::action, "action", "what would mitigate it", names_item);
    f.number("gain", &R::gain, share, "faster with it", "the whole step", more, always);
}

void describe(figures::Builder<StragglerCosts>& f) {
    using namespace figures;
    using S = StragglerCosts;
    f.number("wait_s", &S::wait, seconds, "wait", "of a step, that all wait for the slowest", less, always);
    f.number("gpu_hours", &S::gpu_hours, hours, "GPU-hours lost", "in 100,000 steps by those that wait", less,
             always);
    f.number("cost_usd", &S::dollars, usd, "$ lost", "of these hours", less, Absent{"no price is known"});
    f.list("causes", &S::causes, "causes", "what makes GPUs slow, each by itself taken away");
    f.list("reliefs", &S::mitigations, "mitigations", "those that gain at all, the best first");
    f.object(
        "slow_gpu",
        [](const S& s) {
            return SlowGpu{s.slow_chance, s.slow_longer};
        },
        "a slow GPU", "that nobody knows of");
}

} // namespace roofrack
