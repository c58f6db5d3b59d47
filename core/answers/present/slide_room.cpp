// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/slide_room.h"

#include "core/answers/present/slide_layout.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

bool has_room_below(const SlideContent& content) {
    constexpr double room = 752, row = 1.55 * least_slide_type, line = 1.2 * least_slide_type,
                     gap = 0.2 * line; // px
    constexpr size_t letters_of_line = 160, letters_of_headings = 100;
    const auto letters = [](const std::string& text) {
        return static_cast<size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
    };
    double taken = row * static_cast<double>(content.rows.size() + 1);
    if (std::ranges::any_of(content.head, [&](const std::string& each) {
            return letters(each) * (content.head.size() - 1) > letters_of_headings;
        }))
        taken += line;
    for (const std::string& each : content.text)
        taken += line * std::ceil(static_cast<double>(letters(each)) / letters_of_line) + gap;
    return taken <= room;
}

} // namespace roofrack
