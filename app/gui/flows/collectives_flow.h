// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <filesystem>
#include <vector>

class QWidget;

namespace roofrack {

class Document;
class FileFlow;
class MessageBar;
class Session;

/// Attaches outputs of nccl-tests to the open scenario, one undoable step a file; errors go to the message
/// bar. Without a project a new one is started.
class CollectivesFlow : public QObject {
    Q_OBJECT

public:
    CollectivesFlow(Document& document, FileFlow& files, Session& session, MessageBar& messages,
                    QWidget* window);

    void open_files();
    /// Takes out of `paths` those that are outputs of nccl-tests and attaches them.
    void take(std::vector<std::filesystem::path>& paths);

private:
    void attach(const std::vector<std::filesystem::path>& paths);

    Document& m_document;
    FileFlow& m_files;
    Session& m_session;
    MessageBar& m_messages;
    QWidget* m_window;
};

} // namespace roofrack
