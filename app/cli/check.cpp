// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/check/check.h"
#include "app/cli/command.h"
#include "app/cli/places_text.h"
#include "core/catalog/catalog.h"
#include "core/engine/evaluate.h"
#include "core/project/project_file.h"
#include "core/report/parts/findings_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct CheckOptions {
    std::string project;
    std::string scenario;
    bool json = false;
};

void print_table(const std::vector<Finding>& findings) {
    if (findings.empty()) fmt::print("Nothing to mend.\n");
    for (const Finding& finding : findings) {
        fmt::print("{:<8} {}", name_of(finding.severity), finding.message);
        if (!finding.where.empty()) fmt::print(" [{}]", places_text(finding.where));
        fmt::print("\n");
        if (!finding.why.empty()) fmt::print("         why: {}\n", finding.why);
        if (!finding.relief.empty()) fmt::print("         do:  {}\n", finding.relief);
    }
}

/// Of the drawing; where it can be evaluated, also what makes the plan unusable on it.
std::vector<Finding> findings_of(const Scenario& scenario, const Catalog& catalog) {
    std::vector<Finding> out = check_cluster(scenario.cluster, catalog);
    if (std::ranges::find(out, Severity::critical, &Finding::severity) != out.end()) return out;
    EvaluateOptions options;
    options.findings = false;
    for (Finding& finding : evaluate_or_explain(scenario, catalog, options).findings)
        if (finding.severity == Severity::critical) out.push_back(std::move(finding));
    return out;
}

int check(const CheckOptions& options) {
    const Catalog& catalog = Catalog::built_in();
    const auto loaded = read_project(options.project, catalog);
    if (!loaded) return report(loaded.error());
    for (const Diagnostic& warning : loaded->warnings) warn(warning);

    std::vector<Finding> findings;
    const auto& scenarios = loaded->project.scenarios;
    if (!options.scenario.empty() && !loaded->project.find_scenario(options.scenario))
        throw UsageError{{options.project, fmt::format("there is no scenario '{}'", options.scenario),
                          "leave --scenario out to check all"}};
    for (const Scenario& scenario : scenarios) {
        if (!options.scenario.empty() && scenario.name != options.scenario) continue;
        for (Finding& finding : findings_of(scenario, catalog)) {
            if (scenarios.size() > 1 && options.scenario.empty())
                finding.message = fmt::format("{}: {}", scenario.name, finding.message);
            findings.push_back(std::move(finding));
        }
    }
    std::ranges::stable_sort(findings, {}, &Finding::severity);
    if (options.json)
        fmt::print("{}\n", check_json(findings).dump(2));
    else
        print_table(findings);
    const bool critical =
        std::ranges::find(findings, Severity::critical, &Finding::severity) != findings.end();
    return critical ? Exit::answer_is_no : Exit::done;
}

} // namespace

void add_check(CLI::App& app, int& exit_code) {
    CLI::App* const command =
        app.add_subcommand("check", "Looks a drawing over; exit 1 when it cannot be evaluated");
    command->footer("Example: roofrack-cli check hall.roofrack.json --json");
    const auto options = std::make_shared<CheckOptions>();
    command->add_option("PROJECT", options->project, "NAME.roofrack.json")->required();
    command->add_option("--scenario", options->scenario, "only this one; else all");
    command->add_flag("--json", options->json, "for programs");
    command->callback([options, &exit_code] { exit_code = check(*options); });
}

} // namespace roofrack::cli
