// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/tools/link_tool.h"

#include "canvas/canvas.h"
#include "canvas/edits.h"
#include "canvas/link_route.h"
#include "canvas/painter_style.h"

#include <QPainter>

namespace roofrack {
namespace {

std::string end_at(Canvas& canvas, const QPointF& point) {
    const DrawnElement* element = canvas.drawing().element_at(point);
    return element ? element->id : std::string();
}

/// The link under the hand.
class LinkGesture : public Tool {
public:
    LinkGesture(Canvas& canvas, const ToolEvent& press, std::string from)
        : Tool(canvas)
        , m_from(std::move(from))
        , m_end(press.scene) {}

    void move(const ToolEvent& event) override {
        m_end = event.scene;
        m_canvas.set_hovered(end_at(m_canvas, event.scene));
        m_canvas.viewport()->update();
    }
    void release(const ToolEvent& event) override {
        const std::string to = end_at(m_canvas, event.scene);
        if (!to.empty() && to != m_from) {
            const QString wrong = connect_items(m_canvas.document(), m_from, to);
            if (!wrong.isEmpty()) Q_EMIT m_canvas.message(wrong);
        }
        cancel();
    }
    void cancel() override {
        m_canvas.set_hovered({});
        m_canvas.viewport()->update();
    }
    void paint(QPainter& painter, const PainterStyle& style) const override {
        const DrawnElement* from = m_canvas.drawing().find(m_from);
        if (!from) return;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(style.theme.accent, 2, Qt::DashLine));
        painter.drawPath(network_route(from->rect, QRectF(m_end, QSizeF(1, 1))));
    }
    Qt::CursorShape cursor() const override { return Qt::CrossCursor; }

private:
    std::string m_from;
    QPointF m_end;
};

} // namespace

std::unique_ptr<Tool> LinkTool::press(const ToolEvent& event) {
    std::string from = end_at(m_canvas, event.scene);
    if (from.empty()) return nullptr;
    return std::make_unique<LinkGesture>(m_canvas, event, std::move(from));
}

void LinkTool::hover(const ToolEvent& event) { m_canvas.set_hovered(end_at(m_canvas, event.scene)); }

} // namespace roofrack
