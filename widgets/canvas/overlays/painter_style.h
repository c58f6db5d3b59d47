// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QRectF>

#include <algorithm>
#include <cmath>

namespace roofrack {

/// Theme and fonts of a drawing, made once a repaint. The drawing is always at scale 1: its zoom is the
/// view's.
struct PainterStyle {
    /// `least`: see least_type.
    explicit PainterStyle(const Theme& base, double least = 0)
        : theme(base.scaled(1))
        , strong(theme.font(Theme::Role::strong))
        , body(theme.font(Theme::Role::body))
        , secondary(theme.font(Theme::Role::secondary))
        , least_type(least) {}

    static QColor mixed(const QColor& a, const QColor& b, double share) {
        const auto mix = [share](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * share)); };
        return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
    }
    /// A colour of something that is to be sold: most of the way to the ground, and opaque.
    static QColor faded(const QColor& colour, const Theme& theme) {
        constexpr double gone = 0.65;
        return mixed(colour, mixed(theme.window, theme.panel, 0.4), gone);
    }
    static Theme faded(Theme theme) {
        const Theme base = theme;
        for (QColor Theme::*colour : {&Theme::line, &Theme::grid, &Theme::text, &Theme::secondary,
                                      &Theme::disabled, &Theme::good, &Theme::warning, &Theme::critical})
            theme.*colour = faded(base.*colour, base);
        return theme;
    }
    /// The style with a faded theme, for what is to be sold.
    PainterStyle faded() const {
        PainterStyle out = *this;
        out.theme = faded(theme);
        return out;
    }
    /// The ground inside `containers` nested containers; 0: outside of all. Every second one is a shade
    /// lighter.
    QColor ground(int containers) const {
        return containers == 0 ? theme.window : mixed(theme.window, theme.panel, containers % 2 ? 0.5 : 0.25);
    }
    /// Between the ground outside and inside a container: what text over a link stands on.
    QColor ground() const { return mixed(theme.window, theme.panel, 0.4); }

    /// The zoom from which on notes are painted whole, in the type of their box; their beginning is written
    /// from farther away.
    double note_zoom() const {
        constexpr double readable = 0.6;
        return std::max(readable, least_type / body.pixelSize());
    }

    Theme theme;
    QFont strong, body, secondary;
    double least_type = 0; ///< px: no word is smaller, and what has no room then is left out; 0: as small as
                           ///< can be read on a screen
};

/// Detail by zoom (px per canvas unit).
enum class Detail {
    tiles, ///< racks are coloured tiles
    boxes, ///< frames and slots, no squares
    all,
};
inline Detail detail_at(double zoom) {
    return zoom < 0.22 ? Detail::tiles : zoom < 0.45 ? Detail::boxes : Detail::all;
}

/// The zoom of a painting, and the raster under it.
struct DrawScale {
    double zoom = 1;    ///< px per canvas unit
    double device = 0;  ///< dots per canvas unit where edges should fall on them; 0: anywhere (SVG, PDF)
    bool plain = false; ///< it is one of thousands: square corners and coarse curves sooner

    Detail detail() const { return detail_at(zoom); }
    double snapped(double value) const { return device > 0 ? std::round(value * device) / device : value; }
    /// The rectangle on whole dots, at least one wide and high.
    QRectF snapped(const QRectF& area) const {
        if (device <= 0) return area;
        const double left = snapped(area.left()), top = snapped(area.top());
        return {left, top, std::max(1 / device, snapped(area.right()) - left),
                std::max(1 / device, snapped(area.bottom()) - top)};
    }
    /// A line's width of about `units` in whole dots, at least one.
    double line(double units) const {
        return device > 0 ? std::max(1.0, std::round(units * device)) / device : units;
    }
};

} // namespace roofrack
