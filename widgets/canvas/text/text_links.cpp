// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/text/text_links.h"

#include <QCoreApplication>
#include <QLineF>

#include <algorithm>
#include <optional>

namespace roofrack {
namespace {

constexpr double least_name = 10, least_note = 9.5; ///< px

QPointF point_at(const QPolygonF& way, double length) {
    for (qsizetype i = 1; i < way.size(); ++i) {
        const QLineF piece(way[i - 1], way[i]);
        if (length <= piece.length())
            return piece.length() > 0 ? piece.pointAt(length / piece.length()) : piece.p1();
        length -= piece.length();
    }
    return way.isEmpty() ? QPointF() : way.back();
}

/// Degrees that the way turns within the area, left and right added up.
double turning_in(const QPolygonF& way, const QRectF& area) {
    double turned = 0;
    for (qsizetype i = 1; i + 1 < way.size(); ++i) {
        if (!area.contains(way[i])) continue;
        const double angle = QLineF(way[i - 1], way[i]).angleTo(QLineF(way[i], way[i + 1]));
        turned += std::min(angle, 360 - angle);
    }
    return turned;
}

} // namespace

bool LinkLabels::try_along(const Line& line, int index, bool binds) {
    const DrawnLink& link = m_drawing.links()[static_cast<size_t>(index)];
    const int stroke = link.stroke < 0 ? index : link.stroke;
    const auto broken = [this](int one) { return m_board.is_broken(one); };
    if (!binds && broken(stroke)) return false;
    const double width = line.width() + 8 * line.scale, height = line.height();
    double length = 0;
    for (qsizetype i = 1; i < link.line.size(); ++i)
        length += QLineF(link.line[i - 1], link.line[i]).length();
    std::optional<QPointF> best; // alone on its link, else over others that nothing else breaks
    std::vector<int> best_under;
    for (const double share : {0.5, 0.44, 0.56, 0.38, 0.62, 0.3, 0.7, 0.22, 0.78, 0.15, 0.85}) {
        const QPointF place = point_at(link.line, share * length);
        const QRectF clear(place - QPointF(width, height + 6) / 2, QSizeF(width, height + 6));
        const QRectF patch(place - QPointF(width, height) / 2, QSizeF(width, height));
        if (!m_board.taken().is_free(clear) || !m_board.borders().is_free(patch)) continue;
        // Over both corners of a short jog nothing would show that the ends belong together.
        constexpr double both_corners = 150;
        if (turning_in(link.line, clear) > both_corners) continue;
        std::vector<int> under = m_board.links_under(patch);
        under.erase(std::remove(under.begin(), under.end(), stroke), under.end());
        if (!under.empty() && (best || std::any_of(under.begin(), under.end(), broken))) continue;
        best = place;
        best_under = std::move(under);
        if (best_under.empty()) break;
    }
    if (!best && link.from == link.to) { // close to the border: below or above the loop
        const DrawnElement& one = m_drawing.elements()[static_cast<size_t>(link.from)];
        const QRectF loop = link.line.boundingRect();
        const double left =
            one.parent < 0
                ? loop.left()
                : std::max(loop.left(),
                           m_drawing.elements()[static_cast<size_t>(one.parent)].rect.left() + m_board.px(5));
        for (const double top : {loop.bottom() + m_board.px(4), one.rect.bottom() + m_board.px(2),
                                 loop.top() - m_board.px(4) - height})
            if (m_board.taken().is_free({left, top, line.width(), height}) &&
                m_board.put(line, {left, top}, link.from, TextBoard::Links::clear))
                return true;
    }
    if (!best) return false;
    for (const int other : best_under) m_board.break_link(other);
    m_board.break_link(stroke);
    const QRectF area(*best - QPointF(line.width(), height) / 2, QSizeF(line.width(), height));
    m_board.add(line, area, m_board.ground_at(*best));
    m_board.take(area.adjusted(-4 * line.scale, 0, 4 * line.scale, 0));
    return true;
}

void LinkLabels::write() {
    constexpr double least_zoom = 0.4, binding_zoom = 0.25;
    const auto& links = m_drawing.links();
    for (const bool binding : {true, false}) {
        if (m_zoom < (binding ? binding_zoom : least_zoom)) continue;
        for (size_t i = 0; i < links.size(); ++i) {
            const DrawnLink& link = links[i];
            const LinkStyle& link_style = m_overlay_style.link(link.id);
            const bool binds = !link_style.label.isEmpty();
            if (binds != binding || (!binds && link.label.isEmpty())) continue;
            // The painted one speaks for links under one stroke.
            const DrawnLink& stroke = link.stroke < 0 ? link : links[static_cast<size_t>(link.stroke)];
            if (binds && &stroke != &link && !m_overlay_style.link(stroke.id).label.isEmpty()) continue;
            constexpr double whole_zoom = 0.6; // smaller, what the colour means is enough
            const auto write = [&](const QString& text) {
                return try_along(m_board.line(text, binds ? Theme::Role::strong : Theme::Role::secondary,
                                              binds ? least_name : least_note,
                                              binds && link_style.text.isValid() ? link_style.text
                                              : binds && link_style.colour.isValid()
                                                  ? link_style.colour
                                                  : m_style.theme.secondary),
                                 static_cast<int>(i), binds);
            };
            const bool whole = binds && !link.label.isEmpty() && m_zoom >= whole_zoom;
            if (whole && write(link_style.label + QStringLiteral(" · ") + link.label)) continue;
            write(binds ? link_style.label : link.label);
        }
    }
}

void LinkLabels::write_bundles() {
    constexpr size_t least = 4; // least number of links; fewer are seen at a glance
    for (const LinkBundle& bundle : m_drawing.bundles())
        if (bundle.links.size() >= least)
            try_along(
                m_board.line(QCoreApplication::translate("LinkLabel", "%1 links").arg(bundle.links.size()),
                             Theme::Role::secondary, least_note, m_style.theme.secondary),
                bundle.links.front(), false);
}

} // namespace roofrack
