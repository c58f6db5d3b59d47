// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"

namespace roofrack {

/// The scenarios of the project are compared otherwise.
class SetComparison : public EditCommand {
public:
    /// `text`: what the step of the history is called; empty: "Compare otherwise".
    SetComparison(Document& document, ComparisonChoice updated, const QString& text = {})
        : EditCommand(document, CommandKind::set_comparison,
                      text.isEmpty() ? Document::tr("Compare otherwise") : text)
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
