// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace roofrack {

/// "a", "a and b", "a, b and c"; with `last` "or": "a, b or c".
inline std::string word_list(std::span<const std::string> words, std::string_view last = "and") {
    std::string out;
    for (size_t i = 0; i < words.size(); ++i) {
        if (i > 0 && i + 1 == words.size())
            out.append(" ").append(last).append(" ");
        else if (i > 0)
            out += ", ";
        out += words[i];
    }
    return out;
}

} // namespace roofrack
