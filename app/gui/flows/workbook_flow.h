// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <filesystem>

class QWidget;

namespace roofrack {

class Document;
class MessageBar;
class Session;

/// Workbooks go out of the open scenario. What was changed in one comes back by ImportFlow.
class WorkbookFlow : public QObject {
    Q_OBJECT

public:
    WorkbookFlow(const Document& document, Session& session, MessageBar& messages, QWidget* window);

    void ask_export();
    bool export_workbook(const std::filesystem::path& path);

private:
    const Document& m_document;
    Session& m_session;
    MessageBar& m_messages;
    QWidget* m_window;
};

} // namespace roofrack
