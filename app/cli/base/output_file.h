// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/base/commands.h"

#include <string>

namespace roofrack::cli {

/// A file that a command writes, and `--force`.
struct OutputFile {
    std::string path; ///< empty: none was named
    bool force = false;

    /// Adds `name` ("-o,--out") and `--force`.
    Option add_to(const Command& command, const std::string& name, const std::string& help);
    /// may_write() of core/base/files.
    Result<void> check() const;
    /// may_write_beside() of core/base/files.
    Result<void> check_beside(const std::string& input) const;
};

} // namespace roofrack::cli
