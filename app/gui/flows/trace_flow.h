// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/trace_lane.h"

#include <QObject>

class QWidget;

namespace roofrack {

class MessageBar;
class ProgressStrip;
class Session;

/// Reads traces of real runs without stopping the window: asks, shows progress, hands the result on.
class TraceFlow : public QObject {
    Q_OBJECT

public:
    TraceFlow(Session& session, MessageBar& messages, ProgressStrip& strip, QWidget* window);

    void open_files();
    void open_folder();
    /// A run that the user chose stands among the recent ones once it is read; one of the project does not.
    enum class Origin { chosen, project };
    void read(const std::vector<std::filesystem::path>& paths, Origin origin = Origin::chosen);
    /// Reads what was opened before; says so where none of it is there any more.
    void open_recent(const QStringList& paths);
    void cancel() { m_lane.cancel(); }
    bool is_running() const { return m_lane.is_running(); }
    /// What was asked for last.
    const std::vector<std::filesystem::path>& paths() const { return m_paths; }

Q_SIGNALS:
    void read_done(std::shared_ptr<const roofrack::TraceResult> trace);
    void running_changed();

private:
    void finished(const std::shared_ptr<const TraceResult>& trace);

    Session& m_session;
    MessageBar& m_messages;
    ProgressStrip& m_strip;
    QWidget* m_window;
    std::vector<std::filesystem::path> m_paths;
    Origin m_origin = Origin::chosen; ///< Where `m_paths` come from.
    TraceLane m_lane;
};

} // namespace roofrack
