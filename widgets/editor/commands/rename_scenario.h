// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/edit_command.h"

#include <string>
#include <vector>

namespace roofrack {

/// A new name of the shown scenario. A taken name gets a number; an empty one changes nothing.
class RenameScenario : public EditCommand {
public:
    RenameScenario(Document& document, const std::string& name);

    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return Change::scenarios; }

protected:
    void apply(Project& project, bool forward) override;

private:
    std::string m_old, m_new;
    bool m_is_reference;          ///< the project compares with it, by its name
    std::vector<size_t> m_slides; ///< slides that show it, by its name
};

} // namespace roofrack
