// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/transfer/transfer.h"

#include <nlohmann/json_fwd.hpp>
#include <span>

namespace roofrack {

/// What `validate --leave-out … --json` prints: errors in per cent, unknown is null.
nlohmann::ordered_json transfer_json(const TransferTest& test);
nlohmann::ordered_json transfer_schema();

/// What `validate --leave-out all --json` prints: of every property and class its figures.
nlohmann::ordered_json left_out_json(std::span<const TransferTest> tests);
nlohmann::ordered_json left_out_schema();

} // namespace roofrack
