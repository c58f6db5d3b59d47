// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/autosave.h"

#include "core/drawing/project/project_file.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

#include <atomic>
#include <ctime>
#include <utility>

namespace roofrack {

namespace {

int next_window() {
    static std::atomic<int> windows = 0;
    return ++windows;
}

} // namespace

Autosave::Autosave(Document& document, std::filesystem::path state_folder, Intervals intervals,
                   QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_state(std::move(state_folder))
    , m_window(next_window())
    , m_worker([this](Job& job, const std::stop_token&) { work(job); }, &Autosave::join) {
    for (QTimer* timer : {&m_after, &m_most}) {
        timer->setSingleShot(true);
        connect(timer, &QTimer::timeout, this, &Autosave::keep);
    }
    m_after.setInterval(intervals.after_ms);
    m_most.setInterval(intervals.most_ms);
    m_alive.setInterval(intervals.alive_ms);
    connect(&m_alive, &QTimer::timeout, this, [this] { m_worker.post({.touch = true}); });
    connect(&document, &Document::changed, this, &Autosave::follow);
    connect(&document, &Document::clean_changed, this, &Autosave::follow);
    connect(&document, &Document::file_changed, this, &Autosave::follow);
}

void Autosave::follow() {
    if (m_document.is_clean()) {
        forget();
        return;
    }
    m_after.start();
    if (!m_most.isActive()) m_most.start();
}

void Autosave::keep() {
    m_after.stop();
    m_most.stop();
    if (m_document.is_clean()) return;
    RecoveryNote note;
    std::error_code error;
    if (!m_document.file_path().empty())
        note.original = std::filesystem::absolute(m_document.file_path(), error);
    note.title = m_document.display_name().toStdString();
    note.saved_at = time(nullptr);
    note.owner = this_process();
    note.base = m_document.file_hash();
    m_worker.post({.keep = Work{m_document.project(), std::move(note), m_adopted}});
    m_alive.start();
}

void Autosave::forget() {
    m_after.stop();
    m_most.stop();
    m_alive.stop();
    m_worker.post({.forget = true, .adopted = std::exchange(m_adopted, {})});
}

void Autosave::adopt(const std::filesystem::path& file) {
    m_adopted.push_back(file);
    keep();
}

void Autosave::join(Job& waiting, Job newer) {
    if (newer.forget) {
        waiting.forget = true;
        waiting.keep.reset();
        waiting.adopted.insert(waiting.adopted.end(), newer.adopted.begin(), newer.adopted.end());
    }
    if (newer.keep) waiting.keep = std::move(newer.keep); // adopts what the one that waited did
    waiting.touch = waiting.touch || newer.touch;
}

void Autosave::work(Job& job) {
    if (job.forget) {
        remove_file();
        remove(job.adopted);
    }
    if (job.keep) write(*job.keep);
    if (job.touch && !m_file.empty()) touch_recovery(m_file);
}

void Autosave::write(Work& work) {
    const std::string text = project_text(work.project, m_document.catalog());
    std::filesystem::path file = work.note.original.empty() ? recovery_apart(m_state, work.note, m_window)
                                                            : recovery_beside(work.note.original, m_window);
    auto written = write_recovery(file, work.note, text);
    if (!written && !work.note.original.empty()) {
        file = recovery_apart(m_state, work.note, m_window);
        written = write_recovery(file, work.note, text);
    }
    if (!written) {
        Q_EMIT failed(to_qt(written.error().text()));
        return;
    }
    if (file != m_file) remove_file();
    m_file = file;
    Q_EMIT kept(QString::fromStdString(file.string()));
    remove(work.adopted);
}

void Autosave::remove(const std::vector<std::filesystem::path>& adopted) {
    std::error_code error;
    for (const auto& file : adopted)
        if (file != m_file) std::filesystem::remove(file, error);
}

void Autosave::remove_file() {
    std::error_code error;
    if (!m_file.empty()) std::filesystem::remove(std::exchange(m_file, {}), error);
}

} // namespace roofrack
