// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/design/design_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/base/files/file_state.h"
#include "core/base/units/csv_cell.h"
#include "core/drawing/project/project_writer.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

Json figure_json(const DesignFigure& figure, bool is_limit) {
    Json out{{"asked", figure.text},
             {"figure", figure.figure},
             {"label", figure.row->label},
             {"unit", filled_or_null(std::string(figure.row->measure.stored))},
             {"better", figure.is_more_better ? "more" : "less"}};
    if (is_limit) {
        out["bound"] = figure.bound;
        out["text"] = figure.limit_text();
    }
    return out;
}

/// The reason of a design's row, where it is its size.
Json uneven_json(const std::optional<UnevenSize>& uneven) {
    if (!uneven) return nullptr;
    return {{"count", uneven->count}, {"what", uneven->what}, {"steps", uneven->steps}};
}

/// What was read of a design: the keys that merged_designs() reads.
Json row_json(const DesignRow& row) {
    Json values = Json::array(), absent = Json::array();
    for (const double each : row.values) values.push_back(finite_or_null(each));
    for (const std::string& each : row.absent) absent.push_back(filled_or_null(each));
    return {{"design", row.design},
            {"name", row.name},
            {"announced", row.is_announced},
            {"cautions", caution_texts(row.cautions)},
            {"reason", filled_or_null(row.reason)},
            {"uneven", uneven_json(row.uneven)},
            {"gpus", row.gpus > 0 ? Json(row.gpus) : Json()},
            {"plan", filled_or_null(row.plan)},
            {"values", values},
            {"absent", absent}};
}

Json standing_json(const DesignStudy& study, size_t i) {
    const DesignStanding& standing = study.verdict.standings[i];
    Json broken = Json::array();
    for (const size_t limit : standing.broken) broken.push_back(study.question.limits[limit].text);
    return {{"feasible", standing.is_feasible},
            {"rank", standing.rank > 0 ? Json(standing.rank) : Json()},
            {"front", standing.is_on_front},
            {"broken", broken},
            {"tightest", standing.tightest && standing.broken.empty()
                             ? Json(study.question.limits[*standing.tightest].text)
                             : Json()},
            {"use", standing.tightest && standing.broken.empty() ? finite_or_null(standing.use) : Json()},
            {"ends", filled_or_null(standing.ends)},
            {"lost", filled_or_null(standing.lost)},
            {"barred", filled_or_null(standing.barred)}};
}

Json choices_json(const DesignSpace& space, size_t design) {
    Json out = Json::object();
    const std::vector<size_t> chosen = space.choices(design);
    for (size_t i = 0; i < chosen.size(); ++i) out[space.axes[i].name] = space.axes[i].values[chosen[i]];
    return out;
}

Json numbers_of(const std::vector<DesignRow>& rows, const std::vector<size_t>& places) {
    Json out = Json::array();
    for (const size_t each : places) out.push_back(rows[each].design);
    return out;
}

} // namespace

std::string scenario_digest(const Scenario& scenario, const Catalog& catalog) {
    return fmt::format("{:016x}", content_hash(scenario_json(scenario, catalog).dump()));
}

Json design_json(const DesignStudy& study) {
    const std::vector<DesignRow>& found = study.found.rows;
    Json limits = Json::array(), axes = Json::array(), rows = Json::array(), part;
    for (const DesignFigure& each : study.question.limits) limits.push_back(figure_json(each, true));
    for (const DesignAxis& each : study.space.axes)
        axes.push_back({{"name", each.name}, {"values", each.values}});
    for (size_t i = 0; i < found.size(); ++i) {
        Json row = row_json(found[i]);
        row["choices"] = choices_json(study.space, found[i].design);
        row.update(standing_json(study, i));
        rows.push_back(std::move(row));
    }
    if (study.share.n > 1) part = {{"k", study.share.k}, {"n", study.share.n}};
    return {{"scenario", study.scenario},
            {"scenario_digest", study.digest},
            {"order", filled_or_null(study.order)},
            {"goal", figure_json(study.question.goal, false)},
            {"limits", limits},
            {"axes", axes},
            {"designs", study.space.size()},
            {"part", part},
            {"cancelled", study.found.is_cancelled},
            {"as_drawn", row_json(study.as_drawn)},
            {"sentence", study.verdict.sentence},
            {"running", study.verdict.running},
            {"ranked", numbers_of(found, study.verdict.ranked)},
            {"front", numbers_of(found, study.verdict.front)},
            {"nearest", numbers_of(found, study.verdict.nearest)},
            {"rows", rows}};
}

Json design_schema() {
    using namespace schema;
    const Json goal = object({{"asked", text},
                              {"figure", text},
                              {"label", text},
                              {"unit", text_or_null},
                              {"better", {{"enum", {"less", "more"}}}}});
    const Json limit = with_required(goal, object({{"bound", number}, {"text", text}}));
    const Json found =
        object({{"design", integer},
                {"name", text},
                {"announced", boolean},
                {"cautions", list_of(text)},
                {"reason", text_or_null},
                {"uneven", nullable(object({{"count", text}, {"what", text}, {"steps", text}}))},
                {"gpus", number_or_null},
                {"plan", text_or_null},
                {"values", list_of(number_or_null)},
                {"absent", list_of(text_or_null)}});
    const Json row = with_required(found, object({{"choices", map_of(text)},
                                                  {"feasible", boolean},
                                                  {"rank", integer_or_null},
                                                  {"front", boolean},
                                                  {"broken", list_of(text)},
                                                  {"tightest", text_or_null},
                                                  {"use", number_or_null},
                                                  {"ends", text_or_null},
                                                  {"lost", text_or_null},
                                                  {"barred", text_or_null}}));
    return object({{"scenario", text},
                   {"scenario_digest", text},
                   {"order", text_or_null},
                   {"goal", goal},
                   {"limits", list_of(limit)},
                   {"axes", list_of(object({{"name", text}, {"values", list_of(text)}}))},
                   {"designs", integer},
                   {"part", nullable(object({{"k", integer}, {"n", integer}}))},
                   {"cancelled", boolean},
                   {"as_drawn", found},
                   {"sentence", text},
                   {"running", integer},
                   {"ranked", list_of(integer)},
                   {"front", list_of(integer)},
                   {"nearest", list_of(integer)},
                   {"rows", list_of(row)}});
}

std::string design_csv(const DesignStudy& study) {
    std::string out = "rank,design,name";
    for (const DesignAxis& axis : study.space.axes) out += "," + csv_cell(axis.name);
    out += ",announced,gpus";
    for (size_t i = 0; i < study.question.figures(); ++i)
        out += "," + csv_cell(study.question.figure(i).figure);
    out += ",front,ends,lost\n";
    for (size_t i = 0; i < study.found.rows.size(); ++i) {
        const DesignRow& row = study.found.rows[i];
        const DesignStanding& standing = study.verdict.standings[i];
        out += fmt::format("{},{},{}", standing.rank > 0 ? std::to_string(standing.rank) : "", row.design,
                           csv_cell(row.name));
        const std::vector<size_t> chosen = study.space.choices(row.design);
        for (size_t a = 0; a < chosen.size(); ++a)
            out += "," + csv_cell(study.space.axes[a].values[chosen[a]]);
        out += fmt::format(",{},{}", row.is_announced ? "yes" : "no",
                           row.gpus > 0 ? fmt::format("{}", row.gpus) : std::string());
        for (const double value : row.values)
            out += "," + (std::isfinite(value) ? fmt::format("{}", value) : std::string());
        out += fmt::format(",{},{},{}\n", standing.is_on_front ? "yes" : "no", csv_cell(standing.ends),
                           csv_cell(standing.lost));
    }
    return out;
}

} // namespace roofrack
