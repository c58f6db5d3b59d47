// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/address/input_field.h"

#include "core/base/catalog/catalog.h"
#include "core/base/figures/one_unit.h"
#include "core/base/units/bit_rate.h"
#include "core/base/units/json_fields.h"
#include "core/base/units/nearest.h"
#include "core/drawing/project/address/input_list.h"
#include "core/drawing/project/address/input_text.h"
#include "core/drawing/project/address/json_pointer.h"
#include "core/drawing/project/address/named_address.h"
#include "core/drawing/project/address/set_value.h"
#include "core/drawing/project/json_text.h"
#include "core/drawing/project/object_rules.h"
#include "core/drawing/project/object_type.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using namespace fields;

const Field* field_named(const ObjectType& type, std::string_view key) {
    const auto found = std::ranges::find(type.fields, key, [](const Field& field) { return field.key.name; });
    return found == type.fields.end() ? nullptr : &*found;
}

/// The id of a list's member; empty: it has none.
std::string id_of(const ObjectType& type, const void* object) {
    const Field* const id = field_named(type, "id");
    return id && std::holds_alternative<TextField>(id->kind) ? id->as<std::string>(object) : std::string();
}

std::optional<size_t> place_of(const ListField& list, const void* member, const std::string& token) {
    const size_t size = list.size(member);
    size_t index = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
    if (error == std::errc() && end == token.data() + token.size())
        return index < size ? std::optional(index) : std::nullopt;
    for (size_t i = 0; i < size; ++i)
        if (id_of(*list.type, list.item(member, i)) == token) return i;
    return std::nullopt;
}

bool is_single_kind(const FieldKind& kind) {
    return std::holds_alternative<NumberField>(kind) || std::holds_alternative<IntegerField>(kind) ||
           std::holds_alternative<FlagField>(kind) || std::holds_alternative<ChoiceField>(kind) ||
           std::holds_alternative<OneOfField>(kind);
}

struct SetValue {
    void* object;
    const Field& field;
    double value;

    void operator()(const NumberField& number) const {
        number.member.set(field.in(object), number.is_whole ? std::round(value) : value);
    }
    void operator()(const IntegerField& number) const {
        number.member.set(field.in(object), std::round(value));
    }
    void operator()(const FlagField&) const { field.as<bool>(object) = value != 0; }
    void operator()(const ChoiceField& choice) const {
        choice.set(field.in(object), choice.values[static_cast<size_t>(value)].second);
    }
    void operator()(const OneOfField& one) const {
        field.as<std::string>(object) = one.names[static_cast<size_t>(value)];
    }
    template<class Other>
    void operator()(const Other&) const {}
};

struct GetValue {
    const void* object;
    const Field& field;

    std::optional<double> operator()(const NumberField& number) const {
        return number.member.get(field.in(object));
    }
    std::optional<double> operator()(const IntegerField& number) const {
        return number.member.get(field.in(object));
    }
    std::optional<double> operator()(const FlagField&) const { return field.as<bool>(object) ? 1 : 0; }
    std::optional<double> operator()(const ChoiceField& choice) const {
        const std::string_view name = choice.name(field.in(object));
        for (size_t i = 0; i < choice.values.size(); ++i)
            if (choice.values[i].first == name) return static_cast<double>(i);
        return std::nullopt;
    }
    std::optional<double> operator()(const OneOfField& one) const {
        const auto at = std::ranges::find(one.names, field.as<std::string>(object));
        if (at == one.names.end()) return std::nullopt;
        return static_cast<double>(at - one.names.begin());
    }
    template<class Other>
    std::optional<double> operator()(const Other&) const {
        return std::nullopt;
    }
};

/// An input's place in two forms: by the ids of what it is of, and by their places in their lists, which need
/// no search.
struct InputPlace {
    std::string address, place;

    InputPlace in(const std::string& by_id, const std::string& by_place) const {
        return {address + '/' + by_id, place + '/' + by_place};
    }
};
using VisitPlace = std::function<void(const InputPlace&)>;

/// A member by its id, unless that may be taken for a place.
InputPlace place_in_list(const InputPlace& list, const std::string& id, size_t i) {
    const std::string place = fmt::format("{}", i);
    const bool is_name = id.find_first_not_of("0123456789") != std::string::npos;
    return list.in(is_name ? pointer_token(id) : place, place);
}

void collect(const ObjectType& type, const void* object, const InputPlace& prefix, const VisitPlace& visit) {
    for (const Field& field : type.fields) {
        const std::string key = pointer_token(field.key.name);
        const InputPlace here = prefix.in(key, key);
        if (is_single_kind(field.kind)) {
            visit(here);
        } else if (const auto* inner = std::get_if<ObjectField>(&field.kind)) {
            if (const void* held = inner->get(field.in(object))) collect(*inner->type, held, here, visit);
        } else if (const auto* list = std::get_if<ListField>(&field.kind)) {
            for (size_t i = 0; i < list->size(field.in(object)); ++i) {
                const void* const item = list->item(field.in(object), i);
                collect(*list->type, item, place_in_list(here, id_of(*list->type, item), i), visit);
            }
        }
    }
}

/// Cables of the project and of the catalogue.
std::vector<std::string> cable_ids(const Scenario& scenario, const Catalog& catalog) {
    std::vector<std::string> out;
    for (const PartRef& each : scenario.parts)
        if (each.inline_part && each.inline_part->kind == PartKind::cable)
            out.push_back(each.inline_part->id);
    for (const Part& each : catalog.parts())
        if (each.kind == PartKind::cable && std::ranges::find(out, each.id) == out.end())
            out.push_back(each.id);
    return out;
}

} // namespace

Result<InputField> InputField::find(const Scenario& scenario, std::string_view address,
                                    const Catalog& catalog) {
    if (!address.starts_with('/'))
        return fail(std::string(address), "is not the address of an input",
                    "write it as /site/electricity_price; `roofrack-cli figures --inputs` lists them");
    auto by_ids = address_by_ids(scenario.cluster, address);
    if (!by_ids) return tl::unexpected(by_ids.error());
    InputField out;
    out.m_address = std::move(*by_ids);
    out.m_catalog = &catalog;
    out.m_least = -std::numeric_limits<double>::infinity();
    out.m_most = -out.m_least;
    const ObjectType* type = &type_of<Scenario>();
    const void* object = &scenario;
    const std::vector<std::string> tokens = pointer_tokens(out.m_address);
    const bool is_cable =
        tokens.size() == 4 && tokens[0] == "cluster" && tokens[1] == "links" && tokens[3] == "cable";
    bool is_plain = true; ///< no part and no model on the way
    for (size_t i = 0; i < tokens.size() && type; ++i) {
        const Field* const field = field_named(*type, tokens[i]);
        if (!field) break;
        out.m_steps.push_back({field, std::nullopt});
        out.m_help = field->help;
        if (const auto* inner = std::get_if<ObjectField>(&field->kind)) {
            type = inner->type;
            object = object ? inner->get(field->in(object)) : nullptr;
        } else if (const auto* list = std::get_if<ListField>(&field->kind)) {
            const auto place = object && i + 1 < tokens.size()
                                   ? place_of(*list, field->in(object), tokens[i + 1])
                                   : std::nullopt;
            if (!place) break;
            out.m_steps.back().index = place;
            object = list->item(field->in(object), *place);
            type = list->type;
            ++i;
        } else {
            const bool is_last = i + 1 == tokens.size();
            is_plain = is_last && (is_single_kind(field->kind) || is_cable);
            type = nullptr;
        }
    }
    if (type || !is_plain) { // it does not exist, is no single value, or lies inside a part or a model
        const auto json = input_value(scenario, out.m_address, catalog);
        const bool holds_part =
            !type && (std::holds_alternative<PartField>(out.m_steps.back().field->kind) ||
                      std::holds_alternative<ModelField>(out.m_steps.back().field->kind) ||
                      std::holds_alternative<PartsField>(out.m_steps.back().field->kind));
        if (!json && !holds_part) return tl::unexpected(json.error());
        if (!holds_part || (json && !json->is_number() && !json->is_null()))
            return fail(out.m_address, "holds no number, flag or choice", "name one, as /plan/tp");
        out.m_steps.clear();
        out.m_help = {}; // what is said there is said of the whole part
        out.m_is_by_text = true;
        return out;
    }
    const FieldKind& kind = out.m_steps.back().field->kind;
    const auto within = [&](Range range) {
        out.m_least = range.low;
        out.m_most = range.high;
    };
    if (const auto* number = std::get_if<NumberField>(&kind)) within(number->range);
    if (const auto* whole = std::get_if<IntegerField>(&kind)) within(whole->range);
    out.m_has_doublings = std::holds_alternative<IntegerField>(kind);
    const auto* counted = std::get_if<NumberField>(&kind);
    out.m_is_whole = out.m_has_doublings || (counted && counted->is_whole);
    const bool is_choice = std::holds_alternative<ChoiceField>(kind);
    out.m_is_by_text = is_choice && out.m_steps.back().field->key.presence == Presence::required;
    if (std::holds_alternative<FlagField>(kind)) out.m_choices = {"false", "true"};
    if (const auto* one = std::get_if<OneOfField>(&kind)) out.m_choices = one->names;
    if (const auto* choice = std::get_if<ChoiceField>(&kind))
        for (const auto& [name, value] : choice->values) out.m_choices.emplace_back(name);
    if (is_cable) {
        out.m_choices = cable_ids(scenario, catalog);
        out.m_is_by_text = true; // the link holds the project's own beside the id
    }
    return out;
}

bool InputField::is_temperature() const {
    if (m_steps.empty()) return false;
    const auto* number = std::get_if<NumberField>(&m_steps.back().field->kind);
    return number && number->unit.dimension == Dimension::temperature;
}

InputUnit InputField::unit() const {
    const auto* number = m_steps.empty() ? nullptr : std::get_if<NumberField>(&m_steps.back().field->kind);
    if (!number) return {};
    if (number->unit.in_bits) return {"Gb/s", 1 / bytes_a_gigabit, false};
    if (!number->unit.symbol.empty()) return {std::string(number->unit.symbol), 1, false};
    return {std::string(unit_symbol(number->unit.dimension)), 1,
            number->unit.dimension != Dimension::temperature};
}

std::optional<double> InputField::value(const Scenario& scenario) const {
    if (m_steps.empty()) {
        const auto json = input_value(scenario, m_address, *m_catalog);
        return json && json->is_number() ? std::optional(json->get<double>()) : std::nullopt;
    }
    const void* object = &scenario;
    for (const Step& step : m_steps) {
        if (const auto* inner = std::get_if<ObjectField>(&step.field->kind))
            object = inner->get(step.field->in(object));
        else if (const auto* list = std::get_if<ListField>(&step.field->kind))
            object = *step.index < list->size(step.field->in(object))
                         ? list->item(step.field->in(object), *step.index)
                         : nullptr;
        else if (std::holds_alternative<TextField>(step.field->kind)) {
            const auto at = std::ranges::find(m_choices, step.field->as<std::string>(object));
            return at == m_choices.end() ? std::nullopt : std::optional<double>(at - m_choices.begin());
        } else
            return std::visit(GetValue{object, *step.field}, step.field->kind);
        if (!object) return std::nullopt;
    }
    return std::nullopt;
}

std::string InputField::text(double value) const {
    if (!is_number()) {
        const auto place = static_cast<size_t>(std::max(0.0, value));
        return place < m_choices.size() ? m_choices[place] : std::string();
    }
    const auto* number = m_steps.empty() ? nullptr : std::get_if<NumberField>(&m_steps.back().field->kind);
    return input_text(value, number ? number->unit : ratio, m_is_whole);
}

std::vector<std::string> InputField::texts(const std::vector<double>& values) const {
    std::vector<std::string> out;
    for (const double value : values) out.push_back(text(value));
    const auto* number = m_steps.empty() ? nullptr : std::get_if<NumberField>(&m_steps.back().field->kind);
    if (!number || m_is_whole || number->unit.in_bits || !number->unit.symbol.empty()) return out;
    return in_one_unit(values, std::move(out), number->unit.dimension);
}

std::vector<std::string> InputField::shown_texts(const std::vector<double>& values) const {
    constexpr int most_digits = 6;
    const auto* number = m_steps.empty() ? nullptr : std::get_if<NumberField>(&m_steps.back().field->kind);
    const Unit& unit = number ? number->unit : ratio;
    for (int digits = 3;; ++digits) {
        std::vector<std::string> out;
        for (const double value : values)
            out.push_back(is_number() ? shown_input_text(value, unit, m_is_whole, digits) : text(value));
        if (!unit.in_bits && unit.symbol.empty() && unit.dimension != Dimension::number)
            out = in_one_unit(values, std::move(out), unit.dimension, digits);
        bool is_told_apart = true;
        for (size_t i = 1; i < values.size(); ++i)
            for (size_t k = 0; k < i; ++k)
                if (values[i] != values[k] && out[i] == out[k]) is_told_apart = false;
        if (is_told_apart || digits == most_digits) return out;
    }
}

std::string InputField::setting(double value) const {
    return is_number() ? fmt::format("{}", value) : text(value);
}

Result<double> InputField::parse(std::string_view text) const {
    const std::string as_text(text);
    if (!is_number()) {
        const auto found = std::ranges::find(m_choices, as_text);
        if (found == m_choices.end())
            return fail(m_address, fmt::format("'{}' is none of its values", as_text),
                        suggestion(as_text, m_choices));
        return static_cast<double>(found - m_choices.begin());
    }
    for (const double end : {m_least, m_most}) // rounded, it may lie beyond
        if (std::isfinite(end) && as_text == this->text(end)) return end;
    std::vector<Diagnostic> warnings;
    ReadContext context{*m_catalog, "", warnings};
    auto json = parse_json_text(text, "");
    if (!json || !json->is_number()) json = nlohmann::ordered_json(as_text);
    const auto* number = m_steps.empty() ? nullptr : std::get_if<NumberField>(&m_steps.back().field->kind);
    const Range range{m_least, m_most};
    std::optional<double> value;
    if (!m_is_whole)
        value = read_number(*json, number ? number->unit : ratio, range, context, m_address);
    else
        value = read_count(*json, range, context, m_address);
    if (!value) return tl::unexpected(*context.error);
    return *value;
}

Result<void> InputField::set(Scenario& scenario, double value) const {
    if (is_number() && !(value >= m_least && value <= m_most))
        return fail(m_address, fmt::format("{:.6g} is out of range", value),
                    fmt::format("give {:.6g} to {:.6g}", m_least, m_most));
    if (m_is_by_text) {
        auto changed = set_value(scenario, m_address, setting(value), *m_catalog);
        if (!changed) return tl::unexpected(changed.error());
        scenario = std::move(*changed);
        return {};
    }
    std::vector<ObjectRef> around{ref(scenario)};
    void* object = &scenario;
    for (const Step& step : m_steps) {
        if (const auto* inner = std::get_if<ObjectField>(&step.field->kind)) {
            void* const member = step.field->in(object);
            object = inner->get(member) ? const_cast<void*>(inner->get(member)) : inner->renew(member);
            around.push_back({*inner->type, object});
        } else if (const auto* list = std::get_if<ListField>(&step.field->kind)) {
            if (*step.index >= list->size(step.field->in(object)))
                return fail(m_address, "this scenario has no such item", "name one that it has");
            object = list->item_to_fill(step.field->in(object), *step.index);
            around.push_back({*list->type, object});
        } else {
            std::visit(SetValue{object, *step.field, value}, step.field->kind);
        }
    }
    std::vector<Diagnostic> warnings;
    ReadContext context{*m_catalog, "", warnings};
    context.own_parts = &scenario.parts;
    for (size_t i = around.size(); i-- > 0 && !context.error;) complete_object(around[i], context, "");
    if (context.error) return fail(m_address, context.error->what, context.error->fix);
    return {};
}

Result<Scenario> InputField::with(const Scenario& scenario, double value) const {
    Scenario out = scenario;
    if (auto done = set(out, value); !done) return tl::unexpected(done.error());
    return out;
}

void InputField::visit_all(const Scenario& scenario, const Catalog& catalog,
                           const std::function<void(const InputField&)>& visit) {
    const VisitPlace look = [&](const InputPlace& each) {
        auto field = find(scenario, each.place, catalog);
        if (!field) return;
        field->m_address = each.address;
        visit(*field);
    };
    collect(type_of<Scenario>(), &scenario, {}, look);
    const InputPlace links{"/cluster/links", "/cluster/links"};
    for (size_t i = 0; i < scenario.cluster.links.size(); ++i)
        if (const Link& link = scenario.cluster.links[i]; !link.cable.empty())
            look(place_in_list(links, link.id, i).in("cable", "cable"));
}

std::vector<std::string> single_inputs(const Scenario& scenario) {
    std::vector<std::string> out;
    collect(type_of<Scenario>(), &scenario, {}, [&](const InputPlace& each) { out.push_back(each.address); });
    return out;
}

} // namespace roofrack
