// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/trace_dialog.h"

#include "app/gui/flows/session.h"

#include <QDir>
#include <QFileInfo>
#include <QLineEdit>

namespace roofrack {

TraceDialog::TraceDialog(QWidget* window, const QString& title, const QString& folder)
    : QFileDialog(window, title, folder, name_filter()) {
    setFileMode(QFileDialog::ExistingFiles);
}

QString TraceDialog::name_filter() {
    return tr(
        "Traces (*.json *.gz *.zst *.xz *.bz2 *.tar *.tgz *.zip *.pb *.et *.sqlite *.db *.txt *.log *.csv "
        "*.out);;All files (*)");
}

/// Whether the field of the name holds one folder. Two dots lead up, as everywhere, and nobody's ranks fill
/// the root of the file system or a whole home: these two are gone into.
bool TraceDialog::names_folder() const {
    const auto* name = findChild<QLineEdit*>(QStringLiteral("fileNameEdit")); // null of a native dialog
    if (!name || name->text().isEmpty() || name->text() == QStringLiteral("..")) return false;
    const QStringList chosen = selectedFiles();
    if (chosen.size() != 1 || !QFileInfo(chosen.front()).isDir()) return false;
    const QDir folder(chosen.front());
    return !folder.isRoot() && folder != QDir::home();
}

void TraceDialog::accept() {
    if (names_folder())
        QDialog::accept();
    else
        QFileDialog::accept();
}

std::vector<std::filesystem::path> choose_traces(QWidget* window, Session& session, const QString& title) {
    TraceDialog dialog(window, title, session.last_folder());
    std::vector<std::filesystem::path> out;
    if (dialog.exec() != QDialog::Accepted) return out;
    const QStringList chosen = dialog.selectedFiles();
    // Without a "/" at its end a folder has a name.
    for (const QString& path : chosen) out.emplace_back(QDir::cleanPath(path).toStdString());
    if (!out.empty()) session.set_last_folder(QFileInfo(QDir::cleanPath(chosen.front())).absolutePath());
    return out;
}

} // namespace roofrack
