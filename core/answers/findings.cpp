// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/findings.h"

#include "core/answers/drawing_answers.h"
#include "core/answers/facility_answers.h"
#include "core/answers/losses_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/scale_answers.h"
#include "core/answers/sharing_answers.h"
#include "core/answers/step_answers.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/check/waive.h"
#include "core/study/facility/facility_findings.h"
#include "core/study/money/meanwhile_findings.h"
#include "core/study/money/sale_findings.h"
#include "core/study/sharing/job_findings.h"

namespace roofrack {

namespace {

enum class Depth { now, all };

std::vector<Finding> of_jobs(const Answers& answers, Depth) {
    if (answers.scenario().jobs.empty()) return {};
    const Result<SharedJobs>* shared = answers.get<SharedJobs>();
    return shared ? job_findings(*shared) : std::vector<Finding>();
}

std::vector<Finding> of_facility(const Answers& answers, Depth depth) {
    const FacilityLoads* loads = answers.value<FacilityLoads>();
    if (!loads || loads->study.assumed) return {}; // what is wrong without a step is said by the drawing
    const bool has_remedies = is_over_swing_limit(loads->study) || is_over_ramp_limit(loads->study);
    return facility_findings(loads->study,
                             depth == Depth::all && has_remedies ? answers.value<LoadSwingStudy>() : nullptr);
}

std::vector<Finding> of_shortages(const Answers& answers, Depth depth) {
    std::vector<Finding> out;
    const SupplyShortages* short_of = depth == Depth::all ? answers.value<SupplyShortages>() : nullptr;
    if (short_of)
        for (const Shortage& each : short_of->found) out.push_back(each.finding);
    return out;
}

std::vector<Finding> of_slow_gpus(const Answers& answers, Depth depth) {
    if (depth == Depth::now) return {};
    const SlowRackMitigations* racks = answers.value<SlowRackMitigations>();
    const MixedKinds* mixed = answers.value<MixedKinds>();
    if (!mixed) return {};
    return slow_gpu_findings(racks ? racks->racks : std::vector<SlowRack>(), mixed->kinds);
}

std::vector<Finding> of_throttling(const Answers& answers, Depth) {
    const AsAsked* asked = answers.value<AsAsked>();
    const Evaluation* evaluation = answers.value<Evaluation>();
    if (!asked || !evaluation) return {};
    if (auto cost = throttle_cost(asked->prepared, *evaluation)) return {std::move(*cost)};
    return {};
}

std::vector<Finding> of_sales(const Answers& answers, Depth) {
    if (!has_sold(answers.scenario().cluster)) return {};
    const PricedBill* priced = answers.value<PricedBill>();
    if (!priced) return {};
    return sale_findings(answers.scenario().cluster, priced->bill, priced->capital);
}

/// What is there already may need another plan, which is a search.
std::vector<Finding> of_what_is_bought(const Answers& answers, Depth depth) {
    const TrainsMeanwhile* now = depth == Depth::all ? answers.value<TrainsMeanwhile>() : nullptr;
    if (!now) return {};
    return meanwhile_findings(answers.scenario().cluster, now->meanwhile, now->lead_weeks);
}

/// They look at a scenario that runs, in this order.
using Finder = std::vector<Finding> (*)(const Answers&, Depth);
constexpr Finder finders[] = {of_jobs,       of_facility, of_shortages,     of_slow_gpus,
                              of_throttling, of_sales,    of_what_is_bought};

/// Stopped: an empty one.
Evaluation judged(const Answers& answers, Depth depth) {
    const Evaluation* evaluation = answers.value<Evaluation>();
    const DrawingCheck* drawing = answers.value<DrawingCheck>();
    if (!evaluation || !drawing) return {};
    const std::vector<Waiver>& waivers = answers.scenario().cluster.waivers;
    Evaluation out = *evaluation;
    add_drawing_findings(out, drawing->findings, waivers);
    if (!out.feasible) return out;
    for (const Finder finder : finders) add_findings(out, finder(answers, depth));
    // Before all is found a waiver may cover what is still being looked for.
    if (depth == Depth::all) add_findings(out, idle_waivers(waivers, out.waived, RuleScope::run));
    return out;
}

void set_regime(const DrawnRegime* regime, Evaluation& out) {
    if (!regime) return;
    out.regime = regime->regime;
    out.regime_of_best_plans = regime->of_best_plans;
}

} // namespace

template<>
Result<Verdict> answer_of(const Answers& answers, const std::stop_token&) {
    Verdict out{judged(answers, Depth::all)};
    set_regime(answers.value<DrawnRegime>(), out.evaluation);
    return out;
}

template<>
Result<VerdictWithoutSearch> answer_of(const Answers& answers, const std::stop_token&) {
    VerdictWithoutSearch out{judged(answers, Depth::now)};
    const RegimeOfGiven* given = answers.snapshot().best_plan ? nullptr : answers.value<RegimeOfGiven>();
    set_regime(given ? &given->regime : nullptr, out.evaluation);
    return out;
}

const Evaluation* latest_verdict(const Answers& answers) {
    if (const Verdict* all = answers.have_value<Verdict>()) return &all->evaluation;
    const VerdictWithoutSearch* now = answers.have_value<VerdictWithoutSearch>();
    return now ? &now->evaluation : nullptr;
}

} // namespace roofrack
