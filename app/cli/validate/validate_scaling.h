// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace roofrack::cli {

/// Holds the last count of each curve of measured rates back and foretells it. Returns the exit code.
int validate_scaling_file(const std::string& csv, bool json, bool markdown);

} // namespace roofrack::cli
