// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"

#include <type_traits>

namespace roofrack {

/// A new value of one member of the project, or of the shown scenario. Such edits do not merge.
template<class Owner, class Value, Value Owner::*Member, CommandKind Kind, Change Touched>
class SetMember : public EditCommand {
public:
    /// `text` names the step.
    SetMember(Document& document, Value updated, const QString& text)
        : EditCommand(document, Kind, text)
        , m_old(old_value(document))
        , m_new(std::move(updated)) {}

    bool is_noop() const override { return m_old == m_new; }
    Changes changes() const override { return Touched; }

protected:
    void apply(Project& project, bool forward) override {
        if constexpr (std::is_same_v<Owner, Project>)
            project.*Member = forward ? m_new : m_old;
        else
            scenario(project).*Member = forward ? m_new : m_old;
    }

private:
    static const Value& old_value(const Document& document) {
        if constexpr (std::is_same_v<Owner, Project>)
            return document.project().*Member;
        else
            return document.scenario().*Member;
    }

    Value m_old, m_new;
};

/// The slides of the project are others, or otherwise.
using SetDeck = SetMember<Project, Deck, &Project::deck, CommandKind::set_deck, Change::deck>;
/// Slides and reports look otherwise.
using SetStyle = SetMember<Project, HouseStyle, &Project::style, CommandKind::set_style, Change::deck>;
/// Other measured runs belong to the project.
using SetMeasuredRuns =
    SetMember<Project, std::vector<KeptRun>, &Project::runs, CommandKind::set_measured_runs, Change::runs>;
/// Other curves of measured rates belong to the scenario.
using SetMeasuredCurves = SetMember<Scenario, std::vector<MeasuredCurve>, &Scenario::measured_curves,
                                    CommandKind::set_measured_curves, Change::measured>;

/// The scenarios of the project are compared otherwise.
class SetComparison : public SetMember<Project, ComparisonChoice, &Project::comparison,
                                       CommandKind::set_comparison, Change::comparison> {
public:
    /// `text`: what the step of the history is called; empty: "Compare otherwise".
    SetComparison(Document& document, ComparisonChoice updated, const QString& text = {})
        : SetMember(document, std::move(updated), text.isEmpty() ? Document::tr("Compare otherwise") : text) {
    }
};

} // namespace roofrack
