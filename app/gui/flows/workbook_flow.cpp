// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/workbook_flow.h"

#include "app/gui/flows/export_flow.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/pages/remarks_dialog.h"
#include "core/answers/handover/workbook_changes.h"
#include "core/base/files/atomic_file.h"
#include "core/measured/interchange/interchange.h"
#include "core/study/sharing/job_findings.h"
#include "widgets/editor/commands/set_scenario.h"
#include "widgets/fields/text.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>

namespace roofrack {

namespace {

QString workbooks() { return WorkbookFlow::tr("Workbooks (*.xlsx)"); }

/// The pointer of work that takes a moment.
class BusyPointer {
public:
    BusyPointer() { QGuiApplication::setOverrideCursor(Qt::WaitCursor); }
    ~BusyPointer() { QGuiApplication::restoreOverrideCursor(); }
    BusyPointer(const BusyPointer&) = delete;
    BusyPointer& operator=(const BusyPointer&) = delete;
};

Answers answers_of_shown(const Document& document) {
    const auto scenario = document.snapshot();
    return {Snapshot{.scenario = scenario,
                     .folder = document.file_path().parent_path(),
                     .jobs = project_of_jobs(document.project(), *scenario)},
            document.catalog()};
}

Result<ImportedChanges> changes_of_file(const std::filesystem::path& path, const Document& document) {
    const BusyPointer busy;
    const auto file = read_text_file(path.string());
    if (!file) return tl::unexpected(file.error());
    const auto book = read_workbook(file->text, path.filename().string());
    if (!book) return tl::unexpected(book.error());
    const Answers answers = answers_of_shown(document);
    return workbook_changes(*book, WorkbookInput::of(answers, document.project()));
}

} // namespace

WorkbookFlow::WorkbookFlow(Document& document, FileFlow& files, Session& session, MessageBar& messages,
                           QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_files(files)
    , m_session(session)
    , m_messages(messages)
    , m_window(window) {}

void WorkbookFlow::ask_export() {
    const QString name = to_qt(m_document.scenario().name).replace(u'/', u'-') + QStringLiteral(".xlsx");
    QString path = QFileDialog::getSaveFileName(m_window, tr("Export a workbook"),
                                                QDir(m_session.last_folder()).filePath(name), workbooks());
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty())
        path = with_ending(path, QStringLiteral("xlsx"), tr("Export a workbook"), m_window);
    if (path.isEmpty()) return;
    m_session.set_last_folder(QFileInfo(path).absolutePath());
    export_workbook(path.toStdString());
}

void WorkbookFlow::ask_import() {
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Import a changed workbook"),
                                                      m_session.last_folder(), workbooks());
    if (path.isEmpty()) return;
    m_session.set_last_folder(QFileInfo(path).absolutePath());
    import_workbook(path.toStdString());
}

bool WorkbookFlow::export_workbook(const std::filesystem::path& path) {
    m_messages.dismiss();
    std::vector<Diagnostic> warnings;
    const auto written = [&]() -> Result<void> {
        const BusyPointer busy;
        const Answers answers = answers_of_shown(m_document);
        const auto bytes = project_workbook(WorkbookInput::of(answers, m_document.project()), warnings);
        if (!bytes) return tl::unexpected(bytes.error());
        return write_file_atomically(path, *bytes);
    }();
    if (!written) {
        m_messages.show_diagnostic(Severity::critical, tr("The workbook could not be written"),
                                   written.error());
        return false;
    }
    m_messages.show_message(Severity::info, tr("%1 is written: change blue cells in it and import it again.")
                                                .arg(to_qt(path.filename().string())));
    if (!warnings.empty())
        show_remarks(tr("Workbook"), tr("What the workbook does not say:"), warnings, m_window);
    return true;
}

bool WorkbookFlow::import_workbook(const std::filesystem::path& path) {
    m_messages.dismiss();
    if (!m_files.has_project() || m_document.is_read_only()) return false;
    const QString name = to_qt(path.filename().string());
    auto changes = changes_of_file(path, m_document);
    if (!changes) {
        m_messages.show_diagnostic(Severity::critical, tr("The workbook could not be read"), changes.error());
        return false;
    }
    const size_t taken = changes->taken(), all = changes->list.size();
    if (all == 0) {
        m_messages.show_message(Severity::info,
                                tr("%1 says what holds already: nothing is changed.").arg(name));
        return false;
    }
    std::vector<Diagnostic> list;
    for (const ImportedChange& each : changes->list)
        list.push_back(
            {each.place, each.text(), each.refused.empty() ? "is taken" : "is not taken: " + each.refused});
    const QString take = taken == 0   ? QString()
                         : taken == 1 ? tr("Take the change")
                                      : tr("Take the %1 changes").arg(taken);
    if (!goes_on_without(tr("Changed workbook"),
                         tr("%1 of %2 changes in %3 can be taken.").arg(taken).arg(all).arg(name), list, take,
                         m_window, tr("What became of it")))
        return false;
    m_document.end_gesture();
    m_document.perform<SetScenario>(std::move(changes->scenario), tr("changes from %1").arg(name));
    m_messages.show_message(Severity::info,
                            tr("%1 of %2 changes from %3 are in “%4” now. Undo takes them out again.")
                                .arg(taken)
                                .arg(all)
                                .arg(name, to_qt(m_document.scenario().name)));
    return true;
}

} // namespace roofrack
