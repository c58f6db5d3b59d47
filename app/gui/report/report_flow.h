// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/report/report_pdf.h"

#include <QObject>

#include <filesystem>
#include <string>
#include <vector>

class QWidget;

namespace roofrack {

class Document;
class MessageBar;
class Session;

/// A report on the open scenario as PDF, HTML or Markdown, as `roofrack report` writes it.
class ReportFlow : public QObject {
    Q_OBJECT

public:
    ReportFlow(Document& document, Session& session, MessageBar& messages, QWidget* window);

    /// Asks for its sections, paper, the project's style and file. `best_plan`: by the best plan found, as
    /// the window shows it.
    void ask_export(bool best_plan);
    /// The format by the file's ending. False: nothing was written, which the message bar says.
    bool export_report(const std::filesystem::path& path, const std::vector<std::string>& sections,
                       ReportPaper paper, bool best_plan);

private:
    Document& m_document;
    Session& m_session;
    MessageBar& m_messages;
    QWidget* m_window;
};

} // namespace roofrack
