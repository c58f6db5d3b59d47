// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/project_input.h"

#include "app/cli/output.h"
#include "core/engine/evaluate.h"
#include "core/project/address/set_value.h"
#include "core/project/project_file.h"
#include "core/report/standstill_json.h"
#include "core/study/sharing/job_findings.h"
#include "core/study/sizes.h"
#include "core/study/verdict.h"
#include "core/units/quantity_text.h"

#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

/// The first one without a name.
const Scenario* scenario_named(const Project& project, const std::string& name, const std::string& path) {
    if (name.empty()) return project.scenarios.empty() ? nullptr : &project.scenarios.front();
    if (const Scenario* found = project.find_scenario(name)) return found;
    std::string names;
    for (const Scenario& s : project.scenarios) names += (names.empty() ? "'" : ", '") + s.name + "'";
    throw UsageError{{path, fmt::format("there is no scenario '{}'", name), "it has " + names}};
}

/// Without the plan that is asked.
Result<ChosenScenario> load_as_given(const ProjectInput& input, const Catalog& catalog) {
    auto loaded = read_project(input.path, catalog);
    if (!loaded) return tl::unexpected(loaded.error());
    for (const Diagnostic& warning : loaded->warnings) warn(warning);
    const Scenario* chosen = scenario_named(loaded->project, input.scenario, input.path);
    if (!chosen) return fail(input.path, "no scenario", "a project holds one at least");
    Scenario out = *chosen;
    for (const std::string& setting : input.settings) {
        const size_t equals = setting.find('=');
        if (equals == std::string::npos)
            throw UsageError{
                {"--set " + setting, "there is no '='", "write JSONPATH=VALUE, e.g. /plan/tp=8"}};
        auto changed = set_value(out, std::string_view(setting).substr(0, equals),
                                 std::string_view(setting).substr(equals + 1), catalog);
        if (!changed) return tl::unexpected(changed.error());
        out = std::move(*changed);
    }
    return ChosenScenario{std::move(loaded->project), {}, std::move(out)};
}

} // namespace

void ProjectInput::add_to(CLI::App& command, bool required) {
    command.add_option("PROJECT", path, "project file (NAME.roofrack.json)")->required(required);
    command.add_option("--scenario", scenario, "scenario by name; the first without it");
    command
        .add_option(
            "--set", settings,
            "JSONPATH=VALUE in the scenario, e.g. /plan/tp=8 or \"/cluster/links/0/bandwidth=400 Gb/s\"")
        ->allow_extra_args(false);
    command.add_flag("--json", json, "print JSON");
}

void ProjectInput::add_replan_to(CLI::App& command) {
    command.add_flag(
        "--replan", replan,
        "by the best plan found, at each GPU count where there are several, instead of the plan as given");
}

Result<Scenario> ProjectInput::load(const Catalog& catalog) const {
    auto loaded = load_with_project(catalog);
    if (!loaded) return tl::unexpected(loaded.error());
    return std::move(loaded->scenario);
}

Result<ChosenScenario> ProjectInput::load_with_project(const Catalog& catalog) const {
    auto loaded = load_as_given(*this, catalog);
    if (!loaded) return loaded;
    loaded->scenario = planned(loaded->given, catalog, replan);
    return loaded;
}

Result<Snapshot> ProjectInput::snapshot(const Catalog& catalog) const {
    auto loaded = load_as_given(*this, catalog);
    if (!loaded) return tl::unexpected(std::move(loaded.error()));
    Snapshot out;
    out.jobs = project_of_jobs(loaded->project, loaded->given);
    out.scenario = std::make_shared<const Scenario>(std::move(loaded->given));
    out.folder = std::filesystem::path(path).parent_path();
    out.best_plan = replan;
    return out;
}

ProjectInput ProjectInput::as_given() const {
    ProjectInput out = *this;
    out.replan = false;
    return out;
}

Result<Prepared> ProjectInput::prepare(const Catalog& catalog) const {
    const auto chosen = load(catalog);
    if (!chosen) return tl::unexpected(chosen.error());
    return prepare(*chosen, catalog);
}

Result<Prepared> ProjectInput::prepare(const Scenario& chosen, const Catalog& catalog) const {
    auto prepared = Prepared::make(chosen, catalog);
    if (!prepared) prepared.error().where = path + ": " + prepared.error().where;
    return prepared;
}

Result<std::vector<Scenario>> ProjectInput::load_others(const std::vector<std::string>& names,
                                                        const Catalog& catalog) const {
    std::vector<Scenario> out;
    if (names.empty()) return out;
    const auto loaded = read_project(path, catalog);
    if (!loaded) return tl::unexpected(loaded.error());
    for (const std::string& name : names)
        out.push_back(planned(*scenario_named(loaded->project, name, path), catalog, replan));
    return out;
}

Standstill ProjectInput::say_whether_it_runs(const Scenario& chosen, const Catalog& catalog,
                                             bool figures_follow) const {
    Standstill out = standstill_of(chosen, catalog);
    if (!json) print_standstill(out, figures_follow);
    return out;
}

Diagnostic in_project(const std::string& path, Diagnostic fault) {
    fault.where = path + ": " + fault.where;
    return fault;
}

int ProjectInput::answer_without_step(const Scenario& chosen, const Catalog& catalog, Diagnostic why,
                                      nlohmann::ordered_json (*schema)()) const {
    report(in_project(path, std::move(why)));
    if (json) fmt::print("{}\n", json_text(without_answer(standstill_of(chosen, catalog), schema())));
    return Exit::answer_is_no;
}

void print_standstill(const Standstill& standstill, bool figures_follow) {
    if (standstill.runs()) return;
    print_text("{}.{}\n", standstill.text(),
               figures_follow ? " The figures below say what it would take if it did." : "");
    for (size_t i = 1; i < standstill.reasons.size(); ++i) print_text("Also: {}.\n", standstill.reasons[i]);
    print_text("\n");
}

Result<std::vector<double>> parse_gpu_counts(const std::string& text) {
    return parse_counts(text, "--gpus", "GPU count");
}

Result<std::vector<double>> parse_counts(const std::string& text, std::string_view option,
                                         std::string_view name) {
    const std::string where = fmt::format("{} {}", option, text);
    const auto count = [&](std::string_view part) -> Result<double> {
        auto value = parse_quantity(part, Dimension::number, where);
        if (!value) return value;
        if (*value < 1 || *value > 1e9 || *value != std::floor(*value))
            return fail(where, fmt::format("'{}' is not a {}", part, name),
                        "give whole numbers of 1 or more");
        return value;
    };
    if (const size_t colon = text.find(':'); colon != std::string::npos) {
        const auto first = count(std::string_view(text).substr(0, colon)),
                   last = count(std::string_view(text).substr(colon + 1));
        if (!first) return tl::unexpected(first.error());
        if (!last) return tl::unexpected(last.error());
        if (*last < *first) return fail(where, "the last count is below the first", "write SMALLEST:LARGEST");
        return gpu_counts(*first, *last);
    }
    std::vector<double> out;
    for (size_t at = 0; at <= text.size();) {
        const size_t comma = std::min(text.find(',', at), text.size());
        const auto value = count(std::string_view(text).substr(at, comma - at));
        if (!value) return tl::unexpected(value.error());
        out.push_back(*value);
        at = comma + 1;
    }
    return out;
}

} // namespace roofrack::cli
