// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/edit_command.h"

#include <string>

namespace roofrack {

/// A new name of an element; its id stays. A note's name is its text.
class RenameElement : public EditCommand {
public:
    RenameElement(Document& document, const std::string& id, const std::string& name);

    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return Change::cluster; }

protected:
    void apply(Project& project, bool forward) override;
    bool absorb(const EditCommand& later) override;

private:
    std::string m_id, m_old, m_new;
};

} // namespace roofrack
