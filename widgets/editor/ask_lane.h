// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/ask.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>

#include <atomic>
#include <memory>
#include <vector>

namespace roofrack {

/// Asks a snapshot for more, one after the other, on a thread of its own. A newer request takes over after
/// the ask that is at work; who has no use for that one any more stops the answers.
class AskLane : public QObject {
    Q_OBJECT
public:
    explicit AskLane(QObject* parent = nullptr);
    ~AskLane() override;

    /// Returns at once. What was not asked yet of the last request is dropped.
    void request(std::shared_ptr<const Answers> answers, std::vector<Ask> asks);
    void cancel();
    bool is_busy() const { return m_asked != m_done; }

Q_SIGNALS:
    /// On the lane's own thread, after each ask of the last request.
    void answered(roofrack::Ask ask);

private:
    struct Job {
        std::shared_ptr<const Answers> answers;
        std::vector<Ask> asks;
        quint64 number = 0;
    };
    void work(const Job& job, const std::stop_token& stop);

    quint64 m_done = 0;
    std::atomic<quint64> m_asked = 0;
    LatestWorker<Job> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
