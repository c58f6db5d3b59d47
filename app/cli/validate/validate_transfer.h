// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/csv_table.h"
#include "core/step/cost/bands/uncertainty.h"

#include <filesystem>
#include <string>

namespace roofrack::cli {

struct TransferOptions {
    std::string left_out; ///< a name of LeftOut
    bool core = false, json = false, markdown = false;
    bool kept = false; ///< the program's own runs, by the errors that it keeps
};

/// How far a transfer test is, on a terminal's stderr: one line that is written over.
void show_transfer(size_t done, size_t of, const std::string& name);

/// Leaves each class of the property out of fit and bands and predicts it; how far it is goes to stderr.
/// Returns the exit code.
int validate_transfer(const Table& runs, const std::string& where, const TransferOptions& options);

/// Leaves every class of every property out of the fit and writes what its runs are off by; returns the exit
/// code.
int write_left_out_errors(const Table& runs, const std::string& where, const std::filesystem::path& file);

/// The spreads of the program's own runs: of steps from the errors that it keeps, of memory from the
/// readings.
Result<Uncertainty> spreads_of(const Table& runs, const std::string& where);

/// What the program keeps of the same tests of its own runs.
int show_left_out_figures(bool json, bool markdown);

/// Chances that one of two runs is the faster held against which one was; returns the exit code.
int show_odds_reliability(const Table& runs, const std::string& where, bool json, bool markdown);

} // namespace roofrack::cli
