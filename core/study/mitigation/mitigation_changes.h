// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/prepared.h"
#include "core/study/mitigation/mitigations.h"

namespace roofrack {

/// A change that may mitigate; it is not judged yet.
struct MitigationChange {
    std::string id, action, caution;
    Scenario scenario;
    bool fewer_gpus = false; ///< GPUs are left out: it may run on fewer
};

/// What may mitigate `evaluation`, of the drawn scenario: another plan, checkpoints, precision; spares,
/// loaders, restarts and supply of the site; cables, storage and slow servers of the drawing.
std::vector<MitigationChange> mitigation_changes(const Prepared& prepared, const Evaluation& evaluation,
                                                 const Catalog& catalog, const std::stop_token& stop);

} // namespace roofrack
