// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/facility/facility_study.h"

#include "core/base/catalog/catalog.h"
#include "core/base/figures/builder.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/unique_names.h"
#include "core/facility/budget/budgets.h"
#include "core/facility/budget/single_failures.h"
#include "core/facility/facility_inputs.h"
#include "core/step/engine/prepared_impl.h"

namespace roofrack {

namespace {

/// The step as the grid sees it: its compute phase against its communication.
LoadSwing swing_of(const Evaluation& evaluation) {
    LoadSwing swing{evaluation.power.swing, evaluation.productive_step, 0};
    const auto part = [&](StepPart each) { return evaluation.parts[static_cast<size_t>(each)]; };
    if (swing.step > Seconds(0))
        swing.duty = (part(StepPart::compute) + part(StepPart::memory)) / swing.step.si();
    return swing;
}

} // namespace

namespace {

/// All that does not ask for a step, of one state of a facility, and what single failures leave of it.
struct StateStudy {
    FacilityStudy study;
    std::vector<SingleFailure> failures;
};
StateStudy study_of_state(const Facility& facility, PowerState state, const Scenario& scenario,
                          const Catalog& catalog, FacilityDepth depth) {
    const Defaults& defaults = catalog.defaults();
    const Site& site = scenario.site;
    StateStudy made;
    FacilityStudy& out = made.study;
    out.state = std::move(state);
    if (depth != FacilityDepth::loads) made.failures = single_failures_of(facility, out.state);
    out.budgets = budgets_of(facility, out.state, made.failures);
    out.levels = levels_of(out.state, out.budgets, made.failures, defaults.power);
    const UniqueNames names(scenario.cluster);
    for (Level& level : out.levels) level.name = names.of(level.id);
    if (depth != FacilityDepth::loads) out.cooling = cooling_report(facility, out.state);
    for (Cascade& cascade : out.cooling.cascades) cascade.name = names.of(cascade.rack);
    for (const SupplyUnit& unit : facility.inputs().chain.units)
        if (unit.balance) out.phases.push_back({unit.id, unit.name, unit.instances, *unit.balance});
    out.floor = floor_needs(floor_space(scenario.cluster, site.room, catalog, facility.inputs()), site.room);
    out.flow = energy_flow(out.state, out.budgets);
    out.meter_window = site.grid.meter_window.value_or(defaults.power.windows.meter);
    out.site_limit = site.power_limit;
    out.swing_limit = site.grid.swing_limit;
    out.ramp_limit = site.grid.ramp_limit;
    if (depth != FacilityDepth::loads)
        out.spares = spare_margins(facility, out.state, out.levels, made.failures);
    return made;
}

} // namespace

FacilityStudy facility_study(const Prepared& prepared, const Evaluation& evaluation, FacilityDepth depth) {
    const Prepared::Impl& impl = prepared.impl();
    auto [out, failures] =
        study_of_state(*impl.facility, evaluation.power, impl.scenario, impl.drawing->catalog(), depth);
    out.wave = power_wave(evaluation, impl.defaults->power, impl.facility->inputs().filler);
    out.swing = swing_of(evaluation);
    out.step = evaluation.productive_step;
    DutyCycle idle;
    out.start = out.wave.highest - impl.facility->state(idle, 0).facility;
    if (depth == FacilityDepth::failures)
        out.failures = supply_steps(prepared, evaluation, std::move(failures));
    return out;
}

Result<FacilityStudy> standing_study(const Scenario& scenario, const Catalog& catalog, StandingLoad load,
                                     FacilityDepth depth) {
    if (has_sold(scenario.cluster)) {
        Scenario kept = scenario;
        set_sold_aside(kept.cluster);
        return standing_study(kept, catalog, load, depth);
    }
    const auto facility = standing_facility(scenario.cluster, scenario.site, catalog, load);
    if (!facility) return tl::unexpected(facility.error());
    auto [out, failures] =
        study_of_state(*facility, facility->state_of(DutyCycle(), 1), scenario, catalog, depth);
    out.assumed = load;
    if (depth == FacilityDepth::failures)
        for (SingleFailure& failure : failures) out.failures.push_back({std::move(failure), {}});
    return std::move(out);
}

void describe(figures::Builder<UnitPhases>& f) {
    using namespace figures;
    using U = UnitPhases;
    f.text("id", &U::id, "unit", "its id", names_item);
    f.number("instances", &U::instances, count, "count", "units like it", always);
    f.list(
        "lines_w", [](const U& u) { return u.balance.lines; }, "lines", "W that each carries");
    f.number(
        "neutral_w", [](const U& u) { return u.balance.neutral; }, watts, "neutral", "that it carries", less);
    f.number(
        "imbalance", [](const U& u) { return u.balance.imbalance(); }, share, "imbalance",
        "of the busiest line against their mean", less);
    f.number(
        "usable", [](const U& u) { return u.balance.usable(); }, share, "usable",
        "share of its rating with the busiest line full", more);
}

} // namespace roofrack
