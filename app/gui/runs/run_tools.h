// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

class QWidget;

namespace roofrack {

class Actions;
class AgainstFlow;
class Document;
class DraftFlow;
class FileFlow;
class MeasuredFlow;
class MessageBar;
class ProgressStrip;
class RunBar;
class RunsFlow;
class Session;
class TraceFlow;

/// What can be asked of the open run, from its bar and the menu: draw it, calibrate by it, diagnose it, hold
/// it against another.
class RunTools : public QObject {
    Q_OBJECT

public:
    struct Window {
        Document& document;
        FileFlow& files;
        RunsFlow& runs;
        TraceFlow& traces;
        Session& session;
        ProgressStrip& strip;
        MessageBar& messages;
        Actions& actions;
        QWidget& widget;
        /// Shows a chart in the workspace Measured.
        std::function<void(const QString& chart)> show_view;
    };
    explicit RunTools(Window window);

    /// Connects the bar, which then shows the state of this object.
    void attach(RunBar& bar);

private:
    void connect_actions();
    void update();

    Window m_in;
    QPointer<RunBar> m_bar;
    DraftFlow* m_draft;
    MeasuredFlow* m_measured;
    AgainstFlow* m_against;
};

} // namespace roofrack
