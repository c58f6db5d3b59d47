// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/prepared.h"

#include "core/facility/budget/hard_limit_violations.h"
#include "core/facility/facility_inputs.h"
#include "core/facility/limit_scaling.h"
#include "core/step/engine/scenario_reading.h"
#include "core/step/engine/site_terms.h"
#include "core/step/engine/throttled_racks.h"

namespace roofrack {

namespace {

/// What stands there in the end; the same where nothing is sold.
std::shared_ptr<const Scenario> without_sold(std::shared_ptr<const Scenario> scenario) {
    if (!has_sold(scenario->cluster)) return scenario;
    auto out = std::make_shared<Scenario>(*scenario);
    set_sold_aside(out->cluster);
    return out;
}

/// Whether read_drawn_fabric() reads the same of both.
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
    if (auto read = read_drawn_fabric(*impl, catalog); !read) return tl::unexpected(std::move(read.error()));
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
    return with_facility(m_impl->facility->scaled(limit, scale));
}

Prepared Prepared::scaled_for_steps(ThrottleCause limit, ResourceScale scale) const {
    FacilityInputs inputs;
    static_cast<ClockInputs&>(inputs) = m_impl->facility->inputs();
    scale_limit(inputs, limit, scale);
    return in(Facility::of(std::move(inputs)), m_impl->may_violate_hard_limit);
}

Prepared Prepared::with_facility(Facility facility) const {
    const bool refuses = roofrack::may_violate_hard_limit(facility);
    return in(std::move(facility), refuses);
}

Prepared Prepared::with_rack_limits(std::span<const HeldRack> racks) const {
    return in(m_impl->facility->with_rack_limits(racks), m_impl->may_violate_hard_limit);
}

Prepared Prepared::with_gpu_caps(std::span<const double> watts) const {
    return with_facility(m_impl->facility->with_gpu_caps(watts));
}

Prepared Prepared::with_filler_work(double utilisation) const {
    return in(m_impl->facility->with_filler_work(utilisation),
              m_impl->may_violate_hard_limit); // which is of any duty cycle
}

Prepared Prepared::scaled(const Resource& resource, ResourceScale scale) const {
    if (resource.kind == ResourceKind::fabric) return with_level_bandwidth(resource.level, factor_of(scale));
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

Prepared Prepared::with_level_bandwidth(int level, double factor) const {
    auto impl = std::make_shared<Impl>(*m_impl);
    FabricLevel& widened = impl->fabric.levels[static_cast<size_t>(level)];
    widened.egress = widened.egress * factor;
    for (BlockKind& kind : widened.unequal) kind.egress = kind.egress * factor;
    Prepared out;
    out.m_impl = std::move(impl);
    return out;
}

Prepared Prepared::with_levels(std::vector<FabricLevel> levels) const {
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
