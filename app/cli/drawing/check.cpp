// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/check/check.h"
#include "app/cli/base/commands.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/drawing/check_json.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct CheckOptions {
    std::string project;
    std::string scenario;
    bool rules = false;
    bool json = false;
};

void print_finding(std::string_view mark, const Finding& finding) {
    print_text("{:<8} {}", mark, finding.message);
    if (!finding.where.empty()) print_text(" [{}]", places_text(finding.where));
    print_text("\n");
    print_text("         rule: {}\n", finding.id);
    if (!finding.why.empty()) print_text("         why: {}\n", finding.why);
}

void print_table(const Findings& findings) {
    if (findings.open.empty()) print_text("Nothing to fix.\n");
    for (const Finding& finding : findings.open) {
        print_finding(name_of(finding.severity), finding);
        if (!finding.mitigation.empty()) print_text("         do:  {}\n", finding.mitigation);
    }
    if (!findings.waived.empty()) print_text("\nWaived\n");
    for (const WaivedFinding& each : findings.waived) {
        print_finding(name_of(each.finding.severity), each.finding);
        print_text("         reason: {}\n", each.reason);
    }
}

void print_rules() {
    for (const Rule& rule : rule_table())
        print_text("{:<24} {:<8} {:<7} {}\n{:42}{}\n", rule.id, name_of(rule.severity), name_of(rule.scope),
                   rule.meaning, "", rule.mitigation);
}

/// Findings of the drawing, and what the rules say about the plan where that can be evaluated.
Findings findings_of(const Scenario& scenario, const Catalog& catalog) {
    EvaluateOptions options;
    options.findings = false;
    Evaluation evaluation = evaluate_or_explain(scenario, catalog, options);
    return {std::move(evaluation.findings), std::move(evaluation.waived)};
}

/// Names the scenario where there are several.
void name_scenario(Findings& findings, const std::string& scenario) {
    for (Finding& finding : findings.open) finding.message = fmt::format("{}: {}", scenario, finding.message);
    for (WaivedFinding& each : findings.waived)
        each.finding.message = fmt::format("{}: {}", scenario, each.finding.message);
}

int check(const CheckOptions& options) {
    const Catalog& catalog = Catalog::built_in();
    const Project project = given_project(options.project, catalog);

    Findings findings;
    const auto& scenarios = project.scenarios;
    if (!options.scenario.empty() && !project.find_scenario(options.scenario))
        throw UsageError{{options.project, fmt::format("there is no scenario '{}'", options.scenario),
                          "leave --scenario out to check all"}};
    for (const Scenario& scenario : scenarios) {
        if (!options.scenario.empty() && scenario.name != options.scenario) continue;
        Findings of_one = findings_of(scenario, catalog);
        if (scenarios.size() > 1 && options.scenario.empty()) name_scenario(of_one, scenario.name);
        findings.open.insert(findings.open.end(), of_one.open.begin(), of_one.open.end());
        findings.waived.insert(findings.waived.end(), of_one.waived.begin(), of_one.waived.end());
    }
    put_gravest_first(findings.open);
    if (options.json)
        print_json(check_json(findings));
    else
        print_table(findings);
    const bool critical =
        std::ranges::find(findings.open, Severity::critical, &Finding::severity) != findings.open.end();
    return critical ? Exit::answer_is_no : Exit::done;
}

int check_or_list(const CheckOptions& options) {
    if (!options.rules) {
        if (options.project.empty())
            throw UsageError{{"check", "PROJECT is missing", "name a project, or list the rules by --rules"}};
        return check(options);
    }
    if (options.json)
        print_json(rules_json(rule_table()));
    else
        print_rules();
    return Exit::done;
}

} // namespace

void add_check(const Command& program) {
    const Command command =
        program.add_subcommand("check", "Looks a drawing over; exit 1 when it cannot be evaluated");
    command.footer("Example: roofrack-cli check hall.roofrack.json --json");
    const auto options = std::make_shared<CheckOptions>();
    command.add_option("PROJECT", options->project, "NAME.roofrack.json");
    command.add_option("--scenario", options->scenario, "only this one; else all");
    command.add_flag("--rules", options->rules, "what is looked for, instead of a project");
    command.add_flag("--json", options->json, json_help);
    command.callback([options] { return check_or_list(*options); });
}

} // namespace roofrack::cli
