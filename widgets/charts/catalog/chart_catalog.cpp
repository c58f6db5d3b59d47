// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/catalog/chart_catalog.h"

#include "core/answers/design/fills_as_compared.h"
#include "core/answers/facility_answers.h"
#include "core/answers/limits_answers.h"
#include "core/answers/losses_answers.h"
#include "core/answers/measured_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/scale_answers.h"
#include "core/answers/step_answers.h"
#include "widgets/charts/batch/batch_chart.h"
#include "widgets/charts/collectives/bus_bandwidth_chart.h"
#include "widgets/charts/compare/compare_chart.h"
#include "widgets/charts/compare/way_chart.h"
#include "widgets/charts/decide/design_chart.h"
#include "widgets/charts/decide/map_chart.h"
#include "widgets/charts/decide/odds_chart.h"
#include "widgets/charts/decide/tornado_chart.h"
#include "widgets/charts/decide/tried_chart.h"
#include "widgets/charts/facility/cascade_chart.h"
#include "widgets/charts/facility/energy_flow_chart.h"
#include "widgets/charts/facility/failures_chart.h"
#include "widgets/charts/facility/levels_chart.h"
#include "widgets/charts/facility/power_caps_chart.h"
#include "widgets/charts/facility/room_chart.h"
#include "widgets/charts/facility/step_power_chart.h"
#include "widgets/charts/facility/year_chart.h"
#include "widgets/charts/goodput_chart.h"
#include "widgets/charts/limits/limits_chart.h"
#include "widgets/charts/limits/reduction_chart.h"
#include "widgets/charts/limits/wall_chart.h"
#include "widgets/charts/measured/run_against_chart.h"
#include "widgets/charts/measured/run_causes_chart.h"
#include "widgets/charts/measured/run_collectives_chart.h"
#include "widgets/charts/measured/run_idle_chart.h"
#include "widgets/charts/measured/run_kernels_chart.h"
#include "widgets/charts/measured/run_parts_chart.h"
#include "widgets/charts/measured/run_path_chart.h"
#include "widgets/charts/measured/run_ranks_chart.h"
#include "widgets/charts/measured/run_steps_chart.h"
#include "widgets/charts/measured_curve/measured_curve_chart.h"
#include "widgets/charts/memory_chart.h"
#include "widgets/charts/money/balance_chart.h"
#include "widgets/charts/money/deployment_chart.h"
#include "widgets/charts/money/money_chart.h"
#include "widgets/charts/money/running_chart.h"
#include "widgets/charts/money/scenarios_chart.h"
#include "widgets/charts/plan_search_chart.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/scale/bottlenecks_chart.h"
#include "widgets/charts/scale/exchange_chart.h"
#include "widgets/charts/scale/scaling_chart.h"
#include "widgets/charts/sensitivity_chart.h"
#include "widgets/charts/step_breakdown_chart.h"

#include <algorithm>

namespace roofrack {

namespace {

template<class C>
Chart* create(QWidget* parent) {
    return new C(parent);
}

template<class C>
constexpr ChartEntry entry(ChartCommand command, ChartAsks asks = {}) {
    return {C::id_text, C::title_text, &create<C>, command, asks};
}

/// The study over GPU counts by the plan that is asked.
void ask_for_main_line(const Answers& answers) {
    if (answers.snapshot().best_plan) ask_for<ScaleOfBest>(answers);
}

constexpr ChartEntry entries[] = {
    entry<StepBreakdownChart>({"evaluate"}, {.at_once = ask_for<ScaleOfGiven, PublishedRunAnswer, Roofs>,
                                             .searches = {ask_for_main_line}}),
    entry<SensitivityChart>({"sensitivity"}, {.at_once = ask_for<Sensitivities>}),
    entry<ScalingChart>({"scale", "", true, true},
                        {.at_once = ask_for<ScaleOfGiven, RunWork>,
                         .soon = ask_for<MeasuredStudies, ScaleOfGivenWithMitigations>,
                         .searches = {ask_for<ScaleOfBest>, ask_for<ScaleOfBestWithMitigations>}}),
    entry<GoodputChart>({"failures"}, {.at_once = ask_for<ScaleOfGiven, LossesBySize, BlastRadii>,
                                       .searches = {ask_for_main_line}}),
    entry<BatchChart>({"batch"}, {.at_once = ask_for<BatchPlane>}),
    entry<BottlenecksChart>({"bottlenecks"}, {.at_once = ask_for<ScaleOfGiven, BottlenecksOfGiven>,
                                              .soon = ask_for<BottlenecksByYear>,
                                              .searches = {ask_for<ScaleOfBest, BottlenecksOfBest>}}),
    entry<MeasuredCurveChart>({}, {.at_once = ask_for<ScaleOfGiven>, .soon = ask_for<MeasuredStudies>}),
    entry<LevelsChart>({"power"}, {.soon = ask_for<FacilityStudy>}),
    entry<EnergyFlowChart>({"power"}, {.soon = ask_for<FacilityStudy>}),
    entry<SupplyFailuresChart>({"power", "--fail each"}, {.soon = ask_for<FacilityStudy>}),
    entry<StepPowerChart>({"power"}, {.soon = ask_for<FacilityStudy, LoadSwingStudy>}),
    entry<RooflineChart>({"evaluate", "--json"}, {.at_once = ask_for<Roofs>}),
    entry<MemoryChart>({"evaluate"}),
    entry<BusBandwidthChart>({"collectives", "", false}, {.soon = ask_for<BusBandwidths>}),
    entry<ReductionChart>({"reduction"}, {.soon = ask_for<ReductionStudy>}),
    entry<PlanSearchChart>({"search", "", false}),
    entry<WallChart>({"wall"}, {.soon = ask_for<WallStudy>}),
    entry<BalanceChart>({"balance"}, {.soon = ask_for<NetworkBalance>}),
    entry<ExchangeChart>({"exchange"}, {.soon = ask_for<GradientExchange>}),
    entry<CascadeChart>({"power"}, {.at_once = ask_for<CoolingReport>}),
    entry<PowerCapsChart>({"power", "--caps"}, {.soon = ask_for<PowerCaps>}),
    entry<MoneyChart>({"cost"}, {.soon = ask_for<MoneyStudy>}),
    entry<DeploymentChart>({"cost", "--paths"}, {.soon = ask_for<MoneyStudy>}),
    entry<YearChart>({"year"}, {.soon = ask_for<Weather>}),
    entry<RoomChart>({"room"}, {.soon = ask_for<RoomStudy>}),
    entry<RunningChart>({}, {.searches = {ask_for<SiteAlternatives>}}),
    entry<ScenariosChart>({"cost", "--side-by-side"}),
    entry<LimitsChart>({"limits"}),
    entry<CompareChart>({"compare"}),
    entry<WayChart>({"compare", "--way step.step_time_s"}),
    entry<OddsChart>({"odds"}),
    entry<TornadoChart>({"tornado"}),
    entry<MapChart>({"compare"}),
    entry<TriedChart>({"try"}),
    entry<DesignChart>({"design", "", false}),
    entry<RunRanksChart>({}),
    entry<RunCausesChart>({}),
    entry<RunIdleChart>({}),
    entry<RunCollectivesChart>({}),
    entry<RunKernelsChart>({}),
    entry<RunPathChart>({}),
    entry<RunPartsChart>({}),
    entry<RunStepsChart>({}),
    entry<RunAgainstChart>({}),
};

} // namespace

void ChartEntry::ask_all(const Answers& answers) const {
    for (const Ask ask : {asks.at_once, asks.soon, asks.searches[0], asks.searches[1]})
        if (ask) ask(answers);
}

std::span<const ChartEntry> chart_catalog() { return entries; }

const ChartEntry* find_chart(const QString& id) {
    const auto it =
        std::ranges::find_if(entries, [&](const ChartEntry& entry) { return id == QLatin1String(entry.id); });
    return it == std::end(entries) ? nullptr : &*it;
}

} // namespace roofrack
