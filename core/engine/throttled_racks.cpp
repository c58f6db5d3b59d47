// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/throttled_racks.h"

#include "core/units/quantity_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace roofrack {

namespace {

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

/// What holds a rack, in words.
std::string_view text_of(Clip clip) {
    switch (clip) {
    case Clip::power_cap: return "GPU power cap";
    case Clip::thermal: return "chip temperature";
    case Clip::feed: return "feeds";
    case Clip::cooling: return "cooling";
    case Clip::plant: return "cooling plant";
    case Clip::site: return "site supply";
    case Clip::none: break;
    }
    return "clock";
}

std::string why_of(const RackState& rack) {
    std::string why = fmt::format("held by its {}", text_of(rack.clip));
    if (rack.clip == Clip::thermal && rack.chip)
        why += fmt::format(": chips at {:.0f} °C", rack.chip->degrees());
    if (rack.clip == Clip::feed && rack.limit)
        why += fmt::format(": limit {}", format_quantity(rack.limit->si(), Dimension::power));
    return why;
}

const std::string& title(const RackState& rack) { return rack.name.empty() ? rack.id : rack.name; }

/// Racks that one finding speaks of.
struct Held {
    std::string speed, why;
    const RackState* first = nullptr;
    double slowest = 1, fastest = 0;
    std::vector<std::string> racks;

    void add(const RackState& rack) {
        if (!first) first = &rack;
        slowest = std::min(slowest, rack.speed);
        fastest = std::max(fastest, rack.speed);
        racks.push_back(rack.id);
    }
    std::string message() const {
        if (racks.size() == 1) return fmt::format("Rack “{}” runs at {} of its clock", title(*first), speed);
        return fmt::format("{} racks run at {} of their clock, “{}” among them",
                           format_count(static_cast<double>(racks.size())), speed, title(*first));
    }
};

} // namespace

std::vector<Finding> throttled_racks(const PowerState& power, double share) {
    constexpr size_t most = 8;
    std::vector<Held> kinds;
    std::map<std::pair<std::string, std::string>, size_t> known;
    for (const RackState& rack : power.racks) {
        if (rack.clip == Clip::none || rack.speed > 0.9995) continue;
        std::string speed = percent(rack.speed), why = why_of(rack);
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
            rest.racks.insert(rest.racks.end(), kind.racks.begin(), kind.racks.end());
        }
        rest.speed = fmt::format("{} to {}", percent(rest.slowest), percent(rest.fastest));
        rest.why = fmt::format("held by different limits, “{}” {}", title(*rest.first), why_of(*rest.first));
        kinds.resize(told);
        kinds.push_back(std::move(rest));
    }
    std::vector<Finding> out;
    for (const Held& kind : kinds)
        out.push_back(
            {share > 0.02 ? Severity::warning : Severity::info, std::string(finding_id::throttle),
             kind.message(), kind.why,
             fmt::format("cooler supply, more air or another feed: up to −{} of the step", percent(share)),
             kind.racks});
    return out;
}

std::string slowest_rack_text(const PowerState& power) {
    const RackState* slowest = nullptr;
    for (const RackState& rack : power.racks)
        if (rack.clip != Clip::none && (!slowest || rack.speed < slowest->speed)) slowest = &rack;
    if (!slowest) return {};
    return fmt::format("{} of {}", text_of(slowest->clip), title(*slowest));
}

std::optional<Finding> warm_inlets(const PowerState& power) {
    std::vector<std::string> racks;
    const RackState* worst = nullptr;
    double count = 0;
    const auto above = [](const RackState& rack) { return (*rack.inlet - *rack.inlet_limit).si(); };
    for (const RackState& rack : power.racks) {
        if (!rack.inlet || !rack.inlet_limit || above(rack) <= 0.05) continue;
        racks.push_back(rack.id);
        count += rack.count;
        if (!worst || above(rack) > above(*worst)) worst = &rack;
    }
    if (!worst) return std::nullopt;
    const std::string air = fmt::format("{:.3g} °C at the inlet, {:.3g} °C allowed", worst->inlet->degrees(),
                                        worst->inlet_limit->degrees());
    return Finding{Severity::warning,
                   "inlet-too-warm",
                   count > 1
                       ? fmt::format("{:g} racks breathe air warmer than their servers are made for", count)
                       : fmt::format("“{}” breathes air warmer than its servers are made for", title(*worst)),
                   count > 1 ? fmt::format("“{}” most: {}", title(*worst), air) : air,
                   "cooler supply, more air, or aisles that keep exhaust air out",
                   std::move(racks)};
}

} // namespace roofrack
