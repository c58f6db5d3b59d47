// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/evaluation_bundle.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>

#include <memory>
#include <stop_token>

namespace roofrack {

/// The best plan at each size, found on threads of its own while the evaluations go on: the newest request
/// wins, and the one at work is stopped.
class StudyLane : public QObject {
    Q_OBJECT
public:
    explicit StudyLane(QObject* parent = nullptr);
    ~StudyLane() override;

    /// Of what the bundle was evaluated from, over the sizes and by the metric of its study as given. Returns
    /// at once; nothing happens without a drawing that can be understood.
    void request(const std::shared_ptr<const EvaluationBundle>& bundle);
    void cancel();
    /// A study was asked for and has not been delivered.
    bool is_busy() const { return m_asked != m_done; }

Q_SIGNALS:
    /// On the lane's own thread. `generation`: of the bundle.
    void studied(quint64 generation, std::shared_ptr<const roofrack::BestPlans> best);

private:
    struct Job {
        std::shared_ptr<const EvaluationBundle> bundle;
        std::stop_source stop;
        quint64 number = 0;
    };
    void work(const Job& job, const std::stop_token& stop);
    void deliver(quint64 number, quint64 generation, const std::shared_ptr<const BestPlans>& best);

    quint64 m_asked = 0, m_done = 0;
    std::stop_source m_stop;    ///< of the last request
    LatestWorker<Job> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
