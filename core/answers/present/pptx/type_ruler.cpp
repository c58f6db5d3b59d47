// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/pptx/type_ruler.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace roofrack {

namespace {

/// Widths of the letters from the space to "~", in thousandths of the height of the type.
using Widths = std::array<std::uint16_t, 95>;
constexpr Widths arial_widths{
    278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, // space to /
    556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, // 0 to ?
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, // @ to O
    667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, // P to _
    333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, // ` to o
    556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};     // p to ~
constexpr Widths arial_bold_widths{
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, // space to /
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, // 0 to ?
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, // @ to O
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, // P to _
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, // ` to o
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584};     // p to ~

constexpr bool begins_letter(char c) { return (c & 0xC0) != 0x80; }

/// A letter of UTF-8 from `at` on.
std::string_view letter_at(std::string_view text, size_t at) {
    size_t end = at + 1;
    while (end < text.size() && !begins_letter(text[end])) ++end;
    return text.substr(at, end - at);
}

double letter_width(std::string_view letter, bool bold) {
    const auto first = static_cast<unsigned char>(letter.front());
    if (first >= ' ' && first <= '~') return (bold ? arial_bold_widths : arial_widths)[first - ' '];
    if (letter == "·") return 333;
    if (letter == "×") return 584;
    if (letter == "\u00A0") return 278;
    if (letter == "“" || letter == "”") return bold ? 500 : 333;
    constexpr double accented = 722, widest = 1000;
    return letter.size() < 3 ? accented : widest;
}

/// How much of a text has room, at least one letter.
size_t letters_with_room(const TypeRuler& ruler, std::string_view text, double type, double room, bool bold) {
    size_t end = letter_at(text, 0).size();
    double taken = ruler.width(text.substr(0, end), type, bold);
    while (end < text.size()) {
        const std::string_view letter = letter_at(text, end);
        taken += ruler.width(letter, type, bold);
        if (taken > room) break;
        end += letter.size();
    }
    return end;
}

} // namespace

TypeRuler::TypeRuler(std::string_view font) {
    constexpr double widest_font = 1.2; // as Verdana, × Arial
    if (font != "Arial") m_scale = widest_font;
}

double TypeRuler::width(std::string_view text, double type, bool bold) const {
    double out = 0;
    for (size_t at = 0; at < text.size();) {
        const std::string_view letter = letter_at(text, at);
        out += letter_width(letter, bold);
        at += letter.size();
    }
    return out / 1000 * type * m_scale;
}

std::vector<std::string> TypeRuler::lines(std::string_view text, double type, double room, bool bold) const {
    std::vector<std::string> out;
    std::string line;
    for (size_t at = 0; at < text.size();) {
        const size_t space = text.find(' ', at);
        std::string_view word = text.substr(at, std::min(space, text.size()) - at);
        at = space == std::string_view::npos ? text.size() : space + 1;
        const std::string longer = line.empty() ? std::string(word) : line + ' ' + std::string(word);
        if (width(longer, type, bold) <= room) {
            line = longer;
            continue;
        }
        if (!line.empty()) out.push_back(std::exchange(line, {}));
        while (!word.empty() && width(word, type, bold) > room) {
            const size_t end = letters_with_room(*this, word, type, room, bold);
            out.emplace_back(word.substr(0, end));
            word.remove_prefix(end);
        }
        line = word;
    }
    if (!line.empty() || out.empty()) out.push_back(line);
    return out;
}

} // namespace roofrack
