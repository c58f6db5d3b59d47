// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/resize_tool.h"

#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/items/canvas_grid.h"
#include "widgets/canvas/items/diagram_measure.h"
#include "widgets/canvas/tool_context/tool_context.h"
#include "widgets/canvas/tools/gesture_paint.h"
#include "widgets/editor/commands/set_elements.h"
#include "widgets/editor/document.h"
#include "widgets/editor/fragment.h"
#include "widgets/editor/item_text.h"
#include "widgets/editor/step.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

QRectF contents_of(const ToolContext& context, const Document& document, const std::string& id) {
    QRectF contents;
    for (const std::string& inside : with_contents(document.cluster(), {id}))
        if (const DrawnElement* drawn = context.drawing().find(inside);
            inside != id && drawn && drawn->id == inside)
            contents |= painted_area(*drawn);
    return contents;
}

} // namespace

bool is_resizable(ElementKind kind) {
    return (is_container(kind) && kind != ElementKind::rack) || kind == ElementKind::note;
}

Grips grips_at(const QRectF& frame, const QPointF& point, double near) {
    if (!frame.adjusted(-near, -near, near, near).contains(point)) return Grip::none;
    Grips grips;
    grips.setFlag(Grip::left, std::abs(point.x() - frame.left()) <= near);
    grips.setFlag(Grip::right, std::abs(point.x() - frame.right()) <= near);
    grips.setFlag(Grip::top, std::abs(point.y() - frame.top()) <= near);
    grips.setFlag(Grip::bottom, std::abs(point.y() - frame.bottom()) <= near);
    return grips;
}

Qt::CursorShape cursor_of(Grips grips) {
    const bool across = grips & (Grips(Grip::left) | Grip::right);
    const bool down = grips & (Grips(Grip::top) | Grip::bottom);
    if (across && down)
        return grips.testFlag(Grip::left) == grips.testFlag(Grip::top) ? Qt::SizeFDiagCursor
                                                                       : Qt::SizeBDiagCursor;
    return across ? Qt::SizeHorCursor : down ? Qt::SizeVerCursor : Qt::ArrowCursor;
}

ResizeTool::ResizeTool(ToolContext& context, const ToolEvent& press, const DrawnElement& element, Grips grips)
    : Tool(context)
    , m_id(element.id)
    , m_kind(element.kind)
    , m_before(element.rect)
    , m_now(element.rect)
    , m_contents(contents_of(context, context.document(), element.id))
    , m_grips(grips)
    , m_start(press.scene) {}

/// The smallest frame: around the contents with room for the name.
QRectF ResizeTool::least() const {
    using namespace diagram_measure;
    if (m_contents.isNull()) return {};
    return m_contents.adjusted(-container_side + 5, -container_top + 5, container_side - 5,
                               container_bottom - 5);
}

void ResizeTool::move(const ToolEvent& event) {
    if (m_context.document().is_read_only()) return;
    const QPointF by = event.scene - m_start;
    const auto grid = [&](double value) {
        return event.modifiers.testFlag(Qt::AltModifier) ? value : to_grid(value);
    };
    const QSizeF smallest = m_kind == ElementKind::note ? QSizeF(72, 32) : QSizeF(160, 96);
    const QRectF contents = least();
    const bool has_contents = !contents.isNull();
    m_now = m_before;
    if (m_grips.testFlag(Grip::left)) {
        const double most = m_before.right() - smallest.width();
        m_now.setLeft(
            std::min({grid(m_before.left() + by.x()), most, has_contents ? contents.left() : most}));
    }
    if (m_grips.testFlag(Grip::right)) {
        const double low = m_before.left() + smallest.width();
        m_now.setRight(
            std::max({grid(m_before.right() + by.x()), low, has_contents ? contents.right() : low}));
    }
    if (m_grips.testFlag(Grip::top)) {
        const double most = m_before.bottom() - smallest.height();
        m_now.setTop(std::min({grid(m_before.top() + by.y()), most, has_contents ? contents.top() : most}));
    }
    if (m_grips.testFlag(Grip::bottom)) {
        const double low = m_before.top() + smallest.height();
        m_now.setBottom(
            std::max({grid(m_before.bottom() + by.y()), low, has_contents ? contents.bottom() : low}));
    }
    m_context.viewport()->update();
}

void ResizeTool::release(const ToolEvent&) {
    Document& document = m_context.document();
    const Element* element = document.cluster().find(m_id);
    if (element && m_now != m_before) {
        m_context.hold_view();
        const Step step(document, Document::tr("Resize %1").arg(title_of(*element)));
        keep_layout(document, m_context.drawing());
        Element resized = *document.cluster().find(m_id);
        resized.position = {m_now.x(), m_now.y()};
        resized.size = Position{m_now.width(), m_now.height()};
        document.perform<SetElements>(resized, Document::tr("size"));
    }
    m_context.viewport()->update();
}

void ResizeTool::cancel() {
    m_now = m_before;
    m_context.viewport()->update();
}

void ResizeTool::paint(QPainter& painter, const PainterStyle& style) const {
    if (m_now == m_before) return;
    painter.save();
    paint_outline(painter, m_now, style);
    const QPointF corner(m_grips.testFlag(Grip::left) ? m_now.left() : m_now.right(),
                         m_grips.testFlag(Grip::top) ? m_now.top() : m_now.bottom());
    const QString size =
        QStringLiteral("%1 × %2").arg(std::round(m_now.width())).arg(std::round(m_now.height()));
    paint_hint(painter, corner, size, true, style, m_context.visible_area());
    painter.restore();
}

} // namespace roofrack
