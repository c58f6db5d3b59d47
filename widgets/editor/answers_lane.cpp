// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/answers_lane.h"

#include "core/answers/findings.h"
#include "core/answers/money_answers.h"
#include "core/answers/step_answers.h"

#include <chrono>
#include <future>

namespace roofrack {

void find_first_answers(const Answers& answers, const std::vector<Ask>& views) {
    ask_for<AsAsked>(answers);
    // The check of a large drawing takes about as long as the evaluation itself.
    auto drawing = std::async(std::launch::async, [&] { ask_for<DrawingCheck>(answers); });
    ask_for<Evaluation, RunCost, DrawingLoads>(answers);
    for (const Ask ask : views) ask(answers);
    drawing.get();
    ask_for<VerdictWithoutSearch>(answers);
}

AnswersLane::AnswersLane(const Catalog& catalog, FirstAnswers first, QObject* parent)
    : QObject(parent)
    , m_catalog(catalog)
    , m_first(std::move(first))
    , m_worker([this](Pending& job, const std::stop_token& stop) { work(job, stop); }) {}

AnswersLane::~AnswersLane() = default; // results already queued for this object die with it

quint64 AnswersLane::request(Snapshot snapshot, std::vector<Ask> views) {
    ++m_requested;
    m_worker.post({std::move(snapshot), std::move(views),
                   m_latest.generation > m_forgotten ? m_latest.answers : nullptr, m_requested});
    return m_requested;
}

void AnswersLane::work(Pending& job, const std::stop_token& stop) {
    const auto started = std::chrono::steady_clock::now();
    const auto answers =
        std::make_shared<const Answers>(std::move(job.snapshot), m_catalog, job.before.get());
    job.before.reset();
    const std::stop_callback at_end(stop, [&] { answers->stop(); });
    m_first(*answers, job.views);
    if (stop.stop_requested()) return;
    Answered out{
        answers, job.generation,
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count()};
    QMetaObject::invokeMethod(
        this, [this, out = std::move(out)] { deliver(out); }, Qt::QueuedConnection);
}

void AnswersLane::deliver(Answered answered) {
    if (answered.generation <= m_latest.generation) return;
    m_latest = std::move(answered);
    Q_EMIT evaluated(m_latest);
}

} // namespace roofrack
