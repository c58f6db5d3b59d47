// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/finding.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// An array of findings as the commands print them, and the schema of one.
nlohmann::ordered_json findings_json(const std::vector<Finding>& findings);
nlohmann::ordered_json finding_schema();

/// What `check --json` prints.
nlohmann::ordered_json check_json(const std::vector<Finding>& findings);
nlohmann::ordered_json check_schema();

} // namespace roofrack
