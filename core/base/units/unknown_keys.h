// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <string>

namespace roofrack {

/// Keys of a JSON file that this version does not know, kept with their text so that saving loses nothing.
using UnknownKeys = std::map<std::string, std::string, std::less<>>;

} // namespace roofrack
