// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>

namespace roofrack {

/// What a dialog asks before something is exported.
struct ExportQuestion {
    QString kind;    ///< "chart": all of a kind are offered the type that was chosen last
    QString what;    ///< "scaling": what has a name of its own within the kind
    QString name;    ///< what the file is called at first, without its ending
    QString filters; ///< "Picture (*.png);;Document (*.pdf)": the first type is that of the first export

    /// "png", "pdf".
    QStringList endings() const;
    /// The ending that a file's name has of these; empty: none of them.
    QString ending_in(const QString& file) const;
};

/// Folders, types and names that exports of each project had last, until the program ends.
class ExportMemory {
public:
    /// The type that is offered, as its filter.
    QString filter(const QString& project, const ExportQuestion& question) const;
    /// The file that is offered: in the folder of the project's last export, in `folder` where there was none
    /// or it is gone.
    QString file(const QString& project, const ExportQuestion& question, const QString& folder) const;
    void keep(const QString& project, const ExportQuestion& question, const QString& file);

private:
    struct Kept {
        QString folder;
        QHash<QString, QString> endings; ///< by kind
        QHash<QString, QString> names;   ///< by kind and what
    };
    QHash<QString, Kept> m_kept;
};

} // namespace roofrack
