// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/drawing_loads.h"
#include "core/engine/gain.h"
#include "core/study/batch_plane.h"
#include "core/study/bottlenecks.h"
#include "core/study/losses/run_losses.h"
#include "core/study/money/run_cost.h"
#include "core/study/scaling.h"
#include "widgets/editor/study_details.h"

#include <QtGlobal>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace roofrack {

struct BlastRadii;

/// All that the views show of one snapshot; computed together so that they agree.
struct EvaluationBundle {
    std::shared_ptr<const Scenario> scenario; ///< the snapshot it belongs to
    std::filesystem::path folder;             ///< of the project, where files that it names stand
    quint64 generation = 0;                   ///< rises with each request; 0: none yet
    bool best_plan = false;                   ///< all is of the best plan found, else of the plan as given
    std::optional<Prepared> prepared; ///< with that plan; nothing when the drawing cannot be understood
    std::optional<Prepared> as_given; ///< the same with the plan as given
    Evaluation evaluation;
    RunCost cost;      ///< of it
    ScaleResult given; ///< the study of the plan as given; no points when the drawing cannot be understood
    ScaleResult best;  ///< of the best plan at each size; no points before it was asked for
    std::vector<Swing> swings;                ///< all resources turned both ways
    std::vector<Bottleneck> bottlenecks;      ///< of `given`
    std::vector<Bottleneck> best_bottlenecks; ///< of `best`
    std::vector<RunLosses> losses;            ///< at the sizes of `given`
    std::shared_ptr<const BlastRadii> radii;  ///< of the drawn size; null where it is not known
    BatchPlane batch;                         ///< over its own sizes; no points without a token budget
    std::optional<StudyDetails> details;      ///< where they were asked for
    DrawingLoads loads; ///< of the evaluation; empty when the drawing cannot be understood
    double elapsed_ms = 0;
};

struct EvaluationRequest {
    std::shared_ptr<const Scenario> scenario;
    std::optional<ScaleMetric> metric{}; ///< empty: natural_metric()
    bool details = true;                 ///< what a window shows a moment later, too
    bool best_plan = false;         ///< ask all of the best plan found, not of the plan as given: a search
    bool study_best = false;        ///< study the best plan of the whole space at each size, too: a second
    Project jobs{};                 ///< project_of_jobs(): what runs beside the scenario
    std::filesystem::path folder{}; ///< as EvaluationBundle's
};

/// Turns a request into a bundle on the worker thread; may give up when stopped.
using Evaluator = std::function<EvaluationBundle(const EvaluationRequest&, const std::stop_token&)>;

/// The best plan at each size, and what binds there.
struct BestPlans {
    ScaleResult study;
    std::vector<Bottleneck> bottlenecks;
    bool has_moves = false; ///< find_moves() looked
};
/// At each size of the study as given, by its metric: about a second's work.
BestPlans best_plans(const EvaluationBundle& bundle, const std::stop_token& stop = {});
/// Where its borders come to stand with a change to their cause: about as long for each.
void find_moves(const EvaluationBundle& bundle, BestPlans& best, const std::stop_token& stop = {});

/// The engine's evaluation and study.
Evaluator engine_evaluator(const Catalog& catalog);

} // namespace roofrack
