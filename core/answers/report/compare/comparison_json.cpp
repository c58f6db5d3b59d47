// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/compare/comparison_json.h"

#include "core/answers/compare/above_limit.h"
#include "core/answers/compare/compared_bands.h"
#include "core/answers/compare/comparison_text.h"
#include "core/answers/report/decide/map_json.h"
#include "core/answers/report/decide/sizes_json.h"
#include "core/answers/report/parts/figure_cells.h"
#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/csv_cell.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

Json scenario_json(const ComparedScenario& scenario) {
    Json reasons = Json::array();
    for (const SpeedReason& each : scenario.reasons)
        reasons.push_back({{"part", name_of(each.part)}, {"seconds", each.seconds}, {"share", each.share}});
    return {{"name", scenario.name},
            {"reason", filled_or_null(scenario.reason)},
            {"other_work", scenario.work},
            {"other_terms", scenario.terms},
            {"shortfall", filled_or_null(scenario.shortfall)},
            {"vanished", filled_or_null(scenario.vanished)},
            {"cautions", caution_texts(scenario.cautions)},
            {"speed", scenario.speed > 0 ? Json(scenario.speed) : Json()},
            {"reasons", reasons},
            {"sentence", filled_or_null(scenario.sentence)},
            {"later", filled_or_null(scenario.later)},
            {"trains_none", filled_or_null(scenario.trains_none)}};
}

Json value_json(const ComparedRow& row, const ComparedValue& value, std::chrono::sys_days order) {
    Json band;
    if (value.band) band = {{"low", value.band->low}, {"high", value.band->high}};
    return {{"value", value.value},
            {"band", band},
            {"text", filled_or_null(value.text)},
            {"date", filled_or_null(date_of(row, value, order))},
            {"absent", filled_or_null(value.absent)},
            {"missing_price", filled_or_null(value.missing)},
            {"barred", filled_or_null(value.barred)},
            {"no_wait", filled_or_null(value.no_wait)},
            {"above_limit", filled_or_null(value.above)},
            {"best", value.is_best},
            {"overlaps", value.overlaps},
            {"difference", filled_or_null(value.difference)},
            {"ratio", finite_or_null(value.ratio)}};
}

Json way_json(const ScenarioWay& found) {
    const Waterfall& way = found.way;
    const bool is_there = found.absent.empty();
    Json steps = Json::array();
    for (const WaterfallStep& step : way.steps) {
        Json kinds = Json::array();
        for (const ChangeKind kind : step.kinds) kinds.push_back(name_of(kind));
        steps.push_back({{"changes", kinds},
                         {"part", step.part ? Json(name_of(*step.part)) : Json()},
                         {"change", step.change}});
    }
    return {{"figure", way.figure},
            {"unit", is_there ? filled_or_null(std::string(way.row->measure.stored)) : Json()},
            {"from", is_there ? Json(way.from) : Json()},
            {"to", is_there ? Json(way.to) : Json()},
            {"averaged", way.is_averaged},
            {"by_parts", way.is_by_parts},
            {"steps", steps},
            {"joined", filled_or_null(way.joined)},
            {"missing_price", filled_or_null(way.missing)},
            {"scenario", found.scenario},
            {"absent", filled_or_null(found.absent)}};
}

/// What stands in a cell of a table for people.
std::string text_of(const ComparedRow& row, const ComparedValue& value, std::chrono::sys_days order) {
    return value.absent.empty() ? dated_text(row, value, order) : fmt::format("none: {}", value.absent);
}

/// A line of the CSV with the five cells of each scenario, which are quoted already where they need it.
using CsvCells = std::vector<std::array<std::string, 5>>;
std::string csv_line(const std::array<std::string_view, 4>& head, const CsvCells& cells) {
    std::string out;
    for (const std::string_view each : head) out += (out.empty() ? "" : ",") + csv_cell(each);
    for (const auto& of : cells)
        for (const std::string& each : of) out += "," + each;
    return out + "\r\n";
}

std::string csv_value(const ComparedValue& value) {
    return value.value.is_null()         ? std::string()
           : value.value.is_string()     ? csv_cell(value.value.get<std::string>())
           : std::isfinite(value.number) ? fmt::format("{}", value.number)
                                         : csv_cell(value.text);
}

/// A row, and of a band its ends.
std::string csv_row(const ComparedRow& row, std::chrono::sys_days order) {
    CsvCells values, low, high;
    for (const ComparedValue& value : row.values) {
        values.push_back({csv_value(value), value.ratio ? fmt::format("{}", *value.ratio) : "",
                          csv_cell(value.absent), csv_cell(date_of(row, value, order)),
                          csv_cell(value.absent.empty() ? value.text : std::string())});
        const auto end = [&](CsvCells& to, double figures::BandValue::*of) {
            const double number = value.band ? (*value.band).*of : std::nan("");
            to.push_back({std::isfinite(number) ? fmt::format("{}", number) : "", "", "", "", ""});
        };
        end(low, &figures::BandValue::low);
        end(high, &figures::BandValue::high);
    }
    const std::string_view better = name_of_better(row.better);
    std::string out = csv_line({row.name, row.label, row.unit, better}, values);
    if (std::ranges::none_of(row.values, [](const ComparedValue& value) { return value.band.has_value(); }))
        return out;
    out += csv_line({row.name + ".low", row.label + ", low", row.unit, better}, low);
    return out + csv_line({row.name + ".high", row.label + ", high", row.unit, better}, high);
}

/// What is said of the scenarios, a line for each that is said of one of them.
std::string csv_sayings(const ComparisonStudy& study) {
    using Say = std::string (*)(const ComparisonStudy&, const ComparedScenario&);
    constexpr std::tuple<std::string_view, std::string_view, Say> sayings[] = {
        {"scenario.reason", "does not run",
         [](const ComparisonStudy&, const ComparedScenario& each) { return each.reason; }},
        {"scenario.shortfall", "does not meet the amount",
         [](const ComparisonStudy&, const ComparedScenario& each) { return each.shortfall; }},
        {"scenario.vanished", "nothing added is left",
         [](const ComparisonStudy&, const ComparedScenario& each) { return each.vanished; }},
        {"scenario.size", "size",
         [](const ComparisonStudy& of, const ComparedScenario& each) {
             for (const EqualSize& size : of.sizes)
                 if (size.scenario.name == each.name) return size_sentence(size);
             return std::string();
         }},
        {"scenario.cautions", "cautions",
         [](const ComparisonStudy&, const ComparedScenario& each) {
             return fmt::format("{}", fmt::join(caution_texts(each.cautions), ", "));
         }},
        {"scenario.barred", "never the best",
         [](const ComparisonStudy& of, const ComparedScenario& each) {
             return barred_text(of.table, static_cast<size_t>(&each - of.table.scenarios.data()));
         }},
        {"scenario.later", "done later",
         [](const ComparisonStudy&, const ComparedScenario& each) { return each.later; }},
        {"scenario.trains_none", "trains nothing until then",
         [](const ComparisonStudy&, const ComparedScenario& each) { return each.trains_none; }},
        {"scenario.above_limit", "above the site's limit",
         [](const ComparisonStudy& of, const ComparedScenario& each) {
             std::vector<std::string> out;
             const size_t column = static_cast<size_t>(&each - of.table.scenarios.data());
             for (const ComparedRow& row : of.table.rows)
                 if (const std::string& above = row.values[column].above; !above.empty())
                     out.push_back(fmt::format("{}: {}", row.label, above));
             return fmt::format("{}", fmt::join(out, "; "));
         }},
        {"scenario.other_work", "other work",
         [](const ComparisonStudy&, const ComparedScenario& each) {
             return fmt::format("{}", fmt::join(each.work, ", "));
         }},
        {"scenario.other_terms", "other terms", [](const ComparisonStudy&, const ComparedScenario& each) {
             return fmt::format("{}", fmt::join(each.terms, ", "));
         }}};
    std::string out;
    for (const auto& [name, label, say] : sayings) {
        CsvCells cells;
        bool is_said = false;
        for (const ComparedScenario& each : study.table.scenarios) {
            cells.push_back({csv_cell(say(study, each)), "", "", "", ""});
            is_said |= !cells.back().front().empty();
        }
        if (is_said) out += csv_line({name, label, "", "neither"}, cells);
    }
    return out;
}

} // namespace

Json comparison_json(const ComparisonStudy& study, std::chrono::sys_days order, const InputMap* map) {
    const Comparison& comparison = study.table;
    Json scenarios = Json::array(), rows = Json::array(), ways = Json::array();
    for (const ComparedScenario& each : comparison.scenarios) scenarios.push_back(scenario_json(each));
    for (const ComparedRow& row : comparison.rows) {
        Json values = Json::array();
        for (const ComparedValue& value : row.values) values.push_back(value_json(row, value, order));
        rows.push_back({{"name", row.name},
                        {"label", filled_or_null(row.label)},
                        {"unit", filled_or_null(row.unit)},
                        {"better", name_of_better(row.better)},
                        {"differs", row.differs},
                        {"values", values}});
    }
    for (const ScenarioWay& each : study.ways) ways.push_back(way_json(each));
    return {{"reference", comparison.scenarios[comparison.reference].name},
            {"order", date_text(order)},
            {"scenarios", scenarios},
            {"rows", rows},
            {"ways", ways},
            {"sizes", sizes_json(study.sizes)},
            {"notes", study.notes},
            {"map", map ? map_json(*map) : Json()}};
}

Json comparison_schema() {
    using namespace schema;
    const Json scenario = object(
        {{"name", text},
         {"reason", text_or_null},
         {"other_work", list_of(text)},
         {"other_terms", list_of(text)},
         {"shortfall", text_or_null},
         {"vanished", text_or_null},
         {"cautions", list_of(text)},
         {"speed", number_or_null},
         {"reasons", list_of(object({{"part", reference("part")}, {"seconds", number}, {"share", number}}))},
         {"sentence", text_or_null},
         {"later", text_or_null},
         {"trains_none", text_or_null}});
    const Json value = object({{"value", Json::object()},
                               {"band", nullable(object({{"low", number}, {"high", number}}))},
                               {"text", text_or_null},
                               {"date", text_or_null},
                               {"absent", text_or_null},
                               {"missing_price", text_or_null},
                               {"barred", text_or_null},
                               {"no_wait", text_or_null},
                               {"above_limit", text_or_null},
                               {"best", boolean},
                               {"overlaps", boolean},
                               {"difference", text_or_null},
                               {"ratio", number_or_null}});
    const Json row = object({{"name", text},
                             {"label", text_or_null},
                             {"unit", text_or_null},
                             {"better", {{"enum", {"less", "more", "neither"}}}},
                             {"differs", boolean},
                             {"values", list_of(value)}});
    const Json way = object({{"figure", text},
                             {"unit", text_or_null},
                             {"from", number_or_null},
                             {"to", number_or_null},
                             {"averaged", boolean},
                             {"by_parts", boolean},
                             {"steps", list_of(object({{"changes", list_of(text)},
                                                       {"part", nullable(reference("part"))},
                                                       {"change", number}}))},
                             {"joined", text_or_null},
                             {"missing_price", text_or_null},
                             {"scenario", text},
                             {"absent", text_or_null}});
    return object({{"reference", text},
                   {"order", text},
                   {"scenarios", list_of(scenario)},
                   {"rows", list_of(row)},
                   {"ways", list_of(way)},
                   {"sizes", sizes_schema()},
                   {"notes", list_of(text)},
                   {"map", nullable(map_schema())}});
}

std::string comparison_csv(const ComparisonStudy& study, std::chrono::sys_days order) {
    std::string out = "name,label,unit,better";
    for (const ComparedScenario& each : study.table.scenarios)
        for (const char* what : {"", ": ratio to the reference", ": absent", ": date", ": as shown"})
            out += "," + csv_cell(each.name + what);
    out += "\r\n";
    for (const ComparedRow& row : study.table.rows) out += csv_row(row, order);
    return out + csv_sayings(study);
}

std::string comparison_markdown(const ComparisonStudy& study, std::chrono::sys_days order) {
    const Comparison& comparison = study.table;
    std::string head = "| |", rule = "|---|", out;
    for (const ComparedScenario& each : comparison.scenarios) {
        const bool is_reference = &each == &comparison.scenarios[comparison.reference];
        head += fmt::format(" {}{} |", markdown_cell(each.name), is_reference ? " (reference)" : "");
        rule += "---:|";
    }
    out = head + "\n" + rule + "\n";
    for (const ComparedRow& row : comparison.rows) {
        out += fmt::format("| {} |", markdown_cell(row.label.empty() ? row.name : row.label));
        for (const ComparedValue& value : row.values) {
            const std::string text = markdown_cell(text_of(row, value, order)),
                              difference = value.difference.empty() ? "" : " (" + value.difference + ")";
            out += value.is_best ? fmt::format(" **{}**{}{} |", text, value.overlaps ? " (not certain)" : "",
                                               difference)
                                 : fmt::format(" {}{} |", text, difference);
        }
        out += '\n';
    }
    if (const std::string ranges = ranges_text(comparison); !ranges.empty())
        out += fmt::format("\n- (… to …): {}", ranges);
    for (const ComparedRow& row : comparison.rows)
        if (row.name == run_cost_figure) out += fmt::format("\n- {}: {}", row.label, row.help);
    for (const ComparedScenario& each : comparison.scenarios) {
        if (!each.reason.empty())
            out += fmt::format("\n- {}: {}", markdown_cell(each.name), not_running_text(each.reason));
        else if (!each.sentence.empty())
            out += fmt::format("\n- {}: {}", markdown_cell(each.name), each.sentence);
        if (!each.later.empty())
            out += fmt::format("\n- {} is done {}", markdown_cell(each.name), markdown_cell(each.later));
        else if (!each.trains_none.empty())
            out += fmt::format("\n- {}: {}", markdown_cell(each.name), each.trains_none);
        if (!each.cautions.empty())
            out += fmt::format("\n- {}: {}", markdown_cell(each.name),
                               fmt::join(caution_texts(each.cautions), ", "));
        if (const std::string terms = terms_text(each); !terms.empty())
            out += fmt::format("\n- {}: {}", markdown_cell(each.name), terms);
    }
    for (size_t i = 0; i < comparison.scenarios.size(); ++i)
        if (const std::string barred = barred_text(comparison, i); !barred.empty())
            out +=
                fmt::format("\n- {}: {}", markdown_cell(comparison.scenarios[i].name), markdown_cell(barred));
    for (const std::string& each : above_limit_sentences(comparison))
        out += fmt::format("\n- {}", markdown_cell(each));
    for (const EqualSize& each : study.sizes)
        out += fmt::format("\n- {}", markdown_cell(size_sentence(each)));
    if (const std::string base = base_text(study.sizes); !base.empty())
        out += "\n- power at the meter is " + base;
    for (const std::string& note : study.notes) out += fmt::format("\n- {}", markdown_cell(note));
    return out + "\n";
}

} // namespace roofrack
