// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// An array of findings as the commands print them, and the schema of one.
nlohmann::ordered_json findings_json(const std::vector<Finding>& findings);
nlohmann::ordered_json finding_schema();

/// An array of the findings that the project accepts, each with the `reason`.
nlohmann::ordered_json waived_json(const std::vector<WaivedFinding>& waived);
nlohmann::ordered_json waived_schema();

} // namespace roofrack
