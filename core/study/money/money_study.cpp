// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/money_study.h"

#include "core/base/figures/builder.h"
#include "core/facility/economics/cost_figures.h"

namespace roofrack {

MoneyStudy money_study(const Prepared& prepared, const Evaluation& evaluation, const TodaysDrawing& today,
                       const Catalog& catalog, const std::stop_token& stop) {
    MoneyStudy out;
    if (!(evaluation.step_time > Seconds(0)) || !evaluation.capital) return out;
    out.capital = evaluation.capital;
    out.needed = evaluation.capital->needed(evaluation.gpus, evaluation.building);
    out.building = evaluation.building;
    out.region = prepared.scenario().site.money.region;
    out.run = run_cost(prepared, evaluation);
    out.exports = export_flags(prepared);
    out.increment = increment_of(prepared, evaluation, today);
    out.paths = deployment_paths(prepared, evaluation, out.increment.meanwhile);
    if (!stop.stop_requested())
        out.tornado = cost_tornado(prepared, evaluation, catalog, PriceList::built_in(), stop);
    if (!stop.stop_requested()) out.next = next_racks(prepared, evaluation, catalog, stop);
    return out;
}

void describe(figures::Builder<StudiedCapital>& f) {
    using namespace figures;
    using S = StudiedCapital;
    f.band("needed_usd", &S::needed, usd, "capital", "to have before the first step, building included", less,
           Explain{"capital"});
    f.number("building_usd", &S::building, usd, "building", "part of it, where it is one's own", less);
    f.band(
        "total_usd", [](const S& s) { return s.capital->total(); }, usd, "price of what is bought",
        "parts with installation, spares and contingency, or the site's own price", less);
    f.band(
        "replacement_usd", [](const S& s) { return s.capital->replacement(); }, usd,
        "price of all that stays", "what is there already with it, as if all were bought today", less);
    f.number(
        "per_gpu_usd", [](const S& s) { return s.capital->per_gpu(); }, usd, "price per GPU",
        "of all that stays, as if it were bought today", less);
    f.number(
        "given_per_gpu_usd", [](const S& s) { return s.capital->given_per_gpu; }, usd, "given price per GPU",
        "all-in, by the site: it stands for all that is drawn", less, Absent{"the site gives none"});
    f.flag(
        "is_complete",
        [](const S& s) { return s.capital->is_complete() && s.capital->unknown_income_text().empty(); },
        "complete", "all that is bought has a price, and all that is sold");
    f.list(
        "without_price", [](const S& s) { return s.capital->without_price; }, "without a price",
        "rows of the bill");
    f.band(
        "parts_usd", [](const S& s) { return s.capital->parts(); }, usd, "price of the parts",
        "of all rows that are bought", less);
    f.number(
        "installation", [](const S& s) { return s.capital->installation; }, share, "installation",
        "share of the parts", always);
    f.number(
        "spares", [](const S& s) { return s.capital->spares; }, share, "spares", "share of the parts",
        always);
    f.number(
        "contingency", [](const S& s) { return s.capital->contingency; }, share, "contingency",
        "share of all before it", always);
    f.list(
        "groups", [](const S& s) { return capital_groups(*s.capital); }, "groups", "price by kind of part");
    f.list(
        "rows", [](const S& s) -> const auto& { return s.capital->rows; }, "rows",
        "of the bill of materials");
}

void describe(figures::Builder<MoneyStudy>& f) {
    using namespace figures;
    using M = MoneyStudy;
    const When runs = f.gate([](const M& m) { return m.capital != nullptr; }, "the plan does not run");
    const When grows = f.gate(
        runs, [](const M& m) { return m.next.racks > 0; }, "no further racks make it faster");
    f.object(
        "capital",
        [](const M& m) {
            return StudiedCapital{m.capital.get(), m.needed, m.building};
        },
        "capital", "what is drawn, priced", runs);
    f.object("run", &M::run, "run", "what an hour, a million and the run cost", runs);
    f.object("increment", &M::increment, "increment", "what the drawing adds to what is there already", runs);
    f.object("next_racks", &M::next, "next racks", "the fewest that make it faster", grows);
    f.text(
        "no_next_racks", [](const M& m) { return m.next.reason; }, "no next racks",
        "why no further racks make it faster", Absent{"some do"});
    f.list(
        "tornado", [](const M& m) -> const auto& { return m.tornado.bars; }, "by assumption",
        "$ per million at both ends of each assumption, the widest first");
    f.list("paths", &M::paths, "buy, build or rent", "all ways to have the drawn cluster");
    f.text("region", &M::region, "region", "of the site, as a country code");
    f.list("exports", &M::exports, "export rules", "that the drawn accelerators reach");
}

} // namespace roofrack
