// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/drawing_loads.h"
#include "core/study/scaling.h"

#include <QtGlobal>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace roofrack {

/// All that the views show of one snapshot; computed together so that they agree.
struct EvaluationBundle {
    std::shared_ptr<const Scenario> scenario; ///< the snapshot it belongs to
    quint64 generation = 0;                   ///< rises with each request; 0: none yet
    std::optional<Prepared> prepared;         ///< nothing when the drawing cannot be understood
    Evaluation evaluation;
    ScaleResult scale;  ///< no points when the drawing cannot be understood
    DrawingLoads loads; ///< of the evaluation; empty when the drawing cannot be understood
    double elapsed_ms = 0;
};

struct EvaluationRequest {
    std::shared_ptr<const Scenario> scenario;
    std::optional<ScaleMetric> metric{}; ///< empty: natural_metric()
    bool replan = false;                 ///< choose TP, PP and micro-batch anew at each count of the sweep
};

/// Turns a request into a bundle on the worker thread; may give up when stopped.
using Evaluator = std::function<EvaluationBundle(const EvaluationRequest&, const std::stop_token&)>;

/// The engine's evaluation and sweep.
Evaluator engine_evaluator(const Catalog& catalog);

/// What a workload is scaled by unless somebody chooses: a profile whose step was measured on one GPU keeps
/// its batch per GPU (throughput), all else its global batch.
ScaleMetric natural_metric(const Scenario& scenario, const Catalog& catalog);

} // namespace roofrack
