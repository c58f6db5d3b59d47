// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"

namespace roofrack {

/// Slides and reports look otherwise.
class SetStyle : public EditCommand {
public:
    /// `text` names the undo step.
    SetStyle(Document& document, HouseStyle updated, const QString& text)
        : EditCommand(document, CommandKind::set_style, text)
        , m_old(document.project().style)
        , m_new(std::move(updated)) {}

    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return Change::deck; }

protected:
    void apply(Project& project, bool forward) override { project.style = forward ? m_new : m_old; }

private:
    HouseStyle m_old, m_new;
};

} // namespace roofrack
