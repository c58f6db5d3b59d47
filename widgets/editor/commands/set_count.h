// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/edit_command.h"

#include <string>

namespace roofrack {

/// A new multiplicity of one element. Counts below 1 are read as 1.
class SetCount : public EditCommand {
public:
    SetCount(Document& document, const std::string& id, int count);

    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return Change::cluster; }

protected:
    void apply(Project& project, bool forward) override;
    bool absorb(const EditCommand& later) override;

private:
    std::string m_id;
    int m_old = 1, m_new = 1;
};

} // namespace roofrack
