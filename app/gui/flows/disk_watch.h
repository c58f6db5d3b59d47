// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <functional>

class QWidget;

namespace roofrack {

class MessageBar;

/// Tells when another program has changed or removed the open file. It looks when the file system says so,
/// and when the window becomes active, since network folders say nothing.
class DiskWatch : public QObject {
    Q_OBJECT

public:
    struct Answers {
        std::function<void()> reload, save, save_as, compare;
    };
    DiskWatch(Document& document, MessageBar& messages, Answers answers, QWidget* window);

    /// Whether a project is open.
    void set_active(bool active);
    /// Looks now. Each state of the file is told of once.
    void check();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void follow();
    void tell(FileChange change);
    void tell_of_change();
    void keep_mine();

    Document& m_document;
    MessageBar& m_messages;
    Answers m_answers;
    QFileSystemWatcher m_watcher;
    QTimer m_pause; ///< others write in several steps
    bool m_active = false;
    FileChange m_told = FileChange::none;
    FileState m_told_look;
};

} // namespace roofrack
