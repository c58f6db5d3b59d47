// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/facility/levels.h"

#include "core/base/figures/builder.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace roofrack {

namespace {

Level::Kind kind_of(BudgetKind kind) {
    switch (kind) {
    case BudgetKind::feed: return Level::Kind::supply;
    case BudgetKind::air: return Level::Kind::air;
    case BudgetKind::loop: return Level::Kind::loop;
    case BudgetKind::plant: return Level::Kind::plant;
    case BudgetKind::site: break;
    }
    return Level::Kind::site;
}

Level level_of(const RackState& rack, Level::Kind kind) {
    Level out;
    out.kind = kind;
    out.id = rack.id;
    out.name = rack.name;
    out.count = rack.count;
    return out;
}

void add_racks(const PowerState& state, const Defaults::Power& constants, std::vector<Level>& out) {
    for (const RackState& rack : state.racks) {
        if (rack.peak <= Watts(0)) continue;
        Level power = level_of(rack, Level::Kind::rack);
        power.mean = rack.power;
        power.peak = rack.peak;
        power.load = rack.power_over(state.windows.breaker);
        power.window = constants.windows.breaker;
        power.limit = rack.limit;
        if (rack.secured && *rack.secured > Watts(0)) power.secured = rack.secured;
        power.has_spare = !rack.limit || !rack.secured || *rack.secured > Watts(0);
        out.push_back(std::move(power));
        if (rack.inlet && rack.inlet_limit) {
            Level inlet = level_of(rack, Level::Kind::inlet);
            inlet.inlet = *rack.inlet;
            inlet.inlet_limit = *rack.inlet_limit;
            inlet.window = constants.windows.cooling;
            out.push_back(std::move(inlet));
        }
        if (!rack.cooling_limit) continue;
        Level heat = level_of(rack, Level::Kind::rack_heat);
        heat.mean = heat.peak = heat.load = rack.heat_to_air + rack.heat_to_liquid;
        heat.window = constants.windows.cooling;
        heat.limit = rack.cooling_limit;
        out.push_back(std::move(heat));
    }
}

} // namespace

std::optional<double> Level::share() const {
    return kind == Kind::inlet ? std::nullopt : share_of(load, bound());
}

std::optional<Kelvins> Level::below_limit() const {
    return kind == Kind::inlet ? std::optional(inlet_limit - inlet) : std::nullopt;
}

bool Level::is_over() const {
    const auto left = margin();
    const auto kelvins = below_limit();
    return (left && *left < 0) || (kelvins && *kelvins < Kelvins(0));
}

std::string_view name_of(Level::Kind kind) {
    switch (kind) {
    case Level::Kind::rack: return "rack";
    case Level::Kind::rack_heat: return "rack_heat";
    case Level::Kind::inlet: return "inlet";
    case Level::Kind::supply: return "supply";
    case Level::Kind::air: return "air";
    case Level::Kind::loop: return "loop";
    case Level::Kind::plant: return "plant";
    case Level::Kind::site: break;
    }
    return "site";
}

bool is_cooling(Level::Kind kind) {
    return kind == Level::Kind::rack_heat || kind == Level::Kind::air || kind == Level::Kind::loop ||
           kind == Level::Kind::plant;
}

std::string_view word_of(const Level& level) {
    if (level.kind == Level::Kind::supply) return name_of(level.supply);
    return level.kind == Level::Kind::rack_heat ? "rack heat" : name_of(level.kind);
}

std::vector<Level> levels_of(const PowerState& state, std::span<const Budget> budgets,
                             std::span<const SingleFailure> failures, const Defaults::Power& constants) {
    std::vector<Level> out;
    add_racks(state, constants, out);
    std::set<std::string_view> fatal; // units whose loss leaves something dark
    for (const SingleFailure& failure : failures)
        if (!std::isfinite(failure.worst)) fatal.insert(failure.id);
    for (const Budget& budget : budgets) {
        if (budget.load <= Watts(0)) continue;
        Level level;
        level.kind = kind_of(budget.kind);
        level.supply = budget.supply;
        level.id = budget.id;
        level.count = budget.instances;
        level.load = budget.load;
        level.mean = budget.mean;
        level.peak = budget.peak;
        level.window = budget.window;
        level.limit = budget.limit;
        level.secured = budget.secured;
        level.has_spare = !fatal.contains(budget.id);
        out.push_back(std::move(level));
    }
    std::ranges::stable_sort(out, [](const Level& a, const Level& b) {
        const auto place = [](const Level& level) {
            const auto margin = level.margin();
            const auto kelvins = level.below_limit();
            const int group = level.is_over() ? 0 : margin ? 1 : kelvins ? 2 : 3;
            // Inlets come first among what is over its limit: their racks switch themselves off.
            return std::tuple(group, group == 0 && kelvins ? 0 : 1,
                              kelvins ? kelvins->si() : margin.value_or(0));
        };
        return place(a) < place(b);
    });
    return out;
}

const Level* fullest_level(std::span<const Level> levels, bool of_heat) {
    const Level* out = nullptr;
    for (const Level& level : levels)
        if (level.kind != Level::Kind::inlet && is_cooling(level.kind) == of_heat && level.share() &&
            (!out || *level.share() > *out->share()))
            out = &level;
    return out;
}

std::string margin_text(const Level& level) {
    const auto watts = [](Watts value) { return format_quantity(value.si(), Dimension::power, 3); };
    const Watts bound = *level.bound();
    const std::string after = level.secured ? " after a failure" : "";
    return level.load <= bound
               ? fmt::format("{} of {} left{}", watts(bound - level.load), watts(bound), after)
               : fmt::format("{} more than {}{}", watts(level.load - bound), watts(bound), after);
}

std::string carried_text(const Level& level) {
    const auto watts = [](Watts value) { return format_quantity(value.si(), Dimension::power, 3); };
    return fmt::format("{} of {}{}", watts(level.load), watts(*level.bound()),
                       level.secured     ? " after one failure"
                       : level.has_spare ? ""
                                         : ", no spare");
}

void describe(figures::Builder<Level>& f) {
    using namespace figures;
    using L = Level;
    const When powered = f.gate([](const L& l) { return l.kind != L::Kind::inlet; }, "an inlet has no watts");
    const When inlet = f.gate([](const L& l) { return l.kind == L::Kind::inlet; }, "it is no inlet");
    f.text("level", &L::id, "level", "on the way of power or of heat, by its id", names_item);
    f.text(
        "kind", [](const L& l) { return word_of(l); }, "kind", "what it is, in a word");
    f.number("count", &L::count, count, "count", "levels like it", always);
    f.number("load_w", &L::load, watts, "load", "highest mean over its window; of racks of one, else of all",
             less, powered);
    f.number("mean_w", &L::mean, watts, "mean", "over the step", less, powered);
    f.number("peak_w", &L::peak, watts, "peak", "in a phase of the step", less, powered);
    f.number("window_s", &L::window, seconds, "window", "over which a mean counts");
    f.number("limit_w", &L::limit, watts, "limit", "with all at work", Absent{"not known"});
    f.number(
        "secured_w", [](const L& l) { return l.has_spare ? l.secured : std::optional(Watts(0)); }, watts,
        "secured", "after the worst single failure", more, Absent{"the limit counts"});
    f.number(
        "margin", [](const L& l) { return l.margin(); }, share, "margin",
        "share of the bound that is left; negative: over", more, Absent{"no bound is known"});
    f.number("inlet_c", &L::inlet, celsius, "inlet", "temperature of the air", less, inlet);
    f.number("inlet_limit_c", &L::inlet_limit, celsius, "inlet limit", "that servers allow", inlet);
    f.number(
        "below_limit_k", [](const L& l) { return l.below_limit(); }, kelvins, "below the limit",
        "of the inlet", more, inlet);
}

} // namespace roofrack
