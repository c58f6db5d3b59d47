// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/recovery_file.h"
#include "core/model/project.h"
#include "core/project/project_difference.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>

#include <deque>
#include <functional>
#include <set>

class QWidget;

namespace roofrack {

class Catalog;
class MessageBar;

/// Unsaved work that a window which ended without asking has left.
struct FoundWork {
    std::filesystem::path file;
    Diagnostic fault; ///< why it cannot be restored; empty when it can
    RecoveryNote note;
    Project project;
    bool has_original = false;    ///< and it could be read
    ProjectDifference difference; ///< from the original
};

/// Finds such work on a thread of its own and offers it, one after the other, in the message bar. Nothing is
/// removed unless the user says so, or the file holds the same.
class RecoveryFlow : public QObject {
    Q_OBJECT

public:
    /// `restore` opens it; false when the user stays with what is open.
    using Restore = std::function<bool(const FoundWork&)>;
    RecoveryFlow(const Catalog& catalog, std::filesystem::path state_folder, MessageBar& messages,
                 Restore restore, QWidget* window);

    /// In the state folder and beside these files.
    void look(const std::vector<std::filesystem::path>& originals);
    /// The file was just opened: what was put off is offered again.
    void look_again(const std::filesystem::path& original);

Q_SIGNALS:
    void looked();

private:
    struct Job {
        std::vector<std::filesystem::path> originals;
        std::filesystem::path state;
    };
    void take(const std::vector<FoundWork>& found);
    void offer();
    void answer(bool done);

    MessageBar& m_messages;
    Restore m_restore;
    QWidget* m_window;
    std::filesystem::path m_state;
    std::vector<std::filesystem::path> m_originals;
    std::deque<FoundWork> m_found; ///< the first one is being offered
    std::set<std::filesystem::path> m_put_off;
    LatestWorker<Job> m_worker; ///< last: it tells this object
};

} // namespace roofrack
