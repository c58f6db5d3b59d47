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

/// Holds the open run against another one: reads that, with progress and cancel, and finds what became of the
/// time between them.
class AgainstFlow : public QObject {
    Q_OBJECT

public:
    AgainstFlow(RunsFlow& runs, TraceFlow& traces, Session& session, ProgressStrip& strip,
                MessageBar& messages, QWidget* window);

    /// A run of the project; empty: against none any more.
    void choose(const QString& name);
    void ask_files();
    /// `name`: how the run is called.
    void read(const QString& name, std::vector<std::filesystem::path> files);
    bool is_busy() const { return m_lane.is_running() || m_is_comparing; }

Q_SIGNALS:
    /// The comparison is on the open run.
    void compared();
    /// Nothing came of it.
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
    std::shared_ptr<const TraceResult> m_now; ///< what is compared
    TraceLane m_lane;
    bool m_is_comparing = false;
    quint64 m_generation = 0;
    LatestWorker<Comparing> m_worker; ///< last: it tells this object
};

} // namespace roofrack
