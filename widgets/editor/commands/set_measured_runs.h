// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"

namespace roofrack {

/// Other measured runs belong to the project.
class SetMeasuredRuns : public EditCommand {
public:
    /// `text` names the step.
    SetMeasuredRuns(Document& document, std::vector<KeptRun> updated, const QString& text)
        : EditCommand(document, CommandKind::set_measured_runs, text)
        , m_old(document.project().runs)
        , m_new(std::move(updated)) {}

    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return Change::runs; }

protected:
    void apply(Project& project, bool forward) override { project.runs = forward ? m_new : m_old; }

private:
    std::vector<KeptRun> m_old, m_new;
};

} // namespace roofrack
