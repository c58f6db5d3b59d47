// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/prepared.h"

#include "core/base/catalog/missing.h"
#include "core/base/model/model_spec.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/element_index.h"
#include "core/drawing/network/level_share.h"
#include "core/drawing/own_accelerator.h"
#include "core/facility/budget/hard_limit_violations.h"
#include "core/facility/facility_inputs.h"
#include "core/facility/limit_scaling.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/engine/storage_traffic.h"
#include "core/step/engine/throttled_racks.h"

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

Result<Fabric> drawn_fabric(const ResolvedDrawing& drawing, const Site& site) {
    return fabric(drawing, routing_factor(site.routing, drawing.catalog().defaults().topology));
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

/// What stands there in the end; the same where nothing is sold.
std::shared_ptr<const Scenario> without_sold(std::shared_ptr<const Scenario> scenario) {
    if (!has_sold(scenario->cluster)) return scenario;
    auto out = std::make_shared<Scenario>(*scenario);
    set_sold_aside(out->cluster);
    return out;
}

void apply_conditions(const Site& site, Fabric& fabric) {
    apply_level_conditions(fabric, site.fabric, site.routing == Routing::adaptive);
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

/// The model, and whether it and its batch can be understood.
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

/// What a measured profile computes in its time, by the drawn GPUs.
void set_measured_samples(Prepared::Impl& impl) {
    if (impl.model.generic)
        impl.measured_samples = impl.model.generic->measured_samples > 0
                                    ? impl.model.generic->measured_samples
                                    : batch_of(impl) / impl.fabric.gpus;
}

/// The fabric and the machines on it.
Result<void> read_fabric(Prepared::Impl& impl, const Catalog& catalog) {
    const Scenario& scenario = impl.scenario;
    auto drawing = resolve(impl.drawn, catalog);
    if (!drawing) return tl::unexpected(std::move(drawing.error()));
    impl.drawing = std::move(*drawing);
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

/// What the drawn machines cost at this site.
void read_prices(Prepared::Impl& impl, const Catalog& catalog) {
    const Scenario& scenario = impl.scenario;
    impl.capital = std::make_shared<const Capital>(
        price_bill(bill_of_materials(*impl.drawing), scenario.cluster, scenario.site, catalog));
}

/// Power, heat and money: what the site gives the drawn machines.
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

/// What every step and every hour reads anew: neither the supply nor the bill knows of it.
void take_terms_of(Site& to, const Site& from) {
    to.electricity_price = from.electricity_price;
    to.carbon_intensity = from.carbon_intensity;
    to.gpu_hour_price = from.gpu_hour_price;
    to.book_life_years = from.book_life_years;
    to.grid.tariff = from.grid.tariff;
    to.grid.demand_charge = from.grid.demand_charge;
    to.money.interest = from.money.interest;
    to.money.residual = from.money.residual;
    to.money.space_price = from.money.space_price;
    to.money.building_price = from.money.building_price;
    to.money.operation = from.money.operation;
    to.money.software = from.money.software;
    to.money.water_price = from.money.water_price;
    to.failures_per_1000_node_days = from.failures_per_1000_node_days;
    to.other_interruptions_per_1000_node_days = from.other_interruptions_per_1000_node_days;
    to.planned_stops_per_1000_node_days = from.planned_stops_per_1000_node_days;
    to.restart_time = from.restart_time;
    to.start_up_per_1000_gpus = from.start_up_per_1000_gpus;
    to.repair_time = from.repair_time;
    to.straggler_cv_persistent = from.straggler_cv_persistent;
    to.straggler_cv_iid = from.straggler_cv_iid;
}

/// What only the bill is priced by: Facility::prepare() does not read it.
void take_prices_of(Site& to, const Site& from) {
    to.capex_per_gpu = from.capex_per_gpu;
    to.prices = from.prices;
    to.money = from.money;
}

/// Whether read_fabric() reads the same of both.
bool have_one_fabric(const Scenario& a, const Scenario& b) {
    return a.site.routing == b.site.routing && a.site.fabric == b.site.fabric &&
           a.site.spare_servers == b.site.spare_servers && a.calibration == b.calibration &&
           a.cluster == b.cluster;
}

} // namespace

Result<Prepared> Prepared::make(const Scenario& scenario, const Catalog& catalog) {
    return make(std::make_shared<const Scenario>(scenario), catalog);
}

Result<Prepared> Prepared::make(std::shared_ptr<const Scenario> scenario, const Catalog& catalog) {
    scenario = without_sold(std::move(scenario));
    auto impl = std::make_shared<Impl>(std::move(scenario));
    impl->parameters = &CostParameters::built_in();
    impl->defaults = &catalog.defaults();
    if (auto read = read_workload(*impl, catalog); !read) return tl::unexpected(std::move(read.error()));
    if (auto read = read_fabric(*impl, catalog); !read) return tl::unexpected(std::move(read.error()));
    set_measured_samples(*impl);
    if (auto read = read_supply(*impl, catalog); !read) return tl::unexpected(std::move(read.error()));
    Prepared out;
    out.m_impl = std::move(impl);
    return out;
}

Result<Prepared> Prepared::with(Scenario changed, const Catalog& catalog) const {
    return with(std::make_shared<const Scenario>(std::move(changed)), catalog);
}

Result<Prepared> Prepared::with(std::shared_ptr<const Scenario> changed, const Catalog& catalog) const {
    const Scenario& before = m_impl->scenario;
    changed = without_sold(std::move(changed));
    if (!have_one_fabric(before, *changed)) return make(std::move(changed), catalog);
    Site site = changed->site; // as far as what is prepared depends on it
    take_terms_of(site, before.site);
    const bool has_other_prices = site != before.site;
    take_prices_of(site, before.site);
    const bool has_other_supply = site != before.site;
    auto impl = std::make_shared<Impl>(std::move(changed), *m_impl);
    if (impl->scenario.workload != before.workload) {
        impl->measured_samples = ResolvedScenario().measured_samples;
        if (auto read = read_workload(*impl, catalog); !read) return tl::unexpected(std::move(read.error()));
        set_measured_samples(*impl);
    }
    if (has_other_supply) {
        if (auto read = read_supply(*impl, catalog); !read) return tl::unexpected(std::move(read.error()));
    } else if (has_other_prices)
        read_prices(*impl, catalog);
    Prepared out;
    out.m_impl = std::move(impl);
    return out;
}

Prepared Prepared::in(Facility facility, bool may_violate_hard_limit) const {
    auto impl = std::make_shared<Impl>(*m_impl);
    impl->may_violate_hard_limit = may_violate_hard_limit;
    impl->facility = std::move(facility);
    impl->fixed_speeds = impl->facility->fixed_speeds();
    set_pools(*impl);
    Prepared out;
    out.m_impl = std::move(impl);
    return out;
}

Prepared Prepared::scaled(ThrottleCause limit, ResourceScale scale) const {
    if (!is_limited(m_impl->facility->inputs(), limit)) return *this;
    return within(m_impl->facility->scaled(limit, scale));
}

Prepared Prepared::scaled_for_steps(ThrottleCause limit, ResourceScale scale) const {
    FacilityInputs inputs;
    static_cast<ClockInputs&>(inputs) = m_impl->facility->inputs();
    scale_limit(inputs, limit, scale);
    return in(Facility::of(std::move(inputs)), m_impl->may_violate_hard_limit);
}

Prepared Prepared::within(Facility facility) const {
    const bool refuses = roofrack::may_violate_hard_limit(facility);
    return in(std::move(facility), refuses);
}

Prepared Prepared::held(std::span<const HeldRack> racks) const {
    return in(m_impl->facility->held(racks), m_impl->may_violate_hard_limit);
}

Prepared Prepared::capped(std::span<const double> watts) const {
    return within(m_impl->facility->capped(watts));
}

Prepared Prepared::filled(double utilisation) const {
    return in(m_impl->facility->filled(utilisation),
              m_impl->may_violate_hard_limit); // which is of any duty cycle
}

Prepared Prepared::scaled(const Resource& resource, ResourceScale scale) const {
    if (resource.kind == ResourceKind::fabric) return widened(resource.level, factor_of(scale));
    if (const ThrottleCause limit = limit_of(resource.kind); limit != ThrottleCause::none)
        return scaled(limit, scale);
    auto impl = std::make_shared<Impl>(*m_impl);
    roofrack::scale_resource(impl->scaled, resource.kind, factor_of(scale));
    Prepared out;
    out.m_impl = std::move(impl);
    return out;
}

Prepared Prepared::scaled_by(ResourceKind kind, double factor) const {
    auto impl = std::make_shared<Impl>(*m_impl);
    roofrack::scale_resource(impl->scaled, kind, factor);
    Prepared out;
    out.m_impl = std::move(impl);
    return out;
}

Prepared Prepared::priced(std::shared_ptr<const Capital> capital) const {
    auto impl = std::make_shared<Impl>(*m_impl);
    impl->capital = std::move(capital);
    Prepared out;
    out.m_impl = std::move(impl);
    return out;
}

Prepared Prepared::with_batch(double sequences) const {
    Scenario changed = m_impl->scenario;
    changed.workload.global_batch = sequences;
    auto impl = std::make_shared<Impl>(std::make_shared<const Scenario>(std::move(changed)), *m_impl);
    Prepared out;
    out.m_impl = std::move(impl);
    return out;
}

Prepared Prepared::widened(int level, double factor) const {
    auto impl = std::make_shared<Impl>(*m_impl);
    FabricLevel& widened = impl->fabric.levels[static_cast<size_t>(level)];
    widened.egress = widened.egress * factor;
    for (BlockKind& kind : widened.unequal) kind.egress = kind.egress * factor;
    Prepared out;
    out.m_impl = std::move(impl);
    return out;
}

Prepared Prepared::on_levels(std::vector<FabricLevel> levels) const {
    auto impl = std::make_shared<Impl>(*m_impl);
    impl->fabric.levels = std::move(levels);
    Prepared out;
    out.m_impl = std::move(impl);
    return out;
}

Result<Fabric> fabric_of(const Scenario& drawn, const Catalog& catalog) {
    if (has_sold(drawn.cluster)) {
        Scenario kept = drawn;
        set_sold_aside(kept.cluster);
        return fabric_of(kept, catalog);
    }
    const Scenario& scenario = drawn;
    const auto drawing = ResolvedDrawing::make(scenario.cluster, catalog);
    if (!drawing) return tl::unexpected(drawing.error());
    auto out = drawn_fabric(*drawing, scenario.site);
    if (out) apply_conditions(scenario.site, *out);
    return out;
}

const Scenario& Prepared::scenario() const { return m_impl->scenario; }
const Fabric& Prepared::fabric() const { return m_impl->fabric; }

} // namespace roofrack
