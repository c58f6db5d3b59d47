// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `search --json` prints. SI units; unknown is null.
nlohmann::ordered_json search_json(const SearchResult& result);
nlohmann::ordered_json search_schema();

} // namespace roofrack
