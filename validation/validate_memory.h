// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/measured/measure/published/predicted_run.h"
#include "core/step/cost/bands/memory_spread.h"
#include "core/step/cost/parameters.h"
#include "validation/score.h"

namespace roofrack {

/// A published configuration against its GPU.
struct ConfigurationFit {
    std::string id;
    double needed = 0, capacity = 0; ///< B
};

/// How far a reading was from its prediction.
struct MemoryReading {
    std::string series, family, kind; ///< as Residual's
    double error = 0;                 ///< ln(predicted ÷ read)
};

/// A run that ran: its GPU had at least what it needed.
struct RanInMemory {
    std::string id, series, family, kind;
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
    ConfigurationFit tightest;               ///< the tightest of those that fit
    double tightest_doubled = 0;             ///< B that it needs with twice the micro-batch
    std::vector<MemoryReading> readings;     ///< readings of `rows`, in their order
    std::vector<RanInMemory> ran;            ///< every run that can be predicted
};

/// The widths behind the bands of memory, from all readings but those of `held_out` (a series; empty: from
/// all): what holds the nominal share of |ln(predicted ÷ read)|, each series weighing the same, times
/// finite_sample_factor(). For stacks without readings: at least the dense one's times that of so few stacks,
/// and what their runs ran with beyond what the model finds their GPU to have.
MemorySpread derive_memory_spread(const MemoryValidation& memory, std::string_view held_out = {});

/// Predicts every row with a figure in mem_gb: the allocator's reserved memory in GiB where the stack's logs
/// print that, the activations alone in GiB where the metric says so, the peak of what was allocated where
/// the notes say so, else all of the GPU's memory in GB. Bands: each series without its own readings.
MemoryValidation validate_memory(const Table& table, const Catalog& catalog, const CostParameters& parameters,
                                 bool only_core = false);

} // namespace roofrack
