// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/evaluation.h"
#include "core/study/money/run_cost.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace roofrack {

class ElidedLabel;

/// The verdict in one line: step time, utilisation, throughput, power, regime and what binds; and its money,
/// each figure of which opens "Why this number".
class VerdictBar : public QWidget {
    Q_OBJECT

public:
    explicit VerdictBar(QWidget* parent = nullptr);

    void show_evaluation(const Evaluation& evaluation, const RunCost& cost, double elapsed_ms);
    void show_nothing();
    void set_saved_state(const QString& state);
    /// The whole line as text.
    QString text() const;

Q_SIGNALS:
    /// A name of explainable().
    void explain_requested(const QString& part);

private:
    void show_state();
    void show_money(const Evaluation& evaluation, const RunCost& cost);

    QLabel* m_step;
    QLabel* m_band; ///< of the step time
    ElidedLabel* m_line;
    QPushButton* m_money;
    QLabel* m_state;
    QString m_saved, m_elapsed;
};

} // namespace roofrack
