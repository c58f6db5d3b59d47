// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/quantity_edit.h"

#include "core/base/units/bit_rate_text.h"
#include "core/base/units/unit_table.h"
#include "widgets/fields/document_undo.h"
#include "widgets/fields/style_property.h"
#include "widgets/fields/text.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// 1, 2, 5, 10, …: the step that moves a value by some tenth of itself.
double step_size(double value) {
    if (value == 0) return 1;
    const double decade = std::pow(10, std::floor(std::log10(std::abs(value))) - 1);
    const double lead = std::abs(value) / decade / 10;
    return decade * (lead < 2 ? 1 : lead < 5 ? 2 : 5);
}

} // namespace

QuantityEdit::QuantityEdit(Dimension dimension, QWidget* parent, Whole whole)
    : QLineEdit(parent)
    , m_dimension(dimension)
    , m_whole(whole) {
    if (dimension == Dimension::temperature) m_minimum = -273.15;
    leave_undo_to_document(*this);
    connect(this, &QLineEdit::textEdited, this, [this] {
        const auto read_value = read();
        const bool is_new = m_live && read_value && *read_value != m_value;
        if (is_new) m_value = *read_value; // before anyone is told
        set_error(read_value ? QString() : to_qt(read_value.error().text()));
        if (is_new) Q_EMIT value_committed(m_value);
    });
}

void QuantityEdit::set_range(double minimum, double maximum) {
    m_minimum = minimum;
    m_maximum = maximum;
}

void QuantityEdit::set_optional(const QString& placeholder) {
    m_optional = true;
    setPlaceholderText(placeholder);
}

void QuantityEdit::set_unit(const QString& unit) {
    m_unit = unit;
    show_value();
}

void QuantityEdit::show_bits() {
    m_bits = true;
    show_value();
}

QString QuantityEdit::text_of(double value) const {
    if (m_whole == Whole::yes) return to_qt(format_count(value));
    return to_qt(m_bits ? format_bit_rate(ByteRate(value)) : format_quantity(value, m_dimension));
}

void QuantityEdit::set_value(std::optional<double> si) {
    // A re-evaluation must not tear away what is being typed, nor move the cursor.
    const bool is_shown = isModified() || text().isEmpty() == !si.has_value();
    if (m_value == si && is_shown) return;
    m_value = si;
    show_value();
}

void QuantityEdit::show_value() {
    if (!m_value)
        clear();
    else
        setText(text_of(*m_value));
    if (m_value && !m_unit.isEmpty()) setText(text() + (m_unit[0].isPunct() ? "" : " ") + m_unit);
    setCursorPosition(0);
    setModified(false);
    set_error({});
}

void QuantityEdit::set_error(const QString& error) {
    if (error == m_error) return;
    m_error = error;
    set_style_property(this, "invalid", !error.isEmpty());
    Q_EMIT error_changed(error);
}

Result<std::optional<double>> QuantityEdit::read() const {
    QString shown = text().trimmed();
    if (!m_unit.isEmpty() && shown.endsWith(m_unit, Qt::CaseInsensitive))
        shown = shown.chopped(m_unit.size()).trimmed();
    std::string typed = shown.toStdString();
    if (typed.empty()) {
        if (m_optional) return std::optional<double>();
        return fail({}, tr("a value is needed").toStdString(), tr("Esc restores the last one").toStdString());
    }
    // Thousands commas are how counts are shown, so they come back when a count is edited.
    if (m_whole == Whole::yes) std::erase(typed, ',');
    const auto value = parse_quantity(typed, m_dimension);
    if (m_whole == Whole::yes && (!value || *value != std::round(*value)))
        return fail({}, tr("a whole number is needed").toStdString());
    if (!value) return tl::unexpected(value.error());
    if (*value < m_minimum) return fail({}, tr("at least %1").arg(text_of(m_minimum)).toStdString());
    if (*value > m_maximum) return fail({}, tr("at most %1").arg(text_of(m_maximum)).toStdString());
    return std::optional<double>(*value);
}

void QuantityEdit::commit() {
    if (!isModified()) return;
    const auto read_value = read();
    if (!read_value) return;
    const bool changed = *read_value != m_value;
    m_value = *read_value;
    show_value();
    if (changed) Q_EMIT value_committed(m_value);
}

void QuantityEdit::step(int direction) {
    const auto read_value = read();
    if (!read_value || !*read_value) return;
    const double from = **read_value;
    const double size = m_whole == Whole::yes ? 1 : step_size(from);
    const double to =
        std::clamp(m_whole == Whole::yes ? from + direction : (std::round(from / size) + direction) * size,
                   m_minimum, m_maximum);
    if (to == from) return;
    m_value = to;
    show_value();
    Q_EMIT value_committed(m_value);
}

void QuantityEdit::restore() {
    if (isModified()) show_value();
}

void QuantityEdit::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        commit();
        if (m_error.isEmpty()) selectAll();
        event->setAccepted(!m_live);
        return;
    case Qt::Key_Escape:
        if (!isModified() || (m_live && m_error.isEmpty())) break;
        show_value();
        event->accept();
        return;
    case Qt::Key_Up: step(1); return;
    case Qt::Key_Down: step(-1); return;
    default: break;
    }
    QLineEdit::keyPressEvent(event);
}

void QuantityEdit::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason) commit();
}

void QuantityEdit::contextMenuEvent(QContextMenuEvent* event) {
    QMenu* menu = createStandardContextMenu();
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSeparator();
    menu->addActions(actions());
    menu->popup(event->globalPos());
}

void QuantityEdit::wheelEvent(QWheelEvent* event) {
    // Elsewhere the wheel scrolls the panel, so that passing over a field changes nothing.
    if (m_whole == Whole::no || m_live || !hasFocus() || isReadOnly() || event->angleDelta().y() == 0) {
        event->ignore();
        return;
    }
    constexpr int notch = 120;
    m_wheel += event->angleDelta().y();
    for (; m_wheel >= notch; m_wheel -= notch) step(1);
    for (; m_wheel <= -notch; m_wheel += notch) step(-1);
    event->accept();
}

bool QuantityEdit::is_half_typed() const {
    const std::string typed = text().trimmed().toStdString();
    if (!hasFocus() || typed.empty()) return false;
    const size_t at = typed.find_first_not_of("0123456789.,+- ");
    const std::string unit = at == std::string::npos ? std::string() : typed.substr(at);
    bool goes_on = false;
    for (const detail::UnitSpelling& each : detail::units_of(m_dimension))
        for (const char* prefix : {"", "k", "M", "G", "T", "P"}) {
            if (*prefix && each.prefixes == detail::Prefixes::none) continue;
            const std::string whole = prefix + std::string(each.text);
            if (whole == unit) return false;
            goes_on |= whole.starts_with(unit);
        }
    return goes_on;
}

} // namespace roofrack
