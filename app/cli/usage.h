// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

namespace roofrack::cli {

/// No option takes an empty value: it is mostly a script's variable that was never set.
void refuse_empty_values(CLI::App& app);

/// A number from `low` to `high`; NaN is none, which CLI::Range lets pass.
CLI::Validator number_between(double low, double high);

/// What CLI11 found wrong with the call, as "COMMAND: what: what to do".
Diagnostic usage_fault(const CLI::App& app, const CLI::ParseError& error);

} // namespace roofrack::cli
