// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/draft/draft.h"
#include "widgets/charts/measured/open_run.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>
#include <QPointer>

class QWidget;

namespace roofrack {

class FileFlow;
class RunDialog;
class Session;

/// Drafts the project that the files of the open run describe, row by row with how sure it is; what no file
/// tells is asked. It is computed on a thread of its own; the project is opened when the user asks for it.
class DraftFlow : public QObject {
    Q_OBJECT

public:
    DraftFlow(const Catalog& catalog, FileFlow& files, Session& session, QWidget* window);

    void start(const OpenRun& run);
    bool is_busy() const { return m_is_busy; }
    /// "7 of 13 are told by the files and 6 guessed from them. …": what there is none of is not counted.
    static QString how_sure_text(size_t all, size_t guessed, size_t missing);

Q_SIGNALS:
    /// The drafted project has been opened.
    void opened();

private:
    struct Drafting {
        quint64 generation = 0;
        std::shared_ptr<const TraceResult> trace;
        DraftAnswers answers;
    };
    void post();
    void drafted(quint64 generation, const Result<DraftedProject>& draft);
    void open_drafted();

    const Catalog& m_catalog;
    FileFlow& m_files;
    Session& m_session;
    QWidget* m_window;
    QPointer<RunDialog> m_dialog;
    std::shared_ptr<const TraceResult> m_trace;
    std::optional<DraftedProject> m_draft;
    bool m_is_busy = false;
    quint64 m_generation = 0;
    LatestWorker<Drafting> m_worker; ///< The last member, since its thread calls this object.
};

} // namespace roofrack
