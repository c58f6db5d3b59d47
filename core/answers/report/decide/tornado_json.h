// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/input_tornado.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `tornado --json` prints.
nlohmann::ordered_json tornado_json(const std::vector<FigureTornado>& tornados);
nlohmann::ordered_json tornado_schema();

} // namespace roofrack
