// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/lock_note.h"
#include "widgets/editor/document.h"

#include <QObject>

class QWidget;

namespace roofrack {

class Autosave;
class DiskWatch;
class MessageBar;
class RecoveryFlow;
class Session;
struct OpenedWork;

/// Opening, saving and leaving projects; asks before a change is lost, here or of another program. Errors go
/// to the message bar.
class FileFlow : public QObject {
    Q_OBJECT

public:
    FileFlow(Document& document, Session& session, MessageBar& messages, QWidget* window);

    bool has_project() const { return m_has_project; }
    /// From now on others are told which file is open here, and unsaved work of windows that ended without
    /// asking is offered.
    void join_others();

    void new_project();
    void open_with_dialog();
    bool open(const std::filesystem::path& path);
    bool open_sample(const QString& id);
    /// A published run that the program carries, as a project.
    bool open_published(const QString& id);
    /// A project that has no file yet.
    void start(Project project);
    bool save();
    bool save_as();
    bool save_to(const std::filesystem::path& path);
    /// Back to the welcome page; false when the user stays.
    bool close();
    /// True when nothing is lost, or the user has said so.
    bool may_leave();
    /// What is open was saved, or is to be lost: the window closes.
    void left();

Q_SIGNALS:
    /// Another project is open, or none.
    void project_changed();

private:
    void opened();
    bool load(const std::filesystem::path& path);
    void reload();
    bool restore(const OpenedWork& work);
    void note_file();
    void tell_kept_copy(const std::filesystem::path& path);
    void tell_remarks();
    void tell_holder(const LockHolder& holder);
    bool write(const std::filesystem::path& path);
    bool is_open_file(const std::filesystem::path& path) const;

    Document& m_document;
    Session& m_session;
    MessageBar& m_messages;
    QWidget* m_window;
    Autosave* m_autosave;
    RecoveryFlow* m_recovery;
    DiskWatch* m_watch;
    LockNote m_lock;
    bool m_joined = false;
    bool m_has_project = false;
};

} // namespace roofrack
