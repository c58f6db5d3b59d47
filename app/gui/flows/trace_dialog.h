// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>

#include <filesystem>
#include <vector>

namespace roofrack {

class Session;

/// Asks for the files of one measured run. A folder whose path is typed or pasted is taken as a folder of
/// ranks, where a dialog of files would go into it; only a native dialog, which decides itself what it
/// accepts, goes into it still.
class TraceDialog : public QFileDialog {
    Q_OBJECT

public:
    TraceDialog(QWidget* window, const QString& title, const QString& folder);

    static QString name_filter();
    void accept() override;

private:
    bool names_folder() const;
};

/// The files or the folder that the user chooses, from the folder of the last ones; empty where the dialog is
/// left.
std::vector<std::filesystem::path> choose_traces(QWidget* window, Session& session, const QString& title);

} // namespace roofrack
