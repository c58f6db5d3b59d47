// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/recovery_file.h"
#include "core/base/model/project.h"
#include "core/drawing/project/project_difference.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>

#include <deque>
#include <functional>
#include <optional>
#include <set>

class QWidget;

namespace roofrack {

class Catalog;
class MessageBar;

/// Unsaved work of a window that ended without asking (a crash). Its content is not kept, since anybody may
/// put many large files beside a project: the file is read again when it is wanted.
struct FoundWork {
    std::filesystem::path file;
    /// The file beside which it lies; empty if it lies in the state folder.
    std::filesystem::path beside;
    Diagnostic fault; ///< why it cannot be restored; empty when it can
    RecoveryNote note;
    bool has_original = false; ///< the original is there and could be read
    size_t differing = 0;      ///< values that are not as in the original
};

/// The found work with what is in it, kept while somebody looks at it.
struct OpenedWork {
    FoundWork found;
    Project project;
    ProjectDifference difference; ///< from the original
};

/// Finds unsaved work of windows that are gone, on a thread of its own, and offers it, one after the other,
/// in the message bar. Nothing is removed unless the user says so, or the file holds the same.
class RecoveryFlow : public QObject {
    Q_OBJECT

public:
    /// `restore` opens it; false when the user stays with what is open.
    using Restore = std::function<bool(const OpenedWork&)>;
    RecoveryFlow(const Catalog& catalog, std::filesystem::path state_folder, MessageBar& messages,
                 Restore restore, QWidget* window);

    /// Looks for work in the state folder and beside these files.
    void look(const std::vector<std::filesystem::path>& originals);
    /// The file was just opened: all that was put off is offered again.
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
    void restore();
    void compare();
    /// The work that is offered; none, and said, when it cannot be read any more.
    std::optional<OpenedWork> opened();
    void answer(bool done);

    const Catalog& m_catalog;
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
