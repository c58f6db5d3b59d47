// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/joined_units.h"

#include <algorithm>
#include <string_view>

namespace roofrack {

std::string with_joined_units(const std::string& text) {
    constexpr std::string_view units[] = {"%",  "×",   "°C", "K", "W",    "kW", "MW",  "GW",   "s",  "ms",
                                          "µs", "min", "h",  "d", "days", "yr", "B",   "kB",   "MB", "GB",
                                          "TB", "GPU", "t",  "m", "GPUs", "Hz", "GHz", "racks"};
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        const bool follows_number = text[i] == ' ' && i > 0 && text[i - 1] >= '0' && text[i - 1] <= '9';
        const size_t end = std::min(text.find_first_of(" ,.;:)", i + 1), text.size());
        if (follows_number &&
            std::ranges::find(units, std::string_view(text).substr(i + 1, end - i - 1)) != std::end(units))
            out += "\u00A0";
        else
            out += text[i];
    }
    return out;
}

} // namespace roofrack
