// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <filesystem>

class QWidget;

namespace roofrack {

class Document;
class FileFlow;
class MessageBar;
class Session;

/// Workbooks go out of the open scenario, and what was changed in one comes back as a single undoable step,
/// after a list of all changes that says which are taken and why the others are not.
class WorkbookFlow : public QObject {
    Q_OBJECT

public:
    WorkbookFlow(Document& document, FileFlow& files, Session& session, MessageBar& messages,
                 QWidget* window);

    void ask_export();
    void ask_import();
    bool export_workbook(const std::filesystem::path& path);
    /// False: nothing was taken, which the message bar says.
    bool import_workbook(const std::filesystem::path& path);

private:
    Document& m_document;
    FileFlow& m_files;
    Session& m_session;
    MessageBar& m_messages;
    QWidget* m_window;
};

} // namespace roofrack
