// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/recovery_flow.h"

#include "app/gui/pages/compare_dialog.h"
#include "app/gui/pages/message_bar.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "widgets/fields/text.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace roofrack {

namespace {

OpenedWork read_work(const std::filesystem::path& file, const std::filesystem::path& beside,
                     const Catalog& catalog) {
    OpenedWork work;
    FoundWork& found = work.found;
    found.file = file;
    found.beside = beside;
    auto recovery = beside.empty() ? read_recovery(file) : read_recovery_of(file, beside);
    if (!recovery) {
        found.fault = recovery.error();
        return work;
    }
    found.note = std::move(recovery->note);
    auto loaded = parse_project(recovery->text, catalog, file.string());
    if (!loaded) {
        found.fault = loaded.error();
        return work;
    }
    if (loaded->read_only) {
        found.fault = {file.string(), "the recovery file was written by a newer version of Roofrack",
                       "open it with that version"};
        return work;
    }
    work.project = std::move(loaded->project);
    if (found.note.original.empty()) return work;
    if (const auto original = read_project(found.note.original, catalog)) {
        found.has_original = true;
        work.difference = difference(work.project, original->project, catalog);
        found.differing = work.difference.count;
    }
    return work;
}

QString name_of_work(const FoundWork& work) {
    return to_qt(work.note.original.empty() ? work.note.title : work.note.original.filename().string());
}

QString time_of_work(const FoundWork& work) {
    return QLocale().toString(QDateTime::fromSecsSinceEpoch(work.note.saved_at), QLocale::ShortFormat);
}

QString offer_text(const FoundWork& work) {
    const QString text = RecoveryFlow::tr("There is unsaved work on “%1”, last kept on %2.")
                             .arg(name_of_work(work), time_of_work(work));
    if (work.note.original.empty()) return text + u' ' + RecoveryFlow::tr("It was never saved as a file.");
    if (!work.has_original) return text + u' ' + RecoveryFlow::tr("Its file is gone or cannot be read.");
    return text + u' ' +
           (work.differing == 1 ? RecoveryFlow::tr("One value differs from its file.")
                                : RecoveryFlow::tr("%1 values differ from its file.").arg(work.differing));
}

} // namespace

RecoveryFlow::RecoveryFlow(const Catalog& catalog, std::filesystem::path state_folder, MessageBar& messages,
                           Restore restore, QWidget* window)
    : QObject(window)
    , m_catalog(catalog)
    , m_messages(messages)
    , m_restore(std::move(restore))
    , m_window(window)
    , m_state(std::move(state_folder))
    , m_worker([this, &catalog](const Job& job, const std::stop_token& stop) {
        std::vector<FoundWork> found;
        for (const auto& file : recoveries_apart(job.state))
            if (!stop.stop_requested()) found.push_back(read_work(file, {}, catalog).found);
        for (const auto& original : job.originals)
            for (const auto& file : recoveries_of(original))
                if (!stop.stop_requested()) found.push_back(read_work(file, original, catalog).found);
        QMetaObject::invokeMethod(this, [this, found = std::move(found)] { take(found); });
    }) {}

void RecoveryFlow::look(const std::vector<std::filesystem::path>& originals) {
    // A look that is not begun yet gives way to the next one, which must find as much.
    for (const auto& original : originals)
        if (std::ranges::find(m_originals, original) == m_originals.end()) m_originals.push_back(original);
    m_worker.post({m_originals, m_state});
}

void RecoveryFlow::look_again(const std::filesystem::path& original) {
    m_put_off.clear();
    std::error_code error;
    look({std::filesystem::absolute(original, error)});
}

void RecoveryFlow::take(const std::vector<FoundWork>& found) {
    for (const FoundWork& work : found) {
        const auto same = [&](const FoundWork& other) { return other.file == work.file; };
        if (m_put_off.contains(work.file) || std::ranges::any_of(m_found, same)) continue;
        std::error_code error;
        if (work.has_original && work.differing == 0)
            std::filesystem::remove(work.file, error); // all of it was saved
        else
            m_found.push_back(work);
    }
    if (!m_found.empty()) offer();
    Q_EMIT looked();
}

void RecoveryFlow::offer() {
    const FoundWork& work = m_found.front();
    const MessageBar::Button discard{tr("Discard"),
                                     [this] {
                                         std::error_code error;
                                         std::filesystem::remove(m_found.front().file, error);
                                         answer(true);
                                     }},
        later{tr("Later"), [this] { answer(false); }};
    if (!work.fault.what.empty()) {
        m_messages.show_diagnostic(Severity::warning, tr("Unsaved work cannot be restored"), work.fault,
                                   {discard, later});
        return;
    }
    std::vector<MessageBar::Button> buttons{{tr("Restore"), [this] { restore(); }}};
    if (work.has_original) buttons.push_back({tr("Compare…"), [this] { compare(); }});
    buttons.insert(buttons.end(), {discard, later});
    m_messages.show_message(Severity::warning, offer_text(work), buttons);
}

std::optional<OpenedWork> RecoveryFlow::opened() {
    FoundWork& work = m_found.front();
    OpenedWork read = read_work(work.file, work.beside, m_catalog);
    work = read.found;
    if (work.fault.what.empty()) return read;
    offer(); // says the fault
    return std::nullopt;
}

void RecoveryFlow::restore() {
    if (const auto work = opened()) answer(m_restore(*work));
}

void RecoveryFlow::compare() {
    const auto work = opened();
    if (!work) return;
    CompareDialog(tr("The unsaved work as it was last kept on %1, and “%2” as it is on disk.")
                      .arg(time_of_work(work->found), name_of_work(work->found)),
                  work->difference, tr("Unsaved work"), tr("File"), m_window)
        .exec();
    offer();
}

void RecoveryFlow::answer(bool done) {
    if (m_found.empty()) return;
    if (!done) m_put_off.insert(m_found.front().file);
    m_found.pop_front();
    if (!m_found.empty()) offer();
}

} // namespace roofrack
