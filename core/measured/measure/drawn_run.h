// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/templates/outlined_cluster.h"
#include "core/step/cost/step.h"
#include "core/step/engine/prepared.h"

#include <memory>

namespace roofrack {

/// The cluster of a published run, drawn and prepared once: predictions by other factors or other plans are
/// then the cost model alone, on the same fabric and at the same clocks as evaluate()'s. Immutable; may be
/// used from several threads.
class DrawnRun {
public:
    /// Fails as outlined_cluster() and Prepared::make() do.
    static Result<std::shared_ptr<const DrawnRun>> make(const ClusterOutline& outline,
                                                        const Catalog& catalog);

    const ClusterOutline& outline() const;
    const Cluster& cluster() const;
    const std::vector<std::string>& assumed() const; ///< what the drawing adds to the outline
    const Fabric& fabric() const;

    /// Productive step on all drawn GPUs, s: `inputs` on fabric(), with the site's stragglers and the clocks
    /// that power and heat leave, as evaluate() puts them on; without checkpoints and failures.
    double productive_step(const StepInputs& inputs) const;

    struct Impl;
    explicit DrawnRun(std::shared_ptr<const Impl> impl)
        : m_impl(std::move(impl)) {}

private:
    std::shared_ptr<const Impl> m_impl;
};

} // namespace roofrack
