// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/decide/kept_answers.h"
#include "widgets/charts/chart_data.h"
#include "widgets/charts/compare/comparison_view.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>
#include <QTimer>

namespace roofrack {

class ChartArea;
class Document;

/// Compares the project's scenarios as the project keeps it, on a thread of its own, while a view that shows
/// the comparison is seen and nothing is changed. What was found for a scenario is kept until it changes.
class ComparisonFlow : public QObject {
    Q_OBJECT
public:
    ComparisonFlow(ChartArea& charts, Document& document, QObject* parent);

    void show(std::shared_ptr<const Answers> answers);
    void fill(ChartData& data) const;
    bool is_busy() const { return m_pause.isActive() || m_asked != m_done; }
    /// Compares otherwise, as one step of the history; nothing where nothing may be changed.
    void choose(const ComparisonChoice& choice);
    /// Takes a row away that was added.
    void remove_row(const std::string& name);

Q_SIGNALS:
    void found();

private:
    struct Job {
        AskedScenarios asked;
        ComparisonChoice choice;
        bool with_way = false;
        std::stop_source stop;
        quint64 number = 0;
        bool is_same(const Job& other) const;
    };
    bool sees_rows() const;
    bool sees_way() const;
    Job job() const;
    void ask();
    void request();
    void work(const Job& job, const std::stop_token& stop);

    ChartArea& m_charts;
    Document& m_document;
    std::shared_ptr<const Answers> m_answers;
    Job m_found; ///< what was asked for what is shown
    std::shared_ptr<const ComparisonStudy> m_study;
    std::string m_absent;
    KeptAnswers m_kept; ///< used by the worker's thread alone
    quint64 m_asked = 0, m_done = 0;
    std::stop_source m_stop; ///< stops the last request
    QTimer m_pause;
    LatestWorker<Job> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
