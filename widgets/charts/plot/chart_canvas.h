// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plot/chart_spec.h"
#include "widgets/theme/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QPen>
#include <QString>

#include <functional>
#include <vector>

namespace roofrack {

/// Something on a chart that the pointer can ask about.
struct ChartHit {
    QPainterPath area; ///< px
    QString readout;   ///< Lines of text, the first of which names the mark.
    /// The ExplainedValue::key() for Chart::explainRequested; empty if there is nothing to explain.
    QString explain;
    QString toggle; ///< The legend key that a click toggles; empty if it toggles none.
    QString choose; ///< The key for Chart::chosen; empty if there is nothing to choose.
};

/// Texts and marks of one painting of a chart; collects what is there so that no text is painted over
/// another.
struct ChartInk {
    std::vector<QRectF> texts; ///< px; no text goes over another
    std::vector<QLineF> lines; ///< px; texts avoid them where they can
    std::vector<QRectF> marks; ///< px; likewise
    std::vector<ChartHit> hits;
};

/// Where a text may go: `at` is the point, `align` the side of the text that touches it (AlignLeft: text
/// starts there).
struct LabelPlace {
    QPointF at;
    Qt::Alignment align = Qt::AlignLeft | Qt::AlignVCenter;
};

struct LabelStyle {
    Theme::Role role = Theme::Role::secondary;
    QColor colour{};             ///< An invalid colour stands for the theme's text colour.
    bool halo = false;           ///< a rim of the ground, for text over curves
    bool ground = false;         ///< on a patch of the panel's colour, for text over grid lines
    bool has_line = true;        ///< label_around() draws a thin line back to the mark from far places
    bool may_leave_plot = false; ///< may lie beside the axes, but never outside the picture
};

/// What a panel's draw function paints with: data coordinates to pixels, and labels that keep clear of each
/// other.
class ChartCanvas {
public:
    ChartCanvas(QPainter& painter, const Theme& theme, QRectF plot, QRectF picture,
                std::function<double(double)> x, std::function<double(double)> y, ChartInk& ink);

    const Theme& theme() const { return m_theme; }
    QPainter& painter() { return m_painter; }
    QRectF plot() const { return m_plot; }       ///< px inside the axes
    QRectF picture() const { return m_picture; } ///< px of the whole panel
    double x(double value) const { return m_x(value); }
    double y(double value) const { return m_y(value); }
    QPointF at(double x_value, double y_value) const { return {x(x_value), y(y_value)}; }
    double px(double pixels) const { return pixels * m_theme.scale; }

    /// A filled rectangle in px, clipped to the axes; whole-pixel edges.
    void box(const QRectF& rect, const QColor& fill);
    /// A filled area in px, clipped to the axes.
    void area(const QPolygonF& outline, const QColor& fill);
    /// Thin slanted lines over a rectangle in px, clipped to the axes.
    void hatch(const QRectF& rect, const QColor& colour);
    void box_outline(const QRectF& rect, const QColor& colour, double width = 1);
    /// A polyline in data coordinates, clipped to the axes. Labels painted later keep off it.
    void line(const std::vector<QPointF>& points, const QPen& pen);
    enum class Avoid { no, yes };
    /// A straight line in px, clipped to the axes.
    void rule(QPointF from, QPointF to, const QPen& pen, Avoid avoid = Avoid::yes);
    void dot(QPointF centre, double radius, const QColor& fill, const QColor& rim, double rim_width = 1.5);

    /// Paints the text at the first place where it touches no other text and stays inside; false when none is
    /// left.
    bool label(const QString& text, const std::vector<LabelPlace>& places, const LabelStyle& style = {});
    /// Would-be size of a text.
    QSizeF text_size(const QString& text, Theme::Role role = Theme::Role::secondary) const;
    /// `text` shortened with "…" to `width` px.
    QString elided(const QString& text, double width, Theme::Role role = Theme::Role::secondary) const;
    /// As label(), around a mark of that radius, the farther places with a thin line back to it.
    bool label_around(const QString& text, QPointF centre, double radius, const LabelStyle& style = {});
    /// Labels painted after this keep off `rect`.
    void keep_free(const QRectF& rect) { m_ink.marks.push_back(rect); }

    void hit(const QPainterPath& area, const QString& readout, const QString& explain = {});
    void hit(const QRectF& area, const QString& readout, const QString& explain = {});
    void toggle(const QRectF& area, const QString& key);
    /// A mark that a click chooses: Chart::chosen with `key`.
    void choose(const QPainterPath& area, const QString& readout, const QString& key);

private:
    bool place_label(const QString& text, const std::vector<LabelPlace>& places, const LabelStyle& style,
                     QRectF& where);
    /// Lines and marks that text there would cross.
    size_t crossings(const QRectF& rect) const;

    QPainter& m_painter;
    const Theme& m_theme;
    QRectF m_plot, m_picture;
    std::function<double(double)> m_x, m_y;
    ChartInk& m_ink;
};

/// A stroke of that style in a legend.
LegendEntry stroke_entry(const QString& text, const QColor& colour, Qt::PenStyle style);

} // namespace roofrack
