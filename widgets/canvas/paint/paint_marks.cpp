// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/paint_marks.h"

#include "widgets/canvas/items/diagram_measure.h"

#include <QPainter>

#include <algorithm>

namespace roofrack {
namespace {

enum class Mark { hovered, selected };

class MarkPainter {
public:
    MarkPainter(QPainter& painter, const PainterStyle& style, double zoom)
        : m_painter(painter)
        , m_theme(style.theme)
        , m_zoom(zoom) {}

    void outline(const QRectF& frame, Mark mark) {
        const double out = 3 / std::max(1.0, m_zoom);
        const double gap = std::max(out, 2 / m_zoom);
        const QRectF area = frame.adjusted(-gap, -gap, gap, gap);
        m_painter.setBrush(Qt::NoBrush);
        const double radius = m_zoom < 0.22 ? 0 : 5;
        stroke(5, rim());
        m_painter.drawRoundedRect(area, radius, radius);
        stroke(mark == Mark::selected ? 2.5 : 1.5, m_theme.accent);
        m_painter.drawRoundedRect(area, radius, radius);
    }

    void trace(const DrawnLink& link, Mark mark) {
        m_painter.setBrush(Qt::NoBrush);
        const double width = std::max(2.0, link.width * m_zoom);
        stroke(width + 4, rim());
        m_painter.drawPath(link.path);
        stroke(mark == Mark::selected ? width + 1 : width, m_theme.accent);
        m_painter.drawPath(link.path);
    }

private:
    QColor rim() const {
        QColor colour = m_theme.panel;
        colour.setAlphaF(0.8f);
        return colour;
    }
    void stroke(double px, const QColor& colour) {
        QPen pen(colour, px / m_zoom, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
        m_painter.setPen(pen);
    }

    QPainter& m_painter;
    const Theme& m_theme;
    double m_zoom;
};

/// With the outlines behind it: a ring inside them would hide that it stands for several.
QRectF stacked_frame(const DrawnElement& element, double zoom) {
    const bool outlined = is_container(element.kind) && element.kind != ElementKind::rack;
    const bool tile = detail_at(zoom) == Detail::tiles && !outlined; // one outline is drawn for all of those
    const double stack = tile ? 0 : std::min(2, element.count - 1) * diagram_measure::stack_step;
    return element.rect.adjusted(0, -stack, stack, 0);
}

} // namespace

void paint_marks(QPainter& painter, const Diagram& drawing, const std::unordered_set<std::string>& selected,
                 const std::string& hovered, const DrawingText& text, const PainterStyle& style, double zoom,
                 const QRectF& exposed) {
    if (selected.empty() && hovered.empty()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    MarkPainter marks(painter, style, zoom);
    QRectF traced;
    const auto mark = [&](const std::string& id, Mark how) {
        if (const DrawnLink* link = drawing.find_link(id)) {
            const QRectF area = link->line.boundingRect().adjusted(-4, -4, 4, 4);
            if (!area.intersects(exposed)) return;
            marks.trace(*link, how);
            traced |= area;
            return;
        }
        const DrawnElement* element = drawing.find(id);
        if (!element || !painted_area(*element).intersects(exposed)) return;
        if (element->id == id) return marks.outline(stacked_frame(*element, zoom), how);
        for (const RackSlot& slot : element->slots) // a server in its rack
            if (slot.id == id)
                marks.outline(slot.rect.translated(element->rect.topLeft()).adjusted(2, 2, -2, -2), how);
    };
    if (!hovered.empty() && !selected.count(hovered)) mark(hovered, Mark::hovered);
    for (const std::string& id : selected) mark(id, Mark::selected);
    if (!traced.isNull()) text.paint(painter, style, traced & exposed);
    painter.restore();
}

} // namespace roofrack
