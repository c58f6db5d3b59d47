// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/report_files.h"

#include "core/answers/handover/html_look.h"
#include "core/base/files/atomic_file.h"
#include "widgets/fields/picture_file.h"
#include "widgets/fields/text.h"
#include "widgets/report/sheet_picture.h"

namespace roofrack {

std::optional<ReportFormat> report_format(const QString& file_name) {
    for (const auto& [end, format] : {std::pair{".pdf", ReportFormat::pdf},
                                      {".html", ReportFormat::html},
                                      {".htm", ReportFormat::html},
                                      {".md", ReportFormat::markdown}})
        if (file_name.endsWith(QLatin1String(end), Qt::CaseInsensitive)) return format;
    return std::nullopt;
}

Result<FoundReport> find_report(const std::shared_ptr<const Answers>& answers, const std::string& project,
                                const std::vector<std::string>& sections, ReportFormat format,
                                const ReportBeside& beside, const std::stop_token& stop) {
    auto document = scenario_report(*answers, project, sections, beside, stop);
    if (!document) return tl::unexpected(document.error());
    if (format == ReportFormat::pdf) ask_for_pictures(*document, *answers);
    return FoundReport{answers, project, std::move(*document)};
}

Result<void> save_report(const std::filesystem::path& path, const FoundReport& report,
                         const ReportLook& look) {
    if (look.format != ReportFormat::pdf)
        return write_file_atomically(
            path, look.format == ReportFormat::html
                      ? report.document.html(html_look(look.style, report.project, look.date))
                      : report.document.markdown());
    const ReportCover cover{to_qt(printable_line(report.project)),
                            to_qt(printable_line(report.answers->scenario().name)), to_qt(look.date),
                            to_qt(plan_of_report(*report.answers))};
    const QByteArray pdf = report_pdf(report.document, report.answers, cover, look.paper, look.style);
    if (pdf.isEmpty()) return fail(path.string(), "the sheets cannot be painted", "write it as .html");
    return write_picture(path, pdf);
}

} // namespace roofrack
