// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <QObject>

#include <map>
#include <memory>
#include <thread>

namespace roofrack {

/// Reads traces on the worker thread: `read_traces_with`, or what a test gives instead.
using TraceReader = std::function<Result<TraceResult>(const std::vector<std::filesystem::path>&,
                                                      const ProgressFunction&, const std::stop_token&)>;

/// Reads traces on a worker thread with progress and cancel. A new start cancels the one before; nothing of a
/// cancelled or replaced reading is delivered but `cancelled`.
class TraceLane : public QObject {
    Q_OBJECT
public:
    explicit TraceLane(TraceReader reader, QObject* parent = nullptr);
    ~TraceLane() override;

    void start(std::vector<std::filesystem::path> paths);
    void cancel();
    bool is_running() const { return m_running; }

Q_SIGNALS:
    void progress(const roofrack::TraceProgress& progress);
    void finished(std::shared_ptr<const roofrack::TraceResult> result);
    void failed(const roofrack::Diagnostic& diagnostic);
    void cancelled();

private:
    void retire();

    TraceReader m_reader;
    bool m_running = false;
    quint64 m_generation = 0;                  ///< generation of the reading whose reports are wanted
    std::map<quint64, std::jthread> m_workers; ///< the wanted one, and stopped ones on their way out
};

} // namespace roofrack
