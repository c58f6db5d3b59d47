// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

#include "core/answers/answers.h"
#include "core/engine/prepared.h"
#include "core/model/project.h"
#include "core/study/standstill.h"

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace roofrack::cli {

/// A scenario with its settings applied, and the project that it is of, as the file has it.
struct ChosenScenario {
    Project project;
    Scenario scenario; ///< planned()
    Scenario given;    ///< the same with the plan as given
};

/// The options that every command on a project shares: FILE, --scenario, --set, --json.
struct ProjectInput {
    std::string path;
    std::string scenario;
    std::vector<std::string> settings; ///< "POINTER=VALUE"
    bool json = false;
    bool replan = false; ///< by the best plan found instead of the plan as given; with add_replan_to()

    /// PROJECT may be left out where it is not `required`.
    void add_to(CLI::App& command, bool required = true);
    /// The option --replan, for what depends on the plan.
    void add_replan_to(CLI::App& command);
    /// The scenario with its settings applied, and the best plan where it is asked for. Warnings of the file
    /// go to stderr.
    Result<Scenario> load(const Catalog& catalog) const;
    /// The same resolved, or why the drawing, the model or the plan cannot be understood, and where in the
    /// file.
    Result<Prepared> prepare(const Catalog& catalog) const;
    Result<Prepared> prepare(const Scenario& scenario, const Catalog& catalog) const;
    Result<ChosenScenario> load_with_project(const Catalog& catalog) const;
    /// The scenario with its settings applied, for Answers, which find the best plan themselves.
    Result<Snapshot> snapshot(const Catalog& catalog) const;
    /// The same call with the plan as given, for studies that find the best plan at each size themselves.
    ProjectInput as_given() const;
    /// Whether the scenario runs. Where it does not, that is printed first, and why, unless JSON is asked
    /// for; `figures_follow`: of a run that it would be.
    Standstill say_whether_it_runs(const Scenario& scenario, const Catalog& catalog,
                                   bool figures_follow) const;
    /// What a command answers whose figures need a step, where the plan has none: `why` on stderr, and with
    /// --json also why, in the object of its `schema` with nothing known.
    int answer_without_step(const Scenario& scenario, const Catalog& catalog, Diagnostic why,
                            nlohmann::ordered_json (*schema)()) const;
    /// Other scenarios of the same project by name, as the file has them: without the settings.
    Result<std::vector<Scenario>> load_others(const std::vector<std::string>& names,
                                              const Catalog& catalog) const;
};

/// A fault at a place of a project, with the project's path before it.
Diagnostic in_project(const std::string& path, Diagnostic fault);
void print_standstill(const Standstill& standstill, bool figures_follow);

/// "8:1024" → powers of two and both ends; "1,2,4" → the list. Fails on anything else.
Result<std::vector<double>> parse_gpu_counts(const std::string& text);
/// The same of another option, whose whole numbers are called `name`.
Result<std::vector<double>> parse_counts(const std::string& text, std::string_view option,
                                         std::string_view name);

} // namespace roofrack::cli
