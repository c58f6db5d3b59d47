// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figures/builder.h"
#include "core/study/matrix/limit_row.h"

namespace roofrack {

void describe(figures::Builder<LimitMitigation>& f) {
    using namespace figures;
    using M = LimitMitigation;
    const When priced = f.gate([](const M& m) { return m.price.has_value(); }, "no price is known");
    const When waits = f.gate([](const M& m) { return m.weeks.has_value(); },
                              "no lead time is known, or nothing is ordered");
    f.text("action", &M::action, "action", "that gives more room there", names_item);
    f.text("caution", &M::caution, "caution",
           "what it asks of people, or why it cannot be cabled; empty: nothing");
    f.band(
        "usd", [](const M& m) { return m.price.value_or(PriceBand{}); }, usd, "price", "to buy", less,
        priced);
    f.text("effect", &M::effect, "effect", "evaluated again with it");
    f.band(
        "weeks", [](const M& m) { return m.weeks.value_or(PriceBand{}); }, weeks, "weeks",
        "until it is there", less, waits);
}

void describe(figures::Builder<LimitCell>& f) {
    using namespace figures;
    using C = LimitCell;
    const Absent not_known{"it is not known"};
    f.choice("limit", &C::kind, "limit", "what may hold the scenario back", names_item);
    f.text("margin", &C::margin, "margin", "in its own words");
    f.text("element", &C::element, "element", "which one it is of, by name; empty: of all");
    f.list("where", &C::where, "where", "ids of what is drawn");
    f.number("used", &C::used, number, "used", "in the unit of the limit", not_known);
    f.number("have", &C::have, number, "have", "what there is", Absent{"no limit is known or given"});
    f.number(
        "left", [](const C& c) { return c.left(); }, number, "left", "what there is less what is used", more,
        Absent{"no limit is known or given"});
    f.number(
        "share_left", [](const C& c) { return c.share_left(); }, share, "share left",
        "of what there is; negative: over", more, Absent{"no limit is known or given"});
    f.text("unit", &C::unit, "unit", "of used, have and left");
    f.number("gain", &C::gain, share, "gain", "how much faster the step is with a tenth more of it", more,
             Absent{"the step does not depend on it, or there is none"});
    f.flag("is_over", &C::is_over, "over", "more is asked than there is");
    f.flag("binds", &C::binds, "binds", "what the step waits for most");
    f.object("mitigation", &C::mitigation, "cheapest mitigation", "evaluated again with it",
             Absent{"none is known, or none is needed"});
    f.text("no_mitigation", &C::no_mitigation, "no mitigation", "why there is none; empty: there is one");
}

void describe(figures::Builder<LimitRow>& f) {
    using namespace figures;
    using R = LimitRow;
    f.text("scenario", &R::scenario, "scenario", "its name", names_item);
    f.text("reason", &R::reason, "reason", "why it does not run; empty: it does");
    f.list("cells", &R::cells, "limits", "each with its margin and its cheapest mitigation");
}

} // namespace roofrack
