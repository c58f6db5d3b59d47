// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/measured/measure/runs.h"
#include "core/step/collectives/expected_collective.h"
#include "validation/score.h"

namespace roofrack {

/// One published (collective, GPUs, message size) of an nccl-tests sweep, and the fabric it ran on as far as
/// its row tells.
struct CollectiveRow {
    std::string id, series, source, use;
    std::string fabric_name; ///< "A100-SXM4-40GB, Slingshot 11, 2x200Gb/s NICs per node", "H200 …, one node"
    Collective collective = Collective::all_reduce;
    double gpus = 0, bytes = 0;
    double seconds = 0;    ///< published, out of place
    std::string transport; ///< what decides: the GPU's architecture inside a domain, else the network's class
    std::string architecture; ///< architecture of the GPUs
    NetworkVariant variant = NetworkVariant::tuned;
    Fabric fabric;
    bool nvls = false;
    std::vector<std::string> assumed;
};

/// True of a table that holds sweeps of collectives rather than training runs.
bool holds_collectives(const Table& table);

/// Fails (what = the reason for skipping) without GPUs, message size, collective or known accelerator.
Result<CollectiveRow> collective_row(const RunRow& row, const Catalog& catalog);

/// All rows of a table that can be predicted; the others go to `skipped` with the reason. Fails (at `where`)
/// when a column is missing.
Result<std::vector<CollectiveRow>> collective_rows(const Table& table, const std::string& where,
                                                   const Catalog& catalog, bool core_only,
                                                   std::vector<SkippedRow>& skipped);

/// How the library ran.
TestedLibrary library_of(const CollectiveRow& row);
/// What nccl-tests is expected to print of the row, as `roofrack-cli collectives` does.
ExpectedCollective expected(const CollectiveRow& row);
/// Seconds that the formula gives, with other constants.
double predict(const CollectiveRow& row, const CollectiveConstants& constants);

} // namespace roofrack
