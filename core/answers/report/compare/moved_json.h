// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/moved/moved_figures.h"

#include <nlohmann/json.hpp>

namespace roofrack {

/// What `moved --json` prints.
nlohmann::ordered_json moved_json(const MovedFigures& moved);
nlohmann::ordered_json moved_schema();

} // namespace roofrack
