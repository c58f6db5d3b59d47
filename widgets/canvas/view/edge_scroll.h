// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBasicTimer>
#include <QObject>
#include <QPointF>
#include <QSize>

#include <functional>

namespace roofrack {

class ToolContext;

/// Scrolls the canvas while the hand holds something at its edge, the faster the further out. It begins after
/// a moment, so that what comes in over the edge does not set it off.
class EdgeScroll : public QObject {
public:
    explicit EdgeScroll(ToolContext& context);

    /// The hand is at `view`, in px of the viewport; `follow` repeats its move after each step.
    void hand_at(const QPointF& view, std::function<void()> follow);
    void stop();
    /// px a step from the place of the hand in a viewport of this size; {0, 0}: not at the edge.
    static QPointF step_at(const QPointF& view, const QSize& viewport);

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    ToolContext& m_context;
    QBasicTimer m_timer;
    bool m_waits = false; ///< for the moment to pass
    QPointF m_step;
    std::function<void()> m_follow;
};

} // namespace roofrack
