// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/shelf_notice.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace roofrack {

ShelfNotice::ShelfNotice(QWidget* parent)
    : QFrame(parent)
    , m_text(new QLabel(this))
    , m_action(new QPushButton(this))
    , m_close(new QPushButton(tr("Close"), this)) {
    m_text->setWordWrap(true);
    m_action->setAutoDefault(true);
    m_close->setAutoDefault(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 8, 8);
    column->setSpacing(8);
    column->addWidget(m_text);
    column->addWidget(m_action);
    column->addWidget(m_close);
    connect(m_close, &QPushButton::clicked, this, &QWidget::hide);
    connect(m_action, &QPushButton::clicked, this, [this] {
        hide();
        if (const auto act = std::exchange(m_act, {})) act();
    });
    hide();
}

void ShelfNotice::say(const QString& text, const QString& action, std::function<void()> act) {
    m_text->setText(text);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    m_act = std::move(act);
    show();
    (action.isEmpty() ? m_close : m_action)->setFocus(Qt::OtherFocusReason);
}

void ShelfNotice::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QFrame::keyPressEvent(event);
}

} // namespace roofrack
