// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/report.h"

#include "core/answers/handover/report_parts.h"
#include "core/study/verdict.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr ReportSection all_sections[] = {
    {"verdict", "The verdict", report_verdict},
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

std::span<const ReportSection> report_sections() { return all_sections; }

std::string plan_of_report(const Answers& answers) {
    return fmt::format("By the {}", plan_label(answers.snapshot().best_plan));
}

Result<ReportDocument> scenario_report(const Answers& answers, const std::string& project,
                                       std::span<const std::string> sections) {
    for (const std::string& name : sections)
        if (std::ranges::find(all_sections, name, &ReportSection::name) == std::end(all_sections)) {
            std::string known;
            for (const ReportSection& each : all_sections)
                known += (known.empty() ? "" : ", ") + std::string(each.name);
            return fail("--section " + name, "the report has no such section", "one of " + known);
        }
    const std::string& scenario = answers.scenario().name;
    ReportDocument out(project.empty() || project == scenario ? scenario : project + ": " + scenario);
    for (const ReportSection& each : all_sections) {
        if (!sections.empty() && std::ranges::find(sections, each.name) == sections.end()) continue;
        out.section(std::string(each.heading));
        each.write(out, answers);
        if (out.ends_with_heading()) out.paragraph("There is nothing to tell.");
    }
    return out;
}

} // namespace roofrack
