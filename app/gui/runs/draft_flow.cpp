// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/runs/draft_flow.h"

#include "app/gui/flows/file_flow.h"
#include "app/gui/runs/run_dialog.h"
#include "widgets/fields/text.h"

#include <algorithm>

namespace roofrack {

namespace {

QString standing_text(DraftStanding standing) {
    switch (standing) {
    case DraftStanding::told: return DraftFlow::tr("told");
    case DraftStanding::guessed: return DraftFlow::tr("guessed");
    case DraftStanding::missing: break;
    }
    return DraftFlow::tr("not told");
}

/// What may be typed for a key; empty: it follows from others.
QString taken_by(const std::string& key) {
    const auto found = std::ranges::find(draft_keys(), std::string_view(key), &DraftKey::key);
    return found == draft_keys().end() ? QString() : to_qt(found->takes);
}

RunDialog::Row draft_row(const DraftEntry& entry) {
    RunDialog::Row row;
    row.cells = {to_qt(entry.label), to_qt(entry.value), standing_text(entry.standing), to_qt(entry.reason)};
    row.tip = to_qt(entry.reason);
    if (!entry.file.empty()) row.tip += DraftFlow::tr("\nin %1").arg(to_qt(entry.file));
    if (const QString takes = taken_by(entry.key); !takes.isEmpty()) {
        row.tip += DraftFlow::tr("\nit takes %1").arg(takes);
        row.key = as_written(entry.key);
    }
    row.is_quiet = entry.standing != DraftStanding::told;
    return row;
}

} // namespace

DraftFlow::DraftFlow(const Catalog& catalog, FileFlow& files, Session& session, QWidget* window)
    : QObject(window)
    , m_catalog(catalog)
    , m_files(files)
    , m_session(session)
    , m_window(window)
    , m_worker([this](Drafting& job, const std::stop_token&) {
        auto draft = draft_project(*job.trace, job.answers, m_catalog);
        QMetaObject::invokeMethod(
            this, [this, generation = job.generation, done = std::move(draft)] { drafted(generation, done); },
            Qt::QueuedConnection);
    }) {}

QString DraftFlow::how_sure_text(size_t all, size_t guessed, size_t missing) {
    if (guessed + missing == 0) return tr("The files of the run tell all that is drawn.");
    const QString told = tr("%1 of %2 are told by the files").arg(all - guessed - missing).arg(all);
    const QString rest =
        missing == 0 ? tr(" and %1 guessed from them.").arg(guessed)
        : guessed == 0
            ? tr(", and for %1 what is usual stands in.").arg(missing)
            : tr(", %1 guessed from them, and for %2 what is usual stands in.").arg(guessed).arg(missing);
    return told + rest + tr(" Type what you know better into the second column.");
}

void DraftFlow::start(const OpenRun& run) {
    delete m_dialog;
    m_trace = run.trace;
    m_draft.reset();
    m_dialog =
        new RunDialog(QStringLiteral("draft"), tr("Draw what ran"),
                      {tr("What"), tr("As it is drawn"), tr("How sure"), tr("Because")}, m_session, m_window);
    m_dialog->set_action(tr("Open as a project"),
                         tr("A new project of it, with the measured step beside the predicted one"),
                         [this] { open_drafted(); });
    connect(m_dialog, &RunDialog::answered, this, &DraftFlow::post);
    connect(m_dialog, &QObject::destroyed, this, [this] {
        ++m_generation;
        m_is_busy = false;
    });
    m_dialog->show();
    post();
}

void DraftFlow::post() {
    m_dialog->show_waiting(
        tr("The files of the run are read for what they tell of its cluster, model and plan …"));
    m_is_busy = true;
    m_worker.post({.generation = ++m_generation, .trace = m_trace, .answers = m_dialog->answers()});
}

void DraftFlow::drafted(quint64 generation, const Result<DraftedProject>& draft) {
    if (generation != m_generation || !m_dialog) return;
    m_is_busy = false;
    if (!draft) {
        m_draft.reset();
        m_dialog->show_fault(draft.error());
        return;
    }
    m_draft = *draft;
    std::vector<RunDialog::Row> rows;
    ChartTable table;
    table.columns = {{"what", ""}, {"drawn", ""}, {"standing", ""}, {"because", ""}, {"file", ""}};
    size_t guessed = 0, missing = 0;
    for (const DraftEntry& entry : draft->entries) {
        rows.push_back(draft_row(entry));
        table.rows.push_back(
            {entry.label, entry.value, std::string(name_of(entry.standing)), entry.reason, entry.file});
        guessed += entry.standing == DraftStanding::guessed;
        missing += entry.standing == DraftStanding::missing;
    }
    QStringList notes;
    notes << (draft->not_compared.empty()
                  ? tr("The measured step stands beside the predicted one in the new project.")
                  : tr("The measured step does not stand beside the predicted one: %1")
                        .arg(to_qt(draft->not_compared)));
    for (const Diagnostic& warning : draft->warnings) notes << to_qt(warning.text());
    m_dialog->show_found(how_sure_text(draft->entries.size(), guessed, missing), rows, notes,
                         std::move(table));
}

void DraftFlow::open_drafted() {
    if (!m_draft || !m_files.may_leave()) return;
    Project project = m_draft->project;
    if (m_dialog) m_dialog->close();
    m_files.start(std::move(project));
    Q_EMIT opened();
}

} // namespace roofrack
