// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluation.h"
#include "core/step/engine/prepared.h"
#include "core/step/engine/storage_traffic.h"

namespace roofrack {

/// What brings a step its samples, and whether it is enough. All figures of one step at the workload's batch.
struct InputSupply {
    double gpus = 0, servers = 0;
    double samples = 0;     ///< a step
    Bytes sample{}, step{}; ///< sample of one, and of all that a step reads
    Seconds busy{};         ///< a step that never waits for input, checkpoints and failures apart

    ByteRate needed{};           ///< from the storage, to keep that pace
    ByteRate storage{}, links{}; ///< what all drawn storage reads, and what its links carry; 0: not drawn
    ByteRate reached{};          ///< the less of the two
    double server_needed = 0;    ///< samples/s that a server's loaders must prepare for that pace
    double server_rate = 0;      ///< rate of what they do; 0: not limiting
    double cores_needed = 0;     ///< CPU cores of a server for that; 0: no time of a sample is given
    std::optional<double> cores; ///< cores that there are; none: not known
    InputNeeds needs;            ///< as the engine has them
    Seconds checkpoint_write{}, checkpoint_interval{}; ///< beside the training; 0: none is written so

    Seconds wait{};   ///< wait of a step: the part `input` of the breakdown
    double share = 0; ///< share of the step with all that slows it
    InputLimit limit = InputLimit::nothing;
};

/// `evaluation`: what evaluate() said about `prepared` at the workload's batch; its plan must have a step.
InputSupply input_supply(const Prepared& prepared, const Evaluation& evaluation);

} // namespace roofrack
