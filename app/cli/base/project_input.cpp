// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/project_input.h"

#include "core/base/units/quantity_text.h"
#include "core/drawing/network/fabric.h"
#include "core/drawing/project/address/set_value.h"
#include "core/drawing/project/project_file.h"
#include "core/study/sharing/job_findings.h"
#include "core/study/sizes.h"

#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace roofrack::cli {

Project given_project(const std::string& path, const Catalog& catalog) {
    auto loaded = value_or_throw<BadInput>(read_project(path, catalog));
    for (const Diagnostic& warning : loaded.warnings) warn(warning);
    return std::move(loaded.project);
}

const Scenario& scenario_named(const Project& project, const std::string& name, const std::string& path) {
    if (name.empty()) {
        if (project.scenarios.empty()) throw BadInput{{path, "no scenario", "a project holds one at least"}};
        return project.scenarios.front();
    }
    if (const Scenario* found = project.find_scenario(name)) return *found;
    std::string names;
    for (const Scenario& s : project.scenarios) names += (names.empty() ? "'" : ", '") + s.name + "'";
    throw UsageError{{path, fmt::format("there is no scenario '{}'", name), "it has " + names}};
}

void ProjectInput::add_to(const Command& command, bool required) {
    command.add_option("PROJECT", path, "project file (NAME.roofrack.json)").required(required);
    command.add_option("--scenario", scenario, "scenario by name; the first without it");
    command
        .add_option(
            "--set", settings,
            "JSONPATH=VALUE in the scenario, e.g. /plan/tp=8 or \"/cluster/links/0/bandwidth=400 Gb/s\"")
        .one_value_each();
    command.add_flag("--uncalibrated", uncalibrated,
                     "without what was measured: the factors and sweeps of the project's calibration");
    command.add_flag("--json", json, "print JSON");
}

void ProjectInput::add_replan_to(const Command& command) {
    command.add_flag(
        "--replan", replan,
        "by the best plan found, at each GPU count where there are several, instead of the plan as given");
}

ChosenScenario ProjectInput::load(const Catalog& catalog) const {
    Project project = given_project(path, catalog);
    Scenario out = scenario_named(project, scenario, path);
    for (const std::string& setting : settings) {
        const size_t equals = setting.find('=');
        if (equals == std::string::npos)
            throw UsageError{
                {"--set " + setting, "there is no '='", "write JSONPATH=VALUE, e.g. /plan/tp=8"}};
        out = value_or_throw<BadInput>(set_value(out, std::string_view(setting).substr(0, equals),
                                                 std::string_view(setting).substr(equals + 1), catalog));
    }
    out.calibration.off = out.calibration.off || uncalibrated;
    return {std::move(project), std::move(out)};
}

Snapshot ProjectInput::snapshot(const Project& project, Scenario given) const {
    Snapshot out;
    out.jobs = project_of_jobs(project, given);
    out.scenario = std::make_shared<const Scenario>(std::move(given));
    out.folder = std::filesystem::path(path).parent_path();
    out.best_plan = replan;
    out.load = assumed_load;
    return out;
}

std::vector<double> parse_gpu_counts(const std::string& text) {
    return parse_counts(text, "--gpus", "GPU count");
}

std::vector<double> drawn_or_asked_counts(const Fabric& drawn, const std::string& text) {
    return text.empty() ? sweep_counts(drawn.gpus, drawn.scale_up_domain) : parse_gpu_counts(text);
}

std::vector<double> parse_counts(const std::string& text, std::string_view option, std::string_view name) {
    const std::string where = fmt::format("{} {}", option, text);
    const auto count = [&](std::string_view part) {
        const double value = value_or_throw<UsageError>(parse_quantity(part, Dimension::number, where));
        if (value < 1 || value > 1e9 || value != std::floor(value))
            throw UsageError{
                {where, fmt::format("'{}' is not a {}", part, name), "give whole numbers of 1 or more"}};
        return value;
    };
    if (const size_t colon = text.find(':'); colon != std::string::npos) {
        const double first = count(std::string_view(text).substr(0, colon)),
                     last = count(std::string_view(text).substr(colon + 1));
        if (last < first)
            throw UsageError{{where, "the last count is below the first", "write SMALLEST:LARGEST"}};
        return gpu_counts(first, last);
    }
    std::vector<double> out;
    for (size_t at = 0; at <= text.size();) {
        const size_t comma = std::min(text.find(',', at), text.size());
        out.push_back(count(std::string_view(text).substr(at, comma - at)));
        at = comma + 1;
    }
    return out;
}

} // namespace roofrack::cli
