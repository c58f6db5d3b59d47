// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scenario_curve.h"
#include "widgets/charts/chart_data.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>
#include <QTimer>

namespace roofrack {

class ChartArea;
class Document;
class WhatIfFlow;
struct StudySizes;

/// Studies other scenarios of the project for the scaling chart, the best plan at each size, on a thread of
/// its own while nothing is changed and the chart is seen. What was found of one is kept until the scenario
/// or what is counted is another.
class CompareFlow : public QObject {
    Q_OBJECT
public:
    CompareFlow(ChartArea& charts, Document& document, const WhatIfFlow& what_if, QObject* parent);

    /// Shows the open scenario: what is counted, and whether its own study is still being made.
    void show(std::shared_ptr<const Answers> answers);
    /// The curves of the scenarios that are chosen, as far as they were found.
    void fill(ChartData& data) const;
    bool is_busy() const { return m_pause.isActive() || m_asked != m_done; }

Q_SIGNALS:
    void found();

private:
    struct Known {
        Scenario scenario;
        ScaleMetric metric = ScaleMetric::goodput;
        bool best_plan = false;
        std::shared_ptr<const ScenarioCurve> curve;
    };
    struct Job {
        std::vector<Scenario> scenarios;
        ScaleMetric metric = ScaleMetric::goodput;
        bool best_plan = false; ///< at each size, else the plan as given
        std::stop_source stop;
        quint64 number = 0;
    };
    std::vector<const Scenario*> chosen() const;
    std::vector<Scenario> missing() const;
    const Known* known(const Scenario& scenario) const;
    void show_scenarios();
    void ask();
    void request();
    void work(const Job& job, const std::stop_token& stop);
    void keep(quint64 number, Known found, bool is_last);

    ChartArea& m_charts;
    Document& m_document;
    const WhatIfFlow& m_what_if;
    const StudySizes* sizes() const;

    std::shared_ptr<const Answers> m_answers;
    std::vector<Known> m_known; ///< a scenario once
    quint64 m_asked = 0, m_done = 0;
    std::stop_source m_stop; ///< stops the last request
    QTimer m_pause;
    LatestWorker<Job> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
