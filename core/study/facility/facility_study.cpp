// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/facility/facility_study.h"

#include "core/base/figures/builder.h"
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

FacilityStudy facility_study(const Prepared& prepared, const Evaluation& evaluation, FacilityDepth depth) {
    const Prepared::Impl& impl = prepared.impl();
    const Site& site = impl.scenario.site;
    FacilityStudy out;
    out.state = evaluation.power;
    std::vector<SingleFailure> failures;
    if (depth != FacilityDepth::loads) failures = single_failures_of(*impl.facility, evaluation.power);
    out.budgets = budgets_of(*impl.facility, evaluation.power, failures);
    out.levels = levels_of(out.state, out.budgets, failures, impl.defaults->power);
    const UniqueNames names(impl.scenario.cluster);
    for (Level& level : out.levels) level.name = names.of(level.id);
    if (depth != FacilityDepth::loads) out.cooling = cooling_report(*impl.facility, evaluation.power);
    for (Cascade& cascade : out.cooling.cascades) cascade.name = names.of(cascade.rack);
    for (const SupplyUnit& unit : impl.facility->inputs().chain.units)
        if (unit.balance) out.phases.push_back({unit.id, unit.name, unit.instances, *unit.balance});
    out.flow = energy_flow(evaluation.power, out.budgets);
    out.wave = power_wave(evaluation, impl.defaults->power, impl.facility->inputs().filler);
    out.swing = swing_of(evaluation);
    out.step = evaluation.productive_step;
    out.meter_window = site.grid.meter_window.value_or(impl.defaults->power.windows.meter);
    out.site_limit = site.power_limit;
    out.swing_limit = site.grid.swing_limit;
    out.ramp_limit = site.grid.ramp_limit;
    DutyCycle idle;
    out.start = out.wave.highest - impl.facility->state(idle, 0).facility;
    if (depth != FacilityDepth::loads)
        out.spares = spare_margins(*impl.facility, evaluation.power, out.levels, failures);
    if (depth == FacilityDepth::failures)
        out.failures = supply_steps(prepared, evaluation, std::move(failures));
    return out;
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
