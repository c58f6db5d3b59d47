// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/chart_spec.h"

#include <QSize>

namespace roofrack {

/// What stands around the axes, in px.
struct FrameLayout {
    std::vector<QString> title; ///< lines
    std::vector<QString> alert; ///< lines
    QStringList subtitle;       ///< its lines; a long one is broken once, in low pictures shortened
    QString source;             ///< shortened to the width
    std::vector<QRectF> legend; ///< rectangle of each entry; in low pictures beside the title
    QRectF panels;              ///< what is left for them
};

FrameLayout frame_layout(const ChartSpec& spec, const Theme& theme, QSize size);

/// Breaks at spaces into at most `most` lines; the last one is shortened when it must be.
std::vector<QString> wrapped(const QString& text, const QFontMetricsF& metrics, double width, int most);
/// Breaks at spaces into as many lines as it needs; a word that is wider than a line is broken within.
std::vector<QString> broken(const QString& text, const QFontMetricsF& metrics, double width);

/// Title, subtitle, legend and source line; the text of an empty chart.
void paint_frame(QPainter& painter, const ChartSpec& spec, const Theme& theme, QSize size, ChartInk& ink);

} // namespace roofrack
