// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/drawing/containment.h"
#include "core/drawing/network/network_borders.h"
#include "core/step/engine/prepared.h"

#include <string>
#include <vector>

namespace roofrack {

/// The load of one part of the step on a link: tensor_comm, context_comm, expert_comm, pipeline_comm,
/// data_comm, input (reading samples) or checkpoint (writing them).
struct PartLoad {
    StepPart part = StepPart::data_comm;
    Bytes bytes{};     ///< bytes of all cables of the link, one direction, in a step
    Seconds running{}; ///< in a step, hidden behind computation or not
    double load = 0;   ///< share of the link's limit while it runs, at most 1
};

/// A drawn link of the network during a step, all its cables in all instances together, one direction (the
/// other carries as much; of storage the busier one).
struct LinkLoad {
    std::string id;
    int link = 0;                ///< into Cluster::links of the scenario that was evaluated
    ByteRate capacity{};         ///< line rate of the cables that are up
    ByteRate limit{};            ///< what other jobs, hashing of flows and the library leave of it
    ByteRate mean{};             ///< over the step, checkpoints and failures included
    std::vector<PartLoad> parts; ///< the busiest while it runs first

    double mean_load() const { return limit.si() > 0 ? mean / limit : 0; }
    /// While the busiest part runs.
    double load() const { return parts.empty() ? 0 : parts.front().load; }
};

/// Loads of all drawn links between servers, switches and storage, in drawn order. Links that carry nothing
/// (one GPU, one server) have no parts; links that no step uses (a management network, spare cables to
/// nothing) are left out.
///
/// A link carries what leaves the block of GPUs below it (fabric_levels.h): BorderTraffic::leaving(b) bytes
/// for each of the block's b GPUs, spread over all cables that leave the block in proportion to their rate. A
/// link's limit is its line rate × (1 − background load) × routing factor of its level × the share that a
/// collective reaches (rate_share, the software's network quality); the step time is computed from the same
/// figures, so that the link that binds a long collective is at its limit while it runs. In a torus the
/// fullest axis counts. Idle GPUs (evaluation.gpus below the drawing) send nothing.
std::vector<LinkLoad> link_loads(const Prepared& prepared, const Evaluation& evaluation,
                                 const Network& network, const NetworkBorders& borders);

} // namespace roofrack
