// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/evaluation_lane.h"

namespace roofrack {

EvaluationLane::EvaluationLane(Evaluator evaluator, QObject* parent)
    : QObject(parent)
    , m_evaluator(std::move(evaluator))
    , m_worker([this](std::stop_token stop) { work(stop); }) {}

EvaluationLane::~EvaluationLane() {
    m_worker.request_stop();
    m_worker.join(); // results already queued for this object die with it
}

quint64 EvaluationLane::request(EvaluationRequest request) {
    ++m_requested;
    {
        const std::lock_guard lock(m_mutex);
        m_pending = Pending{std::move(request), m_requested};
    }
    m_wake.notify_one();
    return m_requested;
}

void EvaluationLane::work(std::stop_token stop) {
    while (true) {
        Pending job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return m_pending.has_value(); })) return;
            job = std::move(*m_pending);
            m_pending.reset();
        }
        auto bundle = std::make_shared<EvaluationBundle>(m_evaluator(job.request, stop));
        if (stop.stop_requested()) return;
        bundle->generation = job.generation;
        QMetaObject::invokeMethod(
            this,
            [this, bundle = std::shared_ptr<const EvaluationBundle>(std::move(bundle))] { deliver(bundle); },
            Qt::QueuedConnection);
    }
}

void EvaluationLane::deliver(std::shared_ptr<const EvaluationBundle> bundle) {
    if (bundle->generation <= m_latest->generation) return;
    m_latest = std::move(bundle);
    Q_EMIT evaluated(m_latest);
}

} // namespace roofrack
