// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/tools/drop_ghost.h"

#include <QObject>
#include <QTimer>

namespace roofrack {

class Canvas;
class CountPrompt;

/// A part from the shelf over the canvas: shows where it would stand and what a drop would do, and places it.
/// With Shift the drop asks how many in place. An illegal drop does nothing and says why.
class CanvasDrop : public QObject {
    Q_OBJECT

public:
    explicit CanvasDrop(Canvas& canvas);
    ~CanvasDrop() override;

    void move(const DraggedPart& part, const QPointF& scene, Qt::KeyboardModifiers held);
    void leave();
    void drop(const DraggedPart& part, const QPointF& scene, Qt::KeyboardModifiers held);

    bool is_shown() const { return m_ghost.has_value(); }
    const std::optional<DropGhost>& ghost() const { return m_ghost; }
    /// Over-full is drawn, found, and said when it happens.
    void warn_when_over_full(const std::string& id) const;
    void paint(QPainter& painter, const PainterStyle& style) const;

private:
    void ask_how_many(const DraggedPart& part);
    void place(const DraggedPart& part, int count, bool separate);
    void clear();

    Canvas& m_canvas;
    std::optional<DropGhost> m_ghost;
    DraggedPart m_held; ///< whose size `m_ghost` has
    CountPrompt* m_prompt = nullptr;
    QTimer m_refusal; ///< how long the reason of an illegal drop stays
};

} // namespace roofrack
