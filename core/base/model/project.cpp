// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/project.h"

#include <algorithm>

namespace roofrack {

Site::Site()
    : Site(Defaults::built_in()) {}

Site::Site(const Defaults& defaults)
    : wet_bulb(defaults.site.wet_bulb)
    , dry_bulb(defaults.site.dry_bulb)
    , electricity_price(defaults.site.electricity_price)
    , carbon_intensity(defaults.site.carbon_intensity)
    , book_life_years(defaults.site.book_life)
    , planned_stops_per_1000_node_days(defaults.failures.planned_stops_per_1000_node_days)
    , restart_time(defaults.failures.restart)
    , start_up_per_1000_gpus(defaults.failures.start_up_per_1000_gpus)
    , repair_time(defaults.failures.repair)
    , straggler_cv_persistent(defaults.stragglers.persistent_cv)
    , straggler_cv_iid(defaults.stragglers.iid_cv) {}

const Scenario* Project::find_scenario(std::string_view wanted) const {
    const auto it = std::ranges::find(scenarios, wanted, &Scenario::name);
    return it == scenarios.end() ? nullptr : &*it;
}

ROOFRACK_DEFINE_VALUE(Site)
bool Site::operator==(const Site&) const = default;

Calibration::Calibration() = default;
ROOFRACK_DEFINE_VALUE(Calibration)
bool Calibration::operator==(const Calibration&) const = default;

const std::vector<CollectiveSweep>& Calibration::sweeps() const {
    static const std::vector<CollectiveSweep> none;
    return off ? none : collectives;
}

OperatorFactors Calibration::operators() const {
    if (off) return {};
    return {gemm_factor, attention_factor, elementwise_factor, optimizer_factor.value_or(1)};
}

bool Calibration::has_operator_factors() const {
    return gemm_factor || attention_factor || elementwise_factor || optimizer_factor;
}

bool Calibration::is_given_beside_sweeps() const {
    return compute_factor != 1 || has_operator_factors() || network_factor != 1 || power_factor != 1 ||
           straggler_cv_persistent || straggler_cv_iid || !note.empty() || !sources.empty();
}

bool Calibration::is_of_run() const {
    return !off && (compute_factor != 1 || has_operator_factors() || network_factor != 1 || !note.empty());
}

Scenario::Scenario() = default;
ROOFRACK_DEFINE_VALUE(Scenario)
bool Scenario::operator==(const Scenario&) const = default;

Project::Project() = default;
ROOFRACK_DEFINE_VALUE(Project)
bool Project::operator==(const Project&) const = default;

} // namespace roofrack
