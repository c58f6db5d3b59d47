// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

#include <string>

namespace roofrack::cli {

/// A file that a command writes, and `--force`.
struct OutputFile {
    std::string path; ///< empty: none was named
    bool force = false;

    /// Adds `name` ("-o,--out") and `--force`.
    CLI::Option* add_to(CLI::App& command, const std::string& name, const std::string& help);
    /// Fails when the file exists and `--force` was not given. To be asked before anything is computed.
    Result<void> check() const;
    /// The same, and never over `input`, not even by force: another kind of file would take its place.
    Result<void> check_beside(const std::string& input) const;
};

} // namespace roofrack::cli
