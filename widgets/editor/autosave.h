// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/recovery_file.h"
#include "core/base/model/project.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>
#include <QTimer>

#include <filesystem>
#include <optional>
#include <vector>

namespace roofrack {

class Document;

/// Keeps unsaved work in a recovery file, written on a thread of its own: beside the project's file, or in
/// the state folder where there is none or its folder takes none. The file goes when the document is clean
/// again; it stays when the program ends otherwise.
class Autosave : public QObject {
    Q_OBJECT

public:
    struct Intervals {
        int after_ms;           ///< after the last change
        int most_ms;            ///< after the first change that is not kept yet
        int alive_ms = 120'000; ///< between two signs of life; others take ten minutes without one for death
    };
    Autosave(Document& document, std::filesystem::path state_folder, Intervals intervals,
             QObject* parent = nullptr);

    /// Keeps the work as it is now, without waiting for the next pause.
    void keep();
    /// What is open is to be lost: the user said so.
    void forget();
    /// Work that was recovered from `file`, which goes once this document keeps its own.
    void adopt(const std::filesystem::path& file);

Q_SIGNALS:
    void kept(const QString& file);
    void failed(const QString& why);

private:
    struct Work {
        Project project;
        RecoveryNote note;
        std::vector<std::filesystem::path> adopted; ///< go once it is kept
    };
    /// Done in this order.
    struct Job {
        bool forget = false;                             ///< what was kept before goes,
        std::vector<std::filesystem::path> adopted = {}; ///< and these
        std::optional<Work> keep = {};
        bool touch = false;
    };
    static void join(Job& waiting, Job newer);
    void follow();
    void work(Job& job);
    void write(Work& work);
    void remove(const std::vector<std::filesystem::path>& adopted);
    void remove_file();

    Document& m_document;
    const std::filesystem::path m_state;
    const int m_window;
    QTimer m_after, m_most, m_alive;
    std::vector<std::filesystem::path> m_adopted;
    std::filesystem::path m_file; ///< only the thread looks at it
    LatestWorker<Job> m_worker;   ///< last: it uses the above
};

} // namespace roofrack
