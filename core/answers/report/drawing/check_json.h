// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/check/rule_table.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `check --json` prints.
nlohmann::ordered_json check_json(const Findings& findings);
/// What `check --rules --json` prints.
nlohmann::ordered_json rules_json(std::span<const Rule> rules);
/// The schema of either.
nlohmann::ordered_json check_schema();

} // namespace roofrack
