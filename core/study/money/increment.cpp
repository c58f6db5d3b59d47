// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/increment.h"

#include "core/base/figures/builder.h"
#include "core/facility/economics/cost_figures.h"
#include "core/facility/economics/critical_power.h"
#include "core/facility/economics/running_cost.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

PriceBand less_income(const PriceBand& band, double income) {
    return {band.low - income, band.likely - income, band.high - income};
}

} // namespace

Increment increment_of(const Prepared& prepared, const Evaluation& evaluation, const TodaysDrawing& today) {
    Increment out;
    if (!(evaluation.step_time > Seconds(0)) || !evaluation.capital) return out;
    const Prepared::Impl& impl = prepared.impl();
    const Capital& capital = *evaluation.capital;
    const Site& site = impl.scenario.site;
    out.says_procurement = capital.says_procurement;
    out.gpus = capital.gpus;
    out.gpus_added = capital.gpus_bought;
    out.building = evaluation.building;
    out.added = capital.needed(evaluation.gpus, evaluation.building);
    out.owned = capital.owned();
    const Capital all = capital.as_bought();
    out.replacement =
        all.needed(evaluation.gpus, building_cost(site, critical_power(evaluation.power), *impl.defaults));
    out.income = capital.income();
    out.income_per_hour = evaluation.cost.sales;
    out.unknown = capital.unknown_income_text();
    out.sales = capital.sales;
    out.net = less_income(out.added, out.income);
    out.gaps = capital.incomplete_text();
    out.is_complete = capital.is_complete();
    const LeadTimes lead = lead_times(impl, evaluation, deployment_of(site));
    out.waits = lead.items;
    out.lead_weeks = lead.weeks();
    out.today = todays_cluster(today);
    out.meanwhile = meanwhile_of(out.today, capital);
    out.done_weeks = done_weeks_after(out.lead_weeks, evaluation, out.meanwhile);
    const RunCost run = run_cost(prepared, evaluation);
    out.useful_rate = run.useful_rate;
    out.replacement_hour = cost_parts_per_hour(evaluation.gpus, site, evaluation.power, all, *impl.defaults);
    out.replacement_per_million = dollars_per_million(Dollars(out.replacement_hour.total()), out.useful_rate);
    out.rate_added = out.useful_rate - out.today.useful_rate;
    out.per_hour_added = run.per_hour - out.today.per_hour;
    out.dollars_per_million = std::nan("");
    if (capital.buys_nothing())
        out.no_million = "nothing is added";
    else if (!(out.rate_added > 0))
        out.no_million = "it trains no faster than what is there already";
    else if (!std::isfinite(out.per_hour_added.si()))
        out.no_million = "no price is known";
    else
        out.dollars_per_million = dollars_per_million(out.per_hour_added, out.rate_added);
    return out;
}

void describe(figures::Builder<Sale>& f) {
    using namespace figures;
    f.text("id", &Sale::id, "id", "of the drawn thing");
    f.text("name", &Sale::name, "name", "as drawn", names_item);
    f.number("count", &Sale::count, count, "count", "of them", always);
    f.number("usd_each", &Sale::price, usd, "sold for", "one of them, with what stands in it", more,
             Absent{"what is paid for it is not known", "not known"});
}

void describe(figures::Builder<Increment>& f) {
    using namespace figures;
    using I = Increment;
    const When sells = f.gate([](const I& i) { return i.has_sales(); }, "nothing is sold", "none");
    const When adds = f.gate([](const I& i) { return i.no_million.empty(); },
                             "nothing is added, or it trains no faster for it");
    const When budget = f.gate([](const I& i) { return i.done_weeks.likely > 0; },
                               "the workload has no token budget", "no budget");
    f.flag("says_procurement", &I::says_procurement, "procurement is given",
           "the drawing says what is there already; else all of it is added");
    f.number("gpus", &I::gpus, count, "GPUs", "that are drawn and stay", always);
    f.number("gpus_added", &I::gpus_added, count, "GPUs added", "of these", always);
    f.band("added_usd", &I::added, usd, "capital added", "what is bought before it runs, building included",
           less);
    f.number("building_usd", &I::building, usd, "building added", "part of it", less);
    f.band("owned_usd", &I::owned, usd, "owned, at today's prices",
           "what is there already and stays: not paid again", less);
    f.band("replacement_usd", &I::replacement, usd, "capital at replacement",
           "if all that stays were bought today", less);
    f.number("sales_usd", &I::income, usd, "income of sales", "of those whose price is known", more, sells);
    f.number("sales_usd_per_hour", &I::income_per_hour, usd_per_hour, "sales per hour",
             "spread over the book life", more, sells);
    f.text("sales_unknown", &I::unknown, "sales not known", "what is sold without a price; empty: nothing");
    f.list("sales", &I::sales, "sales", "what is sold");
    f.band("net_usd", &I::net, usd, "capital added less sales", "what is paid in the end", less);
    f.flag(
        "is_complete", [](const I& i) { return i.is_complete && i.unknown.empty(); }, "complete",
        "all that is bought has a price, and all that is sold");
    f.text("gaps", &I::gaps, "gaps", "what has no price; empty: all has one");
    f.band("lead_weeks", &I::lead_weeks, weeks, "when the added racks run", "weeks from the order", less);
    f.band(
        "done_weeks", &I::done_weeks, weeks, "when the run is done",
        "weeks from the order to the token budget; where nothing is sold, what is there already trains until "
        "the added runs",
        less, budget);
    f.text(
        "done_meanwhile", [](const I& i) { return i.done_meanwhile(); }, "done before it runs",
        "by what is there already, before what is bought is ready: $ and days of the run are those of one "
        "that begins with all GPUs; empty: it is not");
    f.text(
        "trains_none", [](const I& i) { return i.trains_none(); }, "trains none of it",
        "why what is there already does nothing of the run until what is bought runs; empty: nothing of "
        "it is sold, or nothing is waited for");
    f.number(
        "meanwhile_rate", [](const I& i) { return i.meanwhile.useful_rate; }, per_second,
        "useful rate until the added runs",
        "of what is there already, from the order on; 0 where some of it is sold or the work does not run on "
        "it",
        always);
    f.list("waits_for", &I::waits, "waits for",
           "what must come before what is added runs, the longest first");
    f.object("today", &I::today, "today", "what is there already, evaluated by itself");
    f.number("useful_rate", &I::useful_rate, per_second, "useful rate", "of the drawing", more);
    f.number("rate_added", &I::rate_added, per_second, "rate added", "over today's", more, always);
    f.number("usd_per_hour_added", &I::per_hour_added, usd_per_hour, "$ per hour added", "over today's",
             less);
    f.number("usd_per_million_added", &I::dollars_per_million, usd_per_million, "$ per added million",
             "of the tokens (samples) that are added", less, adds);
    f.text("no_million", &I::no_million, "no added million", "why there is no $ per added million");
    f.object("replacement_usd_per_hour", &I::replacement_hour, "$ per hour at replacement",
             "if all were bought today, by what it is paid for");
    f.number("replacement_usd_per_million", &I::replacement_per_million, usd_per_million,
             "$ per million at replacement", "if all were bought today", less);
}

} // namespace roofrack
