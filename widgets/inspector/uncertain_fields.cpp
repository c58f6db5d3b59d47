// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/uncertain_fields.h"

#include "core/answers/decide/uncertain_text.h"
#include "core/base/units/json_fields.h"
#include "widgets/fields/form.h"
#include "widgets/fields/record_form.h"

#include <QAction>

#include <algorithm>

namespace roofrack {

namespace {

constexpr std::string_view links_list = "/cluster/links/";

} // namespace

UncertainFields::UncertainFields(QWidget& panel, const Catalog& catalog)
    : QObject(&panel)
    , m_catalog(catalog) {
    for (Form* form : panel.findChildren<Form*>())
        for (const Form::NamedRow& row : form->named_rows()) {
            const std::string place = row.field->property(input_property).toString().toStdString();
            if (place.empty()) continue;
            auto* action = new QAction(tr("Uncertain …"), row.field);
            action->setToolTip(tr("How far this may be off: the odds and the tornado of Decide use it"));
            row.field->addAction(action);
            auto* what_if = new QAction(tr("What if …"), row.field);
            what_if->setToolTip(tr("Turn it and see what follows in all views; the scenario stays"));
            row.field->addAction(what_if);
            connect(what_if, &QAction::triggered, this,
                    [this, field = row.field] { Q_EMIT what_if_wanted(address_of(*field)); });
            auto* tried = new QAction(tr("Try values …"), row.field);
            tried->setToolTip(tr("Give it several values and see what each does to the figures"));
            row.field->addAction(tried);
            connect(tried, &QAction::triggered, this,
                    [this, field = row.field] { Q_EMIT try_wanted(address_of(*field)); });
            m_fields.push_back({form, row.field, place, action, what_if, tried});
            connect(action, &QAction::triggered, this,
                    [this, field = row.field] { Q_EMIT wanted(address_of(*field)); });
        }
}

std::string UncertainFields::address_of(const Field& field) const {
    const size_t star = field.place.find('*');
    if (star == std::string::npos) return field.place;
    if (m_item.empty() || field.place.starts_with(links_list) != m_is_link) return {};
    std::string out = field.place;
    return out.replace(star, 1, pointer_token(m_item));
}

std::string UncertainFields::address_of(const QWidget& field) const {
    const auto found = std::ranges::find(m_fields, &field, &Field::widget);
    return found == m_fields.end() ? std::string() : address_of(*found);
}

QWidget* UncertainFields::field_of(const std::string& address) const {
    for (const Field& each : m_fields)
        if (address_of(each) == address) return each.widget;
    return nullptr;
}

bool UncertainFields::has_field(const std::string& address) const {
    std::string place = address;
    for (const std::string_view list : {std::string_view("/cluster/elements/"), links_list})
        if (const size_t end = address.find('/', list.size()); address.starts_with(list))
            place.replace(list.size(), std::min(end, address.size()) - list.size(), "*");
    return std::ranges::find(m_fields, place, &Field::place) != m_fields.end();
}

void UncertainFields::show_scenario(const Scenario& scenario) {
    if (scenario.uncertain.empty() && m_scenario.uncertain.empty()) return;
    m_scenario = scenario;
    mark();
}

void UncertainFields::show_item(const std::string& id, bool is_link) {
    m_item = id;
    m_is_link = is_link;
    mark();
}

void UncertainFields::set_read_only(bool read_only) {
    for (const Field& each : m_fields) each.uncertain->setEnabled(!read_only);
}

void UncertainFields::mark() {
    for (const Field& each : m_fields) {
        const std::string address = address_of(each);
        for (QAction* action : {each.uncertain, each.what_if, each.tried})
            action->setVisible(!address.empty());
        const auto declared = std::ranges::find(m_scenario.uncertain, address, &UncertainInput::input);
        const bool is_declared = !address.empty() && declared != m_scenario.uncertain.end();
        each.form->mark(each.widget,
                        is_declared
                            ? tr("Uncertain: %1").arg(to_qt(uncertain_text(*declared, m_scenario, m_catalog)))
                            : QString());
    }
}

} // namespace roofrack
