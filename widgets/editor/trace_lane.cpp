// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/trace_lane.h"

namespace roofrack {

TraceLane::TraceLane(TraceReader reader, QObject* parent)
    : QObject(parent)
    , m_reader(std::move(reader)) {}

TraceLane::~TraceLane() {
    for (auto& [generation, worker] : m_workers) worker.request_stop();
    m_workers.clear(); // joins
}

/// Tells the present worker to stop without waiting for it: a reader may take 50 ms to notice.
void TraceLane::retire() {
    if (const auto worker = m_workers.find(m_generation); worker != m_workers.end())
        worker->second.request_stop();
    ++m_generation;
}

void TraceLane::start(std::vector<std::filesystem::path> paths) {
    retire();
    m_running = true;
    const quint64 generation = m_generation;
    m_workers[generation] =
        std::jthread([this, generation, paths = std::move(paths)](const std::stop_token& stop) {
            auto post = [this, generation](auto report) {
                QMetaObject::invokeMethod(
                    this,
                    [this, generation, report = std::move(report)] {
                        if (generation == m_generation) report();
                    },
                    Qt::QueuedConnection);
            };
            auto result = m_reader(
                paths, [&](const TraceProgress& state) { post([this, state] { Q_EMIT progress(state); }); },
                stop);
            if (result) {
                post([this, whole = std::make_shared<const TraceResult>(std::move(*result))] {
                    m_running = false;
                    Q_EMIT finished(whole);
                });
            } else {
                post([this, error = std::move(result.error())] {
                    m_running = false;
                    Q_EMIT failed(error);
                });
            }
            QMetaObject::invokeMethod(
                this, [this, generation] { m_workers.erase(generation); }, Qt::QueuedConnection);
        });
}

void TraceLane::cancel() {
    if (!m_running) return;
    retire();
    m_running = false;
    Q_EMIT cancelled();
}

} // namespace roofrack
