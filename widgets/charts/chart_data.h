// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/shown_answers.h"
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
/// no snapshot of one scenario answers. What is absent gives a chart its empty state.
struct ChartData : ShownAnswers {
    ChartData() = default;
    /// What is known of these answers.
    explicit ChartData(const std::shared_ptr<const Answers>& answers);

    std::string scenario;   ///< its name
    std::string subject;    ///< what is trained: "Llama 3 405B"
    bool best_plan = false; ///< all is of the best plan found, else of the plan as given: the window's switch
    bool is_final = false;  ///< nothing more will be found: a sheet or slide does not say what is awaited

    /// Other scenarios of the project that are put beside it, by the metric of given().
    std::vector<std::shared_ptr<const ScenarioCurve>> beside;
    bool is_beside_stale = false; ///< one of them is being found
    /// The project's scenarios beside each other; empty: none. A null one is being found.
    std::vector<std::shared_ptr<const ScenarioColumn>> columns;
    /// What limits each of the project's scenarios; empty: not asked. A null one is being found.
    std::vector<std::shared_ptr<const LimitRow>> limits;
    std::shared_ptr<const ComparisonView> comparison; ///< null: not asked
    std::shared_ptr<const OddsView> odds;             ///< null: not asked
    std::shared_ptr<const TornadoView> tornado;       ///< null: not asked
    std::shared_ptr<const MapView> map;               ///< null: not asked
    std::shared_ptr<const TriedView> tried;           ///< null: not asked
    std::shared_ptr<const DesignView> designs;        ///< null: not asked
    std::shared_ptr<const TraceResult> trace;
    std::shared_ptr<const OpenRun> run;             ///< what is known of `trace`; null: none is open
    std::optional<std::chrono::sys_days> order_day; ///< on which all is ordered; none: today
    std::shared_ptr<const PlanSearch> search;
    std::string search_subject;   ///< what was trained when it was asked
    bool search_is_stale = false; ///< the scenario is another now

    /// With the fullest findings that are known; null: none.
    std::shared_ptr<const Evaluation> evaluation() const;
    /// The scaling study of the plan as given; no points: none.
    const ScaleResult& given() const;
    /// The scaling study of the best plan at each size; no points: not found yet.
    const ScaleResult& best() const;
    /// best() is none, or of what the scenario was before: it is being found. Never where all is final.
    bool is_best_awaited() const;
    /// The main line is best(): it is asked for and known.
    bool is_best_main() const { return best_plan && !best().points.empty(); }
    const ScaleResult& scale() const { return is_best_main() ? best() : given(); }
    /// The line beside it; no points: none.
    const ScaleResult& other() const { return is_best_main() ? given() : best(); }
    /// What was asked for, not what stands in until it is found.
    bool is_main_found() const { return scale().replanned == best_plan; }
};

/// The name of what the scenario trains.
std::string subject(const Scenario& scenario, const Catalog& catalog);

} // namespace roofrack
