// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/edit_command.h"

#include <map>
#include <string>

namespace roofrack {

/// New positions of elements: a drag, a nudge, an alignment, an automatic layout.
class MoveElements : public EditCommand {
public:
    using Positions = std::map<std::string, Position>;
    /// Ids that do not exist are left out. `text`: the step's name; empty: "Move 3 items".
    MoveElements(Document& document, const Positions& positions, const QString& text = {});

    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return Change::layout; }

protected:
    void apply(Project& project, bool forward) override;
    bool absorb(const EditCommand& later) override;

private:
    Positions m_old, m_new;
};

} // namespace roofrack
