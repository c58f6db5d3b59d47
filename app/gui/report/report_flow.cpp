// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/report/report_flow.h"

#include "app/gui/flows/export_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/export_memory.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/present/style_flow.h"
#include "app/gui/report/report_dialog.h"
#include "core/base/units/calendar_date.h"
#include "core/study/sharing/job_findings.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"
#include "widgets/present/slide_style.h"
#include "widgets/present/style_button.h"
#include "widgets/report/report_files.h"

#include <chrono>
#include <future>

namespace roofrack {

ReportFlow::ReportFlow(Document& document, Session& session, MessageBar& messages, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_session(session)
    , m_messages(messages)
    , m_window(window) {}

void ReportFlow::ask_export(bool best_plan) {
    ReportDialog dialog(m_window, m_document.project().scenarios.size() > 1);
    const auto show_style = [&](const QString& remark) {
        dialog.show_style(StyleButton::name_of(m_document.project().style), remark);
    };
    connect_style(dialog.style_button(), m_document, m_session,
                  [&](const StyleRemark& remark) { show_style(remark.text); });
    dialog.style_button().setEnabled(!m_document.is_read_only());
    show_style({});
    if (dialog.exec() != QDialog::Accepted) return;
    const QString name = export_name(m_document, tr("report"));
    const ExportQuestion question{QStringLiteral("report"), name, name,
                                  tr("Document (*.pdf);;Web page (*.html);;Markdown (*.md)")};
    const QString path = ask_export_file(m_document, question, tr("Export a report"), m_session, m_window);
    if (path.isEmpty()) return;
    export_report(path.toStdString(), dialog.sections(), dialog.paper(), best_plan);
}

bool ReportFlow::export_report(const std::filesystem::path& path, const std::vector<std::string>& sections,
                               ReportPaper paper, bool best_plan) {
    m_messages.dismiss();
    const ReportFormat format = report_format(as_written(path.string())).value_or(ReportFormat::pdf);
    const auto scenario = m_document.snapshot();
    const auto answers =
        std::make_shared<const Answers>(Snapshot{.scenario = scenario,
                                                 .folder = m_document.file_path().parent_path(),
                                                 .jobs = project_of_jobs(m_document.project(), *scenario),
                                                 .best_plan = best_plan},
                                        m_document.catalog());
    std::stop_source stop;
    auto finding =
        std::async(std::launch::async, find_report, answers, m_document.project().name, sections, format,
                   ReportBeside::of(answers, m_document.project(), today()), stop.get_token());
    const auto is_finding = [&finding] {
        return finding.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
    };
    if (!wait_until_found(is_finding, m_window, tr("Finding what the report says…"))) {
        answers->stop();
        stop.request_stop();
        m_messages.show_message(Severity::info, tr("Stopped: the report was not written."));
        return false;
    }
    const auto found = finding.get();
    const auto written =
        found ? save_report(path, *found, {format, paper, date_text(today()), m_document.project().style})
              : Result<void>(tl::unexpected(found.error()));
    if (!written) {
        m_messages.show_diagnostic(Severity::critical, tr("The report could not be written"),
                                   written.error());
        return false;
    }
    const StyleRemark done = with_remarks(
        tr("The report was written to %1.").arg(legible(as_written(path.string()))),
        format == ReportFormat::pdf ? remarks_on(m_document.project().style) : std::vector<Diagnostic>());
    m_messages.show_message(done.severity, done.text);
    return true;
}

} // namespace roofrack
