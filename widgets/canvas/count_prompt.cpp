// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/count_prompt.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace roofrack {
namespace {

int last_count = 8; // until a number was given: the GPUs of a server, the rails of a leaf

} // namespace

CountPrompt::CountPrompt(bool only_separate, QWidget* parent)
    : QFrame(parent)
    , m_only_separate(only_separate)
    , m_count(new QSpinBox(this))
    , m_hint(new QLabel(this)) {
    setObjectName(QStringLiteral("countPrompt"));
    setAttribute(Qt::WA_StyledBackground);
    setStyleSheet(QStringLiteral("QFrame#countPrompt { background: palette(button); border: 1px solid "
                                 "palette(highlight); border-radius: 4px; }"));
    setCursor(Qt::ArrowCursor);
    auto* title = new QLabel(tr("How many?"), this);
    title->setProperty("role", "strong");
    m_count->setRange(1, 100000);
    m_count->setValue(last_count);
    m_count->setButtonSymbols(QAbstractSpinBox::NoButtons); // the arrow keys step
    m_count->setAccessibleName(tr("How many"));
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

/// Drawings are quotients: one box with a count is quicker to draw, to read and to evaluate than its copies.
void CountPrompt::explain() {
    const int count = m_count->value();
    m_hint->setText(m_only_separate ? tr("Enter draws %1 · Esc none").arg(count)
                                    : tr("Enter: one drawn, × %1\nCtrl+Enter: %1 drawn apart").arg(count));
}

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

void CountPrompt::accept(bool separate) {
    m_count->interpretText();
    if (std::exchange(m_done, true)) return;
    last_count = m_count->value();
    Q_EMIT accepted(last_count, separate || m_only_separate);
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
