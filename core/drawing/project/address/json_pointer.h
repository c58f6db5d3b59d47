// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// The keys of a JSON pointer ("/plan/tp"), without its escapes.
std::vector<std::string> pointer_tokens(std::string_view pointer);

/// Index of a list's member by number, or by its id as drawings are easier to address; none: there is none.
std::optional<size_t> index_in(const nlohmann::ordered_json& list, const std::string& token);

/// A member of a list, at `path`, that there is not: the nearest id, or what may be given.
Diagnostic no_member(const nlohmann::ordered_json& list, const std::string& path, const std::string& token);

} // namespace roofrack
