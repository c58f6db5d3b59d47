// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/deployment_paths.h"
#include "core/study/money/run_cost.h"
#include "core/study/scenario_curve.h"

#include <filesystem>
#include <optional>
#include <stop_token>

namespace roofrack {

/// What a scenario comes to, for one column of a table: a view of what its studies say, whose figures are
/// declared there. Where it does not run, only the first few stand.
struct ScenarioColumn {
    std::string scenario;    ///< its name
    std::string reason;      ///< why it does not run; empty: it does
    std::string accelerator; ///< its name, or those of all kinds: "H100 + B200"
    std::string gpus;        ///< all of them: "512 × H100 + 384 × B200"
    bool has_liquid = false; ///< some of its heat leaves in liquid
    RunWork work;
    Site site;                             ///< without what it says about the machines
    bool has_storage = false;              ///< some is drawn
    std::vector<std::string> differs;      ///< in what its work is not that of the first column
    std::vector<std::string> terms_differ; ///< term_differences() from the first column
    std::vector<std::string> cautions;     ///< figure_cautions() and meanwhile_caution() of it, in words
    bool counts_samples = false;           ///< its work is in samples; else tokens
    Evaluation evaluation;                 ///< evaluation of all that is drawn; empty: it cannot be prepared
    RunCost run;                           ///< cost of one that runs
    DeploymentPath path;                   ///< likewise: the site's own way to have it
    std::vector<ExportFlag> exports;
    std::string verdict;  ///< "runs", or what is wrong with it, in a phrase
    bool is_held = false; ///< it runs, and the verdict says what is wrong with it or holds its clocks down
    /// The year of weather that its site names; none: it names none, or there is none, for `year_fault`.
    struct YearOfWeather {
        std::string climate;                                 ///< in words
        double hours = 0, held_hours = 0, stopped_hours = 0; ///< held: a clock is lower than in the best hour
        double rate = 1, pue = 1; ///< means of the year; rate: of the fastest hour's
        Watts peak{};             ///< at the meter, of the highest hour
    };
    std::optional<YearOfWeather> year;
    std::string year_fault; ///< the climate that it names cannot be read, or what else is wrong

    bool runs() const { return reason.empty(); }
    /// label_of_lead() of what takes longest until it runs; empty: nothing.
    std::string_view waits_for() const {
        return path.lead.items.empty() ? std::string_view() : label_of_lead(path.lead.items.front().what);
    }
};
void describe(figures::Builder<ScenarioColumn::YearOfWeather>& figures);
void describe(figures::Builder<ScenarioColumn>& figures);

/// A scenario evaluated as it is. `folder`: the project's, in which a climate's file is sought. `best_plan`:
/// it has the best plan found, and what is there already is asked of its own.
ScenarioColumn scenario_column(const Scenario& scenario, const Catalog& catalog,
                               const std::filesystem::path& folder = {}, bool best_plan = false);

/// All scenarios of a project in their order; `differs` is against the first. Stopped: those that were done.
std::vector<ScenarioColumn> compare_scenarios(const Project& project, const Catalog& catalog,
                                              const std::filesystem::path& folder = {},
                                              const std::stop_token& stop = {}, bool best_plan = false);

/// Beside their work, in what two scenarios are not held alike: the terms of their sites, and storage that is
/// drawn in one alone, so that the other's price and power are without it: "power limit", "prices",
/// "storage".
std::vector<std::string> term_differences(const ScenarioColumn& one, const ScenarioColumn& other);

/// What term_differences() looks at.
struct ScenarioTerms {
    Site site; ///< site_without_machines()
    bool has_storage = false;
};
ScenarioTerms terms_of(const Scenario& scenario);
std::vector<std::string> term_differences(const ScenarioTerms& one, const ScenarioTerms& other);
/// Those, or work_differences(), with their verb: "power limit differs", "prices differ", "model, batch
/// differ".
std::string differ_text(const std::vector<std::string>& differences);

/// Fills `differs` and `terms_differ` of all columns against the first.
void mark_differences(std::vector<ScenarioColumn>& columns);

} // namespace roofrack
