// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/text/drawing_text.h"
#include "widgets/canvas/text/taken_areas.h"

#include <algorithm>

namespace roofrack {

/// The ground that the words of a drawing stand on, and the words that were put there: each takes the room it
/// needs from those that follow.
class TextBoard {
public:
    struct Line {
        QString text;
        Theme::Role role;
        double scale;
        QColor colour;
        QString family{};            ///< the type, as Theme::family has it
        mutable double natural = -1; ///< The width at scale 1; below 0 if it is not measured yet.
        double width() const;
        void set_text(const QString& words) { text = words, natural = -1; }
        double height() const;
    };
    /// What a word outside of its box may do to links.
    enum class Links {
        clear, ///< nothing
        once,  ///< break those that no other word breaks
        any,
    };
    struct Mark {
        size_t texts, taken, breaks;
    };

    TextBoard(const Diagram& drawing, const OverlayStyle& overlay_style, const PainterStyle& style,
              double zoom);

    const Diagram& drawing() const { return m_drawing; }
    const OverlayStyle& overlay_style() const { return m_overlay_style; }
    const PainterStyle& style() const { return m_style; }
    double zoom() const { return m_zoom; }
    double caption_size() const { return std::max({11 * m_zoom, 9.5, m_style.least_type}); } ///< px
    double px(double pixels) const { return pixels / m_zoom; }
    /// Enlarged as much as needed to have `least` px, and as the style has it at least.
    Line line(const QString& text, Theme::Role role, double least, const QColor& colour) const;
    Line sized(const QString& text, Theme::Role role, double size, const QColor& colour) const;
    /// Smaller, but not below `least` px, until it is `width` wide.
    bool shrink(Line& line, double width, double least) const;
    /// The line cut to `width`; not when only a stump would be left.
    bool cut(Line& line, double width) const;

    /// Boxes with their stacks, and words.
    const TakenAreas& taken() const { return m_taken; }
    /// Frames of containers.
    const TakenAreas& borders() const { return m_borders; }
    void take(const QRectF& area) { m_taken.add(area); }
    QColor ground_at(const QPointF& place) const;
    /// Painted links that come into the area.
    std::vector<int> links_under(const QRectF& area) const;
    bool is_broken(int link) const { return m_broken[static_cast<size_t>(link)] != 0; }
    void break_link(int link);

    /// In its own box, where no link is seen.
    bool put_inside(const Line& line, const QPointF& top_left, int owner);
    bool put(const Line& line, const QPointF& top_left, int owner, Links links);
    void add(const Line& line, const QRectF& area, const QColor& ground);
    const std::vector<DrawnText>& texts() const { return m_text.m_texts; }
    DrawnText& last() { return m_text.m_texts.back(); }
    /// The element's words stand where its picture would.
    void replace_picture(size_t element, bool replaced) { m_text.m_no_picture[element] = replaced; }
    void drop(const QString& name) { m_text.m_dropped.push_back(name); }

    Mark mark() const { return {m_text.m_texts.size(), m_taken.mark(), m_breaks.size()}; }
    /// Takes back what was put since.
    void back_to(const Mark& mark);
    DrawingText finished() { return std::move(m_text); }

private:
    void take_boxes();
    bool crosses_link(const QRectF& area) const;
    bool meets(const SpatialGrid::Entry& entry, const QRectF& area) const;
    bool is_seen(int link) const;

    const Diagram& m_drawing;
    const OverlayStyle& m_overlay_style;
    const PainterStyle& m_style;
    double m_zoom;
    TakenAreas m_taken, m_borders;
    /// For each link 1 if it is painted, −1 if not, 0 if it was not asked yet.
    mutable std::vector<signed char> m_seen;
    std::vector<int> m_breaks;           ///< links that a word breaks
    std::vector<unsigned char> m_broken; ///< for each link: it is broken
    DrawingText m_text;
};

} // namespace roofrack
