// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/scene_items.h"

#include "canvas/canvas_scene.h"
#include "canvas/paint_element.h"
#include "canvas/paint_links.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

namespace roofrack {
namespace {

Detail detail_of(const QPainter& painter) {
    return detail_at(QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter.worldTransform()));
}

} // namespace

ElementItem::ElementItem(const CanvasScene& scene, size_t index)
    : m_scene(scene)
    , m_index(index) {
    setAcceptedMouseButtons(Qt::NoButton);
    const DrawnElement& element = scene.drawing().elements()[index];
    const bool outline = is_container(element.kind) && element.kind != ElementKind::rack;
    setZValue(outline ? element.depth : 1000); // the links lie between
    refresh();
}

void ElementItem::refresh() {
    const QRectF area = painted_area(m_scene.drawing().elements()[m_index]);
    if (area != m_area) {
        prepareGeometryChange();
        m_area = area;
    }
    update();
}

void ElementItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const DrawnElement& element = m_scene.drawing().elements()[m_index];
    ElementMarks marks;
    marks.selected = m_scene.is_selected(element.id);
    marks.hovered = m_scene.hovered() == element.id;
    for (const RackSlot& slot : element.slots)
        if (slot.id != element.id && m_scene.is_selected(slot.id)) marks.selected_slots.push_back(slot.id);
    paint_element(*painter, element, m_scene.looks().element(element.id), m_scene.style(),
                  detail_of(*painter), marks);
}

LinksItem::LinksItem(const CanvasScene& scene, Layer layer)
    : m_scene(scene)
    , m_layer(layer) {
    setAcceptedMouseButtons(Qt::NoButton);
    setFlag(ItemUsesExtendedStyleOption); // for exposedRect
    setZValue(layer == Layer::lines ? 500 : 1500);
}

void LinksItem::set_area(const QRectF& area) {
    prepareGeometryChange();
    m_area = area;
    update();
}

void LinksItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
    const Detail detail = detail_of(*painter);
    if (m_layer == Layer::labels) {
        paint_link_labels(*painter, m_scene.drawing(), m_scene.looks(), m_scene.style(), detail,
                          option->exposedRect);
        return;
    }
    paint_links(*painter, m_scene.drawing(), m_scene.looks(), m_scene.style(), detail, option->exposedRect,
                [this](const DrawnLink& link) {
                    if (m_scene.is_selected(link.id)) return LinkMark::selected;
                    return m_scene.hovered() == link.id ? LinkMark::hovered : LinkMark::none;
                });
}

} // namespace roofrack
