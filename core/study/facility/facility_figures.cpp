// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/facility/facility_figures.h"

#include "core/base/figures/builder.h"
#include "core/step/engine/figures/evaluation_figures.h"

#include <algorithm>

namespace roofrack {

namespace {

/// A rack as one level of the supply.
struct RackLevel {
    RackState rack;
};
void describe(figures::Builder<RackLevel>& f) {
    using namespace figures;
    using L = RackLevel;
    f.same("id", &L::rack, "id", names_item);
    f.same("load", &L::rack, "peak_w");
    f.same("limit", &L::rack, "limit_w");
    f.number(
        "margin",
        [](const L& l) -> std::optional<double> {
            const auto used = share_of(l.rack.peak, l.rack.limit);
            return used ? std::optional(1 - *used) : std::nullopt;
        },
        share, "margin", "share of what its feeds deliver that is left; negative: over", more,
        Absent{"its feeds are not known"});
    f.same("clip", &L::rack, "clip");
    f.same("count", &L::rack, "count");
    f.number(
        "secured", [](const L& l) { return l.rack.secured; }, watts, "secured",
        "what its feeds deliver with the worst one of them lost, shared by what the racks draw", more,
        Absent{"its feeds are not known"});
    f.same("mean", &L::rack, "power_w");
    f.same("heat_to_air", &L::rack, "heat_to_air_w");
    f.same("heat_to_liquid", &L::rack, "heat_to_liquid_w");
    f.same("cooling_limit", &L::rack, "cooling_limit_w");
    for (const std::string_view each : {"speed", "inlet_c", "inlet_limit_c", "trips"})
        f.same(each, &L::rack, each);
}

/// A budget, and what it holds down.
struct HoldingBudget {
    Budget budget;
    ThrottleCause throttle_cause = ThrottleCause::none;
};
void describe(figures::Builder<HoldingBudget>& f) {
    using namespace figures;
    using B = HoldingBudget;
    const Absent no_limit{"no limit is known"};
    const Absent no_spare{"no single failure is borne, or no limit is known"};
    f.text(
        "id", [](const B& b) { return b.budget.id; }, "unit", "its id", names_item);
    f.number(
        "load", [](const B& b) { return b.budget.load; }, watts, "load", "highest mean over its window",
        less);
    f.number(
        "limit", [](const B& b) { return b.budget.limit; }, watts, "limit", "of all instances together", more,
        no_limit);
    f.number(
        "margin", [](const B& b) { return b.budget.margin(); }, share, "margin",
        "share of the limit that is left; negative: over", more, no_limit);
    f.choice("clip", &B::throttle_cause, "holds", "what it holds racks down by", Defined{"clip"});
    f.choice(
        "supply", [](const B& b) { return b.budget.supply; }, "supply", "kind of unit, of feeds");
    f.number(
        "mean", [](const B& b) { return b.budget.mean; }, watts, "mean", "over the step", less);
    f.number(
        "peak", [](const B& b) { return b.budget.peak; }, watts, "peak", "in the compute phase", less);
    f.number(
        "window_s", [](const B& b) { return b.budget.window; }, seconds, "window",
        "over which the limit holds");
    f.number(
        "instances", [](const B& b) { return b.budget.instances; }, count, "count", "units like it", always);
    f.number(
        "secured", [](const B& b) { return b.budget.secured; }, watts, "secured",
        "load that still lets the rest carry all after the worst single failure", more, no_spare);
    f.number(
        "secured_margin", [](const B& b) { return b.budget.secured_margin(); }, share, "secured margin",
        "share of the secured load that is left; negative: over", more, no_spare);
}

/// The clip that a budget over its limit would show at the racks.
ThrottleCause throttle_cause_of(const Budget& budget) {
    switch (budget.kind) {
    case BudgetKind::feed: return ThrottleCause::feed;
    case BudgetKind::air:
    case BudgetKind::loop: return ThrottleCause::cooling;
    case BudgetKind::plant: return ThrottleCause::plant;
    case BudgetKind::site: break;
    }
    return ThrottleCause::site;
}

/// True when a rack is held down by what the budget stands for.
bool binds(const FacilityStudy& study, const Budget& budget) {
    const auto margin = budget.margin();
    return margin && *margin < 1e-3 &&
           std::ranges::find(study.state.racks, throttle_cause_of(budget), &RackState::throttle_cause) !=
               study.state.racks.end();
}

/// Budgets of a kind; of feeds the UPS apart from all others.
std::vector<HoldingBudget> budgets_in(const FacilityStudy& study, BudgetKind kind, bool is_ups = false) {
    std::vector<HoldingBudget> out;
    for (const Budget& each : study.budgets) {
        if (each.kind != kind || (kind == BudgetKind::feed && (each.supply == SupplyKind::ups) != is_ups))
            continue;
        out.push_back({each, binds(study, each) ? throttle_cause_of(each) : ThrottleCause::none});
    }
    return out;
}

/// What IT power becomes, use by use.
struct HeatOfUses {
    decltype(PowerState::uses) heat;
};
template<ItUse use>
constexpr auto heat_of = [](const HeatOfUses& uses) { return uses.heat[static_cast<size_t>(use)]; };

void describe(figures::Builder<HeatOfUses>& f) {
    using namespace figures;
    using enum ItUse;
    f.object(name_of(gpus), heat_of<gpus>, "GPUs", "heat of the chips with their memory");
    f.object(name_of(servers), heat_of<servers>, "servers", "all in them but GPUs, fans and losses");
    f.object(name_of(fans), heat_of<fans>, "fans", "of servers");
    f.object(name_of(supplies), heat_of<supplies>, "power supplies", "losses of servers' own");
    f.object(name_of(network), heat_of<network>, "network", "switches and what is in their ports");
    f.object(name_of(storage), heat_of<storage>, "storage", "in racks or not");
}

std::vector<std::string> places_not_drawn(const EnergyFlow& flow) {
    std::vector<std::string> out;
    for (const FlowNode& node : flow.nodes)
        if (!node.is_drawn) out.emplace_back(name_of(node.place));
    return out;
}

} // namespace

void describe(figures::Builder<ItHeat>& f) {
    using namespace figures;
    f.number("to_air", &ItHeat::to_air, watts, "heat to air", "mean over the step", less);
    f.number("to_liquid", &ItHeat::to_liquid, watts, "heat to liquid", "mean over the step", less);
}

void describe(figures::Builder<Overhead>& f) {
    using namespace figures;
    using O = Overhead;
    f.number("transport", &O::transport, watts, "transport", "fans and pumps of rooms and loops", less);
    f.number("pumps", &O::pumps, watts, "facility pumps", "of the plant's water", less);
    f.number("chiller", &O::chiller, watts, "chiller", "its compressors", less);
    f.number("rejection", &O::rejection, watts, "heat rejection", "fans of towers and dry coolers", less);
    f.number("ups", &O::ups, watts, "UPS", "losses from it to the racks", less);
    f.number("transformer", &O::transformer, watts, "transformer", "its losses", less);
    f.number("other", &O::other, watts, "other", "lighting and controls; all where only the PUE is known",
             less);
}

void describe(figures::Builder<FlowLink>& f) {
    using namespace figures;
    f.choice("from", &FlowLink::from, "from", "place that the power leaves");
    f.choice("to", &FlowLink::to, "to", "place that the power enters");
    f.number("power", &FlowLink::power, watts, "power", "mean over the step", less);
    f.flag("heat", &FlowLink::is_heat, "heat", "it is heat on its way to the sky");
}

void describe(figures::Builder<PowerWave::Phase>& f) {
    using namespace figures;
    using P = PowerWave::Phase;
    f.choice("part", &P::part, "part", "of the step", names_item);
    f.number("time_s", &P::time, seconds, "time", "of the part in one step", less);
    f.number("power", &P::power, watts, "power", "of the site meanwhile", less);
}

void describe(figures::Builder<FacilityStudy>& f) {
    using namespace figures;
    using S = FacilityStudy;
    f.text(
        "load", [](const S& s) { return s.assumed ? name_of(*s.assumed) : std::string("step"); }, "load",
        "what it is of: the step, or the load that was assumed: nameplate, idle, a share between them");
    f.list(
        "racks",
        [](const S& s) {
            std::vector<RackLevel> out;
            for (const RackState& each : s.state.racks) out.push_back({each});
            return out;
        },
        "racks", "as drawn, those that are alike as one");
    f.list(
        "feeds", [](const S& s) { return budgets_in(s, BudgetKind::feed); }, "feeds",
        "all of the supply but the UPS, from the racks up");
    f.list(
        "ups", [](const S& s) { return budgets_in(s, BudgetKind::feed, true); }, "UPS",
        "uninterruptible supplies");
    f.list(
        "air", [](const S& s) { return budgets_in(s, BudgetKind::air); }, "air cooling",
        "units of the rooms");
    f.list(
        "loops", [](const S& s) { return budgets_in(s, BudgetKind::loop); }, "liquid loops",
        "units that cool cold plates");
    f.list(
        "plant", [](const S& s) { return budgets_in(s, BudgetKind::plant); }, "plant",
        "what rejects the heat");
    f.list(
        "site", [](const S& s) { return budgets_in(s, BudgetKind::site); }, "site",
        "what the grid may deliver");
    for (const std::string_view each : {"it_w", "facility_w"})
        f.same(each, &S::state, each, without_its_gates);
    f.number(
        "metered_w", [](const S& s) { return s.state.metered; }, watts, "metered power",
        "facility, highest mean over the window of the site's meter", less);
    f.number(
        "peak_w", [](const S& s) { return s.state.peak; }, watts, "peak power",
        "facility, while all that works computes", less);
    f.object(
        "uses", [](const S& s) { return HeatOfUses{s.state.uses}; }, "uses of IT power",
        "what it becomes, and which way its heat leaves");
    f.object(
        "overhead", [](const S& s) -> const auto& { return s.state.overhead; }, "overhead",
        "facility power beside IT, mean over the step");
    f.same("pue", &S::state, "pue", without_its_gates);
    f.number(
        "tue", [](const S& s) { return s.state.tue; }, ratio, "TUE",
        "facility power ÷ what computes: server fans and supply losses are overhead, too", less);
    f.same("wue", &S::state, "wue", without_its_gates);
    f.list(
        "flows", [](const S& s) -> const auto& { return s.flow.links; }, "flows",
        "of power from the grid to the sky");
    f.list(
        "not_drawn", [](const S& s) { return places_not_drawn(s.flow); }, "not drawn",
        "places of flows that a typical site stands for");
    f.list(
        "wave", [](const S& s) -> const auto& { return s.wave.phases; }, "wave",
        "power over one step, part by part");
    f.number("start_w", &S::start, watts, "start", "largest change of power as a run starts or stops", less);
    f.list("failures", &S::failures, "failures", "of one instance each, the worst first");
    f.list("phases", &S::phases, "phases", "three-phase units that feed circuits of one phase");
    f.text(
        "room", [](const S& s) { return room_text(s.floor); }, "room",
        "what the site's room has too little of for all that is drawn: rack positions, floor",
        Absent{"nothing is said of the room"});
}

} // namespace roofrack
