// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/draft/draft.h"
#include "core/step/engine/evaluation.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `draft --json` prints of the project that it wrote to `file`, and of the step that is predicted of
/// it.
nlohmann::ordered_json draft_json(const std::string& file, const DraftedProject& draft,
                                  const Evaluation& evaluation);
nlohmann::ordered_json draft_schema();

} // namespace roofrack
