// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace roofrack::cli {

struct CollectiveOptions {
    std::string csv;
    bool json = false, core = false, markdown = false;
};

/// True when the file's header says that it holds sweeps of collectives.
bool is_collectives(const std::string& csv);
/// Predicts and prints; returns the exit code.
int validate_collectives_file(const CollectiveOptions& options);

} // namespace roofrack::cli
