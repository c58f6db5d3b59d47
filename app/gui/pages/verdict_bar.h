// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluation.h"
#include "core/study/money/run_cost.h"

#include <QList>
#include <QWidget>

class QAction;
class QLabel;
class QPushButton;

namespace roofrack {

class ElidedLabel;

/// The verdict in one line: step time, utilisation, throughput, power, regime and what binds; the plan used
/// for all figures of the window, and the switch between the given and the best one; and its money, each
/// figure of which opens "Why this number".
class VerdictBar : public QWidget {
    Q_OBJECT

public:
    explicit VerdictBar(QWidget* parent = nullptr);

    /// `best_plan`: the evaluation is that of the best plan found.
    void show_evaluation(const Evaluation& evaluation, const RunCost& cost, double elapsed_ms,
                         bool best_plan = false);
    void show_nothing();
    /// "saved", "read only" and their like; empty shows nothing.
    void set_saved_text(const QString& text);
    /// What the switch offers.
    void set_plan_choices(const QList<QAction*>& choices);
    /// Whether the window is to show figures of the best plan found; else of the plan as given.
    bool best_plan() const { return m_best_plan; }
    void set_best_plan(bool best);
    /// The whole line as text.
    QString text() const;

Q_SIGNALS:
    /// A name of explainable().
    void explain_requested(const QString& part);
    void plan_chosen(bool best);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void show_side_note();
    void show_plan();
    void show_money(const Evaluation& evaluation, const RunCost& cost);

    QLabel* m_step;
    QLabel* m_band; ///< band of the step time
    ElidedLabel* m_line;
    QPushButton* m_plan;
    QPushButton* m_money;
    QLabel* m_side_note; ///< how long it took, and whether the project is saved
    QString m_saved, m_elapsed;
    bool m_best_plan = false;       ///< chosen
    bool m_shown_best_plan = false; ///< what is shown has the best plan
};

} // namespace roofrack
