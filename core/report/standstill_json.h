// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/standstill.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// An object of a command, behind {feasible, reasons}: whether what it is about runs, and all that stops it.
nlohmann::ordered_json with_standstill(const Standstill& standstill, const nlohmann::ordered_json& body);
/// The same of its schema.
nlohmann::ordered_json with_standstill_schema(nlohmann::ordered_json schema);

} // namespace roofrack
