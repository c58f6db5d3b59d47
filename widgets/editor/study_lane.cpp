// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/study_lane.h"

namespace roofrack {

StudyLane::StudyLane(QObject* parent)
    : QObject(parent)
    , m_worker([this](const Job& job, const std::stop_token& stop) { work(job, stop); }) {}

StudyLane::~StudyLane() = default; // results already queued for this object die with it

void StudyLane::request(const std::shared_ptr<const EvaluationBundle>& bundle) {
    cancel();
    if (!bundle || !bundle->prepared || bundle->given.points.empty()) return;
    m_stop = std::stop_source();
    m_worker.post({bundle, m_stop, ++m_asked});
}

void StudyLane::cancel() {
    m_stop.request_stop();
    m_done = m_asked;
}

void StudyLane::work(const Job& job, const std::stop_token& stop) {
    std::stop_source either = job.stop;
    const std::stop_callback at_end(stop, [&either] { either.request_stop(); });
    auto best = std::make_shared<BestPlans>(best_plans(*job.bundle, either.get_token()));
    if (either.stop_requested()) return;
    QMetaObject::invokeMethod(
        this,
        [this, number = job.number, generation = job.bundle->generation,
         best = std::shared_ptr<const BestPlans>(std::move(best))] { deliver(number, generation, best); },
        Qt::QueuedConnection);
}

void StudyLane::deliver(quint64 number, quint64 generation, const std::shared_ptr<const BestPlans>& best) {
    if (number != m_asked || m_done == m_asked) return; // another was asked for, or none any more
    m_done = number;
    Q_EMIT studied(generation, best);
}

} // namespace roofrack
