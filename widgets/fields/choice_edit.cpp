// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/choice_edit.h"

#include "widgets/fields/plain_text.h"
#include "widgets/fields/text.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QStylePainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace roofrack {

ChoiceEdit::ChoiceEdit(QWidget* parent)
    : QComboBox(parent) {
    setFocusPolicy(Qt::StrongFocus);
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

void ChoiceEdit::fit_widest() {
    m_fits_widest = true;
    const auto measure_anew = [this] {
        m_widest.reset();
        updateGeometry();
    };
    connect(model(), &QAbstractItemModel::rowsInserted, this, measure_anew);
    connect(model(), &QAbstractItemModel::rowsRemoved, this, measure_anew);
    connect(model(), &QAbstractItemModel::dataChanged, this, measure_anew);
    measure_anew();
}

int ChoiceEdit::widest_label() const {
    if (m_widest) return *m_widest;
    int widest = count() == 0 ? 7 * fontMetrics().horizontalAdvance(u'x') : 0;
    for (int i = 0; i < count(); ++i)
        widest = std::max(widest, fontMetrics().boundingRect(itemText(i)).width());
    m_widest = widest;
    return widest;
}

/// As QComboBox has it. Its policies AdjustToContents and AdjustToMinimumContentsLengthWithIcon would say the
/// same, and make the list that opens at once, nine widgets of each choice: a twentieth of the time that
/// the first project takes to be shown.
QSize ChoiceEdit::size_for(int text_width, bool with_icon) const {
    const int icon_room = with_icon ? iconSize().width() + 4 : 0;
    const int length = minimumContentsLength() * fontMetrics().horizontalAdvance(u'X') + icon_room;
    const int height =
        std::max(std::max(static_cast<int>(std::ceil(QFontMetricsF(fontMetrics()).height())), 14),
                 with_icon ? iconSize().height() : 0);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    return style()->sizeFromContents(QStyle::CT_ComboBox, &option, {std::max(text_width, length), height + 2},
                                     this);
}

QSize ChoiceEdit::sizeHint() const {
    if (sizeAdjustPolicy() != AdjustToContentsOnFirstShow) return QComboBox::sizeHint();
    return m_fits_widest ? size_for(widest_label(), false) : size_for(0, true);
}

QSize ChoiceEdit::minimumSizeHint() const {
    if (sizeAdjustPolicy() != AdjustToContentsOnFirstShow) return QComboBox::minimumSizeHint();
    return size_for(0, !m_fits_widest);
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
    constexpr int long_list = 12; // choices that are not seen at a glance
    QString tip = currentData(Qt::ToolTipRole).toString();
    if (count() > long_list && currentData(rich_tip_role).toString().isEmpty())
        tip +=
            (tip.isEmpty() ? QString() : QStringLiteral("\n")) + tr("Type to find one of %1.").arg(count());
    setToolTip(tip);
    set_rich_tip(*this, currentData(rich_tip_role).toString());
}

/// What is typed finds in the open list, where Enter chooses, Tab chooses and goes on, and Esc leaves the
/// choice as it was.
namespace {

bool types_a_word(const QKeyEvent& event) {
    constexpr Qt::KeyboardModifiers commands = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
    const QString typed = event.text();
    return !typed.isEmpty() && typed.front().isPrint() && !typed.front().isSpace() &&
           !(event.modifiers() & commands);
}

} // namespace

bool ChoiceEdit::is_typed(const QKeyEvent& event) const {
    const bool goes_on = !m_typed.isEmpty() && m_since_typed.isValid() &&
                         !m_since_typed.hasExpired(QApplication::keyboardInputInterval());
    return types_a_word(event) || (goes_on && event.key() == Qt::Key_Space);
}

void ChoiceEdit::keyPressEvent(QKeyEvent* event) {
    if (!is_typed(*event)) return QComboBox::keyPressEvent(event);
    event->accept();
    if (!view()->isVisible()) showPopup();
    find_typed(event->text());
}

void ChoiceEdit::showPopup() {
    view()->installEventFilter(this);
    QFont of_list = font(); // all of it: the list is a window of its own, which inherits none
    of_list.setResolveMask(QFont::AllPropertiesResolved);
    view()->setFont(of_list);
    QComboBox::showPopup();
}

bool ChoiceEdit::eventFilter(QObject* watched, QEvent* event) {
    if (watched == view() && event->type() == QEvent::KeyPress) {
        const auto& key = static_cast<const QKeyEvent&>(*event);
        if (is_typed(key)) {
            find_typed(key.text());
            return true;
        }
        if (key.key() == Qt::Key_Tab || key.key() == Qt::Key_Backtab) {
            const bool is_forwards = key.key() == Qt::Key_Tab;
            QKeyEvent enter(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier);
            QCoreApplication::sendEvent(view(), &enter);
            focusNextPrevChild(is_forwards);
            return true;
        }
    }
    return QComboBox::eventFilter(watched, event);
}

void ChoiceEdit::find_typed(const QString& typed) {
    if (!m_since_typed.isValid() || m_since_typed.hasExpired(QApplication::keyboardInputInterval()))
        m_typed.clear();
    m_since_typed.start();
    m_typed += typed;
    const bool is_one_letter = m_typed.count(m_typed.front(), Qt::CaseInsensitive) == m_typed.size();
    const QModelIndex first = model()->index(0, modelColumn(), rootModelIndex());
    const auto found = [&](Qt::MatchFlags how) {
        return model()->match(first, Qt::DisplayRole, m_typed, 1, how);
    };
    // The list itself goes on from label to label with one letter, and finds beginnings.
    if (!is_one_letter && found(Qt::MatchStartsWith).isEmpty())
        if (const QModelIndexList within = found(Qt::MatchContains); !within.isEmpty())
            return view()->setCurrentIndex(within.front());
    view()->keyboardSearch(typed);
}

/// QComboBox would have the layout measured anew: its size may be another once it is shown, this one's is
/// not.
void ChoiceEdit::showEvent(QShowEvent* event) { QWidget::showEvent(event); }

bool ChoiceEdit::has_list() const { return findChild<QAbstractItemView*>() != nullptr; }

/// QComboBox would make the list to tell it of another style or font. Made later, it asks for them itself.
void ChoiceEdit::changeEvent(QEvent* event) {
    const bool is_of_list = event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange;
    if (is_of_list) m_widest.reset();
    if (!is_of_list || has_list()) return QComboBox::changeEvent(event);
    QWidget::changeEvent(event);
    updateGeometry();
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
