// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/sample_card.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QVBoxLayout>

namespace roofrack {

SampleCard::SampleCard(const QString& title, const QString& line, QWidget* parent)
    : QFrame(parent)
    , m_picture(new QLabel(this)) {
    setObjectName(QStringLiteral("card"));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(title);
    setAccessibleDescription(line);
    m_picture->setFixedHeight(picture_height);
    m_picture->setAlignment(Qt::AlignCenter);
    auto* name = new QLabel(title, this);
    name->setProperty("role", "strong");
    name->setWordWrap(true);
    auto* text = new QLabel(line, this);
    text->setProperty("role", "small");
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 12);
    column->setSpacing(4);
    column->addWidget(m_picture);
    for (QLabel* label : {name, text}) {
        label->setContentsMargins(12, 0, 12, 0);
        column->addWidget(label);
    }
    column->addStretch(1);
}

void SampleCard::set_picture(const QPixmap& picture) { m_picture->setPixmap(picture); }

void SampleCard::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT opened();
    else
        QFrame::mouseReleaseEvent(event);
}

void SampleCard::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        Q_EMIT opened();
    else
        QFrame::keyPressEvent(event);
}

} // namespace roofrack
