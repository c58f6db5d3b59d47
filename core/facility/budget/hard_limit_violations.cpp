// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/budget/hard_limit_violations.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/facility/budget/supply_load.h"
#include "core/facility/power_state.h"

namespace roofrack {

namespace {

constexpr double rounding = 1e-6; // rounding of fixed points that end close to their limit

std::string in_watts(Watts value) { return format_quantity(value.si(), Dimension::power); }

bool is_over(Watts load, Watts limit) { return load > limit * (1 + rounding); }

void add_racks(const FacilityInputs& in, const PowerState& state, std::vector<HardLimitViolation>& out) {
    for (const RackState& rack : state.racks) {
        if (!rack.works) continue;
        if (rack.trips)
            out.push_back({HardLimitViolation::Kind::rack,
                           rack.id,
                           rack.name,
                           rack.heat_to_air + rack.heat_to_liquid,
                           rack.cooling_limit.value_or(Watts(0)),
                           rack.peak,
                           {},
                           {}});
        const Watts seen = rack.power_over(state.windows.breaker);
        if (rack.limit && is_over(seen, *rack.limit))
            out.push_back({HardLimitViolation::Kind::feed,
                           rack.id,
                           rack.name,
                           seen,
                           *rack.limit,
                           rack.peak,
                           in.defaults->power.windows.breaker,
                           {}});
    }
}

/// Feeds at racks hold them by their own limits; what stands above them does not, nor can they hold switches
/// and storage.
bool holds_nobody(const SupplyUnit& unit) {
    return (!unit.below.empty() || unit.unracked_share > 0) && unit.capacity > 0;
}

void add_units(const FacilityInputs& in, const PowerState& state, std::vector<HardLimitViolation>& out) {
    if (std::ranges::none_of(in.chain.units, holds_nobody)) return;
    const SupplyLoad load(in, state);
    const auto peaks = load.flows(1);
    const size_t first = out.size();
    for (size_t u = 0; u < in.chain.units.size(); ++u) {
        const SupplyUnit& unit = in.chain.units[u];
        const Watts seen(load.windowed()[u].out), rating(unit.capacity * unit.instances);
        if (holds_nobody(unit) && is_over(seen, rating))
            out.push_back({HardLimitViolation::Kind::supply,
                           unit.id,
                           unit.name,
                           seen,
                           rating,
                           Watts(peaks[u].out),
                           supply_window(unit.kind, in, state.windows).length,
                           {}});
    }
    std::stable_sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                     [](const HardLimitViolation& a, const HardLimitViolation& b) {
                         return a.load / a.limit > b.load / b.limit;
                     });
}

void add_unfit(const FacilityInputs& in, std::vector<HardLimitViolation>& out) {
    for (const UnfitSupply& each : in.unfit)
        out.push_back(
            {each.lower.empty() ? HardLimitViolation::Kind::frequency : HardLimitViolation::Kind::mismatch,
             each.id,
             each.name,
             {},
             {},
             {},
             {},
             each.lower.empty() ? fmt::format("is made for {}", each.why)
                                : fmt::format("feeds “{}” with {}", each.lower, each.why)});
}

void add_place(const FacilityInputs& in, const PowerState& state, std::vector<HardLimitViolation>& out) {
    if (in.plant_limit < no_limit && is_over(state.it, Watts(in.plant_limit)))
        out.push_back({HardLimitViolation::Kind::plant,
                       "plant",
                       {},
                       state.it,
                       Watts(in.plant_limit),
                       state.it,
                       in.defaults->power.windows.cooling,
                       {}});
    if (in.site_limit < no_limit && is_over(state.metered, Watts(in.site_limit)))
        out.push_back({HardLimitViolation::Kind::site,
                       "site",
                       {},
                       state.metered,
                       Watts(in.site_limit),
                       state.peak,
                       in.meter_window,
                       {}});
}

} // namespace

std::string HardLimitViolation::phrase() const {
    const std::string who = name.empty() ? id : fmt::format("“{}”", name);
    switch (kind) {
    case Kind::rack: return fmt::format("{} switches itself off: nothing takes its heat", who);
    case Kind::feed:
        return fmt::format("{} draws {} at its lowest clock, its feeds deliver {}", who, in_watts(load),
                           in_watts(limit));
    case Kind::supply:
        return fmt::format("{} carries {} and is made for {}", who, in_watts(load), in_watts(limit));
    case Kind::mismatch:
    case Kind::frequency: return fmt::format("{} {}", who, detail);
    case Kind::plant:
        return fmt::format("The plant takes {} at the lowest clocks and is made for {}", in_watts(load),
                           in_watts(limit));
    case Kind::site: break;
    }
    return fmt::format("The site draws {} at the lowest clocks and may draw {}", in_watts(load),
                       in_watts(limit));
}

std::vector<HardLimitViolation> hard_limit_violations(const Facility& facility, const PowerState& state) {
    std::vector<HardLimitViolation> out;
    const FacilityInputs& in = facility.inputs();
    add_unfit(in, out);
    add_racks(in, state, out);
    add_units(in, state, out);
    add_place(in, state, out);
    return out;
}

bool may_violate_hard_limit(const Facility& facility) {
    // No window sees more than where all compute all the time, unless clocks are lowered then by limits on
    // the mean.
    DutyCycle all;
    all.compute = 1;
    const FacilityInputs& in = facility.inputs();
    const PowerState state = alike_state(facility, all, 1);
    const auto is_of_the_mean = [](ThrottleCause throttle_cause) {
        return throttle_cause == ThrottleCause::feed || throttle_cause == ThrottleCause::cooling ||
               throttle_cause == ThrottleCause::plant || throttle_cause == ThrottleCause::site;
    };
    if (std::ranges::any_of(state.racks,
                            [&](const RackState& rack) { return is_of_the_mean(rack.throttle_cause); }))
        return true;
    std::vector<HardLimitViolation> refusals;
    add_unfit(in, refusals);
    add_racks(in, state, refusals);
    add_place(in, state, refusals);
    if (refusals.empty() && std::ranges::any_of(in.chain.units, holds_nobody))
        add_units(in, facility.state_of(all, 1), refusals);
    return !refusals.empty();
}

std::vector<Finding> refusal_findings(const std::vector<HardLimitViolation>& refusals) {
    std::vector<Finding> out;
    for (const HardLimitViolation& each : refusals) {
        const std::string over =
            fmt::format("Highest mean over {}; {} in the compute phase.",
                        format_quantity(each.window.si(), Dimension::time), in_watts(each.peak));
        switch (each.kind) {
        case HardLimitViolation::Kind::rack:
        case HardLimitViolation::Kind::mismatch: break;
        case HardLimitViolation::Kind::frequency:
            out.push_back({Severity::critical,
                           "site-frequency",
                           each.phrase(),
                           "Nothing behind it works as drawn.",
                           "Choose a part for that frequency, or set the site's frequency to what it is.",
                           {each.id}});
            break;
        case HardLimitViolation::Kind::feed:
            out.push_back({Severity::critical,
                           "feeds-exceeded",
                           each.phrase(),
                           over + " Its breakers trip, and the job stops.",
                           "Draw more or larger feeds, or fewer servers in the rack.",
                           {each.id}});
            break;
        case HardLimitViolation::Kind::supply:
            out.push_back({Severity::critical,
                           "supply-over-rating",
                           each.phrase(),
                           over + " It trips, and takes down what it feeds.",
                           "Draw more of them, choose a larger part, or cap the GPUs' power.",
                           {each.id}});
            break;
        case HardLimitViolation::Kind::plant:
            out.push_back({Severity::critical,
                           "plant-over-limit",
                           each.phrase(),
                           "What it does not take warms the rooms until servers switch themselves off.",
                           "Draw a larger plant, or fewer servers.",
                           {}});
            break;
        case HardLimitViolation::Kind::site:
            out.push_back({Severity::critical,
                           "site-over-limit",
                           each.phrase(),
                           over,
                           "Draw fewer servers, or raise the limit.",
                           {}});
            break;
        }
    }
    return out;
}

} // namespace roofrack
