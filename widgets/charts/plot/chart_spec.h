// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace roofrack {

class ChartCanvas;

struct AxisSpec {
    enum class Scale { linear, logarithmic, category };
    Scale scale = Scale::linear;
    QString title{}; ///< The title, with the unit if ticks carry none: "Step time", "GPUs".
    /// The unit on each tick after its SI prefix: "s", "B/s", "%" (values are then shares). Some units have
    /// no prefix: "×", "$", "MWh", "d", "/s", "°C".
    QString unit{};
    double low = 0, high = 1;    ///< the full view; of a category axis 0…n−1 are the entries' centres
    std::vector<double> ticks{}; ///< if given, the only ones; those that do not fit are left out
    QStringList categories{};
    std::vector<double> places{}; ///< where the categories are; empty: at 0…n−1
    int emphasised = -1;          ///< this tick or category is never left out
    bool reversed = false;
    bool visible = true;
    bool zoom = true;

    /// Makes it an axis of so many rows, the first at the top, that is not zoomed into.
    void show_rows(size_t rows) {
        scale = Scale::category;
        low = -0.6;
        high = static_cast<double>(rows) - 0.4;
        reversed = true;
        zoom = false;
    }
};

/// One pair of axes and what is drawn between them.
struct PanelSpec {
    QString heading; ///< the value axis in words, written above it
    AxisSpec x, y;
    std::function<void(ChartCanvas&)> draw;
    int stretch = 100;    ///< width against that of its neighbours
    int fixed_width = 0;  ///< The width of the whole panel, px; 0 if `stretch` decides it.
    int max_height = 0;   ///< The largest height of the whole panel, px; 0 if nothing limits it.
    int right_margin = 0; ///< px right of the axes, for direct labels
    int left_margin = 0;  ///< px left of the axes at least, so that panels beside each other are as wide
};

struct LegendEntry {
    QString key; ///< The key that a click toggles; empty if it toggles nothing.
    QString text;
    QColor colour;
    bool shown = true;
    bool line = false; ///< The sign is a stroke instead of a square.
    /// Paints the sign itself, for what is no plain colour; px.
    std::function<void(ChartCanvas&, const QRectF&)> swatch{};
};

/// A chart in words: what the view paints. Made again for each size, theme and data.
struct ChartSpec {
    QString title, subtitle; ///< each line of the subtitle by itself
    /// Behind the title, and whole however short that is made: whose plan it is of, or the load that was
    /// assumed where no plan says it.
    QString plan;
    /// The line or two under the title that say why what is shown is not possible, or not as asked; what has
    /// no room in them is told where they are pointed at.
    QString alert;
    QString source; ///< bottom right
    QString empty;  ///< The text shown instead of panels, which says what would fill the chart.
    std::vector<LegendEntry> legend;
    std::vector<PanelSpec> panels;
    bool stacked = false; ///< panels one below the other
    /// Nobody can point at the picture: what is said around the plot stays whole, and the plot yields.
    bool keeps_texts = false;
    /// When the subtitle, which may say what comes of it and what that rests on, gives up its lines for the
    /// height of the panels: before source and legend, after them, or only where nearly nothing is left.
    enum class SubtitleYields { first, after_others, last };
    SubtitleYields subtitle_yields = SubtitleYields::first;

    QString whole_title() const {
        return plan.isEmpty() ? title : title + QString::fromUtf8(plan_mark) + plan;
    }
    static constexpr const char* plan_mark = " · ";
};

} // namespace roofrack
