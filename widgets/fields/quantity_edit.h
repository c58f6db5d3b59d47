// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity_text.h"

#include <QLineEdit>

#include <limits>
#include <optional>

namespace roofrack {

/// A line edit for one value with its unit: shows "3.35 TB/s", accepts "400G", "10.2 kW", "3.2k/2". Enter or
/// leaving the field commits; Esc restores; the arrow keys step, and so does the wheel in a
/// whole number that has the keyboard. Text that is no such value stays, marked in
/// place, and commits nothing.
class QuantityEdit : public QLineEdit {
    Q_OBJECT

public:
    enum class Whole { no, yes };

    explicit QuantityEdit(Dimension dimension, QWidget* parent = nullptr, Whole whole = Whole::no);

    /// Limits in SI units, both inclusive.
    void set_range(double minimum, double maximum);
    /// Lets the field be emptied; `placeholder` says what then holds ("from the part: 10.2 kW").
    void set_optional(const QString& placeholder);

    /// A unit without prefixes that a plain number is shown in and may be typed with: "U", "kg", ":1".
    void set_unit(const QString& unit);

    /// For a dialog: what is typed counts at once, Enter and Esc are the dialog's (Esc where nothing is
    /// wrong), and the wheel scrolls what is around.
    void commit_as_typed() { m_live = true; }

    /// A bandwidth is shown in bits, as ports are named: "400 Gb/s".
    void show_bits();

    /// Shows a value in SI units; nothing empties the field. Emits nothing.
    void set_value(std::optional<double> si);
    std::optional<double> value() const { return m_value; }
    /// Drops what was typed and not committed: another thing is shown.
    void restore();
    /// What is wrong with the text; empty when nothing is.
    QString error() const { return m_error; }
    /// It has the keyboard, and what is typed ends within a unit: "48 G" on the way to "48 GB", "4.9 TB" on
    /// the way to "4.9 TB/s".
    bool is_half_typed() const;

Q_SIGNALS:
    /// The user gave another value; nothing: emptied.
    void value_committed(std::optional<double> si);
    void error_changed(const QString& error);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    /// The usual menu, and below it the actions of the field.
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void commit();
    QString text_of(double value) const;
    void show_value();
    void set_error(const QString& error);
    Result<std::optional<double>> read() const;
    void step(int direction);

    Dimension m_dimension;
    Whole m_whole;
    QString m_unit;
    bool m_optional = false, m_bits = false, m_live = false;
    double m_minimum = 0, m_maximum = std::numeric_limits<double>::max();
    std::optional<double> m_value;
    QString m_error;
    int m_wheel = 0; ///< eighths of a degree that made no step yet
};

} // namespace roofrack
