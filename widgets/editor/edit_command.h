// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "widgets/editor/changes.h"

#include <QUndoCommand>

namespace roofrack {

class Document;

/// Every class of undo command; the property test draws each of them.
enum class CommandKind {
    move_elements,
    set_elements,
    rename_element,
    set_links,
    add_items,
    remove_items,
    set_workload,
    set_plan,
    set_site,
    set_calibration,
    set_scenario,
    add_scenario,
    remove_scenario,
    rename_scenario,
    set_waivers,
    set_measured_curves,
    set_measured_runs,
    set_comparison,
    set_uncertain,
    set_deck,
    set_style,
};
inline constexpr int command_kind_count = static_cast<int>(CommandKind::set_style) + 1;

/// One user intention on the project. Holds ids with old and new values, never pointers into the project.
/// It belongs to the scenario that was shown when it was made; undoing it shows that scenario again.
class EditCommand : public QUndoCommand {
public:
    CommandKind kind() const { return m_kind; }
    int id() const final { return static_cast<int>(m_kind); }
    int scenario_index() const { return m_scenario; }

    virtual bool is_noop() const = 0;
    /// What it touches; asked before the first redo and after merging.
    virtual Changes changes() const = 0;

    void undo() final;
    void redo() final;
    /// Takes over the new value of a later edit of the same field in the same gesture.
    bool mergeWith(const QUndoCommand* later) final;

protected:
    EditCommand(Document& document, CommandKind kind, const QString& text);

    /// Writes the new values (forward) or the old ones.
    virtual void apply(Project& project, bool forward) = 0;
    /// The scenario to show afterwards.
    virtual int scenario_after(bool forward) const;
    /// `later` has the same kind, scenario and gesture. True when its new value was taken over.
    virtual bool absorb(const EditCommand& later);

    Scenario& scenario(Project& project) const;

private:
    friend class Document;
    Document& m_document;
    CommandKind m_kind;
    int m_scenario;
    int m_gesture;
};

} // namespace roofrack
