// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace roofrack {

/// The four characters that JSON allows between its tokens (RFC 8259 section 2).
inline bool is_json_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// The first place at or behind `at` that is none of them; the end of the text where all are.
inline size_t skip_json_space(std::string_view text, size_t at) {
    while (at < text.size() && is_json_space(text[at])) ++at;
    return at;
}

} // namespace roofrack
