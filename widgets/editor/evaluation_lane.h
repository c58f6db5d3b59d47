// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/evaluation_bundle.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>

#include <memory>

namespace roofrack {

/// Evaluates snapshots on one worker thread: one running, one pending (the latest wins). Every finished
/// result is newer than the one shown and is delivered, so a drag never starves the charts. Destruction stops
/// and joins the worker.
class EvaluationLane : public QObject {
    Q_OBJECT
public:
    explicit EvaluationLane(Evaluator evaluator, QObject* parent = nullptr);
    ~EvaluationLane() override;

    /// Queues the snapshot and returns at once with its generation.
    quint64 request(EvaluationRequest request);
    /// The newest delivered result; never null, generation 0 before the first.
    std::shared_ptr<const EvaluationBundle> latest() const { return m_latest; }
    quint64 requested_generation() const { return m_requested; }
    bool is_busy() const { return m_requested != m_latest->generation; }

Q_SIGNALS:
    /// On the lane's own thread.
    void evaluated(std::shared_ptr<const roofrack::EvaluationBundle> bundle);

private:
    struct Pending {
        EvaluationRequest request;
        quint64 generation = 0;
    };
    void work(Pending& job, const std::stop_token& stop);
    void deliver(std::shared_ptr<const EvaluationBundle> bundle);

    Evaluator m_evaluator;
    std::shared_ptr<const EvaluationBundle> m_latest = std::make_shared<EvaluationBundle>();
    quint64 m_requested = 0;
    LatestWorker<Pending> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
