// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/decide/what_if_flow.h"

#include "app/gui/decide/what_if_bar.h"
#include "core/answers/compare/comparison.h"
#include "core/answers/step_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/address/input_title.h"
#include "core/study/sharing/job_findings.h"
#include "core/study/standstill.h"
#include "widgets/editor/commands/add_scenario.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// Index of the value nearest to it; 0 where there are no values.
int nearest_index(const std::vector<double>& values, double value) {
    const auto nearest =
        std::ranges::min_element(values, {}, [&](double each) { return std::abs(each - value); });
    return nearest == values.end() ? 0 : int(nearest - values.begin());
}

QString fault_text(const Diagnostic& error) { return to_qt(error.what + ": " + error.fix); }

} // namespace

WhatIfFlow::WhatIfFlow(Document& document, WhatIfBar& bar, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_bar(bar)
    , m_base_answers(document.catalog())
    , m_inquiry(
          *this,
          [this](const Question& question, const auto&, const std::stop_token& stop) {
              const auto base = m_base_answers.of(question.as_it_is).front();
              const std::stop_callback ends(stop, [&] { base->stop(); });
              const auto standstill = question.answers->value<Standstill>();
              const auto found = compare({base.get(), question.answers.get()}, turned_figures());
              Consequences out = turned_texts(found ? found->rows : std::vector<ComparedRow>(),
                                              standstill ? standstill->text() : std::string());
              if (!found && out.empty()) out.push_back(found.error().text());
              return std::make_shared<const Consequences>(std::move(out));
          },
          [this] { show_figures(); }) {
    connect(&bar, &WhatIfBar::turned, this, &WhatIfFlow::take_slider_position);
    connect(&bar, &WhatIfBar::typed, this, &WhatIfFlow::take_text);
    connect(&bar, &WhatIfBar::reset, this, [this](const QString& address) { take(address, std::nullopt); });
    connect(&bar, &WhatIfBar::removed, this, [this](const QString& address) {
        std::erase_if(m_inputs, [&](const Input& each) { return to_qt(each.address) == address; });
        refresh();
    });
    connect(&bar, &WhatIfBar::reset_all, this, [this] {
        for (Input& each : m_inputs) each.value.reset(), each.fault.clear();
        refresh();
    });
    connect(&bar, &WhatIfBar::removed_all, this, &WhatIfFlow::clear);
    connect(&bar, &WhatIfBar::keep, this, &WhatIfFlow::keep_as_scenario);
    connect(&document, &Document::changed, this, &WhatIfFlow::follow);
    connect(&document, &Document::scenario_changed, this, &WhatIfFlow::clear);
}

void WhatIfFlow::add(const std::string& address) {
    if (address.empty()) return;
    if (!find(to_qt(address))) {
        const auto values = turning_values(m_document.scenario(), address, m_document.catalog());
        if (!values) {
            Q_EMIT refused(to_qt(values.error().text()));
            return;
        }
        m_inputs.push_back({address, std::nullopt, {}});
        show_inputs();
        show_figures();
    }
    m_bar.focus(to_qt(address));
}

void WhatIfFlow::set(const std::string& address, const std::string& text) {
    add(address);
    take_text(to_qt(address), to_qt(text));
}

WhatIfFlow::Input* WhatIfFlow::find(const QString& address) {
    const auto found =
        std::ranges::find(m_inputs, address, [](const Input& each) { return to_qt(each.address); });
    return found == m_inputs.end() ? nullptr : &*found;
}

std::vector<std::string> WhatIfFlow::inputs() const {
    std::vector<std::string> out;
    for (const Input& each : m_inputs) out.push_back(each.address);
    return out;
}

std::vector<TurnedInput> WhatIfFlow::turned_inputs() const {
    std::vector<TurnedInput> out;
    for (const Input& each : m_inputs)
        if (each.value) out.push_back({each.address, *each.value});
    return out;
}

const WhatIfFlow::WithTurnedInputs& WhatIfFlow::with_turned_inputs() const {
    const auto snapshot = m_document.snapshot();
    if (m_with_turned_inputs && m_with_turned_inputs->from == snapshot) return *m_with_turned_inputs;
    m_with_turned_inputs.emplace();
    m_with_turned_inputs->from = snapshot;
    const std::vector<TurnedInput> inputs = turned_inputs();
    if (inputs.empty()) return *m_with_turned_inputs;
    auto scenario = turned(*snapshot, inputs, m_document.catalog());
    if (!scenario) return *m_with_turned_inputs; // follow() removes inputs that no longer apply
    m_with_turned_inputs->in_place = *scenario;
    m_with_turned_inputs->ghost = *snapshot;
    m_with_turned_inputs->ghost.name = tr("as it is").toStdString();
    scenario->name = tr("%1, what if").arg(to_qt(scenario->name)).toStdString();
    m_with_turned_inputs->scenario = std::make_shared<const Scenario>(std::move(*scenario));
    return *m_with_turned_inputs;
}

std::shared_ptr<const Scenario> WhatIfFlow::scenario() const {
    return with_turned_inputs().scenario ? with_turned_inputs().scenario : m_document.snapshot();
}

const Scenario& WhatIfFlow::in_place_of(const Scenario& each) const {
    return &each == &m_document.scenario() && with_turned_inputs().scenario ? with_turned_inputs().in_place
                                                                            : each;
}

const Scenario* WhatIfFlow::ghost() const {
    return with_turned_inputs().scenario ? &with_turned_inputs().ghost : nullptr;
}

std::vector<std::string> WhatIfFlow::settings() const {
    std::vector<std::string> out;
    if (!with_turned_inputs().scenario) return out;
    for (const TurnedInput& each : turned_inputs())
        if (const auto field = InputField::find(m_document.scenario(), each.address, m_document.catalog()))
            out.push_back(each.address + '=' + field->setting(each.value));
    return out;
}

/// Typing the value that the scenario already has turns nothing. What is wrong with a value is said at its
/// field, and the scenario stays as it was.
void WhatIfFlow::take(const QString& address, std::optional<double> value) {
    Input* input = find(address);
    if (!input) return;
    const auto field = InputField::find(m_document.scenario(), input->address, m_document.catalog());
    if (value && field && field->value(m_document.scenario()) == value) value.reset();
    const std::optional<double> before = std::exchange(input->value, value);
    const auto scenario = turned(m_document.scenario(), turned_inputs(), m_document.catalog());
    input->fault = scenario ? QString() : fault_text(scenario.error());
    if (!scenario) input->value = before;
    refresh();
}

void WhatIfFlow::take_slider_position(const QString& address, int position) {
    const auto values = turning_values(m_document.scenario(), address.toStdString(), m_document.catalog());
    if (values && position >= 0 && position < int(values->size())) take(address, (*values)[size_t(position)]);
}

void WhatIfFlow::take_text(const QString& address, const QString& text) {
    Input* input = find(address);
    const auto field = InputField::find(m_document.scenario(), address.toStdString(), m_document.catalog());
    if (!input || !field) return;
    if (text.isEmpty()) return take(address, std::nullopt);
    const auto value = field->parse(text.toStdString());
    if (value) return take(address, *value);
    input->fault = fault_text(value.error());
    show_inputs();
}

/// The scenario was edited: inputs that no longer apply are removed from the bar.
void WhatIfFlow::follow() {
    if (m_inputs.empty()) return;
    m_with_turned_inputs.reset();
    const Scenario& scenario = m_document.scenario();
    const size_t gone = std::erase_if(m_inputs, [&](const Input& each) {
        return !turning_values(scenario, each.address, m_document.catalog()) ||
               (each.value && !turned(scenario, {{each.address, *each.value}}, m_document.catalog()));
    });
    if (gone > 0) return refresh(); // what is left can be turned again
    show_inputs();
    show_figures();
}

void WhatIfFlow::clear() {
    if (m_inputs.empty()) return;
    m_inputs.clear();
    m_inquiry.forget();
    refresh();
}

void WhatIfFlow::keep_as_scenario() {
    if (!with_turned_inputs().scenario) return;
    m_document.end_gesture();
    m_document.perform<AddScenario>(*scenario()); // the copy becomes the open one, and clear() follows
}

void WhatIfFlow::refresh() {
    m_with_turned_inputs.reset();
    if (!with_turned_inputs().scenario) m_inquiry.forget(); // an answer still being found is for other inputs
    show_inputs();
    show_figures();
    Q_EMIT changed();
}

void WhatIfFlow::show(std::shared_ptr<const Answers> answers) {
    if (!with_turned_inputs().scenario || !answers || answers->scenario().name != scenario()->name) return;
    AskedScenarios as_it_is;
    as_it_is.scenarios = {with_turned_inputs().ghost};
    as_it_is.jobs = {project_of_jobs(m_document.project(), with_turned_inputs().ghost)};
    as_it_is.folder = answers->snapshot().folder;
    as_it_is.best_plan = answers->snapshot().best_plan;
    m_inquiry.ask({std::move(as_it_is), std::move(answers)});
}

void WhatIfFlow::show_inputs() {
    const Scenario& scenario = m_document.scenario();
    std::vector<TurnedRow> rows;
    for (const Input& each : m_inputs) {
        const auto field = InputField::find(scenario, each.address, m_document.catalog());
        const auto values = turning_values(scenario, each.address, m_document.catalog());
        if (!field || !values) continue;
        const double base = field->value(scenario).value_or(0), now = each.value.value_or(base);
        rows.push_back({.address = to_qt(each.address),
                        .name = to_qt(short_title_of_input(*field, scenario)),
                        .help = to_qt(title_of_input(*field, scenario)),
                        .values = int(values->size()),
                        .place = nearest_index(*values, now),
                        .base = nearest_index(*values, base),
                        .text = to_qt(field->text(now)),
                        .base_text = to_qt(field->text(base)),
                        .fault = each.fault,
                        .is_turned = each.value.has_value()});
    }
    m_bar.show_inputs(rows);
}

void WhatIfFlow::show_figures() {
    if (!with_turned_inputs().scenario) {
        m_bar.show_figures({tr("Turn an input: all views follow, and the scenario stays as it is")});
        return;
    }
    QStringList out;
    if (m_slides_seen) out << tr("the slides show the scenario as it is");
    const auto& found = m_inquiry.found();
    if (!found)
        out << tr("evaluating …");
    else // the bar has room for two lines: what comes first is seen
        for (const std::string& each : *found) out << to_qt(each);
    m_bar.show_figures(out);
}

void WhatIfFlow::set_slides_seen(bool seen) {
    m_slides_seen = seen;
    show_figures();
}

} // namespace roofrack
