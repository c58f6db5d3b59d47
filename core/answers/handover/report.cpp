// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/report.h"

#include "core/answers/compare/compared_bands.h"
#include "core/answers/compare/compared_figures.h"
#include "core/answers/compare/comparison_text.h"
#include "core/answers/decide/odds_conclusion.h"
#include "core/answers/decide/odds_text.h"
#include "core/answers/handover/report_parts.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/sentence.h"
#include "core/base/units/word_list.h"
#include "core/study/verdict.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

/// The scenarios made equal as the project compares them, once for all sections about them.
struct ReportComparison {
    const ReportBeside& beside;
    ComparisonRequest request;
    EqualScenarios equal;
    std::stop_token stop;
};

namespace {

void say_none(ReportDocument& out, const Diagnostic& why) {
    out.paragraph("There is none: " + why.text() + ".");
}

Result<ReportComparison> compared_scenarios(const ReportBeside& beside, const std::stop_token& stop) {
    auto request = handover_request(beside.kept, beside.scenarios);
    if (!request) return tl::unexpected(request.error());
    if (request->ways.empty()) request->ways.emplace_back(figure_of_parts);
    if (std::ranges::find(request->ways, run_cost_figure) == request->ways.end())
        request->ways.emplace_back(run_cost_figure);
    auto equal = made_equal_as_kept(beside.scenarios, beside.kept, stop);
    if (!equal) return tl::unexpected(equal.error());
    return ReportComparison{beside, std::move(*request), std::move(*equal), stop};
}

std::string cell_of(const ComparedRow& row, const ComparedValue& value, std::chrono::sys_days order) {
    if (!value.absent.empty()) return "none: " + value.absent;
    const bool differs = !value.difference.empty() && value.difference != "the same";
    return fmt::format("{}{}{}{}", marks_of(value), dated_text(row, value, order), differs ? "; " : "",
                       differs ? value.difference : "");
}

ReportDocument::Table table_of(const Comparison& comparison, const ReportComparison& compared) {
    ReportDocument::Table out{{"Figure"}, {}, 1};
    for (const ComparedScenario& each : comparison.scenarios) out.head.push_back(each.name);
    out.head[1 + comparison.reference] += " (this report)";
    const std::vector<std::string>& added = compared.request.more;
    for (const ComparedRow& row : comparison.rows) {
        if (!is_main_figure(row.name) && std::ranges::find(added, row.name) == added.end()) continue;
        std::vector<std::string> cells{begin_sentence(row.label.empty() ? row.name : row.label)};
        for (const ComparedValue& value : row.values)
            cells.push_back(cell_of(row, value, compared.beside.order));
        out.rows.push_back(std::move(cells));
    }
    return out;
}

void report_way(ReportDocument& out, const Comparison& comparison, const ScenarioWay& found) {
    const Waterfall& way = found.way;
    if (!found.absent.empty()) {
        // Without a token budget no run has a cost, which the table says.
        if (way.figure != run_cost_figure) out.paragraph(begin_sentence(no_way_text(found)) + ".");
        return;
    }
    ReportDocument::Table table{
        {begin_sentence(way_text(comparison, found)), begin_sentence(way.row->label)}, {}, 1};
    table.rows.push_back(
        {comparison.scenarios[comparison.reference].name, figures::figure_text(way.from, way.row->measure)});
    for (const WaterfallStep& step : way.steps)
        table.rows.push_back({label_of(step), change_text(way, step)});
    table.rows.push_back({found.scenario, figures::figure_text(way.to, way.row->measure)});
    out.table(std::move(table));
    if (!way.joined.empty()) out.paragraph(way.joined + ".");
    if (!way.missing.empty())
        out.paragraph(fmt::format("A price is missing, so the way may be another: {}.", way.missing));
}

void report_comparison(ReportDocument& out, const ReportComparison& compared) {
    const auto study = comparison_study(compared.equal, compared.request, compared.stop);
    if (!study) return say_none(out, study.error());
    const Comparison& comparison = study->table;
    out.paragraph(fmt::format("{}, {}. The reference of all differences is “{}”, which this report is of; "
                              "dates are those of an order on {}.",
                              plan_of_report(*compared.equal.scenarios.front()), compared.equal.sizes.text,
                              comparison.scenarios[comparison.reference].name,
                              date_text(compared.beside.order)));
    if (!compared.beside.left_out.empty())
        out.paragraph(fmt::format("Up to {} scenarios stand side by side: without {}.", most_compared,
                                  word_list(compared.beside.left_out)));
    out.table(table_of(comparison, compared));
    std::vector<std::string> legend{marks_text(*study)};
    if (const std::string ranges = ranges_text(comparison); !ranges.empty())
        legend.push_back("(… to …): " + ranges);
    for (const ComparedRow& row : comparison.rows)
        if (row.name == run_cost_figure) legend.push_back(fmt::format("{}: {}", row.label, row.help));
    out.list(std::move(legend));
    std::vector<std::string> said = scenario_sentences(comparison);
    for (std::string& each : compared.equal.sizes.sentences()) said.push_back(std::move(each));
    // The table of findings is of the report's own scenario alone.
    for (const auto& each : compared.equal.scenarios)
        if (const std::string grave = grave_findings_text(*each); !grave.empty())
            said.push_back(fmt::format("“{}”: {}", each->scenario().name, grave));
    out.list(std::move(said));
    for (const ScenarioWay& each : study->ways) report_way(out, comparison, each);
}

/// What takes from the odds of several figures stands once, after their names.
std::vector<std::string> lacks_of(const Odds& odds) {
    struct Lack {
        std::string what;
        std::vector<std::string> figures;
    };
    std::vector<Lack> lacks;
    for (const FigureOdds& each : odds.figures)
        for (const std::string& what : lack_sentences(odds, each)) {
            auto known = std::ranges::find(lacks, what, &Lack::what);
            if (known == lacks.end()) known = lacks.insert(lacks.end(), Lack{what, {}});
            known->figures.emplace_back(each.figure.row->label);
        }
    std::vector<std::string> out;
    for (const Lack& each : lacks) out.push_back(fmt::format("{}: {}", word_list(each.figures), each.what));
    return out;
}

void report_odds(ReportDocument& out, const ReportComparison& compared) {
    const std::chrono::sys_days order = compared.beside.order;
    auto options = draw_options(compared.beside.kept, order, "/comparison/by");
    if (!options) return say_none(out, options.error());
    options->draws = compared.beside.draws.value_or(options->draws);
    options->with_causes = false;
    const auto found = odds_of(compared.equal, *options, compared.stop);
    if (!found) return say_none(out, found.error());
    const std::string& own = found->scenarios.front();
    out.paragraph(samples_text(*found) + ".");
    out.paragraph(fmt::format("{}. Best: the share of the samples in which the scenario is the best of all.",
                              quantiles_text));
    ReportDocument::Table table{
        {"Figure", "Scenario", "As is", "P10", "P50", "P90", "Best", fmt::format("Better than “{}”", own)},
        {},
        2};
    std::vector<std::string> conclusions;
    for (const FigureOdds& each : found->figures) {
        const std::string label(each.figure.row->label);
        for (size_t i = 0; i < each.scenarios.size(); ++i) {
            const FigureSpread& of = each.scenarios[i];
            const auto text = [&](double value) { return spread_text(each, i, value, order); };
            // Each row names its figure: a page may end between two of them.
            table.rows.push_back({begin_sentence(label), found->scenarios[i],
                                  of.as_is.absent.empty() ? text(of.as_is.number) : "none", text(of.p10),
                                  text(of.p50), text(of.p90), chance_text(of.chance_best),
                                  i == 0 ? "" : chance_text(of.beats.front())});
        }
        if (const std::string conclusion = conclusion_text(*found, each); !conclusion.empty())
            conclusions.push_back(fmt::format("{}: {}", label, conclusion));
    }
    out.table(std::move(table));
    out.list(std::move(conclusions));
    std::vector<std::string> said;
    for (size_t i = 0; i < found->scenarios.size(); ++i)
        if (const std::string why = found->sizes.barred_text(i); !why.empty())
            said.push_back(fmt::format("“{}”: {}", found->scenarios[i], why));
    for (auto more : {lacks_of(*found), odds_notes(*found)})
        for (std::string& each : more) said.push_back(std::move(each));
    out.list(std::move(said));
}

constexpr ReportSection all_sections[] = {
    {"verdict", "The verdict", report_verdict},
    {"comparison", "Scenarios compared", nullptr, report_comparison},
    {"odds", "Odds of the scenarios", nullptr, report_odds},
    {"findings", "Findings", report_findings},
    {"drawing", "What is drawn", report_drawing},
    {"time", "Where the time goes", report_time},
    {"scaling", "Scaling", report_scaling},
    {"power", "Power and cooling", report_power},
    {"bill", "Bill of materials", report_bill},
    {"money", "Money", report_money},
    {"certainty", "How sure it is", report_certainty},
    {"assumptions", "Assumptions", report_assumptions},
    {"sources", "Sources of prices and power", report_sources},
};

} // namespace

ReportBeside ReportBeside::of(std::shared_ptr<const Answers> answers, const Project& project,
                              std::chrono::sys_days order) {
    ReportBeside out;
    static_cast<ScenariosBeside&>(out) = ScenariosBeside::of(std::move(answers), project);
    out.order = order;
    return out;
}

std::span<const ReportSection> report_sections() { return all_sections; }

std::string plan_of_report(const Answers& answers) {
    return fmt::format("By the {}", plan_label(answers.snapshot().best_plan));
}

Result<ReportDocument> scenario_report(const Answers& answers, const std::string& project,
                                       std::span<const std::string> sections, const ReportBeside& beside,
                                       const std::stop_token& stop) {
    for (const std::string& name : sections)
        if (std::ranges::find(all_sections, name, &ReportSection::name) == std::end(all_sections)) {
            std::string known;
            for (const ReportSection& each : all_sections)
                known += (known.empty() ? "" : ", ") + std::string(each.name);
            return fail("--section " + name, "the report has no such section", "one of " + known);
        }
    // Scenarios are asked one after another: each of them is told.
    const std::stop_callback ends(stop, [&] {
        answers.stop();
        for (const auto& each : beside.scenarios) each->stop();
    });
    std::optional<Result<ReportComparison>> compared;
    const std::string& scenario = answers.scenario().name;
    ReportDocument out(project.empty() || project == scenario ? scenario : project + ": " + scenario);
    for (const ReportSection& each : all_sections) {
        const bool is_named = std::ranges::find(sections, each.name) != sections.end();
        if (!is_named && (!sections.empty() || (each.compare && !beside.are_several()))) continue;
        // It is of the scenario of the report, whatever else is compared.
        const bool names_its_own = each.write == report_findings && beside.are_several();
        out.section(names_its_own ? fmt::format("{} of “{}”", each.heading, scenario)
                                  : std::string(each.heading));
        if (!each.compare) {
            each.write(out, answers);
        } else if (!beside.are_several()) {
            out.paragraph("The project has no other scenario, so nothing is compared.");
        } else {
            if (!compared) compared.emplace(compared_scenarios(beside, stop));
            if (*compared) {
                const std::stop_callback ends_equal(stop, [&] { stop_all((*compared)->equal); });
                each.compare(out, **compared);
            } else {
                say_none(out, compared->error());
            }
        }
        if (out.ends_with_heading()) out.paragraph("There is nothing to tell.");
    }
    if (stop.stop_requested()) return fail("report", "stopped", "ask again");
    return out;
}

} // namespace roofrack
