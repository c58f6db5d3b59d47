// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/present/shown_slide.h"

class QPainter;

namespace roofrack {

/// Where a slide stands in its deck, for its foot.
struct SlidePlace {
    size_t number = 1, count = 1;
};

/// Paints a slide on the 1920 × 1080 px of slide_box: its message, what fills it, and its foot with source,
/// day and number, and the logo and the footer of its style. No type is smaller than least_slide_type; what
/// has no room is said to be left out.
void paint_slide(QPainter& painter, const ShownSlide& slide, const SlidePlace& place, const Theme& theme);

/// A slide as paint_slide() paints it, as a picture of that width.
QImage slide_image(const ShownSlide& slide, const SlidePlace& place, const Theme& theme, int width);

/// The picture that fills the slide, for a presentation that has its own title and foot; null if rows and
/// lines fill it.
QImage slide_body_image(const ShownSlide& slide, const Theme& theme, int width);

/// The size of that, in px; empty where there is none.
QSizeF slide_body_size(const ShownSlide& slide);
/// Paints it into `room`, as large as it goes.
void paint_slide_body(QPainter& painter, const ShownSlide& slide, const QRectF& room);

} // namespace roofrack
