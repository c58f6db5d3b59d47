// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/decide/design_flow.h"

#include "app/gui/decide/what_if_flow.h"
#include "core/base/files/file_digest.h"
#include "core/base/units/calendar_date.h"
#include "core/study/sharing/job_findings.h"
#include "widgets/charts/decide/design_chart.h"
#include "widgets/editor/commands/add_scenario.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

#include <QGuiApplication>

#include <chrono>
#include <thread>

namespace roofrack {

namespace {

constexpr int tick_ms = 200;

/// One core is left to the window.
unsigned search_threads() { return std::max(1U, std::thread::hardware_concurrency() - 1); }

/// Digest of the file of the running program; empty where it cannot be read.
const std::string& program_digest() {
    // The link of the kernel leads to the file that runs, also where an update has put another in its place.
    static const std::string digest = file_digest("/proc/self/exe").value_or(std::string());
    return digest;
}

} // namespace

DesignFlow::DesignFlow(Document& document, const WhatIfFlow& what_if, const std::filesystem::path& cache,
                       QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_what_if(what_if)
    , m_folder(cache.empty() ? cache : cache / "designs")
    , m_all(std::make_shared<std::atomic<size_t>>(0))
    , m_files(
          [](const FileTasks& tasks, const std::stop_token& stop) {
              for (const FileTask& each : tasks) each(stop);
          },
          [](FileTasks& waiting, FileTasks newer) {
              waiting.insert(waiting.end(), newer.begin(), newer.end());
          })
    , m_keeper([this](Keep& job, const std::stop_token& stop) {
        auto scenario = designed_scenario(*job.answers, job.study->space, job.design);
        if (stop.stop_requested()) return;
        QMetaObject::invokeMethod(
            this, [this, job, scenario = std::move(scenario)] { add(job, scenario); }, Qt::QueuedConnection);
    })
    , m_worker([this](Job& job, const std::stop_token& stop) { search(job, stop); }) {
    m_tick.setInterval(tick_ms);
    connect(&m_tick, &QTimer::timeout, this, &DesignFlow::found);
    connect(&document, &Document::changed, this, [this](Changes what) {
        if (what & Change::comparison) Q_EMIT found(); // the controls say what is asked
    });
    connect(&document, &Document::file_changed, this, [this] {
        const bool is_saved_elsewhere = m_study && m_written != m_document.file_path();
        if (is_saved_elsewhere && is_of_now(m_searched)) write_found();
    });
    // Files are edited by other programs.
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, [this](Qt::ApplicationState state) {
        if (state == Qt::ApplicationActive) look_at_files();
    });
}

void DesignFlow::show(std::shared_ptr<const Answers> answers) {
    m_answers = std::move(answers);
    if (!std::exchange(m_is_recalled, true)) recall();
    look_at_files();
}

void DesignFlow::forget() {
    m_stop.request_stop();
    m_done = ++m_asked; // what is being found is of the project before
    ++m_project;
    m_tick.stop();
    m_answers.reset();
    m_study.reset();
    m_has_other_files = false;
    m_absent.clear();
    m_searched = {};
    m_refused = {};
    m_older.reset();
    m_is_recalled = false;
    m_written.clear();
}

bool DesignFlow::take_mark(const QString& mark) {
    const QLatin1String keep_prefix(DesignChart::keep_prefix);
    if (mark == QLatin1String(DesignChart::start_key))
        start();
    else if (mark == QLatin1String(DesignChart::stop_key))
        stop();
    else if (mark.startsWith(keep_prefix))
        keep(mark.mid(keep_prefix.size()).toULongLong());
    else
        return false;
    return true;
}

void DesignFlow::start() {
    if (!m_answers) return;
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_progress = std::make_shared<DesignSearchProgress>();
    *m_all = 0;
    m_worker.post(
        {m_answers, asked_of(m_document.project().comparison, today()), m_progress, m_stop, ++m_asked});
    m_tick.start();
    Q_EMIT found();
}

void DesignFlow::stop() { m_stop.request_stop(); }

void DesignFlow::search(Job& job, const std::stop_token& stop) {
    if (!m_folder.empty())
        job.digest = designs_digest({m_folder, program_digest()}, job.answers->snapshot(), job.asked,
                                    job.answers->catalog());
    const auto began = std::chrono::steady_clock::now();
    std::stop_source either = job.stop;
    const std::stop_callback at_end(stop, [&either] { either.request_stop(); });
    // The plan of a design is its own, so the answers of the window's snapshot serve as they are.
    auto study = asked_designs(*job.answers, job.asked);
    std::string absent;
    std::shared_ptr<const DesignStudy> done;
    if (study) {
        *m_all = study->space.size();
        auto rows = search_designs(*job.answers, study->space, study->question, {{}, search_threads()},
                                   job.progress.get(), either.get_token());
        if (rows) {
            judge_found(*study, *job.answers, std::move(*rows));
            if (!study->found.is_cancelled)
                job.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
            done = std::make_shared<const DesignStudy>(std::move(*study));
        } else
            absent = rows.error().text();
    } else
        absent = study.error().text();
    if (stop.stop_requested()) return;
    QMetaObject::invokeMethod(
        this, [this, job, done = std::move(done), absent] { take(job, done, absent); }, Qt::QueuedConnection);
}

void DesignFlow::take(const Job& job, std::shared_ptr<const DesignStudy> study, const std::string& absent) {
    if (job.number != m_asked) return;
    m_done = m_asked;
    m_tick.stop();
    m_absent = absent;
    m_refused = absent.empty() ? Job() : job;
    if (study) {
        m_study = std::move(study);
        m_searched = job;
        m_has_other_files = false;
        m_older.reset();
        write_found();
    }
    Q_EMIT found();
}

void DesignFlow::write_found() {
    if (m_folder.empty() || m_study->found.rows.empty()) return;
    m_written = m_document.file_path();
    m_files.post(
        {[folder = m_folder, project = m_written, study = m_study, job = m_searched](const std::stop_token&) {
            // Where it cannot be kept, it is searched again another time.
            (void)keep_designs({folder, program_digest()}, project, *job.answers, job.asked, *study,
                               job.seconds, job.digest);
        }});
}

/// Looks for what was found of the project when it was open before.
void DesignFlow::recall() {
    const Project& project = m_document.project();
    DesignAsked asked = asked_of(project.comparison, today());
    if (m_folder.empty() || asked.goal.empty() || asked.vary.empty()) return;
    std::vector<Snapshot> scenarios;
    for (const Scenario& each : project.scenarios)
        scenarios.push_back({.scenario = std::make_shared<const Scenario>(each),
                             .folder = m_document.file_path().parent_path(),
                             .jobs = project_of_jobs(project, each)});
    m_files.post({[this, path = m_document.file_path(), scenarios = std::move(scenarios),
                   asked = std::move(asked), opened = m_project,
                   number = m_asked](const std::stop_token& stop) {
        auto recalled =
            recall_designs({m_folder, program_digest()}, path, scenarios, asked, m_document.catalog(), stop);
        if (stop.stop_requested()) return;
        QMetaObject::invokeMethod(
            this,
            [this, recalled = std::move(recalled), asked, opened, number] {
                if (opened == m_project && number == m_asked) take_recalled(recalled, asked);
            },
            Qt::QueuedConnection);
    }});
}

void DesignFlow::take_recalled(const RecalledDesigns& recalled, const DesignAsked& asked) {
    if (recalled.study) {
        m_study = recalled.study;
        m_searched = {};
        m_searched.answers = recalled.base;
        m_searched.asked = asked;
        m_searched.seconds = recalled.seconds;
        m_searched.digest = recalled.digest;
        m_has_other_files = false;
        m_written = m_document.file_path();
    } else
        m_older = recalled.older_s;
    Q_EMIT found();
}

/// Finds out whether the files of weather that the shown designs rest on are as they were.
void DesignFlow::look_at_files() {
    if (!m_study || m_searched.digest.empty()) return;
    m_files.post({[this, job = m_searched](const std::stop_token& stop) {
        const bool has_others =
            job.digest != designs_digest({m_folder, program_digest()}, job.answers->snapshot(), job.asked,
                                         job.answers->catalog());
        if (stop.stop_requested()) return;
        QMetaObject::invokeMethod(
            this,
            [this, has_others, answers = job.answers, number = job.number] {
                if (answers != m_searched.answers || number != m_searched.number) return;
                if (std::exchange(m_has_other_files, has_others) != has_others) Q_EMIT found();
            },
            Qt::QueuedConnection);
    }});
}

void DesignFlow::keep(size_t design) {
    if (!m_study || m_document.is_read_only()) return;
    if (m_what_if.ghost()) {
        Q_EMIT told(tr("Inputs are turned: keep them as a scenario, or reset them, before a design is kept"));
        return;
    }
    m_keeper.post({m_searched.answers, m_study, design, m_project});
}

void DesignFlow::add(const Keep& job, const Result<Scenario>& scenario) {
    if (job.project != m_project) return;
    if (!scenario)
        Q_EMIT told(to_qt(scenario.error().text()));
    else if (m_document.perform<AddScenario>(*scenario))
        Q_EMIT told(tr("Kept as the scenario “%1”").arg(to_qt(m_document.scenario().name)));
}

/// Whether it was asked of what is asked now, of a scenario that is as it was then, beside the same jobs.
bool DesignFlow::is_of_now(const Job& job) const {
    if (!job.answers) return false;
    const Scenario& then = job.answers->scenario();
    const auto shown = m_what_if.scenario();
    const Scenario* now =
        shown->name == then.name ? shown.get() : m_document.project().find_scenario(then.name);
    return now && *now == then &&
           job.answers->snapshot().jobs == project_of_jobs(m_document.project(), *now) &&
           job.asked == asked_of(m_document.project().comparison, job.asked.order);
}

void DesignFlow::fill(ChartData& data) const {
    auto view =
        std::make_shared<DesignView>(asked_view(m_document.project().comparison, m_document.catalog()));
    view->study = m_study;
    if (is_of_now(m_refused)) view->absent = m_absent;
    view->is_read_only = m_document.is_read_only();
    view->is_busy = is_busy();
    if (view->is_busy) {
        view->done = m_progress->done;
        view->all = *m_all;
    }
    view->is_stale = m_study && (m_has_other_files || !is_of_now(m_searched));
    view->older_s = m_older;
    data.designs = std::move(view);
}

} // namespace roofrack
