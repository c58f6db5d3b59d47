// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/given_files.h"

#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/message_bar.h"

#include <QFileDialog>
#include <QFileInfo>

namespace roofrack {

GivenFilesFlow::GivenFilesFlow(Document& document, FileFlow& files, Session& session, MessageBar& messages,
                               QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_files(files)
    , m_session(session)
    , m_messages(messages)
    , m_window(window) {}

std::vector<std::filesystem::path> GivenFilesFlow::choose_files(const QString& title, const QString& filter) {
    const QStringList files = QFileDialog::getOpenFileNames(m_window, title, m_session.last_folder(), filter);
    std::vector<std::filesystem::path> out;
    for (const QString& file : files) out.emplace_back(file.toStdString());
    if (!out.empty()) m_session.set_last_folder(QFileInfo(files.front()).absolutePath());
    return out;
}

bool GivenFilesFlow::may_add_to_project() {
    m_messages.dismiss();
    if (!m_files.has_project()) m_files.new_project();
    if (!m_document.is_read_only()) return true;
    m_messages.show_message(Severity::warning, FileFlow::tr("The project is open for reading only."));
    return false;
}

} // namespace roofrack
