// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/compare/run_comparison.h"
#include "widgets/editor/latest_worker.h"
#include "widgets/editor/trace_lane.h"

#include <QObject>

class QWidget;

namespace roofrack {

class MessageBar;
class ProgressStrip;
class RunsFlow;
class Session;
class TraceFlow;

/// Compares the open run with another one: reads the other run, with progress and a cancel button, and
/// computes what became of the time between them.
class AgainstFlow : public QObject {
    Q_OBJECT

public:
    AgainstFlow(RunsFlow& runs, TraceFlow& traces, Session& session, ProgressStrip& strip,
                MessageBar& messages, QWidget* window);

    /// Compares with a run of the project; an empty name ends the comparison.
    void choose(const QString& name);
    void ask_files();
    /// `name` is what the run is called.
    void read(const QString& name, std::vector<std::filesystem::path> files);
    bool is_busy() const { return m_lane.is_running() || m_is_comparing; }

Q_SIGNALS:
    /// The open run now holds the comparison.
    void compared();
    /// The comparison was cancelled or has failed.
    void left();

private:
    struct Comparing {
        quint64 generation = 0;
        std::shared_ptr<const TraceResult> before, now;
    };
    void found(quint64 generation, const Result<RunComparison>& comparison);

    RunsFlow& m_runs;
    Session& m_session;
    ProgressStrip& m_strip;
    MessageBar& m_messages;
    QWidget* m_window;
    QString m_name;
    std::shared_ptr<const TraceResult> m_now; ///< The open run that is compared.
    TraceLane m_lane;
    bool m_is_comparing = false;
    quint64 m_generation = 0;
    LatestWorker<Comparing> m_worker; ///< The last member, since its thread calls this object.
};

} // namespace roofrack
