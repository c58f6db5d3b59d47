// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/decide/scenario_choice.h"

#include "app/cli/base/commands.h"
#include "app/cli/base/project_input.h"
#include "core/answers/compare/comparison.h"
#include "core/base/catalog/catalog.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace roofrack::cli {

namespace {

std::string file_name(const std::string& path) {
    std::string name = std::filesystem::path(path).filename().string();
    constexpr std::string_view ending = ".roofrack.json";
    if (name.ends_with(ending)) name.resize(name.size() - ending.size());
    return name;
}

} // namespace

void ScenarioChoice::add_to(const Command& command) {
    command.add_option("PROJECT", paths, "one or more projects; all their scenarios are taken").required();
    command.add_option("--scenario", scenarios, "only the scenario of this name; several times")
        .one_value_each();
    command.add_flag("--replan", replan, "each by the best plan found instead of the plan as given");
}

ScenarioColumns columns_of(const ScenarioChoice& call, size_t fewest) {
    const Catalog& catalog = Catalog::built_in();
    ScenarioColumns columns;
    auto& out = columns.answers;
    std::vector<std::string> known;
    std::set<std::string> taken, found;
    for (const std::string& path : call.paths) {
        ProjectInput input;
        input.path = path;
        input.replan = call.replan;
        const Project project = input.load(catalog).project;
        if (call.paths.size() == 1) columns.kept = project.comparison;
        for (Scenario scenario : project.scenarios) {
            known.push_back(scenario.name);
            const bool is_asked = call.scenarios.empty() ||
                                  std::ranges::find(call.scenarios, scenario.name) != call.scenarios.end();
            if (!is_asked) continue;
            found.insert(scenario.name);
            Snapshot snapshot = input.snapshot(project, scenario);
            if (!taken.insert(scenario.name).second) {
                Scenario renamed = scenario;
                renamed.name = fmt::format("{} ({})", scenario.name, file_name(path));
                taken.insert(renamed.name);
                snapshot.scenario = std::make_shared<const Scenario>(std::move(renamed));
            }
            out.push_back(std::make_shared<const Answers>(std::move(snapshot), catalog));
        }
    }
    for (const std::string& name : call.scenarios)
        if (!found.contains(name))
            throw UsageError{{"--scenario " + name, "there is no scenario of this name",
                              fmt::format("the projects have '{}'", fmt::join(known, "', '"))}};
    if (out.size() < fewest)
        throw UsageError{{call.paths.front(), "there is one scenario", "name another project beside it"}};
    if (out.size() > most_compared)
        throw UsageError{{call.paths.front(),
                          fmt::format("there are {} scenarios, and up to {} stand side by side", out.size(),
                                      most_compared),
                          fmt::format("name some with --scenario: '{}'", fmt::join(known, "', '"))}};
    return columns;
}

} // namespace roofrack::cli
