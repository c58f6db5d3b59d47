// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/handover/report.h"
#include "widgets/report/report_pdf.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace roofrack {

/// How a report is written.
enum class ReportFormat { pdf, html, markdown };
/// The format that the file's ending says: .pdf, .html or .htm, .md; nullopt if it is none of them.
std::optional<ReportFormat> report_format(const QString& file_name);

/// A report whose figures are found, before it is written.
struct FoundReport {
    std::shared_ptr<const Answers> answers;
    std::string project;
    ReportDocument document{std::string()};
};
/// Finds all that the sections of these names say and show, all sections without any; `beside`: the scenarios
/// that it is held against. Any thread may call it. Fails as scenario_report().
Result<FoundReport> find_report(const std::shared_ptr<const Answers>& answers, const std::string& project,
                                const std::vector<std::string>& sections, ReportFormat format,
                                const ReportBeside& beside = {}, const std::stop_token& stop = {});

struct ReportLook {
    ReportFormat format = ReportFormat::pdf;
    ReportPaper paper = ReportPaper::a4;
    std::string date; ///< the one that a PDF's first sheet says, and a footer
    HouseStyle style{};
};
/// Writes it whole or not at all. Only the window's thread may call it.
Result<void> save_report(const std::filesystem::path& path, const FoundReport& report,
                         const ReportLook& look);

} // namespace roofrack
