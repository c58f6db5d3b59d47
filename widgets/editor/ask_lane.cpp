// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/ask_lane.h"

namespace roofrack {

AskLane::AskLane(QObject* parent)
    : QObject(parent)
    , m_worker([this](const Job& job, const std::stop_token& stop) { work(job, stop); }) {}

AskLane::~AskLane() = default; // results already queued for this object die with it

void AskLane::request(std::shared_ptr<const Answers> answers, std::vector<Ask> asks) {
    if (asks.empty()) return cancel();
    const quint64 number = ++m_asked;
    m_worker.post({std::move(answers), std::move(asks), number});
}

void AskLane::cancel() { m_done = ++m_asked; }

void AskLane::work(const Job& job, const std::stop_token& stop) {
    const std::stop_callback at_end(stop, [&] { job.answers->stop(); });
    for (size_t i = 0; i < job.asks.size() && m_asked == job.number; ++i) {
        job.asks[i](*job.answers);
        if (job.answers->is_stopped()) break;
        const bool is_last = i + 1 == job.asks.size();
        QMetaObject::invokeMethod(
            this,
            [this, number = job.number, ask = job.asks[i], is_last] {
                if (number != m_asked) return;
                if (is_last) m_done = number;
                Q_EMIT answered(ask);
            },
            Qt::QueuedConnection);
    }
}

} // namespace roofrack
