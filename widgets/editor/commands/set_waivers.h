// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/waiver.h"
#include "widgets/editor/edit_command.h"

#include <vector>

namespace roofrack {

/// Replaces the waivers of the open scenario.
class SetWaivers : public EditCommand {
public:
    /// `text` names the step.
    SetWaivers(Document& document, std::vector<Waiver> updated, const QString& text);

    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return Change::cluster; }

protected:
    void apply(Project& project, bool forward) override;

private:
    std::vector<Waiver> m_old, m_new;
};

} // namespace roofrack
