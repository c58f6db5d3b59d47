// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/base/model/regime.h"
#include "core/base/model/step_part.h"
#include "core/base/style/part_inks.h"

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

class QApplication;

namespace roofrack {

/// Colours and type of one appearance. A plain value: what paints takes it as a parameter, so a picture for a
/// slide can be light while the window is dark.
struct Theme {
    enum class Role {
        body,      ///< 13 px
        strong,    ///< 13 px medium: headings of panels, titles of charts
        secondary, ///< 11 px
        verdict,   ///< 20 px medium; the last one: text_width.cpp counts them by it
    };

    bool is_dark = false;
    double scale = 1; ///< factor of type and spacing; presentation mode is 1.6

    QString family{}; ///< type; empty: the bundled one

    QColor window, panel, raised;
    QColor line, grid;
    QColor text, secondary, disabled;
    QColor accent;
    QColor good, warning, critical;

    static Theme light();
    static Theme dark();
    /// Light or dark, whichever the desktop's palette is. Ask before apply(), which replaces that palette.
    static Theme desktop();
    Theme scaled(double factor) const; ///< the same with larger type and spacing

    /// The colour of a part of the step, one in every chart and overlay; that of idle time, which stands back
    /// from the ground, is another on a dark one.
    QColor part(StepPart part) const;
    /// The colour of what a figure is where an input is low, or high: one in every chart that shows both.
    QColor input_end(InputEnd end) const;
    /// Black or white-ish text that is read on `background`.
    QColor text_on(const QColor& background) const;
    QColor regime(Regime regime) const;      ///< for the regime's border
    QColor regime_band(Regime regime) const; ///< translucent, for the band behind a curve
    QColor regime_text(Regime regime) const; ///< for the regime's name in that band
    /// The colour as text that can be read on the ground: readable_ink().
    QColor readable(const QColor& colour, const QColor& ground) const;
    QColor severity(Severity severity) const;

    QFont font(Role role) const;
    int spacing(int pixels) const; ///< multiples of 4: 8 inside, 12 between, 16 around
    QPalette palette() const;

    /// Fusion with this palette, type and style sheet for the whole program, which from then on does without
    /// QPixmapCache. Loads the bundled fonts. `more_rules` come after those of every program: style sheets of
    /// windows would have all their widgets polished a second time.
    static void apply(QApplication& application, const Theme& theme, const QString& more_rules = {});

    bool operator==(const Theme&) const = default;
};

/// Loads the bundled type once a process; true when all of its faces are there.
bool load_fonts();

/// Perceptually uniform ramps, share 0…1 (clamped): viridis for load, inferno for temperature.
QColor load_ramp(double share);
QColor heat_ramp(double share);

} // namespace roofrack
