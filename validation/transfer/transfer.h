// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/transfer/level_spreads.h"
#include "validation/validate.h"

#include <functional>

namespace roofrack {

/// Called with the classes done, those to do, and the one done last.
using TransferProgress = std::function<void(size_t done, size_t of, const std::string& name)>;

/// Leaves every class of the property out of the fit in turn and keeps what its runs are off by in `errors`.
/// Returns what nobody else informed, a list a class.
std::vector<std::vector<std::string>> leave_out(std::span<const ValidationRun> runs, LeftOut by,
                                                const CostParameters& parameters, LeftOutErrors& errors,
                                                const TransferProgress& progress = {});

/// The test of a property from errors that are known. A class's bands are those of the program derived anew
/// without any of its runs (level_spreads). Fails (where: the file) when no run falls in a class.
Result<TransferTest> transfer_test(std::span<const ValidationRun> runs, const std::string& where,
                                   const LeftOutErrors& errors, LeftOut by);

/// Leaves every class out of the fit and the bands in turn and predicts it; of the other properties the
/// errors that the program keeps of its own runs take part in the bands. `only_core`: rows with use = core
/// and config_complete = yes. Fails (where: the file) without the columns of RUNS.csv or when no run falls in
/// a class. `progress` is called from several threads, one at a time.
Result<TransferTest> transfer_test(const Table& table, const std::string& where, const Catalog& catalog,
                                   const CostParameters& parameters, LeftOut by, bool only_core = false,
                                   const TransferProgress& progress = {});

/// The runs of the table that can be predicted, as every transfer test takes them.
Result<std::vector<ValidationRun>> transfer_runs(const Table& table, const std::string& where,
                                                 const Catalog& catalog, const CostParameters& parameters,
                                                 bool only_core, std::vector<SkippedRow>& skipped);

} // namespace roofrack
