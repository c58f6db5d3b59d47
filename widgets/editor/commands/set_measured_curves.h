// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"

namespace roofrack {

/// Other curves of measured rates belong to the scenario.
class SetMeasuredCurves : public EditCommand {
public:
    /// `text` names the step.
    SetMeasuredCurves(Document& document, std::vector<MeasuredCurve> updated, const QString& text)
        : EditCommand(document, CommandKind::set_measured_curves, text)
        , m_old(document.scenario().measured_curves)
        , m_new(std::move(updated)) {}

    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return Change::measured; }

protected:
    void apply(Project& project, bool forward) override {
        scenario(project).measured_curves = forward ? m_new : m_old;
    }

private:
    std::vector<MeasuredCurve> m_old, m_new;
};

} // namespace roofrack
