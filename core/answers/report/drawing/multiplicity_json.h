// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/multiplicity/merge.h"
#include "core/drawing/multiplicity/split.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `split --json` and `merge --json` print: which groups were divided, and which became one.
nlohmann::ordered_json split_json(const SplitResult& split);
nlohmann::ordered_json split_schema();
nlohmann::ordered_json merge_json(const MergeResult& merged);
nlohmann::ordered_json merge_schema();

} // namespace roofrack
