// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack::cli {

/// JSON Schema (draft 2020-12) of what a command prints with `--json`. SI units unless a key ends in its
/// unit; null is unknown. Nothing for what is no command with --json.
std::optional<std::string> output_schema(std::string_view command);

/// Every command with --json.
std::vector<std::string> output_schema_names();

} // namespace roofrack::cli
