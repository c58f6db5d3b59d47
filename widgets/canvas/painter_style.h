// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

namespace roofrack {

/// Theme and fonts of a drawing, made once a repaint. The drawing is always at scale 1: its zoom is the
/// view's.
struct PainterStyle {
    explicit PainterStyle(const Theme& base)
        : theme(base.scaled(1))
        , strong(theme.font(Theme::Role::strong))
        , body(theme.font(Theme::Role::body))
        , secondary(theme.font(Theme::Role::secondary)) {}

    /// Between the ground outside and inside a container: what text over a link stands on.
    QColor ground() const {
        const auto mix = [](int a, int b) { return (3 * a + b) / 4; };
        return {mix(theme.window.red(), theme.panel.red()), mix(theme.window.green(), theme.panel.green()),
                mix(theme.window.blue(), theme.panel.blue())};
    }

    Theme theme;
    QFont strong, body, secondary;
};

/// Detail by zoom (device px per canvas unit).
enum class Detail {
    tiles, ///< racks are coloured tiles
    boxes, ///< frames and slots, no squares and no text
    all,
};
inline Detail detail_at(double zoom) {
    return zoom < 0.22 ? Detail::tiles : zoom < 0.45 ? Detail::boxes : Detail::all;
}

} // namespace roofrack
