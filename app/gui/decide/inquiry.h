// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/latest_worker.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace roofrack {

/// A question that is another one whenever something is changed, answered on a thread of its own a moment
/// after the last change: a newer one stops what is being found for the one before. The answer to a question
/// is also that to every other one which its `covers` holds for.
template<class Question, class Answer>
class Inquiry {
public:
    using Found = std::shared_ptr<const Answer>;
    /// Shows what is known so far; the whole is returned.
    using Publish = std::function<void(Found)>;
    using Find = std::function<Found(const Question&, const Publish&, const std::stop_token&)>;

    /// `find` runs on the thread, `changed` on that of `owner`, which outlives it.
    Inquiry(QObject& owner, Find find, std::function<void()> changed)
        : m_owner(owner)
        , m_find(std::move(find))
        , m_changed(std::move(changed))
        , m_worker([this](Job& job, const std::stop_token& stop) { work(job, stop); }) {
        m_pause.setSingleShot(true);
        m_pause.setInterval(pause_ms);
        QObject::connect(&m_pause, &QTimer::timeout, &owner, [this] { post(); });
    }

    void ask(Question question) {
        if (m_wanted && holds(*m_wanted, question)) return;
        m_wanted = std::move(question);
        stop_work();
        m_is_cancelled = false;
        m_pause.start();
    }
    /// Stops what is being found, for who does not want to wait. ask_again() goes on.
    void cancel() {
        if (!is_busy()) return;
        m_pause.stop();
        stop_work();
        m_is_cancelled = true;
        m_changed();
    }
    void ask_again() {
        if (!m_wanted || is_busy()) return;
        m_is_cancelled = false;
        m_answered.reset();
        m_pause.start();
        m_changed();
    }
    bool is_cancelled() const { return m_is_cancelled; }
    bool is_busy() const { return m_pause.isActive() || m_asked != m_done; }
    /// The last result; null before the first one.
    const Found& found() const { return m_found; }
    /// What was found last is the answer to a question, or a part of one; else is_stale() holds of every one.
    bool is_answered() const { return m_answered || m_part; }
    /// What was found last is no answer to that question, or not the whole one.
    bool is_stale(const Question& question) const { return !m_answered || !holds(*m_answered, question); }
    /// What was found last is a part of the answer to that question.
    bool is_part(const Question& question) const { return m_part && holds(*m_part, question); }
    void forget() {
        stop_work();
        m_pause.stop();
        m_is_cancelled = false;
        m_wanted.reset();
        m_answered.reset();
        m_part.reset();
        m_found.reset();
    }

private:
    static constexpr int pause_ms = 120; ///< after the last change

    struct Job {
        Question question;
        std::stop_source stop;
        quint64 number = 0;
    };
    /// The answer to one question is also that to the other.
    static bool holds(const Question& question, const Question& other) {
        if constexpr (requires { question.covers(other); })
            return question.covers(other);
        else
            return question == other;
    }
    void stop_work() {
        m_stop.request_stop();
        m_done = m_asked;
    }
    void post() {
        if (m_answered && holds(*m_answered, *m_wanted)) return m_changed();
        m_stop = std::stop_source();
        m_worker.post({*m_wanted, m_stop, ++m_asked});
        m_changed(); // that it is being found
    }
    void work(Job& job, const std::stop_token& stop) {
        std::stop_source either = job.stop;
        const std::stop_callback at_end(stop, [&either] { either.request_stop(); });
        const auto show = [this, &job](Found found, bool is_whole) {
            QMetaObject::invokeMethod(
                &m_owner,
                [this, question = job.question, number = job.number, found = std::move(found), is_whole] {
                    if (number != m_asked || m_done == m_asked) return;
                    m_found = found;
                    m_answered.reset(); // a part is no answer, nor the whole of what was asked before
                    m_part.reset();
                    if (!is_whole) {
                        m_part = question;
                    } else {
                        m_answered = question;
                        m_done = m_asked;
                    }
                    m_changed();
                },
                Qt::QueuedConnection);
        };
        Found found = m_find(
            job.question, [&show](Found part) { show(std::move(part), false); }, either.get_token());
        if (!either.stop_requested()) show(std::move(found), true);
    }

    QObject& m_owner;
    Find m_find;
    std::function<void()> m_changed;
    std::optional<Question> m_wanted, m_answered, m_part;
    Found m_found;
    bool m_is_cancelled = false;
    quint64 m_asked = 0, m_done = 0;
    std::stop_source m_stop; ///< stops the last job
    QTimer m_pause;
    LatestWorker<Job> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
