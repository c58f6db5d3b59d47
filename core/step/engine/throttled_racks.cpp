// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/throttled_racks.h"

#include "core/base/units/percent_text.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/element_index.h"
#include "core/facility/air.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace roofrack {

namespace {

std::string why_of(const RackState& rack) {
    std::string why = fmt::format("held by its {}", label_of(rack.throttle_cause));
    if (rack.throttle_cause == ThrottleCause::thermal && rack.chip)
        why += fmt::format(": chips at {:.0f} °C", rack.chip->degrees());
    if (rack.throttle_cause == ThrottleCause::inlet && rack.inlet && rack.inlet_limit)
        why += fmt::format(": {}{:.3g} °C, {:.3g} °C allowed",
                           rack.inlet->degrees() < hottest_air ? "" : "over ", rack.inlet->degrees(),
                           rack.inlet_limit->degrees());
    if (rack.throttle_cause == ThrottleCause::feed && rack.limit)
        why += fmt::format(": limit {}", format_quantity(rack.limit->si(), Dimension::power));
    return why;
}

const std::string& title(const RackState& rack) { return rack.name.empty() ? rack.id : rack.name; }

/// Racks that one finding speaks of.
struct Held {
    std::string speed, why;
    const RackState* first = nullptr;
    double slowest = 1, fastest = 0;
    double count = 0; ///< instances
    std::vector<std::string> racks;

    void add(const RackState& rack) {
        if (!first) first = &rack;
        slowest = std::min(slowest, rack.speed);
        fastest = std::max(fastest, rack.speed);
        count += rack.count;
        racks.push_back(rack.id);
    }
    std::string message() const {
        if (count <= 1) return fmt::format("Rack “{}” runs at {} of its clock", title(*first), speed);
        return fmt::format("{} racks run at {} of their clock, “{}” {}", format_count(count), speed,
                           title(*first), racks.size() > 1 ? "among them" : "all");
    }
};

/// A mitigation that stands in the program's reach, with what it was found to bring; empty where it brings
/// nothing.
std::string mitigation_of(ThrottleCause throttle_cause, const std::vector<Gain>& ranked) {
    const auto found = std::ranges::find(ranked, resource_of(throttle_cause),
                                         [](const Gain& gain) { return gain.resource.kind; });
    constexpr double worth = 0.0005; // 0.1 % as printed
    if (found == ranked.end() || found->twice < worth) return {};
    const auto what = [&] {
        switch (throttle_cause) {
        case ThrottleCause::power_cap: return "a higher cap of the GPUs' power";
        case ThrottleCause::thermal: return "cooler air or coolant";
        case ThrottleCause::inlet: return "cooler supply, more air, or aisles that keep exhaust air out";
        case ThrottleCause::feed: return "more or larger feeds, or fewer servers a rack";
        case ThrottleCause::cooling: return "more air or coolant, or fewer servers a rack";
        case ThrottleCause::plant: return "a larger cooling plant";
        case ThrottleCause::site: return "more supply to the site, or less cooling power";
        case ThrottleCause::none: break;
        }
        return "";
    };
    return fmt::format("{} ({})", what(), found->text());
}

bool is_held(const RackState& rack) {
    return rack.throttle_cause != ThrottleCause::none && rack.speed <= 0.9995;
}

} // namespace

ResourceKind resource_of(ThrottleCause throttle_cause) {
    switch (throttle_cause) {
    case ThrottleCause::none:
    case ThrottleCause::power_cap: break;
    case ThrottleCause::thermal:
    case ThrottleCause::inlet: return ResourceKind::temperature;
    case ThrottleCause::feed: return ResourceKind::feed;
    case ThrottleCause::cooling: return ResourceKind::cooling;
    case ThrottleCause::plant: return ResourceKind::plant;
    case ThrottleCause::site: return ResourceKind::site;
    }
    return ResourceKind::power_cap;
}

ThrottleCause limit_of(ResourceKind kind) {
    const auto found = std::ranges::find(all_throttle_causes, kind, resource_of);
    return found == std::end(all_throttle_causes) ? ThrottleCause::none : *found;
}

std::vector<ThrottledRacks> racks_that_throttle(const PowerState& power) {
    std::map<ThrottleCause, ThrottledRacks> held;
    for (const RackState& rack : power.racks) {
        if (!is_held(rack)) continue;
        ThrottledRacks& kind = held[rack.throttle_cause];
        kind.racks.push_back(rack.id);
        if (kind.throttle_cause != ThrottleCause::none && rack.speed >= kind.slowest) continue;
        kind.throttle_cause = rack.throttle_cause;
        kind.slowest = rack.speed;
        const bool is_shared =
            rack.throttle_cause == ThrottleCause::plant || rack.throttle_cause == ThrottleCause::site;
        kind.label = is_shared ? std::string(label_of(rack.throttle_cause))
                               : fmt::format("{} of {}", label_of(rack.throttle_cause), title(rack));
    }
    std::vector<ThrottledRacks> out;
    for (auto& [throttle_cause, kind] : held) out.push_back(std::move(kind));
    return out;
}

std::vector<Finding> throttled_racks(const PowerState& power, double share, const std::vector<Gain>& ranked) {
    constexpr size_t most = 8;
    std::vector<Held> kinds;
    std::map<std::pair<std::string, std::string>, size_t> known;
    for (const RackState& rack : power.racks) {
        if (!is_held(rack)) continue;
        std::string speed = share_in_percent(rack.speed, 1), why = why_of(rack);
        const auto [kind, added] = known.emplace(std::pair(speed, why), kinds.size());
        if (added) {
            Held& held = kinds.emplace_back();
            held.speed = std::move(speed);
            held.why = std::move(why);
        }
        kinds[kind->second].add(rack);
    }
    if (kinds.size() > most) {
        std::vector<double> speeds;
        for (const Held& kind : kinds) speeds.push_back(kind.slowest);
        std::ranges::nth_element(speeds, speeds.begin() + most - 1);
        Held rest;
        size_t told = 0;
        for (Held& kind : kinds) {
            if (kind.slowest <= speeds[most - 1] && told < most) {
                if (&kinds[told] != &kind) kinds[told] = std::move(kind);
                ++told;
                continue;
            }
            if (!rest.first) rest.first = kind.first;
            rest.slowest = std::min(rest.slowest, kind.slowest);
            rest.fastest = std::max(rest.fastest, kind.fastest);
            rest.count += kind.count;
            rest.racks.insert(rest.racks.end(), kind.racks.begin(), kind.racks.end());
        }
        rest.speed =
            fmt::format("{} to {}", share_in_percent(rest.slowest, 1), share_in_percent(rest.fastest, 1));
        rest.why = fmt::format("held by different limits, “{}” {}", title(*rest.first), why_of(*rest.first));
        kinds.resize(told);
        kinds.push_back(std::move(rest));
    }
    std::vector<Finding> out;
    for (const Held& kind : kinds) {
        const ThrottleCause throttle_cause = kind.first->throttle_cause;
        Finding found{share > 0.02 ? Severity::warning : Severity::info,
                      std::string(finding_id::throttle),
                      kind.message(),
                      kind.why,
                      mitigation_of(throttle_cause, ranked),
                      kind.racks};
        found.part = StepPart::throttle;
        found.binds = Resource{resource_of(throttle_cause)};
        out.push_back(std::move(found));
    }
    return out;
}

} // namespace roofrack
