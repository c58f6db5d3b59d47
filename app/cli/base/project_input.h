// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/base/commands.h"

#include "core/answers/answers.h"
#include "core/base/model/project.h"

#include <vector>

namespace roofrack {
struct Fabric;
}

namespace roofrack::cli {

/// A scenario with its settings applied, and the project that it is of, as the file has it.
struct ChosenScenario {
    Project project;
    Scenario given; ///< with the plan as given
};

/// The options that every command on a project shares: FILE, --scenario, --set, --uncalibrated, --json.
struct ProjectInput {
    std::string path;
    std::string scenario;
    std::vector<std::string> settings; ///< "POINTER=VALUE"
    bool json = false;
    bool uncalibrated = false; ///< without what was measured (Calibration::off)
    bool replan = false;       ///< by the best plan found instead of the plan as given; with add_replan_to()
    std::optional<StandingLoad>
        assumed_load{}; ///< what servers draw instead of the step's power; with LoadOption

    /// PROJECT may be left out where it is not `required`.
    void add_to(const Command& command, bool required = true);
    /// The option --replan, for what depends on the plan.
    void add_replan_to(const Command& command);
    /// The project with the scenario that is named; warnings of the file go to stderr, what is wrong with it
    /// is thrown as BadInput.
    ChosenScenario load(const Catalog& catalog) const;
    /// What is asked of a scenario of a project.
    Snapshot snapshot(const Project& project, Scenario given) const;
};

/// The project of a file; its warnings go to stderr, what is wrong with it is thrown as BadInput.
Project given_project(const std::string& path, const Catalog& catalog);
/// A scenario of the project of `path` by name, the first one without a name. One that there is not is
/// thrown as a UsageError.
const Scenario& scenario_named(const Project& project, const std::string& name, const std::string& path);

/// "8:1024" → powers of two and both ends; "1,2,4" → the list. Anything else is thrown as a UsageError.
std::vector<double> parse_gpu_counts(const std::string& text);
/// Reads a list as parse_gpu_counts() does, for another option, whose whole numbers are called `name`.
std::vector<double> parse_counts(const std::string& text, std::string_view option, std::string_view name);
/// parse_gpu_counts(); where there is no text those of sweep_counts() about what is drawn.
std::vector<double> drawn_or_asked_counts(const Fabric& drawn, const std::string& text);

} // namespace roofrack::cli
