// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "canvas/drawing_text.h"
#include "canvas/taken_areas.h"

namespace roofrack {

/// Chooses the texts of a drawing, the most important first; each takes the room it needs.
class TextPlacer {
public:
    TextPlacer(const Diagram& drawing, const Looks& looks, const PainterStyle& style, double zoom);
    DrawingText run();

private:
    struct Line {
        QString text;
        Theme::Role role;
        double scale;
        QColor colour;
        double width() const;
        double height() const;
    };
    /// Enlarged as much as needed to have `least` px.
    Line line(const QString& text, Theme::Role role, double least, const QColor& colour) const;

    void name_containers(bool over_tiles);
    void name_elements();
    void name_below(int element);
    void name_inside(int element);
    void write_ratios();
    void label_links();
    void label_bundles();
    /// On the line, from its middle outwards, where there is room; on the ground of `around`.
    bool try_along(const Line& line, const QPolygonF& way, int around);
    /// The container that holds both ends; −1: none.
    int around(int from, int to) const;
    void describe_elements();
    void describe_below(int element);
    void describe_inside(int element);

    bool try_at(const Line& line, const QPointF& top_left, int owner, bool on_ground = false);
    bool try_centred(const Line& line, const QPointF& top_middle, int owner);
    /// The line shortened to `width`; not when only a stump would be left.
    bool shorten(Line& line, double width) const;
    QColor ground_at(int element) const;
    bool crosses_link(const QRectF& area) const;

    const Diagram& m_drawing;
    const Looks& m_looks;
    const PainterStyle& m_style;
    double m_zoom;
    TakenAreas m_taken;
    std::vector<char> m_named;
    std::vector<double> m_foot; ///< of each element: where its name ends, canvas units
    DrawingText m_text;
};

} // namespace roofrack
