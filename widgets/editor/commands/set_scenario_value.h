// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"

namespace roofrack {

/// A new value of one member of the scenario. `field` names what was edited ("global batch"); edits of one
/// field merge.
template<class Value, Value Scenario::*Member, CommandKind Kind, Change Touched>
class SetScenarioValue : public EditCommand {
public:
    SetScenarioValue(Document& document, const Value& updated, const QString& field)
        : EditCommand(document, Kind, Document::tr("Set %1").arg(field))
        , m_field(field)
        , m_old(document.scenario().*Member)
        , m_new(updated) {}

    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return Touched; }

protected:
    void apply(Project& project, bool forward) override {
        scenario(project).*Member = forward ? m_new : m_old;
    }
    bool absorb(const EditCommand& later) override {
        const auto& edit = static_cast<const SetScenarioValue&>(later);
        if (edit.m_field != m_field) return false;
        m_new = edit.m_new;
        return true;
    }

private:
    QString m_field;
    Value m_old, m_new;
};

/// Factors learned from measurements, or taken back.
using SetCalibration =
    SetScenarioValue<Calibration, &Scenario::calibration, CommandKind::set_calibration, Change::calibration>;
/// A new training plan: a degree, the precision, or a found plan as a whole.
using SetPlan = SetScenarioValue<Plan, &Scenario::plan, CommandKind::set_plan, Change::plan>;
/// New conditions of the site: weather, plant, prices, failure rate.
using SetSite = SetScenarioValue<Site, &Scenario::site, CommandKind::set_site, Change::site>;
/// A new workload: the model, the batch, the token budget.
using SetWorkload =
    SetScenarioValue<Workload, &Scenario::workload, CommandKind::set_workload, Change::workload>;

/// Other inputs that are not known for sure, or known otherwise.
using SetUncertain = SetScenarioValue<std::vector<UncertainInput>, &Scenario::uncertain,
                                      CommandKind::set_uncertain, Change::uncertain>;

} // namespace roofrack
