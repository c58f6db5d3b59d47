// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/search/search.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace roofrack {

/// What `search --json` prints. SI units; unknown is null.
nlohmann::ordered_json search_json(const SearchResult& result);
/// What `search --json` prints where nothing could be searched: what is not known is null.
nlohmann::ordered_json search_without_plans_json(const std::string& reason);
nlohmann::ordered_json search_schema();

} // namespace roofrack
