// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/rubber_band_tool.h"

#include "widgets/canvas/overlays/painter_style.h"
#include "widgets/canvas/tool_context/tool_context.h"
#include "widgets/editor/document.h"

#include <QPainter>

namespace roofrack {

RubberBandTool::RubberBandTool(ToolContext& context, const ToolEvent& press)
    : Tool(context)
    , m_start(press.scene)
    , m_before(context.document().selection().ids())
    , m_adds(press.modifiers.testFlag(Qt::ShiftModifier)) {}

void RubberBandTool::move(const ToolEvent& event) {
    m_band = QRectF(m_start, event.scene).normalized();
    std::vector<std::string> ids;
    if (m_adds) ids = m_before;
    for (const DrawnElement& element : m_context.drawing().elements()) {
        const bool outline = is_container(element.kind) && element.kind != ElementKind::rack;
        if (outline ? m_band.contains(element.rect) : m_band.intersects(element.rect))
            ids.push_back(element.id);
    }
    for (const DrawnLink& link : m_context.drawing().links())
        if (m_band.contains(link.path.controlPointRect())) ids.push_back(link.id);
    m_context.document().selection().set(std::move(ids));
    m_context.viewport()->update();
}

void RubberBandTool::release(const ToolEvent&) {
    if (m_band.isNull() && !m_adds) m_context.document().selection().clear(); // a click on the ground
    m_context.viewport()->update();
}

void RubberBandTool::cancel() {
    m_context.document().selection().set(m_before);
    m_context.viewport()->update();
}

void RubberBandTool::paint(QPainter& painter, const PainterStyle& style) const {
    if (m_band.isNull()) return;
    QColor fill = style.theme.accent;
    fill.setAlphaF(0.08f);
    QPen pen(style.theme.accent, 1);
    pen.setCosmetic(true);
    painter.setPen(pen);
    painter.setBrush(fill);
    painter.drawRect(m_band);
}

} // namespace roofrack
