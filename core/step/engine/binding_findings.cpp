// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/binding_findings.h"

#include "core/base/units/percent_text.h"
#include "core/step/engine/gains.h"
#include "core/step/engine/straggler_costs.h"
#include "core/step/engine/throttled_racks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double worth_telling = 0.005; // share of the step that is worth telling, for a tenth more
constexpr double grave = 0.01;

class BindingFindings {
public:
    BindingFindings(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                    const StepState& state, const std::vector<Gain>& ranked)
        : m_prepared(prepared)
        , m_impl(prepared.impl())
        , m_plan(plan)
        , m_gpus(gpus)
        , m_batch(batch)
        , m_state(state)
        , m_ranked(ranked) {}

    std::vector<Finding> all(const PowerState& power) {
        constexpr size_t most = 4;
        for (size_t i = 0; i < m_ranked.size() && i < most && m_ranked[i].tenth >= worth_telling; ++i)
            add_resource(m_ranked[i]);
        for (const Gain& each : m_ranked)
            if (each.reverses()) add_reversal(each);
        add_bubble();
        add_stragglers();
        const double throttle = share(StepPart::throttle);
        for (Finding& found : throttled_racks(power, throttle, m_ranked)) m_out.push_back(std::move(found));
        add_input();
        add_failures();
        return std::move(m_out);
    }

private:
    double seconds(StepPart part) const { return m_state.parts[static_cast<size_t>(part)]; }
    double share(StepPart part) const { return seconds(part) / m_state.step; }

    const Gain* gain(ResourceKind kind) const {
        const auto found =
            std::ranges::find(m_ranked, kind, [](const Gain& each) { return each.resource.kind; });
        return found == m_ranked.end() ? nullptr : &*found;
    }

    /// A change, and how much faster the step is with it, from a full run; empty where it is not.
    std::string faster(std::string_view change, const Plan& plan, const ResourceKnobs& knobs = {}) const {
        const double then = StepSolver(m_prepared).solve(plan, m_gpus, m_batch, knobs).step;
        const double gained = m_state.step / then - 1;
        constexpr double many_times = 10;
        if (gained < 0.0005) return {};
        return fmt::format("{}: {} faster", change,
                           gained < many_times ? share_in_percent(gained, 1) : "many times");
    }

    void add(Severity severity, std::string_view id, std::string message, std::string why,
             std::string mitigation) {
        m_out.push_back(
            {severity, std::string(id), std::move(message), std::move(why), std::move(mitigation), {}});
    }

    /// The last finding speaks of a resource.
    void is_of(const Gain* gain) {
        if (!gain) return;
        m_out.back().part = gain->part;
        m_out.back().binds = gain->resource;
    }

    void add_resource(const Gain& gain) {
        const char* id = nullptr;
        std::string mitigation;
        switch (gain.resource.kind) {
        case ResourceKind::flops:
            id = "binds-compute";
            mitigation = compute_mitigation();
            break;
        case ResourceKind::hbm:
            id = "binds-hbm";
            mitigation = "fused kernels, or a part with faster memory";
            break;
        case ResourceKind::scale_up:
            id = "binds-scale-up";
            mitigation = m_plan.tp > 1 ? "less tensor parallelism, overlap, or faster links" : "faster links";
            break;
        case ResourceKind::fabric:
            id = "binds-fabric";
            mitigation = fabric_mitigation(gain.resource.level);
            break;
        case ResourceKind::host:
            id = "binds-host";
            mitigation = "fewer and larger kernels, graphs of kernels, a faster host";
            break;
        case ResourceKind::storage:
            id = "binds-storage";
            mitigation = "faster storage";
            break;
        default: return; // they have findings of their own
        }
        const bool is_useful_work = gain.resource.kind == ResourceKind::flops;
        add(gain.tenth > grave && !is_useful_work ? Severity::warning : Severity::info, id, gain.label,
            gain.text(), std::move(mitigation));
        m_out.back().where = gain.where;
        is_of(&gain);
    }

    std::string compute_mitigation() const {
        const Machine& machine = m_impl.machines[m_state.reference_group];
        if (m_plan.precision < Precision::fp8 && machine.peak_8 > machine.peak_16) {
            Plan fp8 = m_plan;
            fp8.precision = Precision::fp8;
            if (std::string found = faster("FP8 in the linear layers", fp8); !found.empty()) return found;
        }
        return "larger GEMMs (micro-batch, less tensor parallelism) or a newer GPU";
    }

    std::string fabric_mitigation(int level) const {
        const FabricLevel& drawn = m_impl.fabric.levels[static_cast<size_t>(level)];
        if (drawn.oversubscription <= 1.01) return "more or faster links there";
        ResourceKnobs knobs;
        knobs.network.level = level;
        knobs.network.level_factor = drawn.oversubscription;
        return faster("without oversubscription", m_plan, knobs);
    }

    void add_reversal(const Gain& gain) {
        const auto signed_percent = [](double gained) {
            return fmt::format("{} {}", share_in_percent(std::abs(gained), 1),
                               gained < 0 ? "slower" : "faster");
        };
        add(Severity::info, "gain-reverses", fmt::format("{}: more of it helps less, or harms", gain.label),
            fmt::format(
                "10 % more: {}; twice: {}: kernels that stop waiting for memory follow the clock that "
                "power or heat holds down",
                signed_percent(gain.tenth), signed_percent(gain.twice)),
            "first what holds the clock");
        is_of(&gain);
    }

    void add_bubble() {
        const double lost = share(StepPart::pipeline_bubble);
        if (lost <= 0.05) return;
        add(lost > 0.15 ? Severity::warning : Severity::info, "pipeline-bubble",
            fmt::format("Pipeline bubble, {} of the step", share_in_percent(lost, 1)),
            fmt::format("{} stages wait for {:.0f} micro-batches", m_plan.pp, m_state.cost.micro_batches),
            "more micro-batches, fewer stages, or interleaved virtual stages");
    }

    /// ", 218 ms of it for them"
    static std::string of_them(const StragglerCosts& costs, const std::string& label) {
        const auto found = std::ranges::find(costs.causes, label, &StragglerCosts::Cause::label);
        return found == costs.causes.end()
                   ? std::string()
                   : fmt::format(", {} of it for them", format_quantity(found->wait, Dimension::time, 3));
    }

    void add_stragglers() {
        const double lost = share(StepPart::straggler);
        if (lost <= 0.01) return;
        const Gain* slow = gain(ResourceKind::slow_group);
        const StragglerCosts costs =
            straggler_costs(m_prepared, m_plan, m_gpus, m_batch, m_state, Dollars(0));
        const double hours = costs.gpu_hours;
        std::string mitigation;
        if (!costs.mitigations.empty())
            mitigation = fmt::format("{}: {} faster", costs.mitigations.front().action,
                                     share_in_percent(costs.mitigations.front().gain, 1));
        add(lost > 0.05 ? Severity::warning : Severity::info, finding_id::straggler,
            slow ? fmt::format("{} set the pace", slow->label) : "The slowest of many GPUs sets the pace",
            fmt::format("every step waits {}{}: {} GPU-hours in 100,000 steps",
                        format_quantity(seconds(StepPart::straggler), Dimension::time, 3),
                        slow ? of_them(costs, slow->label) : std::string(),
                        hours < 10 ? fmt::format("{:.1f}", hours) : format_count(hours)),
            std::move(mitigation));
        if (slow) m_out.back().where = slow->where;
        is_of(slow ? slow : gain(ResourceKind::straggler));
    }

    void add_input() {
        if (share(StepPart::input) <= 0.001) return;
        double busy = 0;
        for (size_t i = 0; i < static_cast<size_t>(StepPart::input); ++i) busy += m_state.parts[i];
        const InputLimit limit = input_limit(m_impl, m_state.input, busy);
        const Gain* mitigation =
            gain(limit == InputLimit::loaders ? ResourceKind::input : ResourceKind::storage);
        std::string_view why, action;
        switch (limit) {
        case InputLimit::loaders:
            why = "the servers' data pipeline prepares fewer samples than the GPUs take";
            action = "more loader processes";
            break;
        case InputLimit::links:
            why = "the links of the storage carry fewer samples than the GPUs take";
            action = "more or faster links to the storage";
            break;
        case InputLimit::checkpoint:
            why = "beside a checkpoint storage reads fewer samples than the GPUs take";
            action = "faster storage";
            break;
        case InputLimit::storage:
        case InputLimit::nothing:
            why = "storage reads fewer samples than the GPUs take";
            action = "faster storage";
            break;
        }
        if (limit == InputLimit::links) mitigation = nullptr; // more storage behind them brings nothing
        add(Severity::warning, finding_id::input_stall,
            fmt::format("Input stalls the GPUs, {} of the step", share_in_percent(share(StepPart::input), 1)),
            std::string(why),
            mitigation ? fmt::format("{} ({})", action, mitigation->text()) : std::string(action));
        is_of(mitigation);
    }

    /// The best of other checkpoints; empty where none is faster.
    std::string checkpoint_mitigation() const {
        Plan background = m_plan, memory = m_plan;
        background.async_checkpoint = memory.memory_checkpoint = true;
        Plan both = background;
        both.memory_checkpoint = true;
        const std::pair<const char*, const Plan*> offers[] = {
            {"asynchronous checkpoints", &background},
            {"checkpoints kept in memory as well", &memory},
            {"asynchronous checkpoints, kept in memory as well", &both}};
        const auto best = std::ranges::min_element(offers, {}, [&](const auto& offer) {
            return StepSolver(m_prepared).solve(*offer.second, m_gpus, m_batch).step;
        });
        return faster(best->first, *best->second);
    }

    std::string failures_text() const {
        const FailureCost& loss = m_state.loss;
        const auto time = [](double seconds) {
            return std::isfinite(seconds) ? format_quantity(seconds, Dimension::time, 3) : "never";
        };
        std::string out = fmt::format("the job stops every {} on average; a checkpoint every {} takes {}",
                                      time(loss.mttf), time(loss.interval), time(loss.stall));
        if (loss.availability < 0.995)
            out += fmt::format("; servers enough for {:.0f} % of the time", 100 * loss.availability);
        return out;
    }

    void add_failures() {
        const double failing = share(StepPart::checkpoint) + share(StepPart::failure);
        if (failing <= 0.01) return;
        std::string mitigation = checkpoint_mitigation();
        if (const Gain* rate = gain(ResourceKind::failures); mitigation.empty() && rate)
            mitigation = fmt::format("fewer failures ({})", rate->text());
        add(failing > 0.08 ? Severity::warning : Severity::info, "failures",
            m_state.loss.makes_progress()
                ? fmt::format("Failures and checkpoints take {}", share_in_percent(failing, 1))
                : std::string("The run does not get on: it fails before it is saved"),
            failures_text(), std::move(mitigation));
        is_of(gain(ResourceKind::failures));
    }

    const Prepared& m_prepared;
    const Prepared::Impl& m_impl;
    const Plan& m_plan;
    const double m_gpus, m_batch;
    const StepState& m_state;
    const std::vector<Gain>& m_ranked;
    std::vector<Finding> m_out;
};

} // namespace

std::vector<Finding> binding_findings(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                                      const StepState& state, const std::vector<Gain>& ranked,
                                      const PowerState& power) {
    return BindingFindings(prepared, plan, gpus, batch, state, ranked).all(power);
}

} // namespace roofrack
