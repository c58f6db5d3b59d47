// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/deployment_paths.h"
#include "core/study/scenario_curve.h"

#include <filesystem>
#include <optional>
#include <stop_token>

namespace roofrack {

/// What a scenario comes to, for one column of a table. Of one that does not run only the first few stand.
struct ScenarioColumn {
    std::string scenario;    ///< its name
    std::string reason;      ///< why it does not run; empty: it does
    std::string accelerator; ///< the most common one's name
    double gpus = 0;
    bool has_liquid = false; ///< some of its heat leaves in liquid
    RunWork work;
    Site site;                               ///< without what it says of the machines
    bool has_storage = false;                ///< some is drawn
    std::vector<std::string> differs;        ///< in what its work is not that of the first column
    std::vector<std::string> terms_differ;   ///< term_differences() from the first column
    Seconds step{}, step_low{}, step_high{}; ///< wall step and its band
    double useful_rate = 0;                  ///< tokens (samples) a second by the wall step
    bool counts_samples = false;
    double mfu = 0;
    Deployment deployment = Deployment::colocation;
    PriceBand capital; ///< $ before it runs, in the site's own way
    std::string gaps;  ///< Capital::incomplete_text()
    Dollars per_hour{};
    double dollars_per_million = 0;
    Seconds time{};          ///< to the token budget; 0: no budget
    Dollars run{};           ///< … and what that takes
    Watts mean{}, metered{}; ///< at the meter: over the run, the most over the meter's window
    double pue = 1;
    PriceBand lead_weeks, done_weeks; ///< until it runs; until the token budget is reached
    std::string waits_for;            ///< label_of_lead() of what takes longest
    Joules energy{};                  ///< at the meter, to the token budget
    double carbon = 0, water = 0;     ///< kg CO2e, m³ to the token budget
    std::string binds;
    std::vector<ExportFlag> exports;
    std::string verdict;  ///< "runs", or what is wrong with it, in a phrase
    bool is_held = false; ///< it runs, and the verdict says what is wrong with it or holds its clocks down
    /// The year of weather that its site names; none: it names none, or there is none, for `year_fault`.
    struct Weathered {
        std::string climate;                                 ///< in words
        double hours = 0, held_hours = 0, stopped_hours = 0; ///< held: a clock is lower than in the best hour
        double rate = 1, pue = 1; ///< means of the year; rate: of the fastest hour's
        Watts peak{};             ///< at the meter, of the highest hour
    };
    std::optional<Weathered> year;
    std::string year_fault; ///< the climate that it names cannot be read, or what else is wrong

    bool runs() const { return reason.empty(); }
};
void describe(figures::Builder<ScenarioColumn::Weathered>& figures);
void describe(figures::Builder<ScenarioColumn>& figures);

/// A scenario evaluated as it is. `folder`: the project's, in which a climate's file is sought.
ScenarioColumn scenario_column(const Scenario& scenario, const Catalog& catalog,
                               const std::filesystem::path& folder = {});

/// All scenarios of a project in their order; `differs` is against the first. Stopped: those that were done.
std::vector<ScenarioColumn> compare_scenarios(const Project& project, const Catalog& catalog,
                                              const std::filesystem::path& folder = {},
                                              const std::stop_token& stop = {});

/// Beside their work, in what two scenarios are not held alike: the terms of their sites, and storage that is
/// drawn in one alone, so that the other's price and power are without it: "power limit", "prices",
/// "storage".
std::vector<std::string> term_differences(const ScenarioColumn& one, const ScenarioColumn& other);

/// Fills `differs` and `terms_differ` of all columns against the first.
void mark_differences(std::vector<ScenarioColumn>& columns);

} // namespace roofrack
