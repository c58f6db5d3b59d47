// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/workbook_flow.h"

#include "app/gui/flows/export_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/export_memory.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/pages/remarks_dialog.h"
#include "core/answers/handover/workbook.h"
#include "core/base/files/atomic_file.h"
#include "core/study/sharing/job_findings.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

#include <QFileDialog>
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

} // namespace

WorkbookFlow::WorkbookFlow(const Document& document, Session& session, MessageBar& messages, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_session(session)
    , m_messages(messages)
    , m_window(window) {}

void WorkbookFlow::ask_export() {
    const QString name = export_name(m_document, tr("workbook"));
    const QString path = ask_export_file(m_document, {QStringLiteral("workbook"), name, name, workbooks()},
                                         tr("Export a workbook"), m_session, m_window);
    if (path.isEmpty()) return;
    export_workbook(path.toStdString());
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

} // namespace roofrack
