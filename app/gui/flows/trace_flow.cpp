// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/trace_flow.h"

#include "app/gui/flows/session.h"
#include "app/gui/flows/trace_dialog.h"
#include "app/gui/pages/message_bar.h"
#include "core/base/units/sentence.h"
#include "core/measured/trace/trace_text.h"
#include "widgets/fields/text.h"
#include "widgets/measured/progress_strip.h"

#include <QFileDialog>
#include <QFileInfo>

namespace roofrack {

TraceFlow::TraceFlow(Session& session, MessageBar& messages, ProgressStrip& strip, QWidget* window)
    : QObject(window)
    , m_session(session)
    , m_messages(messages)
    , m_strip(strip)
    , m_window(window)
    , m_lane([](const auto& paths, const ProgressFunction& progress, const std::stop_token& stop) {
        TraceOptions options;
        options.keep_lanes = true; // for the analysis
        options.keep_notes = true; // what ran is told by them
        return read_traces_with(options, paths, progress, stop);
    }) {
    connect(&m_strip, &ProgressStrip::cancelled, this, &TraceFlow::cancel);
    connect(&m_lane, &TraceLane::progress, &m_strip, &ProgressStrip::show_progress);
    connect(&m_lane, &TraceLane::finished, this, &TraceFlow::finished);
    connect(&m_lane, &TraceLane::failed, this, [this](const Diagnostic& diagnostic) {
        m_strip.finish();
        m_messages.show_diagnostic(Severity::critical, tr("The trace could not be read"), diagnostic);
        Q_EMIT running_changed();
    });
    connect(&m_lane, &TraceLane::cancelled, this, [this] {
        m_strip.finish();
        m_messages.show_message(Severity::info, tr("Reading was cancelled."));
        Q_EMIT running_changed();
    });
}

void TraceFlow::open_files() {
    const auto paths = choose_traces(m_window, m_session, tr("Open traces"));
    if (!paths.empty()) read(paths);
}

void TraceFlow::open_folder() {
    const QString folder =
        QFileDialog::getExistingDirectory(m_window, tr("Open a folder of traces"), m_session.last_folder());
    if (!folder.isEmpty()) read({folder.toStdString()});
}

void TraceFlow::open_recent(const QStringList& paths) {
    std::vector<std::filesystem::path> all;
    bool is_any_there = false;
    for (const QString& path : paths) {
        all.emplace_back(path.toStdString());
        is_any_there = is_any_there || QFileInfo::exists(path);
    }
    if (is_any_there) return read(all); // what is missing of it is named with what was read
    const QString place = legible(paths.value(0));
    m_messages.show_message(
        Severity::warning,
        paths.size() > 1
            ? tr("%1 and %2 more files of the run are no longer there. Put them back, or "
                 "open them from where they are now.")
                  .arg(place, QString::number(paths.size() - 1))
            : tr("%1 is no longer there. Put it back, or open it from where it is now.").arg(place));
}

void TraceFlow::read(const std::vector<std::filesystem::path>& paths, Origin origin) {
    m_messages.dismiss();
    m_session.set_last_folder(QFileInfo(as_written(paths.front().string())).absolutePath());
    m_strip.start(paths.size() == 1 ? to_qt(paths.front().filename().string())
                                    : tr("%1 files").arg(paths.size()));
    m_paths = paths;
    m_origin = origin;
    m_lane.start(paths);
    Q_EMIT running_changed();
}

void TraceFlow::finished(const std::shared_ptr<const TraceResult>& trace) {
    m_strip.finish();
    const std::string nothing = nothing_measured_text(*trace);
    if (nothing.empty() && m_origin == Origin::chosen) m_session.add_recent_run(m_paths);
    if (!nothing.empty()) {
        m_messages.show_message(
            Severity::warning, tr("The trace shows nothing: %1. %2.")
                                   .arg(to_qt(nothing), to_qt(begin_sentence(nothing_measured_fix(*trace)))));
    }
    Q_EMIT read_done(trace);
    Q_EMIT running_changed();
}

} // namespace roofrack
