// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/answers/handover/report_document.h"
#include "core/base/model/present/house_style.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <optional>

namespace roofrack {

/// The paper of a report.
enum class ReportPaper { a4, letter };
/// Reads "a4" and "letter"; nullopt for any other text.
std::optional<ReportPaper> report_paper(const QString& name);

/// What stands on the first sheet of a report.
struct ReportCover {
    QString project, scenario, date;
    QString plan{}; ///< The plan that all figures are of; empty says none.
};

/// A report as sheets of paper, a PDF 1.6 with the type in it: a first sheet with contents, then its blocks
/// as they stand in the document, with headings of tables repeated, numbers of pages and an outline. Pictures
/// are those of the window's views, from what ask_for_pictures() has found. Only the window's thread may call
/// it. Empty where it cannot be painted.
QByteArray report_pdf(const ReportDocument& document, const std::shared_ptr<const Answers>& answers,
                      const ReportCover& cover, ReportPaper paper, const HouseStyle& style = {});

} // namespace roofrack
