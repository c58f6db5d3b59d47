// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <algorithm>
#include <filesystem>
#include <vector>

class QWidget;

namespace roofrack {

class Document;
class FileFlow;
class MessageBar;
class Session;

/// Takes those out of `paths` of which `is_mine` is true, in their order.
template<class IsMine>
std::vector<std::filesystem::path> take_files(std::vector<std::filesystem::path>& paths, IsMine is_mine) {
    const auto mine = std::stable_partition(
        paths.begin(), paths.end(), [&](const std::filesystem::path& path) { return !is_mine(path); });
    std::vector<std::filesystem::path> out(mine, paths.end());
    paths.erase(mine, paths.end());
    return out;
}

/// A flow that takes files into the open project.
class GivenFilesFlow : public QObject {
    Q_OBJECT

public:
    GivenFilesFlow(Document& document, FileFlow& files, Session& session, MessageBar& messages,
                   QWidget* window);

protected:
    /// Files that the user chooses, from the folder of the last ones; empty where the dialog is left.
    std::vector<std::filesystem::path> choose_files(const QString& title, const QString& filter);
    /// Whether the open project may be given something; where none is open a new one is started. Says so in
    /// the message bar where it is open for reading only.
    bool may_add_to_project();

    Document& m_document;
    FileFlow& m_files;
    Session& m_session;
    MessageBar& m_messages;
    QWidget* m_window;
};

} // namespace roofrack
