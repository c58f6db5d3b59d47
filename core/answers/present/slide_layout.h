// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace roofrack {

/// Where something stands on a slide of 1920 × 1080 px at 96 dpi, in px.
struct SlideBox {
    double x = 0, y = 0, width = 0, height = 0;
};
inline constexpr SlideBox slide_box{0, 0, 1920, 1080}, slide_title_box{80, 44, 1760, 152},
    slide_body_box{80, 216, 1760, 776}, slide_foot_box{80, 1016, 1760, 36};

/// At the foot of the body: what may be turned on the slide; and what is left of the body above it.
inline constexpr SlideBox slide_what_if_box{80, 924, 1760, 68}, slide_body_above_what_if{80, 216, 1760, 692};
inline constexpr const SlideBox& slide_body(bool has_what_if) {
    return has_what_if ? slide_body_above_what_if : slide_body_box;
}

/// Heights of type in px: 24 px are 18 pt, the least on a slide.
inline constexpr int slide_title_type = 56, slide_text_type = 36, slide_table_type = 34,
                     least_slide_type = 24;

/// Room for a logo at the right of the title, and the title's beside it.
inline constexpr SlideBox slide_logo_box{1600, 72, 240, 96}, slide_title_beside_logo{80, 44, 1480, 152};

/// Where a logo of that width ÷ height stands in its room: at the right, in the middle of its height.
/// One that is hardly to be seen, so narrow it is, has a place, too.
inline SlideBox logo_place(double aspect) {
    const SlideBox& room = slide_logo_box;
    const double ratio = std::clamp(aspect, 1e-3, 1e3);
    const double width = std::min(room.width, room.height * ratio), height = width / ratio;
    return {room.x + room.width - width, room.y + (room.height - height) / 2, width, height};
}

} // namespace roofrack
