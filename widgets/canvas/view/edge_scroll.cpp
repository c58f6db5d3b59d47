// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/edge_scroll.h"

#include "widgets/canvas/tool_context/tool_context.h"

#include <QTimerEvent>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr double band = 24;                     ///< px inside the edge
constexpr double beyond = 96;                   ///< px outside it where the speed is highest
constexpr double slowest = 2, fastest = 28;     ///< px a step
constexpr int moment = 300, step_interval = 16; ///< ms

double step_along(double at, double length) {
    const double depth = std::max(band - at, at - (length - band)); // > 0: in the band or beyond
    if (depth <= 0 || length <= 2 * band) return 0;
    const double size = slowest + (fastest - slowest) * std::min(1.0, depth / (band + beyond));
    return at < length / 2 ? size : -size;
}

} // namespace

EdgeScroll::EdgeScroll(ToolContext& context)
    : m_context(context) {}

QPointF EdgeScroll::step_at(const QPointF& view, const QSize& viewport) {
    return {step_along(view.x(), viewport.width()), step_along(view.y(), viewport.height())};
}

void EdgeScroll::hand_at(const QPointF& view, std::function<void()> follow) {
    m_step = step_at(view, m_context.viewport()->size());
    if (m_step.isNull()) return stop();
    m_follow = std::move(follow);
    if (m_timer.isActive()) return;
    m_waits = true;
    m_timer.start(moment, this);
}

void EdgeScroll::stop() {
    m_timer.stop();
    m_follow = nullptr;
}

void EdgeScroll::timerEvent(QTimerEvent* event) {
    if (event->timerId() != m_timer.timerId()) return QObject::timerEvent(event);
    if (std::exchange(m_waits, false)) m_timer.start(step_interval, Qt::PreciseTimer, this);
    m_context.pan_by(m_step);
    const auto follow = m_follow; // it may stop this
    if (follow) follow();
}

} // namespace roofrack
