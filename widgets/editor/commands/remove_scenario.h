// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/edit_command.h"

namespace roofrack {

/// Removes the shown scenario; the last one stays.
class RemoveScenario : public EditCommand {
public:
    explicit RemoveScenario(Document& document);

    bool is_noop() const override { return m_only; }
    Changes changes() const override { return all_changes; }

protected:
    void apply(Project& project, bool forward) override;
    int scenario_after(bool forward) const override;

private:
    Scenario m_removed;
    bool m_only;
};

} // namespace roofrack
