// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace roofrack {

/// What the names in a style's footer stand for.
struct FooterFacts {
    std::string date, project;
    size_t page = 1, pages = 1; ///< a web page is one
};

/// The footer as it stands at the foot: {date}, {page}, {pages} and {project} are filled in.
std::string footer_text(std::string_view footer, const FooterFacts& facts);
/// What stands at the right of the foot of a page: "3 / 8" without a footer, and behind one that numbers no
/// pages itself.
std::string numbered_footer(std::string_view footer, const FooterFacts& facts);
/// It says the number of the page itself.
bool numbers_pages(std::string_view footer);
/// The first name in braces that is none of these, "{day}"; a brace without its other one likewise.
std::optional<std::string> unknown_in_footer(std::string_view footer);

} // namespace roofrack
