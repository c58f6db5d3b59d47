// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <CLI/CLI.hpp>

namespace roofrack::cli {

/// No option takes an empty value: it is mostly a script's variable that was never set.
void refuse_empty_values(CLI::App& app);

/// What CLI11 found wrong with the call, as "COMMAND: what: what to do".
Diagnostic usage_fault(const CLI::App& app, const CLI::ParseError& error);

} // namespace roofrack::cli
