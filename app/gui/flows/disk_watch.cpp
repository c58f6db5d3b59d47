// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/disk_watch.h"

#include "app/gui/pages/message_bar.h"
#include "widgets/fields/text.h"

#include <QEvent>
#include <QFileInfo>
#include <QWidget>

#include <utility>

namespace roofrack {

DiskWatch::DiskWatch(Document& document, MessageBar& messages, Answers answers, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_messages(messages)
    , m_answers(std::move(answers)) {
    constexpr int pause = 200; // ms
    m_pause.setSingleShot(true);
    m_pause.setInterval(pause);
    connect(&m_pause, &QTimer::timeout, this, &DiskWatch::check);
    const auto look_soon = [this] { m_pause.start(); };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, look_soon);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, look_soon);
    connect(&document, &Document::file_changed, this, &DiskWatch::follow);
    window->installEventFilter(this);
}

void DiskWatch::set_active(bool active) {
    m_active = active;
    follow();
}

void DiskWatch::follow() {
    if (const QStringList before = m_watcher.files() + m_watcher.directories(); !before.isEmpty())
        m_watcher.removePaths(before);
    m_told = FileChange::none;
    m_told_look = {};
    if (!m_active || m_document.file_path().empty()) return;
    const QFileInfo file(as_written(m_document.file_path().string()));
    m_watcher.addPath(file.absolutePath());
    if (file.exists()) m_watcher.addPath(file.absoluteFilePath());
}

bool DiskWatch::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::WindowActivate) m_pause.start();
    return QObject::eventFilter(object, event);
}

void DiskWatch::check() {
    if (!m_active || m_document.file_path().empty()) return;
    const FileChange change = m_document.file_change(false);
    const FileState look = file_look(m_document.file_path());
    const QString name = QFileInfo(as_written(m_document.file_path().string())).absoluteFilePath();
    if (look.is_known && !m_watcher.files().contains(name)) m_watcher.addPath(name); // it was replaced
    if (change == FileChange::none) {
        if (std::exchange(m_told, change) != FileChange::none) m_messages.dismiss(); // as it was again
        return;
    }
    if (change == m_told && look.looks_like(m_told_look)) return;
    m_told = change;
    m_told_look = look;
    tell(change);
}

void DiskWatch::tell(FileChange change) {
    if (change == FileChange::changed) return tell_of_change();
    if (change == FileChange::unreadable) return; // said when it is saved
    // What was on disk is here only: it counts as not saved.
    keep_mine();
    const QString name = m_document.display_name();
    if (change == FileChange::folder_gone)
        m_messages.show_message(
            Severity::warning,
            tr("The folder of “%1” has vanished. The project is still open here: save it elsewhere.")
                .arg(name),
            {{tr("Save as…"), m_answers.save_as}});
    else
        m_messages.show_message(
            Severity::warning,
            tr("“%1” was removed or renamed by another program. The project is still open here.").arg(name),
            {{tr("Save it again"), m_answers.save}, {tr("Save as…"), m_answers.save_as}});
}

void DiskWatch::keep_mine() {
    if (!m_document.is_read_only()) m_document.mark_modified();
}

void DiskWatch::tell_of_change() {
    const QString name = m_document.display_name();
    const bool edited = !m_document.is_clean();
    m_messages.show_message(
        Severity::warning,
        edited
            ? tr("“%1” was changed by another program, and here too. Saving asks which one stays.").arg(name)
            : tr("“%1” was changed by another program.").arg(name),
        {{edited ? tr("Load theirs") : tr("Reload"), m_answers.reload},
         {tr("Keep mine"), [this] { keep_mine(); }},
         {tr("Compare…"), [this] {
              m_answers.compare();
              tell_of_change(); // the question is still open
          }}});
}

} // namespace roofrack
