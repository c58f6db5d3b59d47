// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/room/room_figures.h"

#include "core/base/figures/builder.h"

namespace roofrack {

namespace {

/// When what must be bought can be there.
struct RoomLead {
    LeadItem item;
};
void describe(figures::Builder<RoomLead>& f) {
    using namespace figures;
    for (const std::string_view each : {"what", "weeks", "status", "source"})
        f.same(each, &RoomLead::item, each);
}

/// The rack of which more are added.
struct AddedRack {
    std::string id, name;
    double step = 1;
};
void describe(figures::Builder<AddedRack>& f) {
    using namespace figures;
    f.text("id", &AddedRack::id, "id", "of the drawn rack of which more are added");
    f.text("name", &AddedRack::name, "name", "as drawn");
    f.number("step", &AddedRack::step, count, "step", "racks that come together: one in each container",
             always);
}

} // namespace

void describe(figures::Builder<RoomPurchase>& f) {
    using namespace figures;
    using P = RoomPurchase;
    const When priced = f.gate([](const P& p) { return p.price.has_value(); }, "no price is known");
    f.text("name", &P::name, "name", "of the drawn unit's part, or what is missing", names_item);
    f.number("count", &P::count, count, "count", "of units; 0: not bought by the piece", less, always);
    f.number("amount", &P::amount, number, "amount", "in the limit's unit", less);
    f.flag("suffices", &P::suffices, "suffices",
           "found by evaluating the drawing with it; else no number of them does");
    f.band(
        "usd", [](const P& p) { return p.price.value_or(PriceBand{}); }, usd, "price", "of all of them", less,
        priced);
    f.choice("basis", &P::basis, "price from", "where the price is from");
    f.choice("status", &P::status, "status", "how sure the price is");
    f.text("source", &P::source, "source", "of the price");
    f.object(
        "lead", [](const P& p) { return p.lead ? std::optional(RoomLead{*p.lead}) : std::nullopt; },
        "lead time", "from the order", Absent{"no lead time is known"});
}

void describe(figures::Builder<RoomRow>& f) {
    using namespace figures;
    using R = RoomRow;
    f.choice(
        "limit", [](const R& r) { return r.need.key.limit; }, "limit",
        "of the room, the grid or a drawn unit");
    f.choice(
        "supply",
        [](const R& r) {
            return r.need.key.limit == RoomLimit::supply ? std::optional(r.need.key.supply) : std::nullopt;
        },
        "supply", "kind of unit", Absent{"it is no unit of the supply"});
    f.text(
        "id", [](const R& r) { return r.need.key.id; }, "id", "of the drawn unit",
        Absent{"it is of the room, the grid or the plant as a whole"});
    f.text("name", &R::name, "name", "of the drawn unit; else empty");
    f.text(
        "unit", [](const R& r) { return unit_of(r.need.key.limit); }, "unit", "of what is needed and there");
    f.number(
        "need", [](const R& r) { return r.need.need; }, number, "need", "of what is drawn", less);
    f.number(
        "have", [](const R& r) { return r.need.have; }, number, "have", "what there is", more,
        Absent{"it is not known, so it does not limit"});
    f.flag(
        "after_failure", [](const R& r) { return r.need.after_failure; }, "after a failure",
        "what there is is what the worst single failure leaves");
    f.number(
        "left", [](const R& r) { return r.left(); }, number, "left", "what there is less what is needed",
        more, Absent{"it is not known what there is"});
    f.number("fits_racks", &R::fits, count, "racks that fit", "that it bears, the drawn ones among them",
             more, Absent{"as many as were tried, or it is not known what there is"});
    f.choice("procurement", &R::procurement, "ownership",
             "whether the unit stands there already, or is bought; the room and the grid are there");
    f.flag("grows", &R::grows, "grows",
           "more of the racks that are added take more of it; else other racks have it");
    f.flag("spare_shrinks", &R::spare_shrinks, "spare shrinks",
           "the more racks share it, the less of it a failure leaves");
    f.object("buy", &R::buy, "buy",
             "what brings the drawn racks under it, the drawn units where they are bought",
             Absent{"what is drawn fits, and is there"});
}

void describe(figures::Builder<RoomOutcome>& f) {
    using namespace figures;
    using O = RoomOutcome;
    f.number("racks", &O::racks, count, "racks", "with GPUs", always);
    f.number("gpus", &O::gpus, count, "GPUs", "in them", always);
    f.text("reason", &O::reason, "reason", "why the plan does not run on them; empty: it does");
    f.number("step_s", &O::step, seconds, "wall step", "with its checkpoints and failures", less);
    f.number("rate", &O::rate, per_second, "rate", "tokens (samples)", more);
    f.number("clock", &O::clock, share, "clock", "of the slowest rack", more, always);
    f.number("metered_w", &O::metered, watts, "metered power", "the most over the meter's window", less);
    f.number("pue", &O::pue, ratio, "PUE", "facility power ÷ IT power", less);
}

void describe(figures::Builder<RoomStudy>& f) {
    using namespace figures;
    using S = RoomStudy;
    f.text(
        "load", [](const S& s) { return s.assumed ? name_of(*s.assumed) : std::string("step"); }, "load",
        "what needs are of: the step, or the load that was assumed: nameplate, idle, a share between them");
    const Absent bears_all{"every known limit bears as many as were tried"};
    f.object(
        "rack",
        [](const S& s) {
            return AddedRack{s.kind, s.name, s.step};
        },
        "rack", "of which more are added");
    f.number("drawn_racks", &S::drawn, count, "drawn racks", "with GPUs", always);
    f.number("tried_racks", &S::tried, count, "tried racks", "at most", always);
    f.number("fits_racks", &S::fits, count, "racks that fit",
             "with what is there, and what is drawn to be bought", more, bears_all);
    f.number("cabled_racks", &S::cabled, count, "racks that can be cabled",
             "of those that fit, or were tried: with the drawn switches, or more of those that are bought",
             more, Absent{"at a load that is assumed it is not searched how many fit"});
    f.text("uncabled", &S::uncabled, "not cabled", "why no more of them can be cabled; empty: all can");
    f.flag("says_procurement", &S::says_procurement, "procurement is given",
           "the drawing says what is there already; else all drawn feeds and coolers count as standing");
    f.number(
        "binding", [](const S& s) { return s.binding < 0 ? std::nullopt : std::optional(s.binding); }, count,
        "binding", "place of the limit that ends first, from 0", Absent{"no limit is known to end"});
    f.list("limits", &S::rows, "limits", "of the room, the grid and the drawn units");
    f.object("as_drawn", &S::as_drawn, "as drawn", "all drawn racks at work in the room as it is");
    f.object("today", &S::today, "today", "the racks that fit at work",
             Absent{"all that is drawn fits, or nothing does"});
    f.band("buy_usd", &S::price, usd, "price", "of all purchases whose price is known", less);
    f.flag("buy_is_priced", &S::is_priced, "all is priced", "the price of every purchase is known");
    f.band("buy_weeks", &S::weeks, weeks, "weeks",
           "from the order until all that is drawn runs; 0: nothing is bought for the room", less);
}

} // namespace roofrack
