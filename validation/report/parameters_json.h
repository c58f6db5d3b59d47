// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/audit.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `parameters --json` prints: every fitted constant in its own unit, unknown is null.
nlohmann::ordered_json parameters_json(const std::vector<AuditedConstant>& constants);
nlohmann::ordered_json parameters_schema();

} // namespace roofrack
