// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/file_conflict.h"

#include "app/gui/pages/compare_dialog.h"
#include "core/drawing/project/project_file.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

#include <QMessageBox>
#include <QPushButton>

namespace roofrack {

ConflictChoice ask_about_conflict(const Document& document, QWidget* window) {
    QMessageBox question(
        QMessageBox::Warning, QObject::tr("Changed by another program"),
        QObject::tr("“%1” was changed on disk since it was opened here.").arg(document.display_name()),
        QMessageBox::Cancel, window);
    question.setObjectName(QStringLiteral("conflict"));
    question.setInformativeText(QObject::tr("Saving would replace what the other has written."));
    QPushButton* const save_as =
        question.addButton(QObject::tr("Save under another name…"), QMessageBox::AcceptRole);
    QPushButton* const overwrite = question.addButton(QObject::tr("Overwrite"), QMessageBox::DestructiveRole);
    QPushButton* const reload = question.addButton(QObject::tr("Load theirs"), QMessageBox::DestructiveRole);
    QPushButton* const compare = question.addButton(QObject::tr("Compare…"), QMessageBox::ActionRole);
    save_as->setObjectName(QStringLiteral("conflict-save-as"));
    overwrite->setObjectName(QStringLiteral("conflict-overwrite"));
    reload->setObjectName(QStringLiteral("conflict-reload"));
    compare->setObjectName(QStringLiteral("conflict-compare"));
    question.setDefaultButton(save_as);
    while (true) {
        question.exec();
        const QAbstractButton* const clicked = question.clickedButton();
        if (clicked == save_as) return ConflictChoice::save_as;
        if (clicked == overwrite) return ConflictChoice::overwrite;
        if (clicked == reload) return ConflictChoice::reload;
        if (clicked != compare) return ConflictChoice::cancel;
        compare_with_disk(document, window);
    }
}

void compare_with_disk(const Document& document, QWidget* window) {
    const auto theirs = read_project(document.file_path(), document.catalog());
    if (!theirs) {
        QMessageBox::warning(
            window, QObject::tr("What differs"),
            QObject::tr("The file on disk cannot be read: %1").arg(to_qt(theirs.error().text())));
        return;
    }
    CompareDialog(QObject::tr("“%1” as it is open here, and as it is on disk.").arg(document.display_name()),
                  difference(document.project(), theirs->project, document.catalog()), QObject::tr("Here"),
                  QObject::tr("On disk"), window)
        .exec();
}

} // namespace roofrack
