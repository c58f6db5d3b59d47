// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/catalog/chart_catalog.h"

#include "widgets/charts/batch/batch_chart.h"
#include "widgets/charts/facility/cascade_chart.h"
#include "widgets/charts/facility/energy_flow_chart.h"
#include "widgets/charts/facility/failures_chart.h"
#include "widgets/charts/facility/levels_chart.h"
#include "widgets/charts/facility/power_caps_chart.h"
#include "widgets/charts/facility/room_chart.h"
#include "widgets/charts/facility/step_power_chart.h"
#include "widgets/charts/facility/year_chart.h"
#include "widgets/charts/goodput_chart.h"
#include "widgets/charts/limits/reduction_chart.h"
#include "widgets/charts/limits/wall_chart.h"
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
constexpr ChartEntry entry() {
    return {C::id_text, C::title_text, &create<C>};
}

constexpr ChartEntry entries[] = {
    entry<StepBreakdownChart>(),  entry<SensitivityChart>(), entry<ScalingChart>(),
    entry<GoodputChart>(),        entry<BatchChart>(),       entry<BottlenecksChart>(),
    entry<MeasuredCurveChart>(),  entry<LevelsChart>(),      entry<EnergyFlowChart>(),
    entry<SupplyFailuresChart>(), entry<StepPowerChart>(),   entry<RooflineChart>(),
    entry<MemoryChart>(),         entry<ReductionChart>(),   entry<PlanSearchChart>(),
    entry<WallChart>(),           entry<BalanceChart>(),     entry<ExchangeChart>(),
    entry<CascadeChart>(),        entry<PowerCapsChart>(),   entry<MoneyChart>(),
    entry<DeploymentChart>(),     entry<YearChart>(),        entry<RoomChart>(),
    entry<RunningChart>(),        entry<ScenariosChart>(),
};

} // namespace

std::span<const ChartEntry> chart_catalog() { return entries; }

const ChartEntry* find_chart(const QString& id) {
    const auto it =
        std::ranges::find_if(entries, [&](const ChartEntry& entry) { return id == QLatin1String(entry.id); });
    return it == std::end(entries) ? nullptr : &*it;
}

} // namespace roofrack
