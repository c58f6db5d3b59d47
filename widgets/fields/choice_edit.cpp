// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/choice_edit.h"

#include "widgets/fields/plain_text.h"
#include "widgets/fields/text.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QStylePainter>
#include <QWheelEvent>

namespace roofrack {

ChoiceEdit::ChoiceEdit(QWidget* parent)
    : QComboBox(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(8);
    connect(this, &QComboBox::activated, this, [this] {
        show_tooltip();
        Q_EMIT key_committed(key());
    });
}

void ChoiceEdit::set_choices(const std::vector<Choice>& choices) {
    if (choices == m_choices) return;
    m_choices = choices;
    const QString current = key();
    const QSignalBlocker quiet(this);
    clear();
    for (const auto& choice : choices) {
        addItem(choice.label, choice.key);
        setItemData(count() - 1, choice.tooltip, Qt::ToolTipRole);
        setItemData(count() - 1, choice.rich_tip, rich_tip_role);
    }
    if (const int index = findData(current); !current.isEmpty() && index >= 0) setCurrentIndex(index);
}

void ChoiceEdit::set_key(const QString& key) {
    const QSignalBlocker quiet(this);
    int index = findData(key);
    if (index < 0) {
        addItem(key.isEmpty() ? tr("none") : legible(key), key);
        index = count() - 1;
    }
    setCurrentIndex(index);
    show_tooltip();
}

void ChoiceEdit::show_tooltip() {
    setToolTip(currentData(Qt::ToolTipRole).toString());
    set_rich_tip(*this, currentData(rich_tip_role).toString());
}

/// What is typed finds in the open list, where Enter chooses and Esc leaves the choice as it was.
void ChoiceEdit::keyPressEvent(QKeyEvent* event) {
    constexpr Qt::KeyboardModifiers commands = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
    const QString typed = event->text();
    if (typed.isEmpty() || !typed.front().isPrint() || typed.front().isSpace() ||
        event->modifiers() & commands)
        return QComboBox::keyPressEvent(event);
    event->accept();
    if (!view()->isVisible()) showPopup();
    view()->keyboardSearch(typed);
}

void ChoiceEdit::wheelEvent(QWheelEvent* event) { event->ignore(); }

void ChoiceEdit::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QColor ink =
        palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText);
    painter.setPen(ink);
    // In line with the text of the line edits around it; what does not fit ends in "…".
    const QRect room = rect().adjusted(11, 0, -24, 0);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(option.currentText, Qt::ElideRight, room.width()));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF centre(width() - 13, height() / 2.0 + 1);
    painter.drawPolyline(
        QPolygonF({centre + QPointF(-3.5, -2), centre + QPointF(0, 1.5), centre + QPointF(3.5, -2)}));
}

} // namespace roofrack
