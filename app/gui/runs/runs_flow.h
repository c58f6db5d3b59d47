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

    /// The bar shows what this knows from now on.
    void attach(RunBar& bar);
    /// Reads a run of the project again. Says what is missing or has changed.
    void open(const QString& name);
    /// Where none is open: the last one of the project, if it has any.
    void open_one();
    /// Takes the open run out of the project.
    void remove();
    void close();
    const std::shared_ptr<const OpenRun>& shown() const { return m_open; }
    /// Where the files of the open run lie.
    const std::vector<std::filesystem::path>& files() const { return m_open_files; }
    /// The files of a run of the project that are there. None: it is said why.
    std::vector<std::filesystem::path> files_of(const QString& name);
    /// The open run against another one that is called `name`; null: against none.
    void set_comparison(std::string name, std::shared_ptr<const RunComparison> comparison);
    /// Puts the open run into the project that is open now.
    void keep_shown();
    /// Something about the open run is still being found out.
    bool is_busy() const { return m_is_digesting || m_is_studying; }

Q_SIGNALS:
    /// Another run is open; null: none.
    void run_shown(std::shared_ptr<const roofrack::OpenRun> run);

private:
    /// Files whose digests are taken.
    struct Digesting {
        quint64 generation = 0;
        std::vector<std::filesystem::path> paths;
        std::string summary;
        Result<KeptRun> run = KeptRun();
    };
    /// Runs whose files are looked at.
    struct Looking {
        quint64 generation = 0;
        std::filesystem::path folder;
        std::vector<KeptRun> runs;
    };

    /// A run whose events are analysed, and timelines replayed.
    struct Studying {
        quint64 generation = 0;
        OpenRun run;
        std::shared_ptr<const Scenario> scenario; ///< against whose fabric its collectives are held
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
    std::string m_opening;         ///< the run of the project that is being read
    std::vector<QString> m_faults; ///< one a run of the project
    bool m_is_digesting = false, m_is_studying = false;
    bool m_is_outdated = false; ///< the drawing changed while the run was studied
    quint64 m_digest_generation = 0, m_look_generation = 0, m_study_generation = 0;
    LatestWorker<Digesting> m_digester; ///< last: they tell this object
    LatestWorker<Looking> m_looker;
    LatestWorker<Studying> m_studier;
};

} // namespace roofrack
