// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/edit_command.h"

#include <string>
#include <vector>

namespace roofrack {

/// New settings of elements: the power limit of a rack, the part of four servers, the container of a switch.
class SetElements : public EditCommand {
public:
    /// `field` names what was edited ("power limit"): it appears in the step's name, and edits of one field
    /// merge. Elements whose id does not exist are left out.
    SetElements(Document& document, const std::vector<Element>& updated, const QString& field);
    SetElements(Document& document, const Element& updated, const QString& field)
        : SetElements(document, std::vector<Element>{updated}, field) {}

    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return m_changes; }

protected:
    void apply(Project& project, bool forward) override;
    bool absorb(const EditCommand& later) override;

private:
    QString m_field;
    std::vector<Element> m_old, m_new; ///< the same ids in the same order
    Changes m_changes;
};

} // namespace roofrack
