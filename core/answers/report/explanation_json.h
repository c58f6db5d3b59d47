// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/explanation.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// {name, value, unit, formula, inputs, source, sure} and, beside them, `operation`: the formula as nested
/// lists, ["product", {"input": 0}, 2, …], null for an input of the model; `origin`: {kind, where, key} of an
/// input of the model, else null; `note`. A value that is not finite is null.
nlohmann::ordered_json explanation_json(const Explanation& explanation);
nlohmann::ordered_json explanation_schema();

} // namespace roofrack
