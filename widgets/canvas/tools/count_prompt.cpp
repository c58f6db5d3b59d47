// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/count_prompt.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace roofrack {

CountPrompt::CountPrompt(CountQuestion question, QWidget* parent)
    : QFrame(parent)
    , m_question(std::move(question))
    , m_count(new QSpinBox(this))
    , m_hint(new QLabel(this)) {
    setObjectName(QStringLiteral("countPrompt"));
    setAttribute(Qt::WA_StyledBackground);
    setStyleSheet(QStringLiteral("QFrame#countPrompt { background: palette(button); border: 1px solid "
                                 "palette(highlight); border-radius: 4px; }"));
    setCursor(Qt::ArrowCursor);
    auto* title = new QLabel(m_question.title, this);
    title->setProperty("role", "strong");
    m_count->setRange(1, m_question.most);
    m_count->setValue(m_question.start);
    m_count->setButtonSymbols(QAbstractSpinBox::NoButtons); // the arrow keys step
    m_count->setAccessibleName(m_question.title);
    m_count->installEventFilter(this);
    title->setBuddy(m_count);
    m_hint->setProperty("role", "secondary");
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(title);
    row->addWidget(m_count, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(m_hint);
    connect(m_count, &QSpinBox::valueChanged, this, &CountPrompt::explain);
    explain();
}

void CountPrompt::explain() { m_hint->setText(m_question.hint(m_count->value())); }

void CountPrompt::open_at(const QPoint& point) {
    adjustSize();
    const QSize room = parentWidget()->size();
    const int x = std::clamp(point.x() + 12, 0, std::max(0, room.width() - width() - 4));
    const int y = point.y() + 12 + height() < room.height() ? point.y() + 12 : point.y() - 12 - height();
    move(x, std::max(0, y));
    show();
    raise();
    m_count->setFocus(Qt::PopupFocusReason);
    m_count->selectAll();
}

bool CountPrompt::holds_keys() const { return m_count->hasFocus(); }

void CountPrompt::accept(bool with_control) {
    m_count->interpretText();
    if (std::exchange(m_done, true)) return;
    Q_EMIT accepted(m_count->value(), with_control);
}

bool CountPrompt::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto& key = static_cast<QKeyEvent&>(*event);
        if (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) {
            accept(key.modifiers().testFlag(Qt::ControlModifier));
            return true;
        }
        if (key.key() == Qt::Key_Escape) {
            if (!std::exchange(m_done, true)) Q_EMIT cancelled();
            return true;
        }
    } else if (event->type() == QEvent::FocusOut) {
        if (isVisible() && !std::exchange(m_done, true)) Q_EMIT cancelled();
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace roofrack
