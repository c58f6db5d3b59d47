// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/elided_label.h"

#include <QEvent>

namespace roofrack {

ElidedLabel::ElidedLabel(QWidget* parent, Qt::TextElideMode mode)
    : QLabel(parent)
    , m_mode(mode) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::set_full_text(const QString& text) {
    if (text == m_full) return;
    m_full = text;
    setAccessibleName(text);
    elide();
    updateGeometry();
}

void ElidedLabel::set_note(const QString& note) {
    m_note = note;
    elide();
}

void ElidedLabel::leave_out_silently() {
    m_is_silent = true;
    elide();
}

QSize ElidedLabel::minimumSizeHint() const {
    return {fontMetrics().horizontalAdvance(QStringLiteral("…")), QLabel::minimumSizeHint().height()};
}

QSize ElidedLabel::sizeHint() const {
    return {fontMetrics().horizontalAdvance(m_full) + 2, fontMetrics().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    elide();
}

void ElidedLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange) elide();
}

QString ElidedLabel::shown_text() const {
    const int width = contentsRect().width();
    if (m_mode == Qt::ElideRight && fontMetrics().horizontalAdvance(m_full) > width)
        for (qsizetype end = m_full.lastIndexOf(part_separator); end > 0;
             end = m_full.lastIndexOf(part_separator, end - 1)) {
            const QString text = m_full.first(end) + (m_is_silent ? QString() : QStringLiteral("  …"));
            if (fontMetrics().horizontalAdvance(text) <= width) return text;
        }
    return fontMetrics().elidedText(m_full, m_mode, width);
}

void ElidedLabel::elide() {
    const QString shown = shown_text();
    if (shown != text()) setText(shown);
    QStringList lines{shown == m_full ? QString() : m_full, m_note};
    lines.removeAll(QString());
    setToolTip(lines.join(QStringLiteral("\n\n")));
}

} // namespace roofrack
