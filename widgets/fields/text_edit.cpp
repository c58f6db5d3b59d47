// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/text_edit.h"

#include "widgets/fields/document_undo.h"
#include "widgets/fields/style_property.h"

#include <QKeyEvent>

namespace roofrack {

TextEdit::TextEdit(QWidget* parent)
    : QLineEdit(parent) {
    leave_undo_to_document(*this);
    connect(this, &QLineEdit::textEdited, this, [this] { set_error({}); });
    connect(this, &QLineEdit::editingFinished, this, &TextEdit::commit);
}

void TextEdit::show_text(const QString& text) {
    m_shown = text;
    if (!isModified()) restore();
}

void TextEdit::restore() {
    setText(m_shown);
    setModified(false);
    set_error({});
}

void TextEdit::commit() {
    if (!isModified()) return;
    const QString typed = text();
    if (m_check && typed != m_shown) set_error(m_check(typed));
    if (!m_error.isEmpty()) return;
    setModified(false);
    m_shown = typed;
    Q_EMIT text_committed(typed);
}

void TextEdit::set_error(const QString& error) {
    if (error == m_error) return;
    m_error = error;
    set_style_property(this, "invalid", !error.isEmpty());
    Q_EMIT error_changed(error);
}

void TextEdit::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && m_check && isModified()) {
        restore();
        event->accept();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace roofrack
