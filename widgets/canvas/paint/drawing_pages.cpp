// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/drawing_pages.h"

#include "widgets/canvas/paint/paint_drawing.h"
#include "widgets/canvas/paint/paint_legend.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr double gap = 12;         ///< between title, legend and drawing, px
constexpr double title_row = 20;   ///< px
constexpr double largest_zoom = 2; ///< zoom: a single rack does not fill a poster

struct DrawingPagesWords {
    Q_DECLARE_TR_FUNCTIONS(DrawingPages)
};

} // namespace

DrawingPages::DrawingPages(const Diagram& drawing, const OverlayStyle& overlay_style, PageTitle title,
                           PageGrid grid, QSizeF page)
    : m_drawing(drawing)
    , m_overlay_style(overlay_style)
    , m_title(std::move(title))
    , m_grid{std::max(1, grid.across), std::max(1, grid.down)}
    , m_page(page) {
    m_theme.window = m_theme.panel; // the ground is the paper
    const QRectF area = QRectF(QPointF(), page).adjusted(0, title_row + gap, 0, 0);
    const QSizeF legend = legend_size(overlay_style.legend(), m_theme);
    const QSizeF content = drawing.bounds().size();
    m_legend = area.topLeft();
    m_place = m_grid.count() == 1 ? beside_legend(area, legend, content, gap) : area;
    if (m_grid.count() > 1 && !legend.isEmpty()) {
        // Below, where no part of a drawing that goes on over the edge is covered.
        m_place.setBottom(area.bottom() - legend.height() - gap);
        m_legend = QPointF(area.left(), area.bottom() - legend.height());
    }
    if (content.isEmpty()) return;
    m_zoom = std::min({m_grid.across * m_place.width() / content.width(),
                       m_grid.down * m_place.height() / content.height(), largest_zoom});
    const QSizeF all(m_grid.across * m_place.width() / m_zoom, m_grid.down * m_place.height() / m_zoom);
    m_origin = drawing.bounds().center() - QPointF(all.width() / 2, all.height() / 2);
}

QRectF DrawingPages::part(int index) const {
    const QSizeF size = m_place.size() / m_zoom;
    const int row = index / m_grid.across, column = index % m_grid.across;
    return {m_origin + QPointF(column * size.width(), row * size.height()), size};
}

QString DrawingPages::title_text(int index) const {
    QStringList parts;
    for (const QString& part : {m_title.scenario, m_title.date})
        if (!part.isEmpty()) parts << part;
    parts << DrawingPagesWords::tr("scale %1 %").arg(std::lround(100 * m_zoom));
    if (m_grid.count() > 1)
        parts << DrawingPagesWords::tr("sheet %1 of %2").arg(index + 1).arg(m_grid.count());
    return parts.join(QStringLiteral(" · "));
}

void DrawingPages::paint(QPainter& painter, int index) const {
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const QRectF title(0, 0, m_page.width(), title_row);
    const QFont strong = m_theme.font(Theme::Role::strong), secondary = m_theme.font(Theme::Role::secondary);
    const QString facts = title_text(index);
    const double facts_width = QFontMetricsF(secondary).horizontalAdvance(facts);
    painter.setFont(strong);
    painter.setPen(m_theme.text);
    painter.drawText(
        title, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(strong).elidedText(m_title.project, Qt::ElideRight, title.width() - facts_width - gap));
    painter.setFont(secondary);
    painter.setPen(m_theme.secondary);
    painter.drawText(title, Qt::AlignRight | Qt::AlignVCenter, facts);
    painter.fillRect(QRectF(0, title_row, m_page.width(), 1), m_theme.line);
    if (!m_drawing.bounds().isEmpty()) {
        const PainterStyle style(m_theme);
        const QRectF source = part(index);
        painter.save();
        painter.setClipRect(m_place);
        painter.translate(m_place.topLeft());
        painter.scale(m_zoom, m_zoom);
        painter.translate(-source.topLeft());
        paint_drawing(painter, m_drawing, m_overlay_style,
                      DrawingText::make(m_drawing, m_overlay_style, style, m_zoom), style, {m_zoom, 0},
                      source);
        painter.restore();
    }
    paint_legend(painter, m_overlay_style.legend(), m_theme, m_legend);
    painter.restore();
}

} // namespace roofrack
