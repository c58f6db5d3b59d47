// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/runs/against_flow.h"

#include "app/gui/flows/session.h"
#include "app/gui/flows/trace_dialog.h"
#include "app/gui/flows/trace_flow.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/runs/runs_flow.h"
#include "widgets/fields/text.h"
#include "widgets/measured/progress_strip.h"

namespace roofrack {

AgainstFlow::AgainstFlow(RunsFlow& runs, TraceFlow& traces, Session& session, ProgressStrip& strip,
                         MessageBar& messages, QWidget* window)
    : QObject(window)
    , m_runs(runs)
    , m_session(session)
    , m_strip(strip)
    , m_messages(messages)
    , m_window(window)
    , m_lane([](const auto& paths, const ProgressFunction& progress, const std::stop_token& stop) {
        TraceOptions options;
        options.keep_lanes = true; // what is matched are their events
        return read_traces_with(options, paths, progress, stop);
    })
    , m_worker([this](Comparing& job, const std::stop_token&) {
        auto comparison = compare_runs(*job.before, *job.now);
        QMetaObject::invokeMethod(
            this,
            [this, generation = job.generation, done = std::move(comparison)] { found(generation, done); },
            Qt::QueuedConnection);
    }) {
    connect(&strip, &ProgressStrip::cancelled, this, [this] { m_lane.cancel(); });
    connect(&traces, &TraceFlow::running_changed, this, [this, &traces] {
        if (traces.is_running()) m_lane.cancel(); // another run is being opened
    });
    connect(&m_lane, &TraceLane::progress, &strip, &ProgressStrip::show_progress);
    connect(&m_lane, &TraceLane::finished, this, [this](const std::shared_ptr<const TraceResult>& trace) {
        m_strip.finish();
        if (!m_runs.shown()) return Q_EMIT left();
        m_is_comparing = true;
        m_now = m_runs.shown()->trace;
        m_worker.post({.generation = ++m_generation, .before = trace, .now = m_now});
    });
    connect(&m_lane, &TraceLane::failed, this, [this](const Diagnostic& diagnostic) {
        m_strip.finish();
        m_messages.show_diagnostic(Severity::critical, tr("The other run could not be read"), diagnostic);
        Q_EMIT left();
    });
    connect(&m_lane, &TraceLane::cancelled, this, [this, &traces] {
        if (!traces.is_running()) m_strip.finish();
        Q_EMIT left();
    });
}

void AgainstFlow::choose(const QString& name) {
    if (name.isEmpty()) {
        m_lane.cancel();
        ++m_generation;
        m_is_comparing = false;
        m_runs.set_comparison({}, nullptr);
        return;
    }
    const std::vector<std::filesystem::path> files = m_runs.files_of(name);
    if (files.empty()) return Q_EMIT left(); // why is said
    read(name, files);
}

void AgainstFlow::ask_files() {
    const auto paths = choose_traces(m_window, m_session, tr("Open the run to compare with"));
    if (paths.empty()) return Q_EMIT left();
    read(paths.size() == 1 ? as_written(paths.front().filename().string()) : tr("%1 files").arg(paths.size()),
         paths);
}

void AgainstFlow::read(const QString& name, std::vector<std::filesystem::path> files) {
    if (!m_runs.shown()) return;
    m_messages.dismiss();
    m_name = name;
    m_strip.start(legible(name));
    m_lane.start(std::move(files));
}

void AgainstFlow::found(quint64 generation, const Result<RunComparison>& comparison) {
    if (generation != m_generation) return;
    m_is_comparing = false;
    if (!m_runs.shown() || m_runs.shown()->trace != m_now) return Q_EMIT left(); // another one is open
    if (!comparison) {
        m_messages.show_diagnostic(Severity::warning, tr("The runs cannot be compared"), comparison.error());
        return Q_EMIT left();
    }
    m_runs.set_comparison(m_name.toStdString(), std::make_shared<const RunComparison>(*comparison));
    Q_EMIT compared();
}

} // namespace roofrack
