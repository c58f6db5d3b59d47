// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/transfer/transfer.h"

#include <string_view>
#include <vector>

namespace roofrack {

/// What transfer_test() says of the program's own complete core runs, each property in turn, figures only
/// (`rows`, `skipped` and `borrowed` are empty): it takes minutes, so tools/validation keeps it beside the
/// factors (resources/cost/left_out.json).
const std::vector<TransferTest>& left_out_figures();

/// Reads such a file. Fails where a figure is missing or a property unknown.
Result<std::vector<TransferTest>> parse_left_out_figures(std::string_view json, std::string_view where);

} // namespace roofrack
