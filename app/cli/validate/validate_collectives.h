// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace roofrack::cli {

struct CollectiveOptions {
    std::vector<std::string> csv;
    std::string leave_out; ///< "source", "fabric" or nothing
    bool json = false, core = false, markdown = false;
};

/// True when the headers of all files say that they hold sweeps of collectives.
bool are_collectives(const std::vector<std::string>& csv);
/// Predicts and prints; returns the exit code.
int validate_collectives_files(const CollectiveOptions& options);

} // namespace roofrack::cli
