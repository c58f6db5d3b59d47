// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/tried_family.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `try` prints with --json, with --csv (a line a value, figures as they are stored) and with
/// --markdown.
nlohmann::ordered_json tried_json(const TriedFamily& family);
nlohmann::ordered_json tried_schema();
std::string tried_csv(const TriedFamily& family);
std::string tried_markdown(const TriedFamily& family);

} // namespace roofrack
