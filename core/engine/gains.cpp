// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/gains.h"

#include "core/engine/throttled_racks.h"

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

/// One plan's step, run anew with one resource after the other turned.
class Turning {
public:
    Turning(const Prepared& prepared, const Plan& plan, double gpus, double batch, const StepState& now,
            const PowerState& power)
        : m_prepared(prepared)
        , m_impl(prepared.impl())
        , m_plan(plan)
        , m_gpus(gpus)
        , m_batch(batch)
        , m_now(now)
        , m_power(power)
        , m_solver(prepared) {}

    std::vector<Gain> run() {
        machine();
        network();
        beside();
        people();
        limits();
        std::ranges::stable_sort(m_found, std::greater{},
                                 [](const Gain& gain) { return std::tuple(gain.tenth, gain.twice); });
        return std::move(m_found);
    }

private:
    double seconds(StepPart part) const { return m_now.parts[static_cast<size_t>(part)]; }

    void add(Gain gain, const StepState& tenth, const StepState& twice) {
        constexpr double nothing = 0.0005; // of the step: 0.0 % as it is printed
        gain.tenth = m_now.step / tenth.step - 1;
        gain.twice = m_now.step / twice.step - 1;
        gain.part = most_changed(m_now.parts, twice.parts);
        if (std::max(std::abs(gain.tenth), std::abs(gain.twice)) >= nothing)
            m_found.push_back(std::move(gain));
    }

    /// `turn` sets a knob, of which 1 is as it is now.
    template<class Turn>
    void add(Gain gain, Turn turn) {
        const auto with = [&](Relief relief) {
            ResourceKnobs knobs;
            turn(knobs, factor_of(relief));
            return m_solver.solve(m_plan, m_gpus, m_batch, knobs);
        };
        add(std::move(gain), with(Relief::tenth), with(Relief::twice));
    }

    void machine() {
        add({{ResourceKind::flops}, fmt::format("GPU arithmetic ({})", name_of(m_plan.precision))},
            [](ResourceKnobs& k, double f) { k.flops = f; });
        add({{ResourceKind::hbm}, "HBM bandwidth"}, [](ResourceKnobs& k, double f) { k.hbm = f; });
        if (seconds(StepPart::launch) > 0)
            add({{ResourceKind::host}, "Host: launches and serial work"},
                [](ResourceKnobs& k, double f) { k.host = f; });
    }

    void network() {
        const auto& levels = m_impl.fabric.levels;
        if (levels.empty()) return;
        add({{ResourceKind::scale_up},
             levels.front().inside_class == LinkClass::pcie ? "PCIe between the GPUs" : "Scale-up links"},
            [](ResourceKnobs& k, double f) { k.network.scale_up = f; });
        for (size_t i = 0; i < levels.size(); ++i) {
            const FabricLevel& level = levels[i];
            const bool is_drawn = !level.binding_label.empty();
            const int index = static_cast<int>(i);
            add({{ResourceKind::fabric, index},
                 is_drawn ? level.binding_label : "Links out of the " + level.name,
                 is_drawn,
                 places(level)},
                [index](ResourceKnobs& k, double f) {
                    k.network.level = index;
                    k.network.level_factor = f;
                });
        }
    }

    /// What stands beside the GPUs: input and storage.
    void beside() {
        if (seconds(StepPart::input) > 0)
            add({{ResourceKind::input}, "Data pipeline of the servers"},
                [](ResourceKnobs& k, double f) { k.input = f; });
        if (seconds(StepPart::input) > 0 || seconds(StepPart::checkpoint) + seconds(StepPart::failure) > 0)
            add({{ResourceKind::storage}, "Storage bandwidth"},
                [](ResourceKnobs& k, double f) { k.storage = f; });
    }

    /// What harms: as much less of it.
    void people() {
        if (waits_for_odd_group(m_impl, m_now)) {
            const GpuGroup& slow = m_impl.fabric.groups[m_now.slowest_group];
            const Element* rack = m_impl.scenario.cluster.find(slow.rack);
            const std::string name = rack && !rack->name.empty() ? rack->name : slow.rack;
            add({{ResourceKind::slow_group}, "slow GPUs of " + name, true, {slow.rack, slow.element}},
                [](ResourceKnobs& k, double f) { k.behind = f; });
        }
        add({{ResourceKind::straggler}, "Spread between GPUs"},
            [](ResourceKnobs& k, double f) { k.straggler_cv = 1 / f; });
        if (seconds(StepPart::failure) > 0)
            add({{ResourceKind::failures}, "Failure rate"},
                [](ResourceKnobs& k, double f) { k.failure_rate = 1 / f; });
    }

    /// Limits of power and heat that hold a clock down now.
    void limits() {
        for (const HeldRacks& held : held_racks(m_power)) {
            const auto with = [&](Relief relief) {
                const Prepared relieved = m_prepared.relieved(held.clip, relief);
                return StepSolver(relieved).solve(m_plan, m_gpus, m_batch);
            };
            add({{resource_of(held.clip)}, held.label, true, held.racks}, with(Relief::tenth),
                with(Relief::twice));
        }
    }

    const Prepared& m_prepared;
    const Prepared::Impl& m_impl;
    const Plan& m_plan;
    const double m_gpus, m_batch;
    const StepState& m_now;
    const PowerState& m_power;
    StepSolver m_solver;
    std::vector<Gain> m_found;
};

} // namespace

std::vector<Gain> gains(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                        const StepState& now, const PowerState& power) {
    return Turning(prepared, plan, gpus, batch, now, power).run();
}

bool waits_for_odd_group(const Prepared::Impl& impl, const StepState& state) {
    const size_t slow = state.slowest_group, most = state.reference_group;
    return impl.first_alike[slow] != impl.first_alike[most] ||
           impl.fabric.groups[slow].speed != impl.fabric.groups[most].speed;
}

} // namespace roofrack
