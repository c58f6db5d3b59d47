// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/scale_metric.h"
#include "widgets/charts/scale/study_view.h"

#include <QWidget>

class QAction;
class QMenu;
class QToolButton;

namespace roofrack {

class ChoiceEdit;

/// What the study counts; what its chart shows, on which axes, and beside which other scenarios.
class StudyControls : public QWidget {
    Q_OBJECT

public:
    explicit StudyControls(QWidget* parent = nullptr);

    // These emit nothing.
    void show_metric(ScaleMetric metric);
    void show_view(const StudyView& view);
    /// The quantities that the study has of each size: others cannot be chosen, and their tips say why.
    void show_known(const ScaleResult& study);
    /// The other scenarios of the project.
    void show_scenarios(const QStringList& names);

Q_SIGNALS:
    void metric_chosen(roofrack::ScaleMetric metric);
    void view_chosen(const roofrack::StudyView& view);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fit_choices();
    QToolButton* add_menu(const QString& text, const QString& tip);
    QAction* add_switch(QMenu& menu, const QString& text, const QString& tip,
                        void (StudyControls::*flip)(bool));
    void set_log_gpus(bool on) { m_view.log_gpus = on; }
    void set_log_values(bool on) { m_view.set_log(on); }
    void set_band(bool on) { m_view.band = on; }
    void set_law(bool on) { m_view.law = on; }
    void put_beside(const QString& scenario, bool on);
    void choose();

    StudyView m_view;
    QStringList m_scenarios;
    ChoiceEdit *m_metric, *m_quantity;
    QToolButton *m_lines, *m_beside;
    QAction *m_log_gpus, *m_log_values, *m_band, *m_law;
};

} // namespace roofrack
