// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/evaluation_bundle.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>

#include <memory>
#include <stop_token>

namespace roofrack {

/// What follows an evaluation, and the best plan at each size, found on threads of its own while the
/// evaluations go on: the newest request wins, and the one at work is stopped.
class StudyLane : public QObject {
    Q_OBJECT
public:
    explicit StudyLane(Detailer detailer, QObject* parent = nullptr);
    ~StudyLane() override;

    /// Of what the bundle was evaluated from, over the sizes and by the metric of its study as given. Returns
    /// at once. `best`: after the details the best plans, where the drawing can be understood.
    void request(const std::shared_ptr<const EvaluationBundle>& bundle, bool best);
    void cancel();
    /// A study was asked for and has not been delivered.
    bool is_busy() const { return m_asked != m_done; }

Q_SIGNALS:
    /// On the lane's own thread. `generation`: of the bundle.
    void detailed(quint64 generation, std::shared_ptr<const roofrack::StudyDetails> details);
    /// Twice: the study as soon as it is known, and with what moves its borders.
    void studied(quint64 generation, std::shared_ptr<const roofrack::BestPlans> best);

private:
    struct Job {
        std::shared_ptr<const EvaluationBundle> bundle;
        std::stop_source stop;
        quint64 number = 0;
        bool best = false;
    };
    void work(const Job& job, const std::stop_token& stop);
    /// Later on the lane's own thread, unless another was asked for by then; `is_last`: nothing follows.
    template<class Result>
    void deliver(const Job& job, Result result, void (StudyLane::*signal)(quint64, Result), bool is_last);

    Detailer m_detailer;
    quint64 m_asked = 0, m_done = 0;
    std::stop_source m_stop;    ///< of the last request
    LatestWorker<Job> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
