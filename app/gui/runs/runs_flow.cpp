// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/runs/runs_flow.h"

#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/trace_flow.h"
#include "app/gui/pages/message_bar.h"
#include "core/measured/analysis/replay/replayed_traces.h"
#include "core/measured/runs/run_summary.h"
#include "core/study/collectives/traced_collectives.h"
#include "widgets/editor/commands/set_member.h"
#include "widgets/fields/text.h"

#include <QFileInfo>

#include <algorithm>
#include <set>

namespace roofrack {

namespace {

/// The first warning of a reading, or the first mild one, and how many more there are.
QString caution_text(const TraceResult& trace, bool mild) {
    const auto is_one = [mild](const TraceWarning& warning) { return warning.is_mild == mild; };
    const auto first = std::ranges::find_if(trace.warnings, is_one);
    if (first == trace.warnings.end()) return {};
    const QString file = QFileInfo(to_qt(first->file)).fileName();
    const QString place = first->offset > 0 ? RunsFlow::tr("%1, byte %2").arg(file).arg(first->offset) : file;
    // What is said of a file as a whole need not be a fault of reading, as of a table that was not recorded.
    const QString text = (mild                 ? RunsFlow::tr("%1 %2")
                          : first->offset == 0 ? RunsFlow::tr("%1: %2")
                                               : RunsFlow::tr("Not all of it could be read. %1: %2"))
                             .arg(place, to_qt(first->message));
    const auto all = std::ranges::count_if(trace.warnings, is_one);
    return all == 1 ? text : RunsFlow::tr("%1 (and %2 more)").arg(text).arg(all - 1);
}

/// Holds its collectives against the drawn fabric; the verdict on it may say so.
void hold_against(OpenRun& run, TraceAnalysis analysis, const Scenario& scenario, const Catalog& catalog) {
    const auto compared = compare_with_fabric(analysis, scenario, catalog);
    run.no_fabric = compared ? std::nullopt : std::optional(compared.error());
    add_analysis(run, std::move(analysis));
}

} // namespace

RunsFlow::RunsFlow(Document& document, FileFlow& files, TraceFlow& traces, MessageBar& messages,
                   QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_files(files)
    , m_traces(traces)
    , m_messages(messages)
    , m_digester([this](Digesting& job, const std::stop_token& stop) {
        job.run = make_run(job.paths, {}, stop);
        QMetaObject::invokeMethod(
            this, [this, done = std::move(job)] { digested(done); }, Qt::QueuedConnection);
    })
    , m_looker([this](Looking& job, const std::stop_token& stop) {
        std::vector<QString> faults;
        for (const KeptRun& run : job.runs) {
            const RunCheck check = check_run(run, job.folder, RunCheckDepth::sizes, stop);
            if (check.stopped) return;
            faults.push_back(to_qt(fault_text(run, check)));
        }
        QMetaObject::invokeMethod(
            this,
            [this, generation = job.generation, faults] {
                if (generation != m_look_generation) return;
                m_faults = faults;
                show_list();
            },
            Qt::QueuedConnection);
    })
    , m_studier([this](Studying& job, const std::stop_token& stop) {
        if (job.run.analysis) { // another drawing: only what depends on it is found again
            TraceAnalysis known = std::move(*job.run.analysis);
            hold_against(job.run, std::move(known), *job.scenario, m_document.catalog());
        } else {
            hold_against(job.run, analyse(*job.run.trace, &m_document.catalog()), *job.scenario,
                         m_document.catalog());
            if (stop.stop_requested()) return;
            job.run.job = told_job(*job.run.trace, m_document.catalog());
            if (stop.stop_requested()) return;
            add_replays(job.run, replay_traces(*job.run.trace, stop).studies);
        }
        QMetaObject::invokeMethod(
            this, [this, generation = job.generation, run = job.run] { studied(generation, run); },
            Qt::QueuedConnection);
    }) {
    connect(&traces, &TraceFlow::read_done, this, &RunsFlow::read_done);
    // At each start, which may be of another run, and where a reading fails or is cancelled.
    connect(&traces, &TraceFlow::running_changed, this, [this] { m_opening.clear(); });
    connect(&document, &Document::changed, this, [this](Changes what) {
        if (what & Change::runs) look();
        if (what & evaluated_changes) study_again();
    });
    connect(&document, &Document::scenario_changed, this, &RunsFlow::study_again);
    connect(&document, &Document::file_changed, this, &RunsFlow::look);
    // What is still being read was meant for the project that was open.
    connect(&files, &FileFlow::project_changed, this, [this] {
        ++m_digest_generation;
        m_is_digesting = false;
        m_opening.clear();
        if (!m_open || m_open->name.empty()) return;
        OpenRun other = *m_open;
        other.name.clear();
        m_open = std::make_shared<const OpenRun>(std::move(other));
        show_list();
    });
}

void RunsFlow::attach(RunBar& bar) {
    m_bar = &bar;
    connect(&bar, &RunBar::run_chosen, this, &RunsFlow::open);
    connect(&bar, &RunBar::remove_wanted, this, &RunsFlow::remove);
    connect(&bar, &RunBar::open_wanted, &m_traces, &TraceFlow::open_files);
    show_open();
    look();
}

std::filesystem::path RunsFlow::folder() const { return m_document.file_path().parent_path(); }

const KeptRun* RunsFlow::find(const QString& name) const {
    const auto& runs = m_document.project().runs;
    const auto found = std::ranges::find(runs, name.toStdString(), &KeptRun::name);
    return found == runs.end() ? nullptr : &*found;
}

std::vector<std::filesystem::path> RunsFlow::files_of(const QString& name) {
    std::vector<std::filesystem::path> there;
    const KeptRun* run = find(name);
    if (!run) return there;
    for (const std::filesystem::path& place : places_of(*run, folder()))
        if (std::error_code error; std::filesystem::is_regular_file(place, error)) there.push_back(place);
    if (there.empty())
        m_messages.show_message(
            Severity::warning,
            tr("%1 cannot be opened: %2. Put the files back, or drop them from where they are now.")
                .arg(legible(name),
                     to_qt(fault_text(*run, check_run(*run, folder(), RunCheckDepth::sizes)))));
    return there;
}

void RunsFlow::open(const QString& name) {
    if (!find(name)) return;
    const std::vector<std::filesystem::path> there = files_of(name);
    if (there.empty()) return show_list(); // the choice goes back to the one that is open
    m_traces.read(there, TraceFlow::Origin::project);
    m_opening = name.toStdString(); // after the start, which forgets the one before
}

void RunsFlow::open_one() {
    if (m_open || m_traces.is_running() || m_document.project().runs.empty()) return;
    open(to_qt(m_document.project().runs.back().name));
}

void RunsFlow::read_done(const std::shared_ptr<const TraceResult>& trace) {
    OpenRun run = open_run(std::exchange(m_opening, {}), trace);
    if (!m_files.has_project()) m_files.new_project();
    if (!m_files.has_project()) return; // the user stayed with what was open
    m_open = std::make_shared<const OpenRun>(std::move(run));
    m_open_files = m_traces.paths();
    Q_EMIT run_shown(m_open);
    show_open();
    study();
    digest();
}

void RunsFlow::digest() {
    m_is_digesting = true;
    m_digester.post({.generation = ++m_digest_generation,
                     .paths = m_open_files,
                     .summary = run_summary(*m_open->trace),
                     .run = KeptRun()});
}

void RunsFlow::keep_shown() {
    if (m_open && m_open->name.empty()) digest();
}

void RunsFlow::set_comparison(std::string name, std::shared_ptr<const RunComparison> comparison) {
    if (!m_open) return;
    OpenRun held = *m_open;
    held.against = std::move(name);
    held.comparison = std::move(comparison);
    m_open = std::make_shared<const OpenRun>(std::move(held));
    Q_EMIT run_shown(m_open);
    show_open();
}

void RunsFlow::study() {
    m_is_studying = true;
    m_is_outdated = false;
    m_studier.post({.generation = ++m_study_generation, .run = *m_open, .scenario = m_document.snapshot()});
}

/// Another drawing: what is said of its fabric is of this one.
void RunsFlow::study_again() {
    if (!m_open || !m_files.has_project()) return;
    if (m_is_studying)
        m_is_outdated = true; // once it is done
    else if (m_open->analysis)
        study();
}

void RunsFlow::digested(const Digesting& done) {
    if (done.generation != m_digest_generation) return;
    m_is_digesting = false;
    if (!m_open) return;
    if (!done.run) {
        if (m_open->name.empty())
            m_messages.show_diagnostic(Severity::warning, tr("The run is open, but not put into the project"),
                                       done.run.error());
        return;
    }
    if (const KeptRun* known = find(to_qt(m_open->name))) {
        compare(*known, *done.run);
    } else {
        KeptRun run = *done.run;
        run.summary = done.summary;
        keep(std::move(run));
    }
}

void RunsFlow::studied(quint64 generation, OpenRun run) {
    if (generation != m_study_generation || !m_open) return;
    m_is_studying = false;
    if (!m_files.has_project()) return; // it was closed meanwhile
    run.name = m_open->name;            // it may have got one meanwhile
    run.against = m_open->against;
    run.comparison = m_open->comparison;
    m_open = std::make_shared<const OpenRun>(std::move(run));
    Q_EMIT run_shown(m_open);
    show_open();
    if (m_is_outdated) study_again();
}

void RunsFlow::keep(KeptRun run) {
    if (m_document.is_read_only()) {
        m_messages.show_message(
            Severity::info,
            tr("The run is open, but not put into the project, which is open for reading only."));
        return;
    }
    std::vector<KeptRun> runs = m_document.project().runs;
    const auto name = add_run(runs, std::move(run));
    if (!name) {
        m_messages.show_diagnostic(Severity::warning, tr("The run is open, but not put into the project"),
                                   name.error());
        return;
    }
    OpenRun named = *m_open;
    named.name = *name;
    m_open = std::make_shared<const OpenRun>(std::move(named));
    if (is_untouched()) { // nothing of the user's own is in it, and nothing to be saved
        Project project = m_document.project();
        project.runs = std::move(runs);
        m_document.set_project(std::move(project));
        show_list();
        return;
    }
    // What was said of the reading is still to be read.
    const MessageBar::Keep keeping(m_messages);
    m_document.end_gesture();
    m_document.perform<SetMeasuredRuns>(std::move(runs), tr("Add measured run %1").arg(to_qt(*name)));
    show_list();
}

/// A new project, made to show a run.
bool RunsFlow::is_untouched() const {
    return m_document.is_clean() && m_document.undo_stack().count() == 0 && m_document.file_path().empty() &&
           m_document.project().scenarios.size() == 1 && m_document.cluster().elements.empty();
}

/// What was read is not what was put into the project.
void RunsFlow::compare(const KeptRun& known, const KeptRun& now) {
    std::multiset<std::string> digests;
    for (const RunFile& file : now.files) digests.insert(file.digest);
    std::vector<std::string> other;
    for (const RunFile& file : known.files) {
        const auto same = digests.find(file.digest);
        if (file.digest.empty()) continue;
        if (same == digests.end())
            other.push_back(std::filesystem::path(file.path).filename().string());
        else
            digests.erase(same);
    }
    if (other.empty()) return;
    m_messages.show_message(
        Severity::warning,
        other.size() == 1
            ? tr("%1 is not as it was put into the project: %2 is changed or missing. What is shown is of "
                 "the files as they are now.")
                  .arg(to_qt(known.name), to_qt(other.front()))
            : tr("%1 is not as it was put into the project: %2 and %3 more are changed or missing. What is "
                 "shown is of the files as they are now.")
                  .arg(to_qt(known.name), to_qt(other.front()))
                  .arg(other.size() - 1));
}

void RunsFlow::remove() {
    if (!m_open || m_open->name.empty()) return;
    std::vector<KeptRun> runs = m_document.project().runs;
    const std::string name = m_open->name;
    std::erase_if(runs, [&](const KeptRun& run) { return run.name == name; });
    m_document.end_gesture();
    if (m_document.perform<SetMeasuredRuns>(std::move(runs), tr("Remove measured run %1").arg(to_qt(name))))
        close();
}

void RunsFlow::close() {
    ++m_digest_generation;
    ++m_study_generation;
    m_is_digesting = m_is_studying = false;
    m_open.reset();
    Q_EMIT run_shown(nullptr);
    show_open();
}

void RunsFlow::look() {
    m_faults.clear();
    show_list();
    m_looker.post({.generation = ++m_look_generation, .folder = folder(), .runs = m_document.project().runs});
}

void RunsFlow::show_list() {
    if (!m_bar) return;
    std::vector<RunEntry> entries;
    const auto& runs = m_document.project().runs;
    for (size_t i = 0; i < runs.size(); ++i)
        entries.push_back({as_written(runs[i].name), to_qt(runs[i].summary),
                           i < m_faults.size() ? m_faults[i] : QString()});
    const QString open = m_open ? as_written(m_open->name) : QString();
    m_bar->show_runs(entries, find(open) ? open : QString());
}

void RunsFlow::show_open() {
    if (!m_bar) return;
    if (m_open)
        m_bar->show_headline(m_open->headline, caution_text(*m_open->trace, false),
                             caution_text(*m_open->trace, true));
    else
        m_bar->show_nothing();
    show_list();
}

} // namespace roofrack
