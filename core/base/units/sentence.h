// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace roofrack {

/// A label within a sentence: "Power limit" → "power limit", "GPU power cap" as it is.
inline std::string in_sentence(std::string_view label) {
    const auto is_upper = [](char letter) { return letter >= 'A' && letter <= 'Z'; };
    std::string out(label);
    if (out.size() > 1 && is_upper(out[0]) && !is_upper(out[1]))
        out[0] = static_cast<char>(out[0] - 'A' + 'a');
    return out;
}

/// The other way: "site supply" → "Site supply".
inline std::string begin_sentence(std::string_view label) {
    std::string out(label);
    if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
    return out;
}

} // namespace roofrack
