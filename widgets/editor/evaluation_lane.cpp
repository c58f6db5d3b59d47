// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/evaluation_lane.h"

namespace roofrack {

EvaluationLane::EvaluationLane(Evaluator evaluator, QObject* parent)
    : QObject(parent)
    , m_evaluator(std::move(evaluator))
    , m_worker([this](Pending& job, const std::stop_token& stop) { work(job, stop); }) {}

EvaluationLane::~EvaluationLane() = default; // results already queued for this object die with it

quint64 EvaluationLane::request(EvaluationRequest request) {
    ++m_requested;
    m_worker.post({std::move(request), m_requested});
    return m_requested;
}

void EvaluationLane::work(Pending& job, const std::stop_token& stop) {
    auto bundle = std::make_shared<EvaluationBundle>(m_evaluator(job.request, stop));
    if (stop.stop_requested()) return;
    bundle->generation = job.generation;
    QMetaObject::invokeMethod(
        this,
        [this, bundle = std::shared_ptr<const EvaluationBundle>(std::move(bundle))] { deliver(bundle); },
        Qt::QueuedConnection);
}

void EvaluationLane::deliver(std::shared_ptr<const EvaluationBundle> bundle) {
    if (bundle->generation <= m_latest->generation) return;
    m_latest = std::move(bundle);
    Q_EMIT evaluated(m_latest);
}

} // namespace roofrack
