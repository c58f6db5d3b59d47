// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_data.h"
#include "widgets/editor/study_lane.h"

#include <QTimer>

namespace roofrack {

class ChartArea;

/// Finds what follows an evaluation, and the best plan at each size while a chart of them is seen, when
/// nothing was changed for a moment; what was found before stays shown, and said to be stale, until then.
class StudyFlow : public QObject {
    Q_OBJECT
public:
    StudyFlow(ChartArea& charts, const Catalog& catalog, QObject* parent);

    void show_bundle(std::shared_ptr<const EvaluationBundle> bundle);
    /// What was found of the same scenario.
    void fill(ChartData& data) const;
    /// The regime by the best plans, where the plan as given has none.
    void fill(Evaluation& evaluation) const;
    /// What slow racks cost the run; nullptr while it is not known of this scenario.
    const SlowGroups* slow_groups() const;
    /// It is being found, or will be in a moment.
    bool is_busy() const { return m_pause.isActive() || m_lane.is_busy(); }

Q_SIGNALS:
    void found();

private:
    bool are_best_wanted() const;
    bool are_details_wanted() const;
    std::string scenario() const;
    bool are_details_of_it() const;
    bool are_best_of_it() const;
    void ask();

    ChartArea& m_charts;
    std::shared_ptr<const EvaluationBundle> m_bundle;
    std::shared_ptr<const BestPlans> m_best;
    std::string m_best_of; ///< scenario by name
    std::shared_ptr<const Scenario> m_best_snapshot;
    std::shared_ptr<const StudyDetails> m_details;
    std::string m_details_of; ///< scenario by name
    bool m_details_best_plan = false;
    quint64 m_details_generation = 0;
    StudyLane m_lane;
    QTimer m_pause;
};

} // namespace roofrack
