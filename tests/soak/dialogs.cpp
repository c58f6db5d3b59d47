// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/soak/dialogs.h"

#include <QApplication>
#include <QFileDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace roofrack::soak {

namespace {

/// From the event loop, which a dialog opened by it runs anew.
void later(QObject& whom, const char* slot) { QMetaObject::invokeMethod(&whom, slot, Qt::QueuedConnection); }

} // namespace

Dialogs::Dialogs(unsigned seed)
    : m_random(seed) {
    constexpr int often = 40; // ms
    connect(&m_timer, &QTimer::timeout, this, &Dialogs::look);
    m_timer.start(often);
}

void Dialogs::accept_with(const QString& path) {
    m_accepts = true;
    m_path = path;
}

void Dialogs::forget() {
    m_accepts = false;
    m_path.clear();
}

void Dialogs::look() {
    QWidget* shown = QApplication::activePopupWidget();
    if (!shown) shown = QApplication::activeModalWidget();
    if (shown != m_seen) m_looks = 0;
    m_seen = shown;
    if (!shown || ++m_looks < 3) return;
    constexpr int too_often = 750; // half a minute
    if (m_looks > too_often) qFatal("does not go: %s", qPrintable(shown->windowTitle()));
    if (auto* menu = qobject_cast<QMenu*>(shown))
        choose(*menu);
    else if (auto* dialog = qobject_cast<QDialog*>(shown))
        answer(*dialog);
    else
        later(*shown, "close");
}

void Dialogs::answer(QDialog& dialog) {
    constexpr int patience = 25; // a dialog that cannot be accepted as it is
    if (auto* box = qobject_cast<QMessageBox*>(&dialog))
        answer_question(*box);
    else if (m_looks > patience || !m_accepts)
        later(dialog, "reject");
    else if (auto* file = qobject_cast<QFileDialog*>(&dialog))
        answer_file(*file);
    else
        later(dialog, "accept");
}

void Dialogs::answer_file(QFileDialog& dialog) {
    if (m_path.isEmpty()) { // it was not taken
        later(dialog, "reject");
        return;
    }
    // selectFile() leaves a name alone that has the focus.
    if (auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit")))
        name->setText(std::exchange(m_path, {}));
    later(dialog, "accept");
}

void Dialogs::answer_question(QMessageBox& box) {
    if (QAbstractButton* discard = box.button(QMessageBox::Discard); discard && (m_calm || below(8)))
        later(*discard, "click");
    else if (QAbstractButton* yes = box.button(QMessageBox::Yes); yes && m_accepts)
        later(*yes, "click");
    else
        later(box, "reject");
}

void Dialogs::choose(QMenu& menu) {
    QList<QAction*> possible;
    for (QAction* action : menu.actions())
        if (action->isEnabled() && !action->isSeparator() && !action->menu()) possible << action;
    if (m_calm || possible.isEmpty() || below(3) == 0) {
        later(menu, "close");
        return;
    }
    menu.setActiveAction(possible[below(static_cast<int>(possible.size()))]);
    QTimer::singleShot(0, &menu, [&menu] {
        QKeyEvent enter(QEvent::KeyPress, Qt::Key_Return, {});
        QApplication::sendEvent(&menu, &enter);
    });
}

} // namespace roofrack::soak
