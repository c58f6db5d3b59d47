// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "catalog/catalog.h"
#include "engine/evaluation.h"
#include "project/project.h"

#include <memory>
#include <span>
#include <stop_token>

namespace roofrack {

/// A scenario with everything resolved that does not depend on the plan or the GPU count: fabric, model,
/// accelerator, facility. Immutable; may be used from several threads.
class Prepared {
public:
    /// Fails (Diagnostic with a JSON pointer) when the scenario cannot be understood: no GPU, unknown part or
    /// model, cyclic containment.
    static Result<Prepared> make(const Scenario& scenario, const Catalog& catalog);

    const Scenario& scenario() const;
    const Fabric& fabric() const;

    struct Impl;
    const Impl& impl() const { return *m_impl; }

private:
    std::shared_ptr<const Impl> m_impl;
};

struct EvaluateOptions {
    double gpus = 0;                    ///< 0: all that are drawn
    bool findings = true;               ///< rank what binds (some twenty more model runs)
    std::optional<Plan> plan;           ///< instead of the scenario's
    std::optional<double> global_batch; ///< instead of the scenario's
};

/// One step on `options.gpus` GPUs. Never fails: an infeasible plan is an Evaluation with feasible = false
/// and findings.
Evaluation evaluate(const Prepared& prepared, const EvaluateOptions& options = {});

/// Adds what check_cluster() found in the drawing, the graver first.
void add_drawing_findings(Evaluation& evaluation, std::vector<Finding> drawing);

/// Drawing faults first: a scenario that cannot be prepared gives an infeasible Evaluation whose findings say
/// why.
Evaluation evaluate_or_explain(const Scenario& scenario, const Catalog& catalog,
                               const EvaluateOptions& options = {});

/// The sweep over GPU counts (model.md section 6). `replan`: choose TP, PP and micro-batch anew at each
/// count.
ScaleResult scale(const Prepared& prepared, std::span<const double> gpus,
                  ScaleMetric metric = ScaleMetric::fixed_batch, bool replan = false,
                  std::stop_token stop = {});

/// GPU counts of the sweep: the drawn count halved and doubled, so that plans whose degrees divide it divide
/// the others too; from min(8, scale-up domain) to 8 × the drawn count, at least 1…64 for small drawings, up
/// to 131,072 or the drawn count. Where halving ends at an odd count, powers of two go on below it.
std::vector<double> sweep_counts(double drawn_gpus, double scale_up_domain);

/// Every power of two from first to last and both ends.
std::vector<double> gpu_counts(double first, double last);

} // namespace roofrack
