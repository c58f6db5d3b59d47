// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"

#include <QObject>

class QWidget;

namespace roofrack {

class MessageBar;
class Session;

/// Opening, saving and leaving projects; asks before a change is lost. Errors go to the message bar.
class FileFlow : public QObject {
    Q_OBJECT

public:
    FileFlow(Document& document, Session& session, MessageBar& messages, QWidget* window);

    bool has_project() const { return m_has_project; }

    void new_project();
    void open_with_dialog();
    bool open(const std::filesystem::path& path);
    bool open_sample(const QString& id);
    /// A project that has no file yet.
    void start(Project project);
    bool save();
    bool save_as();
    bool save_to(const std::filesystem::path& path);
    /// Back to the welcome page; false when the user stays.
    bool close();
    /// True when nothing is lost, or the user has said so.
    bool may_leave();

Q_SIGNALS:
    /// Another project is open, or none.
    void project_changed();

private:
    void opened();

    Document& m_document;
    Session& m_session;
    MessageBar& m_messages;
    QWidget* m_window;
    bool m_has_project = false;
};

} // namespace roofrack
