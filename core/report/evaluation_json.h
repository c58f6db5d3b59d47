// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/evaluation.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `evaluate --json` prints: SI units unless a key ends in its unit, unknown is null.
nlohmann::ordered_json evaluation_json(const Evaluation& evaluation);
nlohmann::ordered_json evaluation_schema();

} // namespace roofrack
