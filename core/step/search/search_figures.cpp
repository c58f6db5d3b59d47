// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/search/search_figures.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/plan_figures.h"
#include "core/base/figures/step_share.h"

namespace roofrack {

void describe(figures::Builder<RankedPlan>& f) {
    using namespace figures;
    using P = RankedPlan;
    const When known = f.gate([](const P& p) { return p.step_time > Seconds(0); }, "the plan has no step");
    const When held = f.gate([](const P& p) { return p.memory > Bytes(0); }, "the plan does not divide");
    f.object("plan", &P::plan, "plan", "dp filled in");
    f.number("step_time_s", &P::step_time, seconds, "step time", "with its checkpoints and failures", less,
             known);
    f.range(
        "step_time_band_s",
        [](const P& p) {
            return Ends<Seconds>{p.step_time_low, p.step_time_high};
        },
        seconds, "band of the step time", "should hold 80 % of measurements", less, known, Defined{"band"});
    f.number("mfu", &P::mfu, share, "MFU",
             "model FLOPs utilisation of the productive step, in FP8 and FP4 against the BF16 peak", more,
             known);
    f.number("memory_bytes", &P::memory, bytes, "memory needed", "by the fullest GPU", less, held);
    f.flag(
        "may_not_fit", [](const P& p) { return p.may_not_fit(); }, "may not fit",
        "the band of the memory needed holds what a GPU has");
    f.number("energy_per_step_j", &P::energy, joules, "energy of a step", "at the meter", less, known);
    f.list(
        "breakdown", [](const P& p) { return step_shares(p.parts, p.step_time.si()); }, "parts of the step",
        "exclusive; they sum to the step time", known, Defined{"breakdown"});
    f.flag("feasible", &P::feasible, "runs", "the plan divides and fits");
    f.text("reason", &P::reason, "reason", "why it does not run, or why it lost to the best",
           Absent{"it is the best"});
}

void describe(figures::Builder<SearchCell>& f) {
    using namespace figures;
    using C = SearchCell;
    f.number("tp", &C::tp, count, "TP", "tensor parallel");
    f.number("pp", &C::pp, count, "PP", "pipeline stages");
    f.object("best", &C::best, "best", "plan with these two degrees");
    f.text("reason", &C::reason, "reason", "why nothing runs there", Absent{"something runs"});
}

void describe(figures::Builder<SearchResult>& f) {
    using namespace figures;
    using R = SearchResult;
    const When ran = f.gate([](const R& r) { return r.seconds > 0; }, "nothing was searched");
    const When ranked = f.gate([](const R& r) { return r.base_rank > 0; },
                               "not all plans were evaluated, or it does not run");
    f.number("space", &R::space, count, "plans", "of the whole space");
    f.number("evaluated", &R::evaluated, count, "evaluated", "costed completely", always);
    f.number("feasible", &R::feasible, count, "feasible", "of those, plans that divide and fit", always);
    f.number("pruned", &R::pruned, count, "pruned", "by a bound that none of the answers can pass", always);
    f.number("seconds", &R::seconds, seconds, "time", "that the search took", less, always);
    f.number(
        "per_second", [](const R& r) { return r.evaluated / r.seconds; }, per_second, "plans per second",
        "costed completely", more, ran);
    f.flag("cancelled", &R::cancelled, "cancelled", "before the space was done");
    f.text("stack", &R::stack, "stack", "of software, whose plans these are", Absent{"nothing was searched"});
    f.list("stack_lacks", &R::lacks, "stack lacks", "what it cannot run and was not asked for");
    f.list("best", &R::best, "best", "plans, the fastest first");
    f.list("pareto", &R::pareto, "Pareto front", "of step time, memory and energy, the fastest first");
    f.list("map", &R::map, "map", "every TP × PP of the space");
    f.object("base", &R::base, "base", "the plan as given");
    f.number("base_rank", &R::base_rank, count, "rank of the base", "1 + plans that are faster", less,
             ranked);
}

} // namespace roofrack
