// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/present/slide_content.h"
#include "core/base/model/project.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `present --json` prints. `is_drafted`: the project has no slides, and these are its first ones.
nlohmann::ordered_json deck_json(const Project& project, const std::vector<SlideContent>& slides,
                                 bool is_drafted);
nlohmann::ordered_json deck_schema();

} // namespace roofrack
