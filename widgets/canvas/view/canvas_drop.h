// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/tools/drop_ghost.h"
#include "widgets/canvas/view/edge_scroll.h"

#include <QObject>
#include <QTimer>

#include <string>

class QDropEvent;

namespace roofrack {

class CountPrompt;
class ToolContext;

/// A part from the shelf over the canvas: shows where it would stand and what a drop would do, and places it.
/// With Shift the drop asks how many in place. An illegal drop does nothing and says why.
class CanvasDrop : public QObject {
    Q_OBJECT

public:
    explicit CanvasDrop(ToolContext& context);
    ~CanvasDrop() override;

    /// Whether what comes in may be dropped; says why a part may not.
    bool takes(const QDropEvent& event) const;
    void move(QDropEvent& event);
    void leave();
    void drop(QDropEvent& event);
    /// Adds a part without a hand: to the selected container, else in the view, beside what stands there. The
    /// id of the last one placed, empty when there is none.
    std::string add(const DraggedPart& part, int count);

    bool is_shown() const { return m_ghost.has_value(); }
    void paint(QPainter& painter, const PainterStyle& style) const;

private:
    void move_to(const DraggedPart& part, const QPointF& view, Qt::KeyboardModifiers held);
    void show_at(const DraggedPart& part, const QPointF& scene, Qt::KeyboardModifiers held);
    void ask_how_many(const DraggedPart& part);
    void place(const DraggedPart& part, int count, bool separate);
    /// Over-full is drawn, found, and said when it happens.
    void warn_when_over_full(const std::string& id) const;
    void clear();

    ToolContext& m_context;
    EdgeScroll m_edge_scroll;
    std::optional<DropGhost> m_ghost;
    DraggedPart m_held; ///< the held part, whose size `m_ghost` has
    CountPrompt* m_prompt = nullptr;
    QTimer m_refusal; ///< how long the reason of an illegal drop stays
};

} // namespace roofrack
