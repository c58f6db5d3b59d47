// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/diagnosis/diagnosis.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `diagnose --json` prints.
nlohmann::ordered_json diagnosis_json(const Diagnosis& diagnosis);
nlohmann::ordered_json diagnosis_schema();

} // namespace roofrack
