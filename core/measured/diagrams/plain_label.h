// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace roofrack {

/// What a label shows: without tags and references of HTML where the style says that it is HTML, lines
/// without blanks at their ends, none of them empty.
std::string plain_label(std::string_view label, std::string_view style);

/// A name and how many of it there are: "DGX H100 × 32", "32 x DGX H100", "DGX H100 (32)".
struct CountedLabel {
    std::string name;
    int count = 1;
};
CountedLabel counted_label(std::string_view line);

} // namespace roofrack
