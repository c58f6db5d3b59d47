// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/collectives/collectives.h"
#include "core/measure/runs.h"

namespace roofrack {

/// One published (collective, GPUs, message size) of an nccl-tests sweep, and the fabric it ran on as far as
/// its row tells.
struct CollectiveRow {
    std::string id, series, source, use;
    std::string fabric_name; ///< "A100-SXM4-40GB, Slingshot 11, 2x200Gb/s NICs per node", "H200 …, one node"
    Collective collective = Collective::all_reduce;
    double gpus = 0, bytes = 0;
    double seconds = 0; ///< published, out of place
    NetworkVariant variant = NetworkVariant::tuned;
    Fabric fabric;
    bool nvls = false;
    std::vector<std::string> assumed;
};

/// True of a table that holds sweeps of collectives rather than training runs.
bool holds_collectives(const Table& table);

/// Fails (what = the reason for skipping) without GPUs, message size, collective or known accelerator.
Result<CollectiveRow> collective_row(const RunRow& row, const Catalog& catalog);

/// Seconds that the formula gives.
double predict(const CollectiveRow& row, const CollectiveConstants& constants);

} // namespace roofrack
