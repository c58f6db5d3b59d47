// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGraphicsItem>

namespace roofrack {

class CanvasScene;

/// One element; paints itself by its index in the scene's drawing.
class ElementItem : public QGraphicsItem {
public:
    ElementItem(const CanvasScene& scene, size_t index);

    /// After the drawing was replaced.
    void refresh();
    QRectF boundingRect() const override { return m_area; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    const CanvasScene& m_scene;
    size_t m_index;
    QRectF m_area;
};

/// All links, or all their labels, in one item: thousands of items of their own would make a pan stutter.
class LinksItem : public QGraphicsItem {
public:
    enum class Layer { lines, labels };
    LinksItem(const CanvasScene& scene, Layer layer);

    void set_area(const QRectF& area);
    QRectF boundingRect() const override { return m_area; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    const CanvasScene& m_scene;
    Layer m_layer;
    QRectF m_area;
};

} // namespace roofrack
