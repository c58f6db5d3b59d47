// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/file_state.h"
#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"
#include "widgets/editor/changes.h"
#include "widgets/editor/edit_command.h"
#include "widgets/editor/selection.h"

#include <QObject>
#include <QUndoStack>

#include <filesystem>
#include <memory>

namespace roofrack {

class Catalog;

/// The open project: the value, its undo stack, its file, and which scenario is shown. The value changes only
/// through `perform`; readers take `project()` on the GUI thread or an immutable `snapshot()` for a worker.
class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(const Catalog& catalog, QObject* parent = nullptr);
    ~Document() override;

    const Catalog& catalog() const { return m_catalog; }
    const Project& project() const { return m_project; }
    int scenario_index() const { return m_scenario; }
    const Scenario& scenario() const { return m_project.scenarios[static_cast<size_t>(m_scenario)]; }
    const Cluster& cluster() const { return scenario().cluster; }
    /// The scenario shown, copied at most once an edit.
    std::shared_ptr<const Scenario> snapshot() const;

    Selection& selection() { return m_selection; }
    const Selection& selection() const { return m_selection; }
    QUndoStack& undo_stack() { return m_undo; }

    const std::filesystem::path& file_path() const { return m_path; }
    /// The file's name, or the project's, or "Untitled".
    QString display_name() const;
    bool is_read_only() const { return m_read_only; }
    /// What has become of the file since it was read or written (`file_change`); `none` without one.
    FileChange file_change(bool thorough);
    /// `content_hash` of the file as it was read or written; 0 without one.
    uint64_t file_hash() const { return m_file.hash; }
    bool is_clean() const { return m_undo.isClean(); }
    /// What the last `load` had to remark; empty when nothing.
    const std::vector<Diagnostic>& load_warnings() const { return m_load_warnings; }

    /// Replaces everything by the file's project. On failure the open project stays.
    Result<void> load(const std::filesystem::path& path);
    /// Fails without a path, when read-only, or when the file cannot be written; the old file then stays
    /// whole.
    Result<void> save();
    Result<void> save_as(const std::filesystem::path& path);
    /// Replaces what is open by a project that was not loaded from a file. `path`: where it will be saved;
    /// empty: nowhere yet. `modified`: it differs from what is on disk (a recovered autosave); `base`: the
    /// hash of the file that it was made from.
    void set_project(Project project, const std::filesystem::path& path = {}, bool modified = false,
                     uint64_t base = 0);
    /// What is open is not what is on disk any more, though nothing was edited.
    void mark_modified() { m_undo.resetClean(); }

    void set_scenario_index(int index);

    /// Does the edit and puts it on the undo stack. A command that changes nothing is dropped. False when
    /// dropped or when the project is read-only (`refused` then says why).
    bool perform(std::unique_ptr<EditCommand> command);
    template<class Command, class... Arguments>
    bool perform(Arguments&&... arguments) {
        return perform(std::make_unique<Command>(*this, std::forward<Arguments>(arguments)...));
    }

    /// Until the matching `end_step`, edits join into one undo step of this name, and `changed` tells of them
    /// together at the end. No step is made when nothing is edited. Calls nest: the outermost names the step.
    void begin_step(const QString& text);
    void end_step();

    void undo() { go_to_step(m_undo.index() - 1); }
    void redo() { go_to_step(m_undo.index() + 1); }
    /// Undoes or redoes until `index` steps are done, and tells of all of them by one `changed`.
    void go_to_step(int index);

    /// Ends the present gesture: later edits of the same field become an undo step of their own. Call when a
    /// slider is released, a field is left, a drag ends.
    void end_gesture() { ++m_gesture; }
    int gesture() const { return m_gesture; }

    /// Tells why something that was asked for with it was not done.
    void refuse(const QString& why) { Q_EMIT refused(why); }

Q_SIGNALS:
    /// The project's value changed, by an edit, undo, redo or load. `what` holds roofrack::Change flags.
    void changed(roofrack::Changes what);
    /// Another scenario is shown, or the project was replaced.
    void scenario_changed(int index);
    void clean_changed(bool clean);
    /// The file path or the read-only state changed.
    void file_changed();
    void refused(const QString& why);

private:
    friend class EditCommand;
    void apply(EditCommand& command, bool forward);
    void hold() { ++m_held; }
    void release();
    void tell(Changes what, bool scenario);

    const Catalog& m_catalog;
    Project m_project;
    int m_scenario = 0;
    std::filesystem::path m_path;
    FileState m_file;
    bool m_read_only = false;
    std::vector<Diagnostic> m_load_warnings;
    mutable std::shared_ptr<const Scenario> m_snapshot;
    int m_gesture = 0;
    int m_held = 0; ///< Above 0, changes are gathered and told at the release.
    Changes m_held_changes;
    bool m_held_scenario = false;
    int m_step_depth = 0;
    QString m_step_text; ///< step text of a step without an edit yet
    Selection m_selection;
    QUndoStack m_undo;
};

} // namespace roofrack
