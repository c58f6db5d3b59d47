// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/plan.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// A plan as the commands print it.
nlohmann::ordered_json plan_json(const Plan& plan);
nlohmann::ordered_json plan_schema();

} // namespace roofrack
