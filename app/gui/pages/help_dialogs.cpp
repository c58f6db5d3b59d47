// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/help_dialogs.h"

#include "widgets/fields/plain_text.h"
#include "widgets/theme/text_scale.h"

#include <QAction>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace roofrack {

namespace {

QDialog* make_dialog(const QString& title, QWidget* content, QWidget* window) {
    auto* dialog = new QDialog(window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(content);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    column->addWidget(buttons);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    return dialog;
}

} // namespace

void show_shortcuts(const std::vector<QAction*>& actions, QWidget* window) {
    auto* tree = new QTreeWidget;
    tree->setRootIsDecorated(false);
    tree->setHeaderLabels({QObject::tr("Command"), QObject::tr("Key"), QObject::tr("What it does")});
    for (const QAction* action : actions) {
        if (action->shortcut().isEmpty()) continue;
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts()) keys << key.toString(QKeySequence::NativeText);
        new QTreeWidgetItem(tree, {text_of_label(action->text()).remove(u'…'),
                                   keys.join(QStringLiteral(", ")), action->toolTip()});
    }
    for (int column = 0; column < 2; ++column)
        tree->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    QDialog* dialog = make_dialog(QObject::tr("Keyboard shortcuts"), tree, window);
    resize_for_text(*dialog, {640, 560});
    dialog->show();
}

void show_about(QWidget* window) {
    auto* text = new QLabel(
        QObject::tr(
            "<h3>Roofrack %1</h3>"
            "<p>Shows what holds an AI-training cluster back.</p>"
            "<p>Free software under the GNU General Public License, version 3 or later. It comes without any "
            "warranty.</p>"
            "<p>Built with Qt %2 (LGPL 3), QCustomPlot (GPL 3), Eigen (MPL 2), nlohmann-json (MIT), {fmt} "
            "(MIT), "
            "tl::expected (CC0), simdjson (Apache 2), zlib, SQLite (public domain), CLI11 (BSD 3); type: "
            "Roboto (Apache 2).</p>"
            "<p>Every figure of the catalogue names its source; vendors' names belong to them.</p>")
            .arg(QStringLiteral(ROOFRACK_VERSION), QString::fromLatin1(qVersion())));
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    text->setMinimumWidth(at_text_scale(420));
    text->setTextInteractionFlags(Qt::TextBrowserInteraction);
    make_dialog(QObject::tr("About Roofrack"), text, window)->show();
}

} // namespace roofrack
