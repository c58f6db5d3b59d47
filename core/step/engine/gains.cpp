// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/gains.h"

#include "core/base/figures/plan_figures.h"
#include "core/base/units/sentence.h"
#include "core/drawing/network/level_share.h"
#include "core/facility/limit_scaling.h"
#include "core/step/engine/throttled_racks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <tuple>

namespace roofrack {

namespace {

std::vector<std::string> places(const FabricLevel& level) {
    return level.binding.empty() ? std::vector<std::string>{} : std::vector<std::string>{level.binding};
}

StepPart most_changed(const StepParts& before, const StepParts& after) {
    size_t most = 0;
    const auto change = [&](size_t i) { return std::abs(before[i] - after[i]); };
    for (size_t i = 1; i < step_part_count; ++i)
        if (change(i) > change(most)) most = i;
    return static_cast<StepPart>(most);
}

/// Which resources are scaled, and which way: what helps now, or all.
enum class ScaleDirections { up, both };

/// One plan's step, run again with one resource scaled after the other.
class ResourceScaling {
public:
    ResourceScaling(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                    const StepState& now, const PowerState& power,
                    ScaleDirections directions = ScaleDirections::up, const ResourceKnobs& knobs = {})
        : m_prepared(prepared)
        , m_impl(prepared.impl())
        , m_plan(plan)
        , m_gpus(gpus)
        , m_batch(batch)
        , m_now(now)
        , m_power(power)
        , m_directions(directions)
        , m_knobs(knobs)
        , m_solver(prepared) {}

    /// What helps most first, then what harms most.
    std::vector<Sensitivity> run() {
        add_machine();
        add_network();
        add_input_and_storage();
        add_reliability();
        add_limits();
        std::ranges::stable_sort(m_found, std::greater{}, [](const Sensitivity& sensitivity) {
            return std::tuple(sensitivity.gain.tenth, sensitivity.gain.twice, -sensitivity.tenth_less,
                              -sensitivity.half);
        });
        return std::move(m_found);
    }

private:
    double seconds(StepPart part) const { return m_now.parts[static_cast<size_t>(part)]; }

    /// `step_with` gives the step when the resource is scaled.
    template<class StepWith>
    void add_step(Gain gain, StepWith step_with) {
        constexpr double smallest_reported_gain = 0.0005; // share of the step, printed as 0.0 % below
        const auto gained = [&](const StepState& then) { return m_now.step / then.step - 1; };
        const StepState twice = step_with(ResourceScale::twice);
        gain.tenth = gained(step_with(ResourceScale::tenth));
        gain.twice = gained(twice);
        Sensitivity sensitivity{std::move(gain)};
        StepState most = twice;
        if (m_directions == ScaleDirections::both) {
            const StepState half = step_with(ResourceScale::half);
            sensitivity.tenth_less = gained(step_with(ResourceScale::tenth_less));
            sensitivity.half = gained(half);
            if (std::abs(sensitivity.gain.twice) < smallest_reported_gain) most = half;
        }
        sensitivity.gain.part = most_changed(m_now.parts, most.parts);
        if (std::max({std::abs(sensitivity.gain.tenth), std::abs(sensitivity.gain.twice),
                      std::abs(sensitivity.tenth_less), std::abs(sensitivity.half)}) >=
            smallest_reported_gain)
            m_found.push_back(std::move(sensitivity));
    }

    /// Adds the gain of one of the step's own resources.
    void add(Gain gain) {
        const Resource resource = gain.resource;
        add_step(std::move(gain), [&](ResourceScale way) {
            ResourceKnobs knobs = m_knobs;
            if (resource.kind == ResourceKind::fabric) {
                knobs.network.level = resource.level;
                knobs.network.level_factor = factor_of(way);
            } else {
                scale_resource(knobs, resource.kind, factor_of(way));
            }
            return m_solver.solve(m_plan, m_gpus, m_batch, knobs);
        });
    }

    void add_machine() {
        add({{ResourceKind::flops}, fmt::format("GPU arithmetic ({})", label_of(m_plan.precision))});
        add({{ResourceKind::hbm}, "HBM bandwidth"});
        if (seconds(StepPart::launch) > 0) add({{ResourceKind::host}, "Host: launches and serial work"});
    }

    void add_network() {
        const auto& levels = m_impl.fabric.levels;
        if (levels.empty()) return;
        add({{ResourceKind::scale_up},
             levels.front().inside_class == LinkClass::pcie ? "PCIe between the GPUs" : "Scale-up links"});
        for (size_t i = 0; i < levels.size(); ++i) {
            const FabricLevel& level = levels[i];
            add({{ResourceKind::fabric, static_cast<int>(i)},
                 border_name(levels, i),
                 !level.binding_label.empty(),
                 places(level)});
        }
    }

    /// What stands beside the GPUs: input and storage.
    void add_input_and_storage() {
        const bool all = m_directions == ScaleDirections::both;
        if (seconds(StepPart::input) > 0 || all) add({{ResourceKind::input}, "Data pipeline of the servers"});
        if (seconds(StepPart::input) > 0 || seconds(StepPart::checkpoint) + seconds(StepPart::failure) > 0 ||
            all)
            add({{ResourceKind::storage}, "Storage bandwidth"});
    }

    /// Resources that harm, which scaling makes less of.
    void add_reliability() {
        if (waits_for_slower_kind(m_impl, m_now)) {
            const GpuGroup& slow = m_impl.fabric.groups[m_now.slowest_group];
            const Element* rack = m_impl.scenario.cluster.find(slow.rack);
            const std::string name = rack && !rack->name.empty() ? rack->name : slow.rack;
            add({{ResourceKind::slow_group}, "slow GPUs of " + name, true, {slow.rack, slow.element}});
        }
        add({{ResourceKind::straggler}, "Spread between GPUs"});
        if (seconds(StepPart::failure) > 0) add({{ResourceKind::failures}, "Failure rate"});
    }

    void add_limit(ThrottleCause throttle_cause, std::string label, std::vector<std::string> racks) {
        add_step({{resource_of(throttle_cause)}, std::move(label), true, std::move(racks)},
                 [&](ResourceScale way) {
                     const Prepared scaled = m_prepared.scaled_for_steps(throttle_cause, way);
                     return StepSolver(scaled).solve(m_plan, m_gpus, m_batch, m_knobs);
                 });
    }

    /// Limits of power and heat that hold a clock down now, and the others that would.
    void add_limits() {
        const std::vector<ThrottledRacks> now = racks_that_throttle(m_power);
        for (const ThrottledRacks& held : now) add_limit(held.throttle_cause, held.label, held.racks);
        if (m_directions == ScaleDirections::up) return;
        for (const ThrottleCause throttle_cause : all_throttle_causes)
            if (is_limited(m_impl.facility->inputs(), throttle_cause) &&
                std::ranges::find(now, throttle_cause, &ThrottledRacks::throttle_cause) == now.end())
                add_limit(throttle_cause, begin_sentence(label_of(throttle_cause)), {});
    }

    const Prepared& m_prepared;
    const Prepared::Impl& m_impl;
    const Plan& m_plan;
    const double m_gpus, m_batch;
    const StepState& m_now;
    const PowerState& m_power;
    const ScaleDirections m_directions;
    const ResourceKnobs m_knobs;
    StepSolver m_solver;
    std::vector<Sensitivity> m_found;
};

std::vector<Gain> gains_of(std::vector<Sensitivity> sensitivities) {
    std::vector<Gain> out;
    for (Sensitivity& sensitivity : sensitivities) out.push_back(std::move(sensitivity.gain));
    return out;
}

} // namespace

std::vector<Gain> gains(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                        const StepState& now, const PowerState& power) {
    return gains_of(ResourceScaling(prepared, plan, gpus, batch, now, power).run());
}

std::vector<Sensitivity> sensitivities(const Prepared& prepared, const Evaluation& evaluation) {
    if (evaluation.step_time.si() <= 0) return {};
    const double batch = batch_of(prepared.impl());
    const StepState now = StepSolver(prepared).solve(evaluation.plan, evaluation.gpus, batch);
    return ResourceScaling(prepared, evaluation.plan, evaluation.gpus, batch, now, evaluation.power,
                           ScaleDirections::both)
        .run();
}

std::vector<Gain> gains_with(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                             const ResourceKnobs& knobs) {
    const StepState state = StepSolver(prepared).solve(plan, gpus, batch, knobs);
    const PowerState power = prepared.impl().facility->state(state.duty, gpus);
    return gains_of(
        ResourceScaling(prepared, plan, gpus, batch, state, power, ScaleDirections::up, knobs).run());
}

std::optional<Gain> next_bottleneck(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                                    const Gain& first) {
    const Prepared then = prepared.scaled(first.resource, ResourceScale::twice);
    const std::vector<Gain> left = gains_with(then, plan, gpus, batch, {});
    const auto next = std::ranges::find_if(
        left, [&](const Gain& gain) { return gain.resource != first.resource && gain.tenth > 0; });
    return next == left.end() ? std::nullopt : std::optional(*next);
}

bool waits_for_slower_kind(const Prepared::Impl& impl, const StepState& state) {
    const size_t slow = state.slowest_group, most = state.reference_group;
    return state.slowest_is_inside_server || impl.first_alike[slow] != impl.first_alike[most] ||
           impl.fabric.groups[slow].speed != impl.fabric.groups[most].speed;
}

} // namespace roofrack
