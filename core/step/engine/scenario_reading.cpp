// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/scenario_reading.h"

#include "core/base/catalog/missing.h"
#include "core/base/model/model_spec.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/element_index.h"
#include "core/drawing/network/level_share.h"
#include "core/drawing/own_accelerator.h"
#include "core/facility/budget/hard_limit_violations.h"
#include "core/step/engine/storage_traffic.h"

#include <algorithm>
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

/// The drawing of a scenario, with the scenario that it reads.
Result<std::shared_ptr<const ResolvedDrawing>> resolve(std::shared_ptr<const Scenario> scenario,
                                                       const Catalog& catalog) {
    struct Kept {
        std::shared_ptr<const Scenario> scenario;
        ResolvedDrawing drawing;
    };
    auto drawing = ResolvedDrawing::make(scenario->cluster, catalog);
    if (!drawing) return tl::unexpected(std::move(drawing.error()));
    const auto kept = std::make_shared<const Kept>(Kept{std::move(scenario), std::move(*drawing)});
    return std::shared_ptr<const ResolvedDrawing>(kept, &kept->drawing);
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
        if (drawn && group.gpus_per_server == impl.fabric.gpus_per_server)
            impl.trays = std::max(1.0, drawn->value_or("trays", 1));
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
                impl.failure_rates.add_kind(
                    failure_rate(part->text_or("architecture", ""), impl.defaults->failures));
                alike = impl.accelerators.add_kind(*part);
                first_of_kind.push_back(g);
            }
            kind = known.emplace(drawn, alike).first;
        }
        impl.machines.add_group(kind->second);
        impl.accelerators.add_group(kind->second);
        impl.failure_rates.add_group(kind->second);
        impl.first_alike.push_back(first_of_kind[kind->second]);
        impl.group_gpus.push_back(group.gpus);
        if (group.slow_share() > 0) impl.groups_of_slow.push_back(g);
    }
    return {};
}

template<class Key>
AlikeGpuGroups pools_by(size_t groups, Key key_of) {
    AlikeGpuGroups out;
    std::map<decltype(key_of(size_t())), size_t> known;
    for (size_t g = 0; g < groups; ++g) {
        const auto [pool, added] = known.emplace(key_of(g), out.first.size());
        if (added) out.first.push_back(g);
        out.of_group.push_back(pool->second);
    }
    return out;
}

/// Gives the model its adapters, and says what cannot be understood of the tuning.
Result<void> read_tuning(const Workload& workload, ModelSpec& model) {
    const Tuning& tuning = workload.tuning;
    if (tuning == Tuning()) return {};
    if (!model.transformer)
        return fail("/workload/tuning", "a measured profile has no adapters, and no answers to generate",
                    "choose a transformer, or leave the tuning out");
    if (tuning.lora.rank > 0) {
        if (tuning.lora.rank > model.transformer->hidden)
            return fail("/workload/tuning/lora/rank",
                        fmt::format("a rank of {:g} is above the model's hidden width of {:g}",
                                    tuning.lora.rank, model.transformer->hidden),
                        "usual ranks are 8 to 256; train all weights instead where more is wanted (rank 0)");
        model.transformer->lora = tuning.lora;
    }
    const double sequence = workload.sequence > 0 ? workload.sequence : model.default_sequence;
    if (tuning.generates() && tuning.prompt >= sequence)
        return fail("/workload/tuning/prompt",
                    fmt::format("a prompt of {:g} tokens leaves nothing of a sequence of {:g} to generate",
                                tuning.prompt, sequence),
                    "give a shorter prompt or a longer sequence");
    constexpr double rounding = 1e-3;
    if (const StepSplit& split = tuning.split; split.is_given()) {
        if (std::abs(split.sum() - 1) > rounding)
            return fail(
                "/workload/tuning/split",
                fmt::format("generation, scoring and training are {:.4g} of the step together", split.sum()),
                "give shares that sum to 1, or none of them");
        if (split.training <= 0)
            return fail("/workload/tuning/split/training", "no time of the step trains",
                        "give training its share, above 0");
        if (tuning.kind < TrainingKind::dpo)
            return fail("/workload/tuning/split", "a step that only trains has no split",
                        "set the kind to dpo or grpo, or leave the split out");
    }
    return {};
}

} // namespace

Result<Fabric> drawn_fabric(const ResolvedDrawing& drawing, const Site& site) {
    return fabric(drawing, routing_factor(site.routing, drawing.catalog().defaults().topology));
}

void apply_conditions(const Site& site, Fabric& fabric) {
    apply_level_conditions(fabric, site.fabric, site.routing == Routing::adaptive);
}

void set_pools(Prepared::Impl& impl) {
    const auto& groups = impl.fabric.groups;
    const auto slots = impl.facility->slots();
    impl.pools = pools_by(
        groups.size(), [&](size_t g) { return std::tuple(impl.first_alike[g], groups[g].speed, slots[g]); });
    if (!impl.fixed_speeds.speeds.empty())
        impl.pools_at_fixed_clocks = pools_by(groups.size(), [&](size_t g) {
            return std::tuple(impl.first_alike[g], groups[g].speed, impl.fixed_speeds.speeds[g]);
        });
}

Result<void> read_workload(Prepared::Impl& impl, const Catalog& catalog) {
    const Workload& workload = impl.scenario.workload;
    if (workload.inline_model) {
        impl.model = *workload.inline_model;
    } else {
        const ModelSpec* model = catalog.model(workload.model);
        if (!model) {
            const Diagnostic why = no_model(catalog, workload.model);
            return fail("/workload/model", why.what, why.fix);
        }
        impl.model = *model;
    }
    if (!impl.model.transformer == !impl.model.generic)
        return fail("/workload/model", "a model is either a transformer or a generic profile",
                    "give exactly one of the two");
    if (auto read = read_tuning(workload, impl.model); !read) return read;
    if (impl.model.transformer) {
        const TransformerShape& s = *impl.model.transformer;
        if (s.layers < 1 || s.hidden < 1 || s.heads < 1 || s.kv_heads < 1 || s.ffn < 1 || s.vocab < 1)
            return fail("/workload/model",
                        "the transformer lacks layers, hidden, heads, kv_heads, ffn or vocab",
                        "give each as 1 or more");
        if (const std::string wrong = contradiction_of(s); !wrong.empty())
            return fail("/workload/model/transformer", wrong, "correct the kinds of the model's layers");
    }
    if (!(batch_of(impl) >= 1))
        return fail("/workload/global_batch", "the global batch is not given",
                    "give sequences (samples) a step, 1 or more");
    return {};
}

void set_measured_samples(Prepared::Impl& impl) {
    if (impl.model.generic)
        impl.measured_samples = impl.model.generic->measured_samples > 0
                                    ? impl.model.generic->measured_samples
                                    : batch_of(impl) / impl.fabric.gpus;
}

Result<void> read_drawn_fabric(Prepared::Impl& impl, const Catalog& catalog) {
    const Scenario& scenario = impl.scenario;
    auto drawing = resolve(impl.drawn, catalog);
    if (!drawing) return tl::unexpected(std::move(drawing.error()));
    impl.drawing = std::move(*drawing);
    impl.bill.reset();
    auto fabric = drawn_fabric(*impl.drawing, scenario.site);
    if (!fabric) return tl::unexpected(fabric.error());
    impl.fabric = std::move(*fabric);
    if (const Fabric& drawn = impl.fabric; drawn.storage_read.si() + drawn.storage_write.si() > 0)
        impl.storage_links = ByteRate(storage_links_rate(*impl.drawing));
    if (auto done = read_machines(impl, catalog); !done) return done;
    if (scenario.site.spare_servers) impl.failure_domains = failure_domains(*impl.drawing, impl.fabric);
    const Calibration& calibration = scenario.calibration;
    impl.measured =
        MeasuredCollectives(calibration.sweeps(), impl.fabric, reduces_in_switch(impl.accelerators.front()),
                            calibration.network_variant);
    apply_conditions(scenario.site, impl.fabric);
    return {};
}

void read_prices(Prepared::Impl& impl, const Catalog& catalog) {
    const Scenario& scenario = impl.scenario;
    // Prices change from one sample to the next, the drawing does not.
    if (!impl.bill) impl.bill = std::make_shared<const BillOfMaterials>(bill_of_materials(*impl.drawing));
    impl.capital =
        std::make_shared<const Capital>(price_bill(*impl.bill, scenario.cluster, scenario.site, catalog));
}

Result<void> read_supply(Prepared::Impl& impl, const Catalog& catalog) {
    const Scenario& scenario = impl.scenario;
    auto facility = Facility::prepare(scenario.cluster, scenario.site, impl.fabric, catalog,
                                      scenario.calibration.power());
    if (!facility) return tl::unexpected(facility.error());
    impl.facility = std::move(*facility);
    impl.fixed_speeds = impl.facility->fixed_speeds();
    impl.may_violate_hard_limit = may_violate_hard_limit(*impl.facility);
    set_pools(impl);
    read_prices(impl, catalog);
    return {};
}

} // namespace roofrack
