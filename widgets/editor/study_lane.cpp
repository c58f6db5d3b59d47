// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/study_lane.h"

namespace roofrack {

StudyLane::StudyLane(Detailer detailer, QObject* parent)
    : QObject(parent)
    , m_detailer(std::move(detailer))
    , m_worker([this](const Job& job, const std::stop_token& stop) { work(job, stop); }) {}

StudyLane::~StudyLane() = default; // results already queued for this object die with it

void StudyLane::request(const std::shared_ptr<const EvaluationBundle>& bundle, bool best) {
    cancel();
    if (!bundle) return;
    m_stop = std::stop_source();
    m_worker.post({bundle, m_stop, ++m_asked, best && bundle->prepared && !bundle->given.points.empty()});
}

void StudyLane::cancel() {
    m_stop.request_stop();
    m_done = m_asked;
}

void StudyLane::work(const Job& job, const std::stop_token& stop) {
    std::stop_source either = job.stop;
    const std::stop_callback at_end(stop, [&either] { either.request_stop(); });
    auto details = std::make_shared<const StudyDetails>(m_detailer(*job.bundle, either.get_token()));
    if (either.stop_requested()) return;
    deliver(job, std::move(details), &StudyLane::detailed, !job.best);
    if (!job.best) return;
    BestPlans best = best_plans(*job.bundle, either.get_token());
    if (either.stop_requested()) return;
    deliver(job, std::make_shared<const BestPlans>(best), &StudyLane::studied, false);
    find_moves(*job.bundle, best, either.get_token());
    if (either.stop_requested()) return;
    deliver(job, std::make_shared<const BestPlans>(std::move(best)), &StudyLane::studied, true);
}

template<class Result>
void StudyLane::deliver(const Job& job, Result result, void (StudyLane::*signal)(quint64, Result),
                        bool is_last) {
    QMetaObject::invokeMethod(
        this,
        [this, number = job.number, generation = job.bundle->generation, result = std::move(result), signal,
         is_last] {
            if (number != m_asked || m_done == m_asked) return; // another was asked for, or none any more
            if (is_last) m_done = number;
            Q_EMIT(this->*signal)(generation, result);
        },
        Qt::QueuedConnection);
}

} // namespace roofrack
