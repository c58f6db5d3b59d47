// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/ask.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace roofrack {

/// A snapshot whose evaluation is known, and what else the views on the screen show at once.
struct Answered {
    std::shared_ptr<const Answers> answers; ///< Null until the first answers.
    quint64 generation = 0;                 ///< Rises with each request; 0 before the first one.
    double elapsed_ms = 0;                  ///< milliseconds that the evaluation and the views took
};

/// Finds what is shown at once of a snapshot; on the worker thread.
using FirstAnswers = std::function<void(const Answers&, const std::vector<Ask>& views)>;
/// The evaluation, what is quickly said about it, loads of the drawing, money, and then what the views ask
/// for.
void find_first_answers(const Answers& answers, const std::vector<Ask>& views);

/// Evaluates snapshots on one worker thread: one running, one pending (the latest wins). Every finished one
/// is newer than the one shown and is delivered, so that a drag never starves the charts. Destruction stops
/// and joins the worker.
class AnswersLane : public QObject {
    Q_OBJECT
public:
    /// `catalog` outlives it.
    explicit AnswersLane(const Catalog& catalog, FirstAnswers first = find_first_answers,
                         QObject* parent = nullptr);
    ~AnswersLane() override;

    /// Queues the snapshot and returns at once with its generation.
    quint64 request(Snapshot snapshot, std::vector<Ask> views = {});
    /// Another project follows: what was asked until now stands in for nothing of it.
    void forget_earlier() { m_forgotten = m_requested; }
    /// The newest delivered.
    const Answered& latest() const { return m_latest; }
    quint64 requested_generation() const { return m_requested; }
    bool is_busy() const { return m_requested != m_latest.generation; }

Q_SIGNALS:
    /// Emitted on the thread of this object, not on the worker's.
    void evaluated(const roofrack::Answered& answered);

private:
    struct Pending {
        Snapshot snapshot;
        std::vector<Ask> views;
        std::shared_ptr<const Answers> before;
        quint64 generation = 0;
    };
    void work(Pending& job, const std::stop_token& stop);
    void deliver(Answered answered);

    const Catalog& m_catalog;
    FirstAnswers m_first;
    Answered m_latest;
    quint64 m_requested = 0;
    quint64 m_forgotten = 0;        ///< generations up to it are of another project
    LatestWorker<Pending> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
