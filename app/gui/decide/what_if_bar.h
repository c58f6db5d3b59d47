// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace roofrack {

class ElidedLabel;
class GhostSlider;

/// An input that is turned: its values in their order, which of them it has, and which the scenario has.
struct TurnedRow {
    QString address, name, help;
    int values = 0, place = 0, base = 0; ///< place: of the nearest value
    QString text, base_text;             ///< as they are written
    QString fault;                       ///< The fault of the typed text; empty if there is none.
    bool is_turned = false;
};

/// Above drawing and views while inputs are turned: a slider and a field for each, and what becomes of the
/// step, the rate, power and dollars against the scenario as it is.
class WhatIfBar : public QWidget {
    Q_OBJECT

public:
    explicit WhatIfBar(QWidget* parent = nullptr);

    /// Hidden where there are none. Who turns one goes on with it.
    void show_inputs(const std::vector<TurnedRow>& rows);
    /// What follows, in two lines: the first parts stand first in them.
    void show_figures(const QStringList& parts);
    /// All parts, a line each: for tests.
    QString figures() const;
    /// The keyboard to the slider of an input.
    void focus(const QString& address);

Q_SIGNALS:
    void turned(const QString& address, int place);
    void typed(const QString& address, const QString& text);
    void reset(const QString& address);
    void removed(const QString& address);
    void reset_all();
    void removed_all();
    void keep();

private:
    struct Chip {
        QString address;
        QWidget* widget;
        ElidedLabel* name;
        GhostSlider* slider;
        QLineEdit* value;
        QToolButton* reset;
    };
    void make_chip(const TurnedRow& row);
    void show_row(const Chip& chip, const TurnedRow& row);

    QWidget* m_inputs;
    ElidedLabel* m_figures[2];
    QPushButton *m_reset, *m_keep;
    std::vector<Chip> m_chips;
};

} // namespace roofrack
