// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace roofrack {

/// UTF-8 text that a terminal or a label shows and does not obey: control characters other than line feed
/// (with or without a return before it) and tab, those that turn the direction of writing, and all others
/// that are not seen become "\u001b", which is the same in JSON; bytes that are no UTF-8 become "\xff".
std::string printable(std::string_view text);

/// Text as by printable(), for what is one line, such as a message: a name with a line feed would begin
/// another.
std::string printable_line(std::string_view text);

/// How many bytes at the end of `text` begin a character, or the end of a line, that is not complete: 0 to 3.
size_t unfinished_bytes(std::string_view text);

} // namespace roofrack
