// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/document_undo.h"

#include <QKeyEvent>
#include <QLineEdit>

namespace roofrack {
namespace {

class UndoFilter : public QObject {
public:
    explicit UndoFilter(QLineEdit& field)
        : QObject(&field)
        , m_field(field) {
        field.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress) return false;
        const auto& key = static_cast<QKeyEvent&>(*event);
        if (watched != &m_field || m_field.isModified() ||
            !(key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo)))
            return false;
        event->ignore(); // to the window
        return true;
    }

private:
    QLineEdit& m_field;
};

} // namespace

void leave_undo_to_document(QLineEdit& field) { new UndoFilter(field); }

} // namespace roofrack
