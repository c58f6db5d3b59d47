// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/edit_command.h"

#include <vector>

namespace roofrack {

/// New settings of links: pattern, count, bandwidth, cable, health.
class SetLinks : public EditCommand {
public:
    /// `field` names what was edited ("bandwidth"); edits of one field merge. Unknown link ids are left out.
    SetLinks(Document& document, const std::vector<Link>& updated, const QString& field);
    SetLinks(Document& document, const Link& updated, const QString& field)
        : SetLinks(document, std::vector<Link>{updated}, field) {}

    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return Change::cluster; }

protected:
    void apply(Project& project, bool forward) override;
    bool absorb(const EditCommand& later) override;

private:
    QString m_field;
    std::vector<Link> m_old, m_new; ///< the same ids in the same order
};

} // namespace roofrack
