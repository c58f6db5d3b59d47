// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/given_files.h"

#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/message_bar.h"

#include <QFileDialog>
#include <QFileInfo>

namespace roofrack {

std::vector<std::filesystem::path> choose_files(QWidget* window, Session& session, const QString& title,
                                                const QString& filter) {
    const QStringList files = QFileDialog::getOpenFileNames(window, title, session.last_folder(), filter);
    std::vector<std::filesystem::path> out;
    for (const QString& file : files) out.emplace_back(file.toStdString());
    if (!out.empty()) session.set_last_folder(QFileInfo(files.front()).absolutePath());
    return out;
}

bool may_add_to_project(FileFlow& files, const Document& document, MessageBar& messages) {
    messages.dismiss();
    if (!files.has_project()) files.new_project();
    if (!document.is_read_only()) return true;
    messages.show_message(Severity::warning, FileFlow::tr("The project is open for reading only."));
    return false;
}

} // namespace roofrack
