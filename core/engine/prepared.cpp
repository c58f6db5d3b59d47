// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/prepared.h"

#include "scaling/failures.h"
#include "scaling/stragglers.h"
#include "workload/model_spec.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// Share of a NIC's line rate that flows reach under each routing (defaults.json topology.routing_factor).
double routing_factor(Routing routing) {
    switch (routing) {
    case Routing::ecmp: return 0.6;
    case Routing::qp_hash: return 0.85;
    case Routing::adaptive: break;
    }
    return 0.95;
}

} // namespace

Result<Prepared> Prepared::make(const Scenario& scenario, const Catalog& catalog) {
    auto impl = std::make_shared<Impl>();
    impl->scenario = scenario;
    impl->parameters = &CostParameters::built_in();
    if (scenario.workload.inline_model) {
        impl->model = *scenario.workload.inline_model;
    } else {
        const ModelSpec* model = catalog.model(scenario.workload.model);
        if (!model) {
            const std::string near = catalog.nearest_model(scenario.workload.model);
            return fail("/workload/model", fmt::format("unknown model '{}'", scenario.workload.model),
                        near.empty() ? "name a catalogue model or give one inline"
                                     : fmt::format("did you mean '{}'?", near));
        }
        impl->model = *model;
    }
    if (!impl->model.transformer == !impl->model.generic)
        return fail("/workload/model", "a model is either a transformer or a generic profile",
                    "give exactly one of the two");
    if (impl->model.transformer) {
        const TransformerShape& s = *impl->model.transformer;
        if (s.layers < 1 || s.hidden < 1 || s.heads < 1 || s.kv_heads < 1 || s.ffn < 1 || s.vocab < 1)
            return fail("/workload/model",
                        "the transformer lacks layers, hidden, heads, kv_heads, ffn or vocab",
                        "give each as 1 or more");
    }
    if (!(batch_of(*impl) >= 1))
        return fail("/workload/global_batch", "the global batch is not given",
                    "give sequences (samples) a step, 1 or more");

    auto fabric = roofrack::fabric(scenario.cluster, catalog, routing_factor(scenario.site.routing));
    if (!fabric) return tl::unexpected(fabric.error());
    impl->fabric = std::move(*fabric);
    for (const GpuGroup& group : impl->fabric.groups) {
        const Part* part = catalog.part(PartKind::accelerator, group.accelerator);
        if (!part)
            return fail(group.element, fmt::format("unknown accelerator '{}'", group.accelerator),
                        "name a catalogue accelerator");
        auto machine = make_machine(*part, *impl->parameters);
        if (!machine) return tl::unexpected(machine.error());
        impl->machines.push_back(std::move(*machine));
        impl->accelerators.push_back(*part);
    }
    auto facility = Facility::prepare(scenario.cluster, scenario.site, impl->fabric, catalog);
    if (!facility) return tl::unexpected(facility.error());
    impl->facility = std::move(*facility);
    Prepared out;
    out.m_impl = std::move(impl);
    return out;
}

const Scenario& Prepared::scenario() const { return m_impl->scenario; }
const Fabric& Prepared::fabric() const { return m_impl->fabric; }

double sequence_of(const Prepared::Impl& impl) {
    if (impl.model.generic) return 1;
    return impl.scenario.workload.sequence > 0 ? impl.scenario.workload.sequence
                                               : impl.model.default_sequence;
}

double batch_of(const Prepared::Impl& impl) { return impl.scenario.workload.global_batch; }

const SoftwareParameters& software_of(const Prepared::Impl& impl, const Plan& plan) {
    return impl.parameters->stack(plan.software);
}

MemoryBytes memory_of(const Prepared::Impl& impl, const Plan& plan, double batch) {
    if (impl.model.generic) return generic_memory(*impl.model.generic, plan, batch / std::max(1, plan.dp));
    const SoftwareParameters& software = software_of(impl, plan);
    return transformer_memory(*impl.model.transformer, plan, sequence_of(impl), batch,
                              gradient_bytes(plan, software), software.flash_attention);
}

double memory_capacity(const Prepared::Impl& impl, double gpus) {
    double capacity = 0, seen = 0;
    for (size_t g = 0; g < impl.machines.size() && (seen < gpus || g == 0); ++g) {
        capacity = g == 0 ? impl.machines[g].hbm_capacity : std::min(capacity, impl.machines[g].hbm_capacity);
        seen += impl.fabric.groups[g].gpus;
    }
    return capacity;
}

StepCost StepSolver::cost(const Plan& plan, const Machine& machine, double batch, const ResourceKnobs& knobs,
                          std::vector<OperatorRecord>* records) const {
    const Calibration& calibration = m_impl.scenario.calibration;
    const SoftwareParameters& software = software_of(m_impl, plan);
    if (m_impl.model.generic) {
        GenericInputs in{&*m_impl.model.generic,
                         &machine,
                         &software,
                         &m_impl.fabric,
                         &plan,
                         batch,
                         calibration.compute_factor,
                         calibration.network_factor,
                         knobs};
        return generic_step(in, records);
    }
    StepInputs in;
    in.shape = &*m_impl.model.transformer;
    in.machine = &machine;
    in.software = &software;
    in.fabric = &m_impl.fabric;
    in.plan = &plan;
    in.sequence = sequence_of(m_impl);
    in.global_batch = batch;
    in.compute_factor = calibration.compute_factor;
    in.network_factor = calibration.network_factor;
    in.software_year = release_year(plan.software);
    in.knobs = knobs;
    return transformer_step(in, records);
}

StepState StepSolver::solve(const Plan& plan, double gpus, double batch, const ResourceKnobs& knobs,
                            std::vector<OperatorRecord>* records) {
    const auto& groups = m_impl.fabric.groups;
    const Site& site = m_impl.scenario.site;
    StepState out;
    out.active_gpus = gpus;

    // The first GPUs in drawn order work; beyond the drawing the mix repeats.
    m_active.resize(groups.size());
    double left = gpus;
    const double repeat = std::max(1.0, gpus / m_impl.fabric.gpus);
    for (size_t g = 0; g < groups.size(); ++g) {
        m_active[g] = std::min(groups[g].gpus * repeat, left);
        left -= m_active[g];
        if (m_active[g] > m_active[out.reference_group]) out.reference_group = g;
    }
    m_costs.resize(groups.size());
    for (size_t g = 0; g < groups.size(); ++g) {
        size_t same = 0;
        while (same < g && groups[same].accelerator != groups[g].accelerator) ++same;
        m_costs[g] = same < g && m_active[same] > 0 ? m_costs[same]
                     : m_active[g] > 0              ? cost(plan, m_impl.machines[g], batch, knobs, nullptr)
                                                    : StepCost{};
    }
    const size_t r = out.reference_group;
    out.cost = m_costs[r];
    if (records) cost(plan, m_impl.machines[r], batch, knobs, records);
    const StepCost& c = out.cost;
    StepParts& parts = out.parts;
    const auto part = [&](StepPart p) -> double& { return parts[static_cast<size_t>(p)]; };

    const double cv = out.straggler_cv = straggler_cv(site.straggler_cv_persistent, site.straggler_cv_iid,
                                                      !m_impl.scenario.workload.packed_sequences) *
                                         knobs.straggler_cv;
    const double own = (c.compute + c.memory) / groups[r].speed;
    const auto slowest = [&](bool throttled) {
        double worst = 0;
        for (size_t g = 0; g < groups.size(); ++g) {
            if (m_active[g] <= 0) continue;
            const double clock = throttled ? m_speeds[g] : 1;
            const double work = (m_costs[g].compute / clock + m_costs[g].memory) / groups[g].speed *
                                straggler_factor(m_active[g], cv);
            if (work > worst) {
                worst = work;
                out.slowest_group = g;
                out.slowest_speed = clock * groups[g].speed;
            }
        }
        return worst;
    };
    const double unthrottled = slowest(false);

    part(StepPart::compute) = c.compute / groups[r].speed;
    part(StepPart::memory) = c.memory / groups[r].speed;
    part(StepPart::launch) = c.launch;
    part(StepPart::tensor_comm) = c.tensor_comm;
    part(StepPart::context_comm) = c.context_comm;
    part(StepPart::expert_comm) = c.expert_comm;
    part(StepPart::pipeline_bubble) = c.pipeline_bubble / groups[r].speed;
    part(StepPart::pipeline_comm) = c.pipeline_comm;
    part(StepPart::data_comm) = c.data_comm;
    part(StepPart::optimizer) = c.optimizer;
    part(StepPart::straggler) = std::max(0.0, unthrottled - own);

    // Input: what the step reads, against storage and the servers' data pipelines.
    double input = 0;
    const double sample_bytes =
        m_impl.model.generic ? m_impl.model.generic->input_bytes_per_sample.si() : 4 * sequence_of(m_impl);
    if (m_impl.fabric.storage_read.si() > 0)
        input = batch * sample_bytes / (m_impl.fabric.storage_read.si() * knobs.storage);
    if (site.host_input_rate > 0)
        input = std::max(
            input, batch / (site.host_input_rate * gpus / std::max(1.0, m_impl.fabric.gpus_per_server)));

    // Step time ⇄ duty cycle ⇄ power ⇄ temperature ⇄ clock, to a fixed point (model.md section 7).
    m_speeds.assign(groups.size(), 1.0);
    const double communication =
        c.tensor_comm + c.context_comm + c.expert_comm + c.pipeline_comm + c.data_comm;
    for (int round = 0; round < 20; ++round) {
        const double slow = slowest(true);
        part(StepPart::throttle) = std::max(0.0, slow - unthrottled);
        part(StepPart::input) = 0;
        double busy = 0;
        for (const double seconds : parts) busy += seconds;
        part(StepPart::input) = std::max(0.0, input - busy);
        busy += part(StepPart::input);
        out.duty.compute = std::min(1.0, (own + c.optimizer + part(StepPart::throttle)) / busy);
        out.duty.communication = std::min(1.0 - out.duty.compute, communication / busy);
        m_impl.facility->speeds(out.duty, m_next);
        double change = 0;
        for (size_t g = 0; g < m_next.size() && g < m_speeds.size(); ++g) {
            change = std::max(change, std::abs(m_next[g] - m_speeds[g]));
            m_speeds[g] = m_next[g];
        }
        if (change < 1e-9) break;
    }

    double productive = 0;
    for (const double seconds : parts) productive += seconds;
    FailureInputs failures;
    failures.gpus = gpus;
    failures.rate_per_1000_node_days = site.failures_per_1000_node_days * knobs.failure_rate;
    failures.restart = site.restart_time.si();
    failures.interval = plan.checkpoint_interval.si();
    out.checkpoint_bytes = checkpoint_bytes(
        m_impl.model.generic ? m_impl.model.generic->parameters : parameter_count(*m_impl.model.transformer));
    constexpr double local_drive = 3e9; // B/s a server writes to its own NVMe drives (judgement)
    const double servers = std::max(1.0, gpus / std::max(1.0, m_impl.fabric.gpus_per_server));
    double sink = servers * local_drive;
    if (m_impl.fabric.storage_write.si() > 0) {
        const size_t last = m_impl.fabric.levels.size() - 1;
        const double node =
            m_impl.fabric.levels[std::min<size_t>(1, last)].egress.si() * m_impl.fabric.gpus_per_server;
        sink = m_impl.fabric.storage_write.si() * knobs.storage;
        if (node > 0) sink = std::min(sink, servers * node);
    }
    constexpr double asynchronous_stall = 5; // s (defaults.json failures.checkpoint_stall_s)
    out.checkpoint_write = out.checkpoint_bytes / sink;
    failures.checkpoint_write =
        plan.async_checkpoint ? std::min(asynchronous_stall, out.checkpoint_write) : out.checkpoint_write;
    const FailureCost loss = failure_cost(failures);
    part(StepPart::checkpoint) = productive * loss.checkpoint;
    part(StepPart::failure) = productive * loss.failure;
    out.mttf = loss.mttf;
    out.checkpoint_interval = loss.interval;
    for (const double seconds : parts) out.step += seconds;
    out.goodput = productive / out.step;
    return out;
}

} // namespace roofrack
