// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/prepared.h"

#include "core/catalog/missing.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/element_index.h"
#include "core/drawing/own_accelerator.h"
#include "core/model/model_spec.h"
#include "core/workload/micro_batches.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <unordered_map>

namespace roofrack {

namespace {

/// Share of a NIC's line rate that flows reach under each routing.
double routing_factor(Routing routing, const Defaults::Topology& constants) {
    switch (routing) {
    case Routing::ecmp: return constants.routing_ecmp;
    case Routing::qp_hash: return constants.routing_qp_hash;
    case Routing::adaptive: break;
    }
    return constants.routing_adaptive;
}

/// The accelerator of every group. Racks drawn one by one name few parts many times.
Result<void> read_machines(Prepared::Impl& impl, const Catalog& catalog) {
    const Cluster& cluster = impl.scenario.cluster;
    const ElementIndex index(cluster);
    const DrawnParts parts(cluster, catalog);
    std::unordered_map<const Part*, size_t> known; // kind of a server part
    std::vector<size_t> first_of_kind;
    for (size_t g = 0; g < impl.fabric.groups.size(); ++g) {
        const GpuGroup& group = impl.fabric.groups[g];
        const int server = index.position(group.element);
        const Part* drawn = server < 0 ? nullptr : parts.at(server);
        auto kind = known.find(drawn);
        if (kind == known.end()) {
            const std::optional<Part> part = drawn ? accelerator_of(*drawn, catalog) : std::nullopt;
            if (!part)
                return fail(group.element, fmt::format("unknown accelerator '{}'", group.accelerator),
                            "name a catalogue accelerator");
            const auto& kinds = impl.accelerators.kinds();
            auto alike = static_cast<size_t>(std::ranges::find(kinds, *part) - kinds.begin());
            if (alike == kinds.size()) {
                auto machine = make_machine(*part, *impl.parameters, *impl.defaults);
                if (!machine) return tl::unexpected(machine.error());
                impl.machines.add_kind(std::move(*machine));
                alike = impl.accelerators.add_kind(*part);
                first_of_kind.push_back(g);
            }
            kind = known.emplace(drawn, alike).first;
        }
        impl.machines.add_group(kind->second);
        impl.accelerators.add_group(kind->second);
        impl.first_alike.push_back(first_of_kind[kind->second]);
    }
    return {};
}

template<class Key>
Pools pools_by(size_t groups, Key key_of) {
    Pools out;
    std::map<decltype(key_of(size_t())), size_t> known;
    for (size_t g = 0; g < groups; ++g) {
        const auto [pool, added] = known.emplace(key_of(g), out.first.size());
        if (added) out.first.push_back(g);
        out.of_group.push_back(pool->second);
    }
    return out;
}

void set_pools(Prepared::Impl& impl) {
    const auto& groups = impl.fabric.groups;
    const auto slots = impl.facility->slots();
    impl.pools = pools_by(
        groups.size(), [&](size_t g) { return std::tuple(impl.first_alike[g], groups[g].speed, slots[g]); });
    if (!impl.fixed_speeds.empty())
        impl.pools_at_fixed_clocks = pools_by(groups.size(), [&](size_t g) {
            return std::tuple(impl.first_alike[g], groups[g].speed, impl.fixed_speeds[g]);
        });
}

} // namespace

Result<Prepared> Prepared::make(const Scenario& scenario, const Catalog& catalog) {
    auto impl = std::make_shared<Impl>();
    impl->scenario = scenario;
    impl->parameters = &CostParameters::built_in();
    impl->defaults = &catalog.defaults();
    if (scenario.workload.inline_model) {
        impl->model = *scenario.workload.inline_model;
    } else {
        const ModelSpec* model = catalog.model(scenario.workload.model);
        if (!model) {
            const Diagnostic why = no_model(catalog, scenario.workload.model);
            return fail("/workload/model", why.what, why.fix);
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

    auto fabric = roofrack::fabric(scenario.cluster, catalog,
                                   routing_factor(scenario.site.routing, impl->defaults->topology));
    if (!fabric) return tl::unexpected(fabric.error());
    impl->fabric = std::move(*fabric);
    if (auto done = read_machines(*impl, catalog); !done) return tl::unexpected(done.error());
    const Calibration& calibration = scenario.calibration;
    impl->measured =
        MeasuredCollectives(calibration.collectives, impl->fabric,
                            reduces_in_switch(impl->accelerators.front()), calibration.network_variant);
    auto facility = Facility::prepare(scenario.cluster, scenario.site, impl->fabric, catalog);
    if (!facility) return tl::unexpected(facility.error());
    impl->facility = std::move(*facility);
    impl->fixed_speeds = impl->facility->fixed_speeds();
    set_pools(*impl);
    Prepared out;
    out.m_impl = std::move(impl);
    return out;
}

Prepared Prepared::relieved(Clip limit, Relief relief) const {
    auto impl = std::make_shared<Impl>(*m_impl);
    impl->facility = m_impl->facility->relieved(limit, relief);
    impl->fixed_speeds = impl->facility->fixed_speeds();
    set_pools(*impl);
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

MemoryContext memory_context(const Prepared::Impl& impl, const Plan& plan, double batch) {
    const SoftwareParameters& software = software_of(impl, plan);
    return {*impl.model.transformer,
            memory_stack(software.name),
            sequence_of(impl),
            batch,
            gradient_bytes(plan, software),
            flash_attention(software, release_year(plan.software)),
            impl.defaults->memory};
}

MemoryBytes memory_of(const Prepared::Impl& impl, const Plan& plan, double batch) {
    if (impl.model.generic)
        return generic_memory(*impl.model.generic, plan, micro_batches(plan, batch) * plan.micro_batch, impl.defaults->memory);
    return fullest_stage(memory_context(impl, plan, batch), plan).bytes;
}

std::vector<StageMemory> stages_of(const Prepared::Impl& impl, const Plan& plan, double batch) {
    if (impl.model.generic) return {{0, 0, 1, memory_of(impl, plan, batch)}};
    return memory_by_stage(memory_context(impl, plan, batch), plan);
}

double memory_capacity(const Prepared::Impl& impl, double gpus) {
    double capacity = 0, seen = 0;
    for (size_t g = 0; g < impl.machines.size() && (seen < gpus || g == 0); ++g) {
        capacity = g == 0 ? impl.machines[g].hbm_capacity : std::min(capacity, impl.machines[g].hbm_capacity);
        seen += impl.fabric.groups[g].gpus;
    }
    return capacity;
}

namespace {

/// The knobs with what the scenario says of its network.
ResourceKnobs calibrated(const Prepared::Impl& impl, ResourceKnobs knobs) {
    knobs.network.variant = impl.scenario.calibration.network_variant;
    knobs.network.measured = impl.measured.empty() ? nullptr : &impl.measured;
    return knobs;
}

} // namespace

StepInputs step_inputs(const Prepared::Impl& impl, const Plan& plan, const Machine& machine, double batch,
                       const ResourceKnobs& knobs) {
    StepInputs in;
    in.shape = &*impl.model.transformer;
    in.machine = &machine;
    in.software = &software_of(impl, plan);
    in.fabric = &impl.fabric;
    in.plan = &plan;
    in.sequence = sequence_of(impl);
    in.global_batch = batch;
    in.compute_factor = impl.scenario.calibration.compute_factor;
    in.network_factor = impl.scenario.calibration.network_factor;
    in.software_year = release_year(plan.software);
    in.knobs = calibrated(impl, knobs);
    return in;
}

StepCost StepSolver::cost(const Plan& plan, const Machine& machine, double batch, const ResourceKnobs& knobs,
                          std::vector<OperatorRecord>* records) const {
    if (!m_impl.model.generic)
        return transformer_step(step_inputs(m_impl, plan, machine, batch, knobs), records);
    const Calibration& calibration = m_impl.scenario.calibration;
    GenericInputs in{&*m_impl.model.generic,
                     &machine,
                     &software_of(m_impl, plan),
                     &m_impl.fabric,
                     &plan,
                     batch,
                     calibration.compute_factor,
                     calibration.network_factor,
                     calibrated(m_impl, knobs)};
    return generic_step(in, records);
}

StepState StepSolver::solve(const Plan& plan, double gpus, double batch, const ResourceKnobs& knobs,
                            std::vector<OperatorRecord>* records) {
    step_conditions(m_impl, plan, gpus, batch, knobs, m_conditions);
    StepState out;
    m_costs.clear();
    for (size_t k = 0; k < m_conditions.kinds.size(); ++k) {
        const bool reference = k == m_conditions.reference_kind;
        const StepCost each =
            cost(plan, m_impl.machines[m_conditions.kinds[k]], batch, knobs, reference ? records : nullptr);
        if (reference) out.cost = each;
        m_costs.push_back(each);
    }
    static_cast<StepOutcome&>(out) = settle(m_impl, m_conditions, m_costs, m_clocks);
    out.reference_group = m_conditions.reference_group;
    out.active_gpus = gpus;
    out.straggler_cv = m_conditions.straggler_cv;
    out.checkpoint_bytes = m_conditions.checkpoint_bytes;
    out.checkpoint_write = m_conditions.checkpoint_write;
    out.mttf = m_conditions.loss.mttf;
    out.checkpoint_interval = m_conditions.loss.interval;
    return out;
}

} // namespace roofrack
