// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/file_flow.h"

#include "app/gui/flows/disk_watch.h"
#include "app/gui/flows/recovery_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/compare_dialog.h"
#include "app/gui/pages/file_name.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/pages/remarks_dialog.h"
#include "app/gui/pages/samples.h"
#include "core/base/files/atomic_file.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/measure/published/built_in_runs.h"
#include "core/measured/measure/published/published_project.h"
#include "widgets/editor/autosave.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace roofrack {

namespace {

enum class ConflictChoice { save_as, overwrite, reload, cancel };

/// Shows in what the open project and the file on disk differ, until it is closed.
void compare_with_disk(const Document& document, QWidget* window) {
    const auto theirs = read_project(document.file_path(), document.catalog());
    if (!theirs) {
        QMessageBox::warning(
            window, QObject::tr("What differs"),
            QObject::tr("The file on disk cannot be read: %1").arg(to_qt(theirs.error().text())));
        return;
    }
    CompareDialog(QObject::tr("“%1” as it is open here, and as it is on disk.").arg(document.display_name()),
                  difference(document.project(), theirs->project, document.catalog()), QObject::tr("Here"),
                  QObject::tr("On disk"), window)
        .exec();
}

/// The file was changed since it was read: what is to become of it when the document is saved.
ConflictChoice ask_about_conflict(const Document& document, QWidget* window) {
    QMessageBox question(
        QMessageBox::Warning, QObject::tr("Changed by another program"),
        QObject::tr("“%1” was changed on disk since it was opened here.").arg(document.display_name()),
        QMessageBox::Cancel, window);
    question.setObjectName(QStringLiteral("conflict"));
    question.setInformativeText(QObject::tr("Saving would replace what the other has written."));
    QPushButton* const save_as =
        question.addButton(QObject::tr("Save under another name…"), QMessageBox::AcceptRole);
    QPushButton* const overwrite = question.addButton(QObject::tr("Overwrite"), QMessageBox::DestructiveRole);
    QPushButton* const reload = question.addButton(QObject::tr("Load theirs"), QMessageBox::DestructiveRole);
    QPushButton* const compare = question.addButton(QObject::tr("Compare…"), QMessageBox::ActionRole);
    save_as->setObjectName(QStringLiteral("conflict-save-as"));
    overwrite->setObjectName(QStringLiteral("conflict-overwrite"));
    reload->setObjectName(QStringLiteral("conflict-reload"));
    compare->setObjectName(QStringLiteral("conflict-compare"));
    question.setDefaultButton(save_as);
    while (true) {
        question.exec();
        const QAbstractButton* const clicked = question.clickedButton();
        if (clicked == save_as) return ConflictChoice::save_as;
        if (clicked == overwrite) return ConflictChoice::overwrite;
        if (clicked == reload) return ConflictChoice::reload;
        if (clicked != compare) return ConflictChoice::cancel;
        compare_with_disk(document, window);
    }
}

QString project_filter() { return QObject::tr("Roofrack projects (*.roofrack.json *.json);;All files (*)"); }

QString with_suffix(const QString& path) {
    if (path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive)) return path;
    return path + (path.endsWith(QStringLiteral(".roofrack")) ? QStringLiteral(".json")
                                                              : QStringLiteral(".roofrack.json"));
}

} // namespace

FileFlow::FileFlow(Document& document, Session& session, MessageBar& messages, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_session(session)
    , m_messages(messages)
    , m_window(window)
    , m_autosave(new Autosave(document, session.state_folder(),
                              {session.recovery_after(), session.recovery_most()}, this))
    , m_recovery(new RecoveryFlow(
          document.catalog(), session.state_folder(), messages,
          [this](const OpenedWork& work) { return restore(work); }, window))
    , m_watch(new DiskWatch(document, messages,
                            {[this] { reload(); }, [this] { save(); }, [this] { save_as(); },
                             [this] { compare_with_disk(m_document, m_window); }},
                            window)) {
    connect(m_autosave, &Autosave::failed, this, [this](const QString& why) {
        m_messages.show_message(Severity::warning,
                                tr("Unsaved work could not be kept for recovery: %1").arg(why));
    });
}

void FileFlow::join_others() {
    m_joined = true;
    std::vector<std::filesystem::path> recent;
    for (const QString& path : m_session.recent()) recent.emplace_back(path.toStdString());
    m_recovery->look(recent);
    note_file();
}

void FileFlow::note_file() {
    m_lock.release();
    if (!m_joined || !m_has_project || m_document.file_path().empty()) return;
    if (const auto holder = m_lock.take(m_document.file_path())) tell_holder(*holder);
}

void FileFlow::tell_kept_copy(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::path kept = kept_copy_of(behind_links(path, error));
    if (kept.empty() || !std::filesystem::exists(kept, error)) return;
    m_messages.show_message(
        Severity::warning,
        tr("A save of “%1” was interrupted, and it may hold a part only. What it held before is whole in %2.")
            .arg(to_qt(path.filename().string()), to_qt(kept.string())));
}

void FileFlow::tell_holder(const LockHolder& holder) {
    const QString since =
        QLocale().toString(QDateTime::fromSecsSinceEpoch(holder.since), QLocale::ShortFormat);
    m_messages.show_message(Severity::warning,
                            tr("“%1” is open in another window already: %2 on %3, process %4, since %5. Both "
                               "may work on it; saving "
                               "asks before it replaces what the other has saved.")
                                .arg(m_document.display_name(), to_qt(holder.user), to_qt(holder.host),
                                     QString::number(holder.process.pid), since));
}

void FileFlow::new_project() {
    if (!may_leave()) return;
    Project project;
    project.name = tr("New project").toStdString();
    Scenario scenario;
    scenario.name = tr("Base").toStdString();
    scenario.workload.model = "llama3-8b";
    scenario.workload.global_batch = 512;
    scenario.plan.zero = 3; // without it the model does not fit the usual GPUs
    project.scenarios.push_back(std::move(scenario));
    m_document.set_project(std::move(project));
    opened();
}

void FileFlow::open_with_dialog() {
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Open a project"), m_session.last_folder(),
                                                      project_filter());
    if (!path.isEmpty()) open(path.toStdString());
}

bool FileFlow::open(const std::filesystem::path& path) { return may_leave() && load(path); }

bool FileFlow::load(const std::filesystem::path& path) {
    m_messages.dismiss();
    if (const auto loaded = m_document.load(path); !loaded) {
        m_messages.show_diagnostic(Severity::critical,
                                   tr("%1 could not be opened").arg(to_qt(path.filename().string())),
                                   loaded.error());
        tell_kept_copy(path);
        return false;
    }
    m_session.add_recent(path);
    m_session.set_last_folder(QFileInfo(as_written(path.string())).absolutePath());
    opened();
    if (m_document.is_read_only())
        m_messages.show_message(
            Severity::warning,
            tr("%1 was written by a newer version of Roofrack. It is open for reading only, so that "
               "nothing in it is damaged. Use the newer version to change it.")
                .arg(m_document.display_name()));
    else
        tell_remarks();
    tell_kept_copy(path);
    note_file();
    if (m_joined) m_recovery->look_again(path);
    return true;
}

/// The first of them, and a button that lists all where there are more.
void FileFlow::tell_remarks() {
    const std::vector<Diagnostic>& remarks = m_document.load_warnings();
    if (remarks.empty()) return;
    const QString name = m_document.display_name();
    if (remarks.size() == 1)
        return m_messages.show_diagnostic(Severity::warning, tr("%1 is open, with a remark").arg(name),
                                          remarks.front());
    const auto count = QString::number(remarks.size());
    const auto list = [this, remarks, name] {
        show_remarks(tr("Remarks"), tr("%1 is open. What was noticed while it was read:").arg(name), remarks,
                     m_window);
    };
    m_messages.show_message(
        Severity::warning,
        MessageBar::diagnostic_text(tr("%1 is open, with %2 remarks").arg(name, count), remarks.front()) +
            u'\n' + tr("and %1 more").arg(remarks.size() - 1),
        {{tr("Show all %1").arg(count), list}});
}

void FileFlow::reload() { load(std::filesystem::path(m_document.file_path())); }

bool FileFlow::restore(const OpenedWork& work) {
    if (!may_leave()) return false;
    const FoundWork& found = work.found;
    m_document.set_project(work.project, found.note.original, true, found.note.base);
    m_autosave->adopt(found.file);
    opened();
    note_file();
    return true;
}

bool FileFlow::open_sample(const QString& id) {
    if (!may_leave()) return false;
    m_messages.dismiss();
    auto project = read_sample(id, m_document.catalog());
    if (!project) {
        m_messages.show_diagnostic(Severity::critical, tr("The sample could not be opened"), project.error());
        return false;
    }
    m_document.set_project(std::move(*project));
    opened();
    return true;
}

bool FileFlow::open_published(const QString& id) {
    if (!may_leave()) return false;
    auto project = published_project(built_in_runs(), id.toStdString(), m_document.catalog(),
                                     CostParameters::built_in());
    if (!project) {
        m_messages.show_diagnostic(Severity::critical, tr("The run could not be opened"), project.error());
        return false;
    }
    m_document.set_project(std::move(*project));
    m_messages.dismiss();
    opened();
    return true;
}

void FileFlow::start(Project project) {
    m_document.set_project(std::move(project), {}, true);
    m_messages.dismiss();
    opened();
}

void FileFlow::opened() {
    m_has_project = true;
    m_watch->set_active(true);
    if (m_document.file_path().empty()) note_file();
    Q_EMIT project_changed();
}

bool FileFlow::save() {
    if (m_document.file_path().empty() || m_document.is_read_only()) return save_as();
    return save_to(m_document.file_path());
}

bool FileFlow::save_as() {
    QString name = as_written(m_document.file_path().string());
    if (name.isEmpty()) {
        const QString folder = m_session.last_folder();
        name = (folder.isEmpty() ? QString() : folder + u'/') + as_file_name(m_document.project().name) +
               QStringLiteral(".roofrack.json");
    }
    const QString chosen =
        QFileDialog::getSaveFileName(m_window, tr("Save the project"), name, project_filter());
    if (chosen.isEmpty()) return false;
    const QString path = with_suffix(chosen);
    // The dialog has asked about the name without the ending only.
    if (path != chosen && QFileInfo::exists(path) &&
        QMessageBox::question(
            m_window, tr("Save the project"),
            tr("%1 exists already. Replace it?").arg(legible(QFileInfo(path).fileName()))) !=
            QMessageBox::Yes)
        return false;
    return save_to(path.toStdString());
}

bool FileFlow::is_open_file(const std::filesystem::path& path) const {
    std::error_code error;
    return path == m_document.file_path() || std::filesystem::equivalent(path, m_document.file_path(), error);
}

bool FileFlow::save_to(const std::filesystem::path& path) {
    if (is_open_file(path) && m_document.file_change(true) == FileChange::changed) {
        switch (ask_about_conflict(m_document, m_window)) {
        case ConflictChoice::overwrite: break;
        case ConflictChoice::save_as: return save_as();
        case ConflictChoice::reload: reload(); return false;
        case ConflictChoice::cancel: return false;
        }
    }
    return write(path);
}

bool FileFlow::write(const std::filesystem::path& path) {
    const std::filesystem::path before = m_document.file_path();
    const auto saved = path == before ? m_document.save() : m_document.save_as(path);
    if (!saved) {
        m_autosave->keep(); // the work is safe while the user looks for another place
        m_messages.show_diagnostic(Severity::critical,
                                   tr("%1 could not be saved").arg(to_qt(path.filename().string())),
                                   saved.error(), {{tr("Save as…"), [this] { save_as(); }}});
        return false;
    }
    m_messages.dismiss();
    m_session.add_recent(path);
    m_session.set_last_folder(QFileInfo(as_written(path.string())).absolutePath());
    if (path != before) note_file();
    return true;
}

void FileFlow::left() {
    m_autosave->forget();
    m_watch->set_active(false);
    m_lock.release();
}

bool FileFlow::close() {
    if (!m_has_project || !may_leave()) return false;
    m_has_project = false;
    left();
    m_messages.dismiss();
    Q_EMIT project_changed();
    return true;
}

bool FileFlow::may_leave() {
    if (!m_has_project || m_document.is_clean()) return true;
    QMessageBox question(QMessageBox::Question, tr("Unsaved changes"),
                         tr("“%1” has changes that are not saved.").arg(m_document.display_name()),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    question.setInformativeText(tr("Save them before going on?"));
    question.setDefaultButton(QMessageBox::Save);
    switch (question.exec()) {
    case QMessageBox::Save: return save();
    case QMessageBox::Discard: return true;
    default: return false;
    }
}

} // namespace roofrack
