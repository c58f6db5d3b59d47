// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/bill_flow.h"

#include "app/gui/flows/session.h"
#include "app/gui/pages/message_bar.h"
#include "core/base/files/atomic_file.h"
#include "widgets/fields/text.h"

#include <QFileDialog>
#include <QFileInfo>

namespace roofrack {

void export_bill(const std::string& csv, const std::string& project_name, Session& session,
                 MessageBar& messages, QWidget* window) {
    const QString folder = session.last_folder();
    QString name = to_qt(project_name).replace(u'/', u'-');
    if (name.isEmpty()) name = QObject::tr("Bill of materials");
    QString path = QFileDialog::getSaveFileName(window, QObject::tr("Save the bill of materials"),
                                                (folder.isEmpty() ? QString() : folder + u'/') + name +
                                                    QStringLiteral(".csv"),
                                                QObject::tr("Tables (*.csv);;All files (*)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".csv");
    if (const auto written = write_file_atomically(path.toStdString(), csv); !written) {
        messages.show_diagnostic(Severity::critical, QObject::tr("The table could not be written"),
                                 written.error());
        return;
    }
    session.set_last_folder(QFileInfo(path).absolutePath());
    messages.show_message(Severity::info,
                          QObject::tr("%1 is written.").arg(legible(QFileInfo(path).fileName())));
}

} // namespace roofrack
