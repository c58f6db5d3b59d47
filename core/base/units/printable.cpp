// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/printable.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {
namespace {

unsigned byte_at(std::string_view text, size_t at) { return static_cast<unsigned char>(text[at]); }

/// The length of the character that begins with this byte; 0 for a byte that begins none.
size_t length_from(unsigned first) {
    if (first < 0x80) return 1;
    if (first < 0xc2) return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

bool continues(std::string_view text, size_t at) { return (byte_at(text, at) & 0xc0) == 0x80; }

struct Character {
    char32_t code = 0;
    size_t length = 0; ///< bytes; 0: the first byte is no UTF-8
};

Character first_character(std::string_view text) {
    const unsigned first = byte_at(text, 0);
    const size_t length = length_from(first);
    if (length == 0 || length > text.size()) return {};
    char32_t code = length == 1 ? first : first & (0x7fU >> length);
    for (size_t i = 1; i < length; ++i) {
        if (!continues(text, i)) return {};
        code = code << 6 | (byte_at(text, i) & 0x3fU);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = code >= 0xd800 && code < 0xe000;
    return code < least[length] || code > 0x10ffff || is_surrogate ? Character{} : Character{code, length};
}

struct CodeRange {
    char32_t first, last;
};
/// Unicode 15's Bidi_Control and Default_Ignorable_Code_Point, its other format characters (Cf) that no sign
/// stands for, its separators of lines and paragraphs, and the two codes that no XML can hold.
constexpr CodeRange unseen_codes[] = {
    {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},     {0x115f, 0x1160},   {0x17b4, 0x17b5},
    {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},   {0x3164, 0x3164},
    {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0xfffe, 0xffff},
    {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

bool is_obeyed(char32_t code) {
    if (code == '\n' || code == '\t') return false;
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true;
    return std::ranges::any_of(
        unseen_codes, [code](const CodeRange& range) { return code >= range.first && code <= range.last; });
}

/// "\u200f"; beyond the first 65,536 as JSON writes them, in two.
std::string escaped(char32_t code) {
    constexpr char32_t first_of_two = 0x10000;
    if (code < first_of_two) return fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    const auto rest = static_cast<unsigned>(code - first_of_two);
    return fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + (rest >> 10), 0xdc00 + (rest & 0x3ff));
}

/// Nearly all of what is printed.
bool is_plain(char c) { return (c >= ' ' && c <= '~') || c == '\n'; }

} // namespace

std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const size_t plain = std::ranges::find_if_not(text, is_plain) - text.begin();
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) break;
        if (text.starts_with("\r\n")) { // the end of a line of CSV
            out += "\r\n";
            text.remove_prefix(2);
            continue;
        }
        const Character next = first_character(text);
        if (next.length == 0)
            out += fmt::format("\\x{:02x}", byte_at(text, 0));
        else if (is_obeyed(next.code))
            out += escaped(next.code);
        else
            out += text.substr(0, next.length);
        text.remove_prefix(std::max<size_t>(next.length, 1));
    }
    return out;
}

std::string printable_line(std::string_view text) {
    if (std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; })) return std::string(text);
    std::string line;
    for (const char c : printable(text))
        if (c == '\n')
            line += "\\u000a";
        else if (c == '\r')
            line += "\\u000d";
        else
            line += c;
    return line;
}

size_t unfinished_bytes(std::string_view text) {
    if (text.ends_with('\r')) return 1;
    for (size_t back = 1; back <= std::min<size_t>(3, text.size()); ++back) {
        const size_t at = text.size() - back;
        if (!continues(text, at)) return length_from(byte_at(text, at)) > back ? back : 0;
    }
    return 0;
}

} // namespace roofrack
