// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QCoreApplication>
#include <QString>

#include <optional>
#include <vector>

namespace roofrack {

/// What the colours of the drawing mean.
enum class Overlay { none, bottleneck, link_load, rack_power, inlet, chip, clock, level, spare };
inline constexpr Overlay all_overlays[] = {Overlay::none,       Overlay::bottleneck, Overlay::link_load,
                                           Overlay::rack_power, Overlay::inlet,      Overlay::chip,
                                           Overlay::clock,      Overlay::level,      Overlay::spare};
QString label_of(Overlay overlay);                       ///< "Inlet temperature"
QString id_of(Overlay overlay);                          ///< on command lines: "inlet-temperature"
std::optional<Overlay> overlay_of_id(const QString& id); ///< nothing for another name
QString overlay_names();                                 ///< all of these ids, with commas

/// One line of the legend.
struct LegendSwatch {
    enum class Form {
        filled,
        corner, ///< a frame with a filled corner
    };
    QColor colour;
    QString text;
    Form form = Form::filled;
};

/// A mark on the legend's ramp.
struct LegendTick {
    double share = 0; ///< along the ramp, 0…1
    QString text;
    bool limit =
        false; ///< drawn across the ramp in the colour of what is critical, named on a row of its own
};

/// Swatches, or a ramp with its ends, or both.
struct OverlayLegend {
    QString title;
    QString note; ///< what the ends are shares of; may be empty
    std::vector<LegendSwatch> entries;
    std::vector<QColor> ramp; ///< The colours from low to high; empty if there are only swatches.
    double low = 0, high = 1; ///< what the ends of the ramp stand for: shares, °C or relative clock
    QString low_text, high_text;
    std::vector<LegendTick> ticks;

    /// Where a value lies along the ramp, 0…1.
    double share_of(double value) const;
};

/// What overlays say.
struct OverlayWords {
    Q_DECLARE_TR_FUNCTIONS(Overlay)
};

} // namespace roofrack
