// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/link_tool.h"

#include "widgets/canvas/route/link_route.h"
#include "widgets/canvas/tool_context/tool_context.h"
#include "widgets/canvas/tools/link_layer.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

#include <QApplication>
#include <QPainter>

#include <unordered_set>

namespace roofrack {
namespace {

/// What may stand for the item at a point, the thing in the slot before its rack.
std::vector<std::string> ends_at(const ToolContext& context, const QPointF& point) {
    const DrawnElement* element = context.drawing().element_at(point);
    if (!element) return {};
    std::string slot = context.drawing().slot_at(*element, point);
    if (slot.empty() || slot == element->id) return {element->id};
    return {std::move(slot), element->id};
}

/// The link under the hand.
class LinkGesture : public Tool {
public:
    LinkGesture(ToolContext& context, const ToolEvent& press, const QPointF& start,
                std::vector<std::string> from)
        : Tool(context)
        , m_from(std::move(from))
        , m_pressed(press.view)
        , m_end(start)
        , m_start(start) {
        const auto targets = LinkLayer::of(m_context).targets(m_from);
        for (const DrawnElement& element : m_context.drawing().elements()) {
            if (element.id == m_from.back()) continue;
            bool legal = targets.contains(element.id);
            for (const RackSlot& slot : element.slots) // a rack is lit for the switch in it
                legal |= slot.kind == ElementKind::switch_ && targets.contains(slot.id);
            if (legal) m_legal.insert(element.id);
        }
    }

    void move(const ToolEvent& event) override {
        m_end = event.scene;
        m_is_drag =
            m_is_drag || (event.view - m_pressed).manhattanLength() >= QApplication::startDragDistance();
        const auto to = ends_at(m_context, event.scene);
        const bool itself = !to.empty() && to.back() == m_from.back();
        m_left = m_left || !itself;
        m_refusal.clear();
        m_target.clear();
        if (!to.empty() && (!itself || m_left)) {
            const auto offer = LinkLayer::of(m_context).offer(m_from, to);
            if (offer)
                m_target = to.back();
            else
                m_refusal = to_qt(offer.error().what);
        }
        m_context.set_hovered(m_target);
        m_context.viewport()->update();
    }

    void release(const ToolEvent& event) override {
        move(event);
        const auto to = ends_at(m_context, event.scene);
        const bool aims = !to.empty() && (m_left || to.back() != m_from.back());
        cancel();
        // A click on a port, which covers much of a small item.
        if (!m_is_drag) return select(event);
        if (!aims) return;
        LinkLayer& layer = LinkLayer::of(m_context);
        auto offer = layer.offer(m_from, to);
        if (offer)
            layer.choose(std::move(*offer), event.view);
        else
            m_context.say(to_qt(offer.error().what));
    }

    void cancel() override {
        m_context.set_hovered({});
        m_context.viewport()->update();
    }

    void paint(QPainter& painter, const PainterStyle& style) const override {
        const double zoom = m_context.zoom();
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        paint_targets(painter, style, zoom);
        if (const DrawnElement* from = m_context.drawing().find(m_from.back())) {
            const DrawnElement* to = m_target.empty() ? nullptr : m_context.drawing().find(m_target);
            const QColor colour = m_refusal.isEmpty() ? style.theme.accent : style.theme.critical;
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(colour, 2 / zoom, Qt::DashLine));
            if (to && to != from)
                painter.drawPath(network_route(from->rect, to->rect));
            else
                painter.drawLine(m_start, m_end);
        }
        if (!m_refusal.isEmpty()) {
            const QRectF view = QRectF(m_context.viewport()->rect()).adjusted(4, 4, -4, -4);
            paint_tag(painter, m_end + QPointF(0, 26) / zoom, m_refusal, style, zoom, style.theme.critical,
                      style.theme.critical, m_context.viewportTransform().inverted().mapRect(view));
        }
        painter.restore();
    }
    Qt::CursorShape cursor() const override {
        return m_refusal.isEmpty() ? Qt::CrossCursor : Qt::ForbiddenCursor;
    }

private:
    void select(const ToolEvent& event) {
        Selection& selection = m_context.document().selection();
        if (event.modifiers.testFlag(Qt::ShiftModifier))
            selection.toggle(m_from.back());
        else
            selection.set_one(m_from.back());
    }
    /// Legal ends are lit, all else steps back.
    void paint_targets(QPainter& painter, const PainterStyle& style, double zoom) const {
        QColor veil = style.ground();
        veil.setAlphaF(0.65f);
        QColor glow = style.theme.accent;
        glow.setAlphaF(0.12f);
        for (const DrawnElement& element : m_context.drawing().elements()) {
            const bool outline = is_container(element.kind) && element.kind != ElementKind::rack;
            if (m_legal.contains(element.id)) {
                painter.setPen(QPen(style.theme.accent, 1.5 / zoom));
                painter.setBrush(outline ? QBrush(Qt::NoBrush) : QBrush(glow));
                painter.drawRoundedRect(element.rect, 4, 4);
            } else if (!outline && element.id != m_from.back()) {
                painter.setPen(Qt::NoPen);
                painter.setBrush(veil);
                painter.drawRect(element.rect.united(label_area(element)).adjusted(-1, -1, 1, 1));
            }
        }
    }

    std::vector<std::string> m_from; ///< the item last
    QPointF m_pressed;               ///< in the view
    QPointF m_end, m_start;
    std::unordered_set<std::string> m_legal; ///< items that may be the other end
    std::string m_target;                    ///< the item under the pointer, when it may be an end
    QString m_refusal;
    bool m_is_drag = false; ///< not a click
    bool m_left = false;    ///< the pointer has been outside the item
};

} // namespace

std::unique_ptr<Tool> pull_link(ToolContext& context, const ToolEvent& press) {
    const PortDot* port = LinkLayer::of(context).port_at(press.scene);
    if (!port) return nullptr;
    const DrawnElement* item = context.drawing().find(port->element);
    std::vector<std::string> from{port->element};
    if (item && item->id != port->element) from.push_back(item->id);
    return std::make_unique<LinkGesture>(context, press, port->at, std::move(from));
}

std::unique_ptr<Tool> LinkTool::press(const ToolEvent& event) {
    if (auto pulled = pull_link(m_context, event)) return pulled;
    auto from = ends_at(m_context, event.scene);
    if (from.empty()) return nullptr;
    return std::make_unique<LinkGesture>(m_context, event, event.scene, std::move(from));
}

void LinkTool::hover(const ToolEvent& event) {
    const DrawnElement* element = m_context.drawing().element_at(event.scene);
    m_context.set_hovered(element ? element->id : std::string());
}

} // namespace roofrack
