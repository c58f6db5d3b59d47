// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace roofrack {

/// "Rack (4 of 32)", or the fourth of single ones: base "Rack", of 32; of 0 where the name has no such
/// ending.
struct CountedName {
    std::string base;
    int of = 0;
};
CountedName counted_name(const std::string& name);
} // namespace roofrack
