// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/canvas_hand.h"

#include "widgets/canvas/tool_context/tool_context.h"
#include "widgets/canvas/tools/pan_tool.h"
#include "widgets/canvas/tools/select_tool.h"
#include "widgets/editor/document.h"

#include <QMouseEvent>

#include <utility>

namespace roofrack {

CanvasHand::CanvasHand(ToolContext& context)
    : m_context(context)
    , m_tool(std::make_unique<SelectTool>(context))
    , m_edge_scroll(context) {}

void CanvasHand::take(std::unique_ptr<Tool> tool) {
    end_gesture();
    m_tool = std::move(tool);
    m_context.set_hovered({});
    update_cursor();
}

ToolEvent CanvasHand::tool_event(const QPointF& view, Qt::KeyboardModifiers held) const {
    return {m_context.viewportTransform().inverted().map(view), view, held};
}

void CanvasHand::press(const QMouseEvent& event) {
    if (m_gesture) return; // a second button while one is down
    m_gesture_button = event.button();
    const ToolEvent at = tool_event(event.position(), event.modifiers());
    if (event.button() == Qt::MiddleButton || (event.button() == Qt::LeftButton && m_space_down)) {
        m_gesture = std::make_unique<PanTool>(m_context, at);
    } else if (event.button() == Qt::LeftButton) {
        m_gesture = m_tool->press(at);
    } else if (event.button() == Qt::RightButton) {
        Selection& selection = m_context.document().selection();
        const std::string id = m_context.item_at(at.scene);
        if (!id.empty() && !selection.contains(id)) selection.set_one(id);
    }
    update_cursor();
}

void CanvasHand::move(const QMouseEvent& event) {
    if (m_gesture)
        move_gesture(event.position(), event.modifiers());
    else
        m_tool->hover(tool_event(event.position(), event.modifiers()));
}

void CanvasHand::move_gesture(const QPointF& view, Qt::KeyboardModifiers held) {
    if (!m_gesture) return m_edge_scroll.stop();
    m_gesture->move(tool_event(view, held));
    update_cursor();
    if (m_gesture->scrolls_at_edge())
        m_edge_scroll.hand_at(view, [this, view, held] { move_gesture(view, held); });
}

void CanvasHand::release(const QMouseEvent& event) {
    if (!m_gesture || event.button() != m_gesture_button) return;
    const auto gesture = std::move(m_gesture); // its edit must not find it still under way
    m_edge_scroll.stop();
    gesture->release(tool_event(event.position(), event.modifiers()));
    update_cursor();
}

void CanvasHand::double_click(const QMouseEvent& event) {
    if (event.button() == Qt::LeftButton && !m_space_down)
        m_tool->double_click(tool_event(event.position(), event.modifiers()));
}

void CanvasHand::hold_space(bool down) {
    m_space_down = down;
    update_cursor();
}

void CanvasHand::end_gesture() {
    if (!m_gesture) return;
    m_edge_scroll.stop();
    const auto gesture = std::move(m_gesture); // its cancel may change the document's selection
    gesture->cancel();
    update_cursor();
}

bool CanvasHand::let_go() {
    if (m_gesture)
        end_gesture();
    else if (m_tool->cursor() != Qt::ArrowCursor)
        m_context.use_select_tool();
    else
        return false;
    return true;
}

void CanvasHand::paint(QPainter& painter, const PainterStyle& style) const {
    if (m_gesture) m_gesture->paint(painter, style);
}

void CanvasHand::update_cursor() {
    m_context.viewport()->setCursor(m_gesture      ? m_gesture->cursor()
                                    : m_space_down ? Qt::OpenHandCursor
                                                   : m_tool->cursor());
}

} // namespace roofrack
