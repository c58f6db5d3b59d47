// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/shown_answers.h"
#include "core/measured/draft/job_match.h"
#include "core/step/engine/evaluation.h"
#include "core/study/scaling.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

class Catalog;
struct ComparisonView;
struct DesignView;
struct LimitRow;
struct MapView;
struct OddsView;
struct OpenRun;
struct PlanSearch;
struct ScenarioColumn;
struct ScenarioCurve;
struct TornadoView;
struct TraceResult;
struct TriedView;

/// What a chart may show: the answers of a snapshot, each by its type (`data.have<MoneyStudy>()`), and what
/// no snapshot of one scenario answers. A chart whose answers are absent shows its empty state.
struct ChartData : ShownAnswers {
    ChartData() = default;
    /// Holds what is known so far of these answers.
    explicit ChartData(const std::shared_ptr<const Answers>& answers);

    std::string scenario; ///< The name of the scenario.
    std::string open;     ///< The name of the open scenario in the project, also while inputs are turned.
    std::string subject;  ///< What is trained: "Llama 3 405B".
    DrawnJob job; ///< The model and the batch that a measured run is held against; the drawing's GPUs are not
                  ///< in it.
    /// The window's switch: figures are of the best plan found, else of the plan as given.
    bool best_plan = false;
    /// Nothing more will be computed: a sheet or slide does not say what is awaited.
    bool is_final = false;

    /// The curves of other scenarios that the user put beside this one, by the metric of given().
    std::vector<std::shared_ptr<const ScenarioCurve>> beside;
    bool is_beside_stale = false; ///< One of these curves is still being computed.
    /// The columns of the project's scenarios; empty if none was asked. A null entry is still being computed.
    std::vector<std::shared_ptr<const ScenarioColumn>> columns;
    /// What limits each of the project's scenarios; empty if not asked. A null entry is still being computed.
    std::vector<std::shared_ptr<const LimitRow>> limits;
    // Each of the next six is null if it was not asked.
    std::shared_ptr<const ComparisonView> comparison;
    std::shared_ptr<const OddsView> odds;
    std::shared_ptr<const TornadoView> tornado;
    std::shared_ptr<const MapView> map;
    std::shared_ptr<const TriedView> tried;
    std::shared_ptr<const DesignView> designs;

    std::shared_ptr<const TraceResult> trace;
    /// What the files of `trace` tell of the job; nullopt: what was read of them tells.
    std::optional<ToldJob> told;
    /// What is known of `trace`; null if no run is open.
    std::shared_ptr<const OpenRun> run;
    /// The day on which everything is ordered; nullopt is today.
    std::optional<std::chrono::sys_days> order_day;
    std::shared_ptr<const PlanSearch> search;
    std::string search_subject;   ///< The subject when the search was started.
    bool search_is_stale = false; ///< The scenario has changed since the search.

    /// The evaluation with the most complete findings that are known; null if there is no evaluation.
    std::shared_ptr<const Evaluation> evaluation() const;
    /// The scaling study of the plan as given; without points if there is none.
    const ScaleResult& given() const;
    /// The scaling study of the best plan at each size; without points if it is not computed yet.
    const ScaleResult& best() const;
    /// best() is missing or of an earlier state of the scenario, and is being computed. False if is_final.
    bool is_best_awaited() const;
    /// The main line is best(), which is asked for and known.
    bool is_best_main() const { return best_plan && !best().points.empty(); }
    const ScaleResult& scale() const { return is_best_main() ? best() : given(); }
    /// The line beside the main one; without points if there is none.
    const ScaleResult& other() const { return is_best_main() ? given() : best(); }
    /// What was asked for, not what stands in until it is found.
    bool is_main_found() const { return scale().replanned == best_plan; }
};

/// The name of what the scenario trains.
std::string subject(const Scenario& scenario, const Catalog& catalog);

} // namespace roofrack
