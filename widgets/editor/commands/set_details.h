// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/edit_command.h"

#include <string>

namespace roofrack {

/// A new name and description of the project.
class SetDetails : public EditCommand {
public:
    SetDetails(Document& document, const std::string& name, const std::string& description);

    bool is_noop() const override { return m_old_name == m_new_name && m_old_text == m_new_text; }
    Changes changes() const override { return Change::details; }

protected:
    void apply(Project& project, bool forward) override;
    bool absorb(const EditCommand& later) override;

private:
    std::string m_old_name, m_new_name, m_old_text, m_new_text;
};

} // namespace roofrack
