// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/search_lane.h"

namespace roofrack {

SearchLane::SearchLane(PlanSearcher searcher, QObject* parent)
    : QObject(parent)
    , m_searcher(std::move(searcher)) {
    m_reporter.setInterval(50);
    connect(&m_reporter, &QTimer::timeout, this, [this] { Q_EMIT progress(m_progress->done.load()); });
}

SearchLane::~SearchLane() {
    for (auto& [generation, worker] : m_workers) worker.request_stop();
    m_workers.clear(); // joins
}

/// Tells the present worker to stop without waiting for it.
void SearchLane::retire() {
    if (const auto worker = m_workers.find(m_generation); worker != m_workers.end())
        worker->second.request_stop();
    ++m_generation;
    m_reporter.stop();
}

void SearchLane::start(PlanSearchRequest request) {
    retire();
    m_running = true;
    m_progress = std::make_shared<SearchProgress>();
    m_reporter.start();
    const quint64 generation = m_generation;
    m_workers[generation] = std::jthread(
        [this, generation, progress = m_progress, asked = std::move(request)](const std::stop_token& stop) {
            auto post = [this, generation](auto report) {
                QMetaObject::invokeMethod(
                    this,
                    [this, generation, report = std::move(report)] {
                        if (generation != m_generation) return;
                        m_running = false;
                        m_reporter.stop();
                        report();
                    },
                    Qt::QueuedConnection);
            };
            if (auto result = m_searcher(asked, *progress, stop)) {
                if (!stop.stop_requested())
                    post([this, whole = std::make_shared<const PlanSearch>(
                                    PlanSearch{asked, std::move(*result)})] { Q_EMIT finished(whole); });
            } else {
                post([this, error = std::move(result.error())] { Q_EMIT failed(error); });
            }
            QMetaObject::invokeMethod(
                this, [this, generation] { m_workers.erase(generation); }, Qt::QueuedConnection);
        });
}

void SearchLane::cancel() {
    if (!m_running) return;
    retire();
    m_running = false;
    Q_EMIT cancelled();
}

} // namespace roofrack
