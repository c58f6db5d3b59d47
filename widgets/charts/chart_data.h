// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/engine/evaluation.h"
#include "core/engine/gain.h"
#include "core/study/batch_plane.h"
#include "core/study/bottlenecks.h"
#include "core/study/limits/bottleneck_years.h"
#include "core/study/losses/run_losses.h"
#include "core/study/measured_against.h"
#include "core/study/published_against.h"
#include "core/study/scaling.h"
#include "core/study/scenario_curve.h"
#include "core/trace/trace.h"
#include "core/units/quantity.h"
#include "widgets/editor/plan_search.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

class Catalog;
class Prepared;
struct BlastRadii;
struct CoolingReport;
struct FacilityStudy;
struct GradientExchange;
struct MoneyStudy;
struct NetworkBalance;
struct PowerCaps;
struct ReductionStudy;
struct RoomStudy;
struct ScenarioColumn;
struct SiteFills;
struct SwingStudy;
struct WallStudy;
struct Year;

/// The limits of one accelerator, for the roofline chart.
struct Roofs {
    struct Peak {
        std::string precision; ///< "BF16"
        FlopRate rate{};       ///< dense
    };
    std::string accelerator; ///< "H100 SXM5 80 GB"
    ByteRate memory{};       ///< HBM; 0: unknown
    std::vector<Peak> peaks; ///< highest first
};

/// Everything that a chart may show, as plain values. Absent members give a chart its empty state.
struct ChartData {
    std::string scenario;   ///< its name
    std::string subject;    ///< what is trained: "Llama 3 405B"
    bool best_plan = false; ///< all is of the best plan found, else of the plan as given: the window's switch
    std::optional<Evaluation> evaluation;
    ScaleResult given;           ///< the study of the plan as given; no points: none
    ScaleResult best;            ///< of the best plan at each size; no points: not found yet
    std::optional<RunWork> work; ///< what the scenario does; none: it cannot be understood
    /// Other scenarios of the project that are put beside it, by the metric of `given`.
    std::vector<std::shared_ptr<const ScenarioCurve>> beside;
    bool is_beside_stale = false;             ///< one of them is being found
    std::vector<Bottleneck> bottlenecks;      ///< of `given`
    std::vector<Bottleneck> best_bottlenecks; ///< of `best`
    std::vector<BottleneckYear> years;        ///< of the evaluation, with newer hardware
    std::vector<Swing> swings;                ///< of the evaluation
    std::vector<RunLosses> losses;            ///< at the sizes of `given`
    std::shared_ptr<const BlastRadii> radii;  ///< of the drawn size; null: none
    BatchPlane batch;                         ///< days over batch and GPUs; no points without a token budget
    bool best_is_stale = false;               ///< none, or of what the scenario was before: it is being found
    std::shared_ptr<const TraceResult> trace;
    std::optional<PublishedAgainst> published; ///< the run that the scenario stands for
    std::vector<MeasuredStudy> measured;       ///< curves of measured rates, in the order of the scenario
    Roofs roofs;
    std::shared_ptr<const FacilityStudy> facility;    ///< null: none
    std::shared_ptr<const PowerCaps> caps;            ///< null: none
    std::shared_ptr<const SwingStudy> swing;          ///< likewise
    std::shared_ptr<const GradientExchange> exchange; ///< null: none
    std::shared_ptr<const NetworkBalance> balance;    ///< null: none
    std::shared_ptr<const MoneyStudy> money;          ///< null: none
    /// What the site's power could feed; null: none.
    std::shared_ptr<const SiteFills> fills;
    bool are_fills_stale = false;                   ///< none, or of what the scenario was before
    std::optional<std::chrono::sys_days> order_day; ///< on which all is ordered; none: today
    /// The project's scenarios beside each other; empty: none. A null one is being found.
    std::vector<std::shared_ptr<const ScenarioColumn>> columns;
    std::shared_ptr<const ReductionStudy> reduction;  ///< null: none
    std::shared_ptr<const WallStudy> wall;            ///< null: none
    std::shared_ptr<const CoolingReport> cooling;     ///< of the evaluation; null: none
    std::vector<std::shared_ptr<const Year>> weather; ///< the site's own climate first
    std::string weather_fault;                        ///< why there is none of its own
    std::shared_ptr<const RoomStudy> room;            ///< null: none
    std::string room_fault;                           ///< why there is none
    std::shared_ptr<const PlanSearch> search;
    std::string search_subject;   ///< what was trained when it was asked
    bool search_is_stale = false; ///< the scenario is another now

    /// The main line: the best plans' where they are asked for and known, else that of the plan as given.
    const ScaleResult& scale() const { return best_plan && !best.points.empty() ? best : given; }
    /// The line beside it; no points: none.
    const ScaleResult& other() const { return &scale() == &best ? given : best; }
    const std::vector<Bottleneck>& main_bottlenecks() const {
        return &scale() == &best ? best_bottlenecks : bottlenecks;
    }
    const std::vector<Bottleneck>& other_bottlenecks() const {
        return &scale() == &best ? bottlenecks : best_bottlenecks;
    }
    /// What was asked for, not what stands in until it is found.
    bool is_main_found() const { return scale().replanned == best_plan; }
};

/// The roofs of the scenario's first accelerator.
Roofs roofs(const Prepared& prepared, const Catalog& catalog);
/// The name of what the scenario trains.
std::string subject(const Scenario& scenario, const Catalog& catalog);

/// What is known of the answers now; where one is not known yet, that of an earlier snapshot of the same
/// scenario and plan stands in.
ChartData chart_data(const std::shared_ptr<const Answers>& answers);

} // namespace roofrack
