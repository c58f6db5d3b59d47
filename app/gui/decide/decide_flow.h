// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_data.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>
#include <QTimer>

#include <filesystem>

namespace roofrack {

class ChartArea;
class Document;
class WhatIfFlow;

/// The scenarios of the project beside each other, and what limits each, found on a thread of its own while
/// they are seen and nothing is changed. What was found of a scenario is kept until it is another.
class DecideFlow : public QObject {
    Q_OBJECT
public:
    DecideFlow(ChartArea& charts, Document& document, const WhatIfFlow& what_if, QObject* parent);

    void show(std::shared_ptr<const Answers> answers);
    void fill(ChartData& data) const;
    bool is_busy() const { return m_pause.isActive() || m_asked != m_done; }
    /// Keeps what fills the site with that accelerator as a scenario behind the open one. False where it is
    /// not known or nothing may be changed.
    bool keep_fill(const std::string& accelerator);

Q_SIGNALS:
    void found();

private:
    /// What one view knows of a scenario: its column, or its limits.
    struct Known {
        Scenario scenario;
        bool best_plan = false;
        std::shared_ptr<const ScenarioColumn> column;
        std::shared_ptr<const LimitRow> limits;
    };
    struct Job {
        std::vector<Scenario> scenarios; ///< scenarios whose columns are missing
        std::vector<Scenario> limited;   ///< scenarios whose limits are missing
        bool best_plan = false;          ///< all is of the best plan
        std::filesystem::path folder;    ///< the project's
        std::stop_source stop;
        quint64 number = 0;
    };
    const Known* known(const std::vector<Known>& among, const Scenario& scenario) const;
    bool sees_columns() const;
    bool sees_limits() const;
    void ask();
    void request();
    void work(const Job& job, const std::stop_token& stop);

    ChartArea& m_charts;
    Document& m_document;
    const WhatIfFlow& m_what_if;
    std::shared_ptr<const Answers> m_answers;
    std::vector<Known> m_known, m_limits;
    std::filesystem::path m_folder; ///< folder of the project of m_known: climates may lie beside it
    quint64 m_asked = 0, m_done = 0;
    std::stop_source m_stop; ///< stops the last request
    QTimer m_pause;
    LatestWorker<Job> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
