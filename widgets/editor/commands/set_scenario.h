// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/edit_command.h"

namespace roofrack {

/// A new content of the shown scenario in one step: applied what-if sliders, a template, an import. Its name
/// stays.
class SetScenario : public EditCommand {
public:
    SetScenario(Document& document, Scenario updated, const QString& text);

    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return evaluated_changes | Change::layout; }

protected:
    void apply(Project& project, bool forward) override;

private:
    Scenario m_old, m_new;
};

} // namespace roofrack
