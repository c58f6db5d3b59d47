// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/report/design/kept_designs.h"
#include "widgets/charts/chart_data.h"
#include "widgets/charts/decide/design_view.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>
#include <QTimer>

namespace roofrack {

class Document;
class WhatIfFlow;

/// Searches designs of the open scenario when it is asked to, on a thread of its own, and keeps one that is
/// chosen as a scenario. What was found until a search is stopped stays, and is there again when the project
/// is opened another time, as long as project, question and program are as they were.
class DesignFlow : public QObject {
    Q_OBJECT
public:
    /// Keeps what was found in a folder of `cache`, which need not exist.
    DesignFlow(Document& document, const WhatIfFlow& what_if, const std::filesystem::path& cache,
               QObject* parent);

    void show(std::shared_ptr<const Answers> answers);
    void fill(ChartData& data) const;
    /// Another project was opened.
    void forget();
    bool is_busy() const { return m_asked != m_done; }
    /// Does what a mark of its view stands for; false: it is the mark of something else.
    bool take_mark(const QString& mark);

Q_SIGNALS:
    void found();
    /// What became of a design that was to be kept as a scenario.
    void told(const QString& text);

private:
    struct Job {
        std::shared_ptr<const Answers> answers;
        DesignAsked asked;
        std::shared_ptr<DesignSearchProgress> progress;
        std::stop_source stop;
        quint64 number = 0;
        double seconds = 0;   ///< what it took; 0: it was stopped
        std::string digest{}; ///< designs_digest() before it
    };
    using FileTask = std::function<void(const std::stop_token&)>;
    using FileTasks = std::vector<FileTask>;
    struct Keep {
        std::shared_ptr<const Answers> answers;
        std::shared_ptr<const DesignStudy> study;
        size_t design = 0;
        quint64 project = 0;
    };
    void start();
    void stop();
    void keep(size_t design);
    void search(Job& job, const std::stop_token& stop);
    void take(const Job& job, std::shared_ptr<const DesignStudy> study, const std::string& absent);
    void add(const Keep& job, const Result<Scenario>& scenario);
    void write_found();
    void recall();
    void take_recalled(const RecalledDesigns& recalled, const DesignAsked& asked);
    void look_at_files();
    bool is_of_now(const Job& job) const;

    Document& m_document;
    const WhatIfFlow& m_what_if;
    const std::filesystem::path m_folder; ///< where designs are kept; empty: nowhere
    std::shared_ptr<const Answers> m_answers;
    Job m_searched; ///< what was asked for what is shown
    std::shared_ptr<const DesignStudy> m_study;
    bool m_has_other_files = false;  ///< files of weather that m_study rests on have changed since
    std::optional<double> m_older;   ///< RecalledDesigns::older_s
    std::filesystem::path m_written; ///< the project's file for which m_study is kept
    bool m_is_recalled = false;      ///< what is kept of the project was looked for
    Job m_refused;                   ///< what was asked last, where it could not be searched
    std::string m_absent;
    quint64 m_project = 0;                            ///< how many were opened before
    std::shared_ptr<DesignSearchProgress> m_progress; ///< how far the running search is
    std::shared_ptr<std::atomic<size_t>> m_all;       ///< its designs
    std::stop_source m_stop;
    quint64 m_asked = 0, m_done = 0;
    QTimer m_tick;                   ///< shows how far it is
    LatestWorker<FileTasks> m_files; ///< does all that it is told, one after the other
    LatestWorker<Keep> m_keeper;
    LatestWorker<Job> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
