// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/cost/parameters.h"
#include "core/measure/runs.h"
#include "core/measure/score.h"

namespace roofrack {

/// A published configuration against its GPU.
struct ConfigurationFit {
    std::string id;
    double needed = 0, capacity = 0; ///< B
};

/// Published memory figures, and whether published configurations fit.
struct MemoryValidation {
    std::vector<ValidatedRow> rows; ///< metric "mem_gb", in the unit that the row prints
    std::vector<SkippedRow> skipped;
    Figures all;
    std::vector<FigureGroup> by_series;
    size_t configurations = 0;               ///< use = core, config_complete = yes
    std::vector<ConfigurationFit> exceeding; ///< those that would not fit
    ConfigurationFit tightest;               ///< of those that fit
    double tightest_doubled = 0;             ///< B that it needs with twice the micro-batch
};

/// Predicts every row with a figure in mem_gb: the allocator's reserved memory in GiB where the stack's logs
/// print that, the activations alone in GiB where the metric says so, else all of the GPU's memory in GB.
MemoryValidation validate_memory(const Table& table, const Catalog& catalog, const CostParameters& parameters,
                                 bool only_core = false);

} // namespace roofrack
