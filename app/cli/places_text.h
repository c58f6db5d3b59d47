// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace roofrack::cli {

/// "a, b, c": ids for a reader; of very many the first ones, "and 29,950 more".
std::string places_text(const std::vector<std::string>& ids);

} // namespace roofrack::cli
