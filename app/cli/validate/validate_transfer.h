// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/runs.h"

#include <string>

namespace roofrack::cli {

struct TransferOptions {
    std::string left_out; ///< a name of LeftOut
    bool core = false, json = false, markdown = false;
};

/// How far a transfer test is, on a terminal's stderr: one line that is written over.
void show_transfer(size_t done, size_t of, const std::string& name);

/// Leaves each class of the property out of fit and bands and predicts it; how far it is goes to stderr.
/// Returns the exit code.
int validate_transfer(const Table& runs, const std::string& where, const TransferOptions& options);

/// What the program keeps of the same tests of its own runs.
int show_left_out_figures(bool json, bool markdown);

} // namespace roofrack::cli
