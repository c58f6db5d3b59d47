// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/edit_command.h"

#include <memory>
#include <string>

namespace roofrack {

/// A new scenario behind the shown one, which it then replaces on the screen.
class AddScenario : public EditCommand {
public:
    /// A taken or empty name gets a number.
    AddScenario(Document& document, Scenario scenario, const QString& text = {});
    /// The shown scenario under a new name (empty: "NAME 2").
    static std::unique_ptr<AddScenario> duplicate(Document& document, const std::string& name = {});

    bool is_noop() const override { return false; }
    Changes changes() const override { return all_changes; }

protected:
    void apply(Project& project, bool forward) override;
    int scenario_after(bool forward) const override { return scenario_index() + (forward ? 1 : 0); }

private:
    Scenario m_added;
};

/// `base` when no scenario is called so, else "base 2", "base 3" …
std::string unique_scenario_name(const Project& project, const std::string& base);

} // namespace roofrack
