// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/published/validated_row.h"
#include "core/measured/measure/runs.h"

namespace roofrack {

/// Published runs beside their predictions.
struct ListedRuns {
    std::vector<ValidatedRow> rows; ///< without layout
    size_t skipped = 0;             ///< that cannot be predicted
    double nominal = 0.8;           ///< coverage of the bands
};

/// The published runs that the program carries with the predictions of `validate`, which tools/validation
/// keeps beside them (resources/runs/predictions.csv): what stands in the runs' own files is read there. Read
/// when it is asked for first; thread-safe.
const ListedRuns& listed_runs();

/// Reads such a file: one line per run that can be predicted, in the order of `runs`. Fails (`where`: the
/// file) when a column is missing, a figure is not a positive number, a line is of no run of `runs`, or two
/// are of one.
Result<ListedRuns> parse_predictions(std::string_view csv, std::string_view where, const Table& runs);

/// The file of these rows, to 12 digits.
std::string predictions_file(std::span<const ValidatedRow> rows);

} // namespace roofrack
