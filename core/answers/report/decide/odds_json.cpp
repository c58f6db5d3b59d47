// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/decide/odds_json.h"

#include "core/answers/decide/odds_conclusion.h"
#include "core/answers/decide/odds_text.h"
#include "core/answers/report/decide/sizes_json.h"
#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"

#include <utility>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

Json spread_json(const std::string& name, const FigureSpread& spread, const ComparedSizes& sizes,
                 size_t scenario) {
    Json beats = Json::array();
    for (const double chance : spread.beats) beats.push_back(finite_or_null(chance));
    return {{"scenario", name},
            {"as_is", finite_or_null(spread.as_is.number)},
            {"no_as_is", filled_or_null(spread.as_is.absent)},
            {"mean", finite_or_null(spread.mean)},
            {"p10", finite_or_null(spread.p10)},
            {"p50", finite_or_null(spread.p50)},
            {"p90", finite_or_null(spread.p90)},
            {"absent_share", spread.absent_share},
            {"absent", filled_or_null(spread.absent)},
            {"chance_best", finite_or_null(spread.chance_best)},
            {"regret", finite_or_null(spread.regret)},
            {"beats", beats},
            {"shortfall", filled_or_null(sizes.shortfall(scenario))},
            {"vanished", filled_or_null(sizes.vanishing(scenario))},
            {"missing_price", filled_or_null(spread.missing)},
            {"barred", filled_or_null(spread.barred)},
            {"no_wait", filled_or_null(spread.no_wait)}};
}

Json unknown_json(const Unknown& unknown) {
    return {{"name", unknown.name},
            {"label", unknown.label},
            {"basis", name_of(unknown.basis)},
            {"source", filled_or_null(unknown.source)},
            {"kind", name_of(unknown.spread.kind)},
            {"now", unknown.now ? Json(unknown.text(*unknown.now)) : Json()},
            {"low", unknown.text(unknown.spread.low)},
            {"high", unknown.text(unknown.spread.high)}};
}

} // namespace

Json odds_json(const Odds& odds) {
    Json figures = Json::array(), unknowns = Json::array();
    for (const FigureOdds& each : odds.figures) {
        Json scenarios = Json::array(), causes = Json::array();
        for (size_t i = 0; i < each.scenarios.size(); ++i)
            scenarios.push_back(spread_json(odds.scenarios[i], each.scenarios[i], odds.sizes, i));
        for (const SpreadCause& cause : each.causes)
            causes.push_back({{"unknown", cause.unknown}, {"label", cause.label}, {"share", cause.share}});
        const auto best = best_most_often(each);
        const auto conclusion = conclusion_of(each);
        figures.push_back({{"figure", each.figure.name},
                           {"label", each.figure.row->label},
                           {"unit", filled_or_null(std::string(each.figure.row->measure.stored))},
                           {"scenarios", scenarios},
                           {"best_most_often", best ? Json(odds.scenarios[*best]) : Json()},
                           {"chance_over_second", conclusion ? finite_or_null(conclusion->chance) : Json()},
                           {"too_close", conclusion ? Json(conclusion->is_close) : Json()},
                           {"conclusion", filled_or_null(conclusion_text(odds, each))},
                           {"causes", causes}});
    }
    for (const Unknown& each : odds.unknowns) unknowns.push_back(unknown_json(each));
    std::vector<std::string> notes = odds.sizes.notes;
    for (std::string& each : odds_notes(odds)) notes.push_back(std::move(each));
    return {{"draws", odds.draws},
            {"size", odds.sizes.text},
            {"figures", figures},
            {"unknowns", unknowns},
            {"sizes", sizes_json(odds.sizes.resized)},
            {"notes", notes},
            {"cautions", cautions_json(odds.sizes.cautions)}};
}

Json odds_schema() {
    using namespace schema;
    const Json spread = object({{"scenario", text},
                                {"as_is", number_or_null},
                                {"no_as_is", text_or_null},
                                {"mean", number_or_null},
                                {"p10", number_or_null},
                                {"p50", number_or_null},
                                {"p90", number_or_null},
                                {"absent_share", number},
                                {"absent", text_or_null},
                                {"chance_best", number_or_null},
                                {"regret", number_or_null},
                                {"beats", list_of(number_or_null)},
                                {"shortfall", text_or_null},
                                {"vanished", text_or_null},
                                {"missing_price", text_or_null},
                                {"barred", text_or_null},
                                {"no_wait", text_or_null}});
    const Json figure =
        object({{"figure", text},
                {"label", text},
                {"unit", text_or_null},
                {"scenarios", list_of(spread)},
                {"best_most_often", text_or_null},
                {"chance_over_second", number_or_null},
                {"too_close", or_null("boolean")},
                {"conclusion", text_or_null},
                {"causes", list_of(object({{"unknown", text}, {"label", text}, {"share", number}}))}});
    const Json unknown =
        object({{"name", text},
                {"label", text},
                {"basis", enumeration({RangeBasis::declared, RangeBasis::price, RangeBasis::term,
                                       RangeBasis::lead_time, RangeBasis::model, RangeBasis::field})},
                {"source", text_or_null},
                {"kind", enumeration(spread_kinds)},
                {"now", text_or_null},
                {"low", text},
                {"high", text}});
    return object({{"draws", integer},
                   {"size", text},
                   {"figures", list_of(figure)},
                   {"unknowns", list_of(unknown)},
                   {"sizes", sizes_schema()},
                   {"notes", list_of(text)},
                   {"cautions", cautions_schema()}});
}

} // namespace roofrack
