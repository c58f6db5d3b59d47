// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"

namespace roofrack {

/// The scenarios of the project are compared otherwise.
class SetComparison : public EditCommand {
public:
    SetComparison(Document& document, ComparisonChoice updated)
        : EditCommand(document, CommandKind::set_comparison, Document::tr("Compare otherwise"))
        , m_old(document.project().comparison)
        , m_new(std::move(updated)) {}

    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return Change::comparison; }

protected:
    void apply(Project& project, bool forward) override { project.comparison = forward ? m_new : m_old; }

private:
    ComparisonChoice m_old, m_new;
};

} // namespace roofrack
