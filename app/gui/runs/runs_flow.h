// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/runs/run_files.h"
#include "widgets/charts/measured/open_run.h"
#include "widgets/editor/latest_worker.h"
#include "widgets/measured/run_bar.h"

#include <QObject>

namespace roofrack {

class Document;
class FileFlow;
class MessageBar;
class TraceFlow;
struct Scenario;

/// The measured runs of the project, and the one that is open. What is read is put into the project by its
/// path and digest, one undoable step; a run of the project is opened again after a look at its files.
/// Digests and looks are taken on threads of their own.
class RunsFlow : public QObject {
    Q_OBJECT

public:
    RunsFlow(Document& document, FileFlow& files, TraceFlow& traces, MessageBar& messages, QObject* parent);

    /// Connects the bar, which then shows the state of this object.
    void attach(RunBar& bar);
    /// Reads a run of the project again. Says what is missing or has changed.
    void open(const QString& name);
    /// Opens the project's last run if no run is open and the project has any.
    void open_one();
    /// Takes the open run out of the project.
    void remove();
    void close();
    const std::shared_ptr<const OpenRun>& shown() const { return m_open; }
    /// The paths of the open run's files.
    const std::vector<std::filesystem::path>& files() const { return m_open_files; }
    /// The existing files of a run of the project. If there are none, the window says why.
    std::vector<std::filesystem::path> files_of(const QString& name);
    /// Sets the comparison of the open run with another one that is called `name`; null removes it.
    void set_comparison(std::string name, std::shared_ptr<const RunComparison> comparison);
    /// Puts the open run into the project that is open now.
    void keep_shown();
    /// Whether something about the open run is still being computed.
    bool is_busy() const { return m_is_digesting || m_is_studying; }

Q_SIGNALS:
    /// Another run has been opened; null if none is open any more.
    void run_shown(std::shared_ptr<const roofrack::OpenRun> run);

private:
    /// A request to take the digests of files.
    struct Digesting {
        quint64 generation = 0;
        std::vector<std::filesystem::path> paths;
        std::string summary;
        Result<KeptRun> run = KeptRun();
    };
    /// A request to look at the files of runs.
    struct Looking {
        quint64 generation = 0;
        std::filesystem::path folder;
        std::vector<KeptRun> runs;
    };

    /// A request to analyse the events of a run and to replay its timelines.
    struct Studying {
        quint64 generation = 0;
        OpenRun run;
        /// The scenario whose fabric the collectives are compared with.
        std::shared_ptr<const Scenario> scenario;
    };

    void read_done(const std::shared_ptr<const TraceResult>& trace);
    void digest();
    void digested(const Digesting& done);
    void study();
    void study_again();
    void studied(quint64 generation, OpenRun run);
    void keep(KeptRun run);
    void compare(const KeptRun& known, const KeptRun& now);
    bool is_untouched() const;
    void look();
    void show_list();
    void show_open();
    std::filesystem::path folder() const;
    const KeptRun* find(const QString& name) const;

    Document& m_document;
    FileFlow& m_files;
    TraceFlow& m_traces;
    MessageBar& m_messages;
    RunBar* m_bar = nullptr;
    std::shared_ptr<const OpenRun> m_open;
    std::vector<std::filesystem::path> m_open_files;
    std::string m_opening;         ///< The name of the project's run that is being read.
    std::vector<QString> m_faults; ///< One text per run of the project; empty if the run is in order.
    bool m_is_digesting = false, m_is_studying = false;
    bool m_is_outdated = false; ///< The drawing has changed while the run was being studied.
    quint64 m_digest_generation = 0, m_look_generation = 0, m_study_generation = 0;
    LatestWorker<Digesting> m_digester; ///< The last members, since their threads call this object.
    LatestWorker<Looking> m_looker;
    LatestWorker<Studying> m_studier;
};

} // namespace roofrack
