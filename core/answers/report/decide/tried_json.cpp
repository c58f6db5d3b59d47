// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/decide/tried_json.h"

#include "core/answers/report/parts/figure_cells.h"
#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/base/units/csv_cell.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

Json tried_figure_json(const TriedFamily& family, size_t figure) {
    const ProbedFigure& of = family.figures[figure];
    const auto best = family.best(figure);
    return {{"figure", of.name},
            {"label", of.row->label},
            {"unit", filled_or_null(std::string(of.row->measure.stored))},
            {"better", name_of_better(of.row->better)},
            {"now", finite_or_null(family.as_it_is[figure].number)},
            {"absent", filled_or_null(family.as_it_is[figure].absent)},
            {"missing_price", filled_or_null(family.as_it_is[figure].missing)},
            {"best", best ? Json(*best) : Json()}};
}

Json tried_point_json(const TriedFamily& family, const TriedPoint& point) {
    Json numbers = Json::array(), absent = Json::array(), missing = Json::array();
    for (const ProbedValue& each : point.figures) {
        numbers.push_back(finite_or_null(each.number));
        absent.push_back(filled_or_null(each.absent));
        missing.push_back(filled_or_null(each.missing));
    }
    return {{"value", family.is_choice ? Json(point.text) : Json(point.value)},
            {"text", point.text},
            {"is_own", point.is_own},
            {"fault", filled_or_null(point.fault())},
            {"figures", numbers},
            {"absent", absent},
            {"missing_price", missing}};
}

} // namespace

Json tried_json(const TriedFamily& family) {
    Json figures = Json::array(), values = Json::array();
    for (size_t i = 0; i < family.figures.size(); ++i) figures.push_back(tried_figure_json(family, i));
    for (const TriedPoint& point : family.points) values.push_back(tried_point_json(family, point));
    return {{"scenario", family.scenario}, {"input", family.input}, {"title", family.title},
            {"own", family.own_text},      {"figures", figures},    {"values", values}};
}

Json tried_schema() {
    using namespace schema;
    const Json figure = object({{"figure", text},
                                {"label", text},
                                {"unit", text_or_null},
                                {"better", Json{{"enum", {"less", "more", "neither"}}}},
                                {"now", number_or_null},
                                {"absent", text_or_null},
                                {"missing_price", text_or_null},
                                {"best", integer_or_null}});
    const Json value = object({{"value", Json{{"type", {"number", "string"}}}},
                               {"text", text},
                               {"is_own", boolean},
                               {"fault", text_or_null},
                               {"figures", list_of(number_or_null)},
                               {"absent", list_of(text_or_null)},
                               {"missing_price", list_of(text_or_null)}});
    return object({{"scenario", text},
                   {"input", text},
                   {"title", text},
                   {"own", text},
                   {"figures", list_of(figure)},
                   {"values", list_of(value)}});
}

std::string tried_csv(const TriedFamily& family) {
    std::string out = csv_cell(family.input) + ",scenario's own";
    for (const ProbedFigure& each : family.figures) {
        const std::string_view unit = each.row->measure.stored;
        out += ',' + csv_cell(unit.empty() ? each.name : fmt::format("{} [{}]", each.name, unit));
        for (const char* const what : {": absent", ": missing price", ": best"})
            out += ',' + csv_cell(each.name + what);
    }
    out += "\r\n";
    for (size_t i = 0; i < family.points.size(); ++i) {
        const TriedPoint& point = family.points[i];
        out += csv_cell(point.setting) + (point.is_own ? ",yes" : ",");
        for (size_t figure = 0; figure < family.figures.size(); ++figure) {
            const ProbedValue& of = point.figures[figure];
            out +=
                fmt::format(",{},{},{},{}", std::isfinite(of.number) ? fmt::format("{}", of.number) : "",
                            csv_cell(of.absent), csv_cell(of.missing), family.best(figure) == i ? "yes" : "");
        }
        out += "\r\n";
    }
    return out;
}

std::string tried_markdown(const TriedFamily& family) {
    std::string head = fmt::format("| {} |", markdown_cell(family.title)), rule = "|---|";
    for (const ProbedFigure& each : family.figures) {
        head += fmt::format(" {} |", markdown_cell(std::string(each.row->label)));
        rule += "---:|";
    }
    std::string out = head + "\n" + rule + "\n";
    for (size_t i = 0; i < family.points.size(); ++i) {
        const TriedPoint& point = family.points[i];
        out += fmt::format("| {}{} |", markdown_cell(point.text), point.is_own ? " (as it is)" : "");
        for (size_t figure = 0; figure < family.figures.size(); ++figure) {
            const ProbedValue& of = point.figures[figure];
            const std::string text = of.absent.empty() ? probed_text(of, family.figures[figure].row->measure)
                                                       : markdown_cell("none: " + of.absent);
            out += family.best(figure) == i ? fmt::format(" **{}** |", text) : fmt::format(" {} |", text);
        }
        out += '\n';
    }
    return out;
}

} // namespace roofrack
