// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/paint_links.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace roofrack {
namespace {

/// Zooms: below it curves are of a few straight pieces, and lines of whole px. Sooner in a drawing of
/// thousands of links.
constexpr double coarse_below = 0.25, plain_below = 0.6;
constexpr double least_line = 1.25; ///< px

/// Links of one pen are drawn together; those with a meaning of their own come last, over the others.
struct PenKey {
    bool coloured;
    bool facility;
    int width; ///< in quarters of a unit, or in px when zoomed out
    QRgb colour;
    auto operator<=>(const PenKey&) const = default;
};

struct Group {
    QPainterPath curves;               ///< near: what is stroked smoothly
    std::vector<const DrawnLink*> far; ///< far: what is drawn as thin lines
};

/// Lines by their straight pieces: upright and level ones fill whole dots, which is crisp and fast.
class PiecePainter {
public:
    PiecePainter(QPainter& painter, const DrawScale& scale, const QRectF& exposed, const QColor& colour,
                 double px)
        : m_painter(painter)
        , m_scale(scale)
        , m_colour(colour)
        , m_px(px)
        , m_thick(scale.line(px / scale.zoom))
        , m_clip(exposed.adjusted(-m_thick, -m_thick, m_thick, m_thick)) {
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    ~PiecePainter() {
        m_painter.setRenderHint(QPainter::Antialiasing, m_scale.detail() != Detail::tiles);
        QPen pen(m_colour, m_px < 2 ? 1 : m_px); // pen of one dot: by far the fastest
        pen.setCosmetic(true);
        m_painter.setPen(pen);
        m_painter.drawLines(m_slanted);
        m_painter.setRenderHint(QPainter::Antialiasing);
    }

    /// `coarse`: how many pieces of a curve are drawn as one.
    void add(const DrawnLink& link, bool dashed, qsizetype coarse) {
        const qsizetype last = link.line.size() - 1;
        const qsizetype step = last >= 12 ? coarse : 1; // only curves have so many
        for (qsizetype i = 0; i < last; i += step) {
            const QPointF &a = link.line[i], &b = link.line[std::min(last, i + step)];
            const bool upright = std::abs(a.x() - b.x()) < 0.01, level = std::abs(a.y() - b.y()) < 0.01;
            const QRectF piece = QRectF(a, b).normalized();
            if (!SpatialGrid::touches(piece, m_clip)) continue;
            if (!upright && !level)
                m_slanted.emplace_back(a, b);
            else if (dashed)
                dash(piece, upright);
            else
                fill({piece.left() - m_thick / 2, piece.top() - m_thick / 2, piece.width() + m_thick,
                      piece.height() + m_thick});
        }
    }

private:
    void fill(const QRectF& area) {
        m_painter.fillRect(
            QRectF(QPointF(m_scale.snapped(area.left()), m_scale.snapped(area.top())), area.size()),
            m_colour);
    }
    /// Only the dashes that are seen. They stand at the same places on every line and in every part that is
    /// painted: lines on each other stay dashed.
    void dash(const QRectF& piece, bool upright) {
        constexpr double dash = 4, step = 7;
        const double begin = upright ? piece.top() : piece.left(),
                     end = upright ? piece.bottom() : piece.right();
        const double seen = upright ? m_clip.top() : m_clip.left(),
                     last = upright ? m_clip.bottom() : m_clip.right();
        double at = std::floor(std::max(begin, seen) / step) * step;
        for (; at < std::min(end, last); at += step) {
            const double from = std::max(at, begin), length = std::min(at + dash, end) - from;
            if (length <= 0) continue;
            fill(upright ? QRectF(piece.left() - m_thick / 2, from, m_thick, length)
                         : QRectF(from, piece.top() - m_thick / 2, length, m_thick));
        }
    }

    QPainter& m_painter;
    const DrawScale& m_scale;
    QColor m_colour;
    double m_px, m_thick;
    QRectF m_clip;
    QList<QLineF> m_slanted;
};

/// All links of its stroke end at something that is to be sold.
bool goes_with_sold(const Diagram& drawing, const OverlayStyle& overlay_style, const DrawnLink& link) {
    return overlay_style.link(link.id).is_sold && std::ranges::all_of(link.bundled, [&](int other) {
               return overlay_style.link(drawing.links()[static_cast<size_t>(other)].id).is_sold;
           });
}

} // namespace

void paint_links(QPainter& painter, const Diagram& drawing, const OverlayStyle& overlay_style,
                 const PainterStyle& style, const DrawScale& scale, const QRectF& exposed) {
    const Theme& theme = style.theme;
    const Detail detail = scale.detail();
    const bool far = scale.zoom < (scale.plain ? plain_below : coarse_below);
    const double widest = std::max(4.0, 2 / scale.zoom); // half of the thickest line
    std::map<PenKey, Group> groups;
    // Zoomed out, the first link of a colour is painted for all of its bundle in that colour.
    std::map<std::pair<int, QRgb>, int> strokes;
    const auto stroke_of = [&](int bundle, QRgb colour) {
        if (strokes.emplace(std::pair(bundle, QRgb()), 0).second)
            for (const int each : drawing.bundles()[static_cast<size_t>(bundle)].links)
                if (const QColor& own =
                        overlay_style.link(drawing.links()[static_cast<size_t>(each)].id).colour;
                    own.isValid())
                    strokes.emplace(std::pair(bundle, own.rgba()), each);
        const auto found = strokes.find({bundle, colour});
        return found == strokes.end() ? -1 : found->second;
    };
    for (const int index : drawing.links_in(exposed.adjusted(-widest, -widest, widest, widest))) {
        const DrawnLink& link = drawing.links()[static_cast<size_t>(index)];
        const LinkStyle* link_style = &overlay_style.link(link.id);
        for (const int other : link.bundled) // one that says something speaks for the stroke
            if (!link_style->colour.isValid())
                link_style = &overlay_style.link(drawing.links()[static_cast<size_t>(other)].id);
        const bool coloured = link_style->colour.isValid();
        if (link.facility && detail != Detail::all && (!coloured || link_style->quiet))
            continue; // nobody follows a cable at that distance
        QColor colour = coloured ? link_style->colour : link.facility ? theme.line : theme.disabled;
        if (goes_with_sold(drawing, overlay_style, link)) colour = PainterStyle::faded(colour, theme);
        double width = coloured ? std::max(2.5, link.width) : link.width;
        const double px = width * scale.zoom;
        if (!far) width = std::max(width, least_line / scale.zoom);
        int key = far ? (coloured || px > 1.4 ? 2 : 1) : static_cast<int>(std::lround(4 * width));
        if (detail == Detail::tiles && link.bundle >= 0) {
            const auto& bundled = drawing.bundles()[static_cast<size_t>(link.bundle)].links;
            const int stroke = coloured ? stroke_of(link.bundle, link_style->colour.rgba()) : bundled.front();
            if (stroke >= 0 && stroke != index) continue;
            key = bundled.size() >= 4 ? 3 : 2;
        }
        Group& group = groups[{coloured, link.facility, key, colour.rgba()}];
        if (far || link.facility)
            group.far.push_back(&link);
        else
            group.curves.addPath(link.path);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const auto& [key, group] : groups) {
        QColor colour = QColor::fromRgba(key.colour);
        if (far || key.facility) {
            // Thousands of lines would be a carpet: they step back behind the tiles.
            if (detail != Detail::all && !key.coloured)
                colour = PainterStyle::mixed(style.ground(), colour, 0.55);
            PiecePainter pieces(painter, scale, exposed, colour,
                                far ? key.width : key.width / 4.0 * scale.zoom);
            for (const DrawnLink* link : group.far)
                pieces.add(*link, key.facility && detail == Detail::all,
                           detail == Detail::tiles ? 8
                           : far                   ? 4
                                                   : 1);
            continue;
        }
        const QPen pen(colour, key.width / 4.0, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
        painter.setPen(pen);
        painter.drawPath(group.curves);
    }
}

} // namespace roofrack
