// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/transfer/classes.h"
#include "core/measure/validate.h"

#include <functional>

namespace roofrack {

/// A class of a transfer test: what factors and bands that never saw it say of it.
struct TransferClass {
    std::string name;
    Figures figures;
    std::vector<std::string> borrowed; ///< factors that no other run informs
};

struct TransferTest {
    LeftOut by = LeftOut::generation;
    std::vector<TransferClass> classes;
    Figures all;                    ///< of all left-out runs
    std::vector<ValidatedRow> rows; ///< the left-out runs, class by class
    std::vector<SkippedRow> skipped;
    double nominal_coverage = 0.8;
};

/// Called with the classes done, those to do, and the one done last.
using TransferProgress = std::function<void(size_t done, size_t of, const std::string& name)>;

/// Leaves every class out of the fit and the bands in turn and predicts it. A class's band has the width that
/// holds the nominal share of the left-out runs of the other classes (conformal: Vovk 2005), each series
/// weighing the same; above 1,024 GPUs, that of the runs above a quarter of them predicted without all
/// these; where there is no other class, that of an unknown stack on an unknown generation. `only_core`: rows
/// with use = core and config_complete = yes. Fails (where: the file) without the columns of RUNS.csv or when
/// no run falls in a class. `progress` is called from several threads, one at a time.
Result<TransferTest> transfer_test(const Table& table, const std::string& where, const Catalog& catalog,
                                   const CostParameters& parameters, LeftOut by, bool only_core = false,
                                   const TransferProgress& progress = {});

} // namespace roofrack
