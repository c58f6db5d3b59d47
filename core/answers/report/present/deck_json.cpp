// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/present/deck_json.h"

#include "core/answers/report/parts/schema_parts.h"
#include "core/base/style/style_inks.h"
#include "core/base/style/style_logo.h"

#include <array>
#include <utility>

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::array body_names{
    std::pair(SlideBody::table, "table"),  std::pair(SlideBody::text, "text"),
    std::pair(SlideBody::chart, "chart"),  std::pair(SlideBody::drawing, "drawing"),
    std::pair(SlideBody::file, "picture"), std::pair(SlideBody::kept, "kept")};

Json text_or_nothing(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

/// Where a value may lie: nothing where its bar has no whisker.
Json range_end(const SlideChart::Bar& bar, double end) {
    return bar.high > bar.low ? Json(end) : Json(nullptr);
}

Json chart_json(const SlideChart& chart) {
    Json bars = Json::array(), curves = Json::array(), swings = Json::array(), marks = Json::array(),
         stretches = Json::array(), columns = Json::array(), parts = Json::array();
    for (const SlideChart::Bar& bar : chart.bars)
        bars.push_back({{"label", bar.label},
                        {"value", bar.is_said ? Json(nullptr) : Json(bar.value)},
                        {"low", range_end(bar, bar.low)},
                        {"high", range_end(bar, bar.high)},
                        {"text", text_or_nothing(bar.text)}});
    for (const SlideChart::Column& column : chart.columns)
        columns.push_back({{"label", column.label}, {"text", column.text}});
    for (const SlideChart::ColumnPart& part : chart.column_parts)
        parts.push_back({{"name", part.name}, {"shares", part.shares}});
    for (const SlideChart::Swing& swing : chart.swings)
        swings.push_back({{"label", swing.label},
                          {"low", swing.low},
                          {"high", swing.high},
                          {"at_low", swing.at_low},
                          {"at_high", swing.at_high}});
    for (const SlideChart::Mark& mark : chart.marks)
        marks.push_back({{"text", mark.text}, {"x", mark.x}, {"y", mark.y}});
    for (const SlideChart::Stretch& stretch : chart.stretches)
        stretches.push_back({{"name", stretch.name},
                             {"from", stretch.from},
                             {"to", stretch.to},
                             {"text", text_or_nothing(stretch.text)}});
    for (const SlideChart::Curve& curve : chart.curves) {
        Json points = Json::array();
        for (const auto& [x, y] : curve.points) points.push_back({{"x", x}, {"y", y}});
        curves.push_back({{"name", curve.name}, {"ideal", curve.is_ideal}, {"points", std::move(points)}});
    }
    return {{"x_title", chart.x_title},
            {"y_title", chart.y_title},
            {"heading", chart.heading},
            {"remarks", chart.remarks},
            {"bars", std::move(bars)},
            {"beside", chart.beside ? Json{{"label", chart.beside->label}, {"value", chart.beside->value}}
                                    : Json(nullptr)},
            {"columns", std::move(columns)},
            {"column_parts", std::move(parts)},
            {"swings", std::move(swings)},
            {"curves", std::move(curves)},
            {"marks", std::move(marks)},
            {"stretches", std::move(stretches)}};
}

Json sliders_json(const std::vector<SlideSlider>& sliders) {
    Json out = Json::array();
    for (const SlideSlider& each : sliders)
        out.push_back({{"input", each.address},
                       {"name", each.name},
                       {"value", each.texts.empty() ? Json(nullptr) : Json(each.texts[each.base])},
                       {"values", each.texts},
                       {"missing", text_or_nothing(each.missing)}});
    return out;
}

/// What a style paints with, and the kind of its logo, whose bytes the project has.
Json style_json(const HouseStyle& style) {
    const StyleInks inks = inks_of(style.colours);
    Json colours = Json::object();
    for (const auto& [key, ink] : {std::pair("ground", inks.ground),
                                   {"text", inks.text},
                                   {"muted", inks.muted},
                                   {"line", inks.line},
                                   {"accent", inks.accent}})
        colours[key] = "#" + ink_text(ink);
    const auto logo = logo_of(style);
    return {{"name", text_or_nothing(style.name)},
            {"colours", std::move(colours)},
            {"font", text_or_nothing(style.font)},
            {"logo", logo ? Json(logo->kind == LogoKind::png ? "png" : "svg") : Json(nullptr)},
            {"footer", text_or_nothing(style.footer)}};
}

} // namespace

Json deck_json(const Project& project, const std::vector<SlideContent>& slides, bool is_drafted) {
    Json out = Json::array();
    for (const SlideContent& each : slides) {
        const char* body = "";
        for (const auto& [value, name] : body_names)
            if (value == each.body) body = name;
        out.push_back({{"number", out.size() + 1},
                       {"view", each.view},
                       {"scenario", text_or_nothing(each.scenario)},
                       {"title", each.title},
                       {"drafted", each.is_drafted},
                       {"note", text_or_nothing(each.note)},
                       {"source", each.source},
                       {"frozen", text_or_nothing(each.date)},
                       {"body", body},
                       {"text", each.text},
                       {"head", each.head},
                       {"rows", each.rows},
                       {"chart", each.chart ? chart_json(*each.chart) : Json(nullptr)},
                       {"second_chart", each.second ? chart_json(*each.second) : Json(nullptr)},
                       {"file", text_or_nothing(each.file)},
                       {"inputs", sliders_json(each.sliders)},
                       {"missing", text_or_nothing(each.missing)}});
    }
    Json all{{"project", project.name}, {"drafted", is_drafted}, {"slides", std::move(out)}};
    if (project.style.is_given()) all["style"] = style_json(project.style);
    return all;
}

Json deck_schema() {
    using namespace schema;
    Json bodies = Json::array();
    for (const auto& [value, name] : body_names) bodies.push_back(name);
    const Json point = object({{"x", number}, {"y", number}});
    const Json chart = object(
        {{"x_title", text},
         {"y_title", text},
         {"heading", text},
         {"remarks", list_of(text)},
         {"bars", list_of(object({{"label", text},
                                  {"value", number_or_null},
                                  {"low", number_or_null},
                                  {"high", number_or_null},
                                  {"text", text_or_null}}))},
         {"beside", nullable(object({{"label", text}, {"value", number}}))},
         {"columns", list_of(object({{"label", text}, {"text", text}}))},
         {"column_parts", list_of(object({{"name", text}, {"shares", list_of(number)}}))},
         {"swings",
          list_of(object(
              {{"label", text}, {"low", text}, {"high", text}, {"at_low", number}, {"at_high", number}}))},
         {"marks", list_of(object({{"text", text}, {"x", number}, {"y", number}}))},
         {"stretches",
          list_of(object({{"name", text}, {"from", number}, {"to", number}, {"text", text_or_null}}))},
         {"curves", list_of(object({{"name", text}, {"ideal", boolean}, {"points", list_of(point)}}))}});
    const Json input = object({{"input", text},
                               {"name", text},
                               {"value", text_or_null},
                               {"values", list_of(text)},
                               {"missing", text_or_null}});
    const Json style = object(
        {{"name", text_or_null},
         {"colours",
          object({{"ground", text}, {"text", text}, {"muted", text}, {"line", text}, {"accent", text}})},
         {"font", text_or_null},
         {"logo", {{"enum", Json::array({"png", "svg", nullptr})}}},
         {"footer", text_or_null}});
    return with_optional(object({{"project", text},
                                 {"drafted", boolean},
                                 {"slides", list_of(object({{"number", integer},
                                                            {"view", text},
                                                            {"scenario", text_or_null},
                                                            {"title", text},
                                                            {"drafted", boolean},
                                                            {"note", text_or_null},
                                                            {"source", text},
                                                            {"frozen", text_or_null},
                                                            {"body", {{"enum", bodies}}},
                                                            {"text", list_of(text)},
                                                            {"head", list_of(text)},
                                                            {"rows", list_of(list_of(text))},
                                                            {"chart", nullable(chart)},
                                                            {"second_chart", nullable(chart)},
                                                            {"file", text_or_null},
                                                            {"inputs", list_of(input)},
                                                            {"missing", text_or_null}}))}}),
                         {{"style", style}});
}

} // namespace roofrack
