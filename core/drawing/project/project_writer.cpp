// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_writer.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/inherited_values.h"
#include "core/base/units/bit_rate.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/project/own_parts.h"
#include "core/drawing/project/part_reader.h"
#include "core/drawing/project/project_fields.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;
using namespace fields;

/// What own parts are written by.
struct Parts {
    const Catalog* catalog = nullptr;          ///< null: there are none
    const std::vector<PartRef>* own = nullptr; ///< the scenario's, which its elements name by id
};
Json write_object(const ObjectType& type, const void* object, Parts parts);

Json bare_number(double value) {
    constexpr double exact = 9007199254740992; // 2^53
    if (value == std::floor(value) && std::abs(value) < exact) return static_cast<int64_t>(value);
    return value;
}

/// Text with a unit when reading it gives the same bits, else the bare number.
Json quantity(double value, const Unit& unit) {
    if (unit.dimension == Dimension::number || !unit.symbol.empty()) return bare_number(value);
    const auto exact = [&](const std::string& text) {
        const Result<double> read_back = parse_quantity(text, unit.dimension);
        return read_back && *read_back == value;
    };
    if (unit.in_bits)
        if (std::string text = fmt::format("{} Gb/s", value / bytes_a_gigabit); exact(text)) return text;
    for (const int digits : {4, 6, 9})
        if (std::string text = format_quantity(value, unit.dimension, digits); exact(text)) return text;
    return bare_number(value);
}

bool is_link_rate(std::string_view figure) {
    return figure == "nic_rate" || figure == "port_rate" || figure == "rate";
}

Json figure_json(const SourcedValue& figure, const ValueSpec& spec) {
    Unit unit(spec.dimension);
    unit.in_bits = is_link_rate(spec.key);
    const Json value = figure.value ? quantity(*figure.value, unit) : Json();
    if (figure.value && figure == project_figure(*figure.value)) return value;
    Json json{{"value", value}};
    if (figure.status != Status::unknown) json["status"] = name_of(figure.status);
    if (figure.low) json["low"] = quantity(*figure.low, unit);
    if (figure.high) json["high"] = quantity(*figure.high, unit);
    if (!figure.source.empty()) json["source"] = figure.source;
    if (!figure.date.empty()) json["date"] = figure.date;
    if (!figure.note.empty()) json["note"] = figure.note;
    return json;
}

/// Only what differs from the catalogue part it is based on.
Json part_json(const PartRef& ref, const Catalog* catalog) {
    if (!ref.inline_part) return ref.id;
    const Part& part = *ref.inline_part;
    const Part* const based_on = catalog ? base_of(ref, *catalog) : nullptr;
    Part base = based_on ? *based_on : Part();
    if (based_on) base.id = ref.base;
    Json json = Json::object();
    if (!ref.base.empty()) json["base"] = ref.base;
    if (ref.id != base.id) json["id"] = ref.id;
    if (part.name != base.name) json["name"] = part.name;
    if (part.vendor != base.vendor) json["vendor"] = part.vendor;
    if (part.note != base.note) json["note"] = part.note;
    for (const auto& [key, text] : part.text)
        if (const auto it = base.text.find(key); it == base.text.end() || it->second != text)
            json[key] = text;
    for (const auto& [key, text] : base.text)
        if (!part.text.contains(key)) json[key] = nullptr;
    for (const ValueSpec& spec : value_specs(part.kind)) {
        const auto own = part.figures.find(spec.key);
        const auto other = base.figures.find(spec.key);
        if (own == part.figures.end()) {
            if (other != base.figures.end()) json[std::string(spec.key)] = nullptr;
        } else if (!is_settled(own->second) &&
                   (other == base.figures.end() || !(other->second == own->second)))
            json[std::string(spec.key)] = figure_json(own->second, spec);
    }
    return json;
}

/// A part as an entry of its own: with its kind.
Json kept_part_json(const PartRef& ref, const Catalog* catalog) {
    Json json{{"kind", name_of(ref.inline_part->kind)}};
    json.update(part_json(ref, catalog));
    return json;
}

Json position_json(const Position& position) {
    return Json::array({bare_number(position.x), bare_number(position.y)});
}

/// Writes what differs from the default. Values that no file can hold (NaN) are left out.
class Writer {
public:
    Writer(const ObjectType& type, const void* object, Parts parts)
        : m_type(type)
        , m_object(object)
        , m_parts(parts) {}

    Json write() {
        for (const Field& field : m_type.fields)
            std::visit([&](const auto& kind) { write(field, kind); }, field.kind);
        unknown_keys();
        return std::move(m_json);
    }

private:
    void write(const Field& field, const NumberField& number) {
        const std::optional<double> value = number.member.get(in(field));
        if (!value || !std::isfinite(*value)) return;
        if (number.member.may_be_empty || must_write(field, *value == number.member.get(in_defaults(field))))
            put(field, quantity(number.is_whole ? std::round(*value) : *value, number.unit));
    }
    void write(const Field& field, const IntegerField& integer) {
        const std::optional<double> value = integer.member.get(in(field));
        if (!value) return;
        if (integer.member.may_be_empty ||
            must_write(field, *value == integer.member.get(in_defaults(field))))
            put(field, static_cast<int64_t>(*value));
    }
    void write(const Field& field, const IntegersField&) { write_value<std::vector<int>>(field); }
    void write(const Field& field, const TextsField&) { write_value<std::vector<std::string>>(field); }
    void write(const Field& field, const FlagField&) { write_value<bool>(field); }
    void write(const Field& field, const TextField&) { write_value<std::string>(field); }
    void write(const Field& field, const OneOfField&) { write_value<std::string>(field); }
    void write(const Field& field, const ChoiceField& choice) {
        const std::string_view name = choice.name(in(field));
        if (must_write(field, name == choice.name(in_defaults(field)))) put(field, name);
    }
    void write(const Field& field, const PositionField& position) {
        const std::optional<Position> value = position.get(in(field));
        if (!value) return;
        if (position.may_be_empty || must_write(field, *value == position.get(in_defaults(field))))
            put(field, position_json(*value));
    }
    void write(const Field& field, const ObjectField& object) {
        const void* const inner = object.get(in(field));
        if (!inner) return;
        Json json = write_object(*object.type, inner, m_parts);
        if (object.may_be_empty || !json.empty()) put(field, std::move(json));
    }
    void write(const Field& field, const ListField& list) {
        const size_t size = list.size(in(field));
        if (size == 0 && field.key.presence == Presence::optional) return;
        Json items = Json::array();
        for (size_t i = 0; i < size; ++i)
            items.push_back(write_object(*list.type, list.item(in(field), i), m_parts));
        put(field, std::move(items));
    }
    void write(const Field& field, const PartField&) {
        const PartRef& part = as<PartRef>(field);
        if (part.id.empty()) return;
        const std::vector<PartRef>* const own = m_parts.own;
        const bool kept = own && part.inline_part && std::ranges::find(*own, part) != own->end();
        put(field, kept ? Json(part.id) : part_json(part, m_parts.catalog));
    }
    void write(const Field& field, const PartsField&) {
        m_parts.own = &as<std::vector<PartRef>>(field);
        Json items = Json::array();
        for (const PartRef& part : *m_parts.own)
            if (part.inline_part) items.push_back(kept_part_json(part, m_parts.catalog));
        if (!items.empty()) put(field, std::move(items));
    }
    void write(const Field& field, const ModelField&) {
        const Workload& workload = *static_cast<const Workload*>(m_object);
        if (workload.inline_model)
            put(field, model_json(*workload.inline_model));
        else if (!workload.model.empty())
            put(field, workload.model);
    }

    void unknown_keys() {
        const UnknownKeys* const unknown = m_type.unknown_keys(m_object);
        if (!unknown) return;
        for (const auto& [key, text] : *unknown)
            if (Json json = Json::parse(text, nullptr, false); !json.is_discarded() && !m_json.contains(key))
                m_json[key] = std::move(json);
    }

    template<class M>
    void write_value(const Field& field) {
        const M& value = as<M>(field);
        if (must_write(field, value == field.as<M>(m_type.defaults))) put(field, value);
    }
    static bool must_write(const Field& field, bool is_default) {
        return field.key.presence != Presence::optional || !is_default;
    }
    const void* in(const Field& field) const { return field.in(m_object); }
    const void* in_defaults(const Field& field) const { return field.in(m_type.defaults); }
    template<class M>
    const M& as(const Field& field) const {
        return field.as<M>(m_object);
    }
    void put(const Field& field, Json value) { m_json[std::string(field.key.name)] = std::move(value); }

    const ObjectType& m_type;
    const void* const m_object;
    Parts m_parts;
    Json m_json = Json::object();
};

Json write_object(const ObjectType& type, const void* object, Parts parts) {
    return Writer(type, object, parts).write();
}

template<class T>
Json write_whole(const T& object, const Catalog* catalog = nullptr) {
    return write_object(type_of<T>(), &object, {catalog});
}

void print(const Json& json, std::string& out, size_t indent) {
    const auto is_plain = [](const Json& value) { return !value.is_structured() || value.empty(); };
    if (is_plain(json) ||
        (json.is_array() && json.size() <= 8 && std::ranges::none_of(json, &Json::is_structured))) {
        if (!json.is_array()) {
            out += json.dump(-1, ' ', false, Json::error_handler_t::replace);
            return;
        }
        out += '[';
        for (size_t i = 0; i < json.size(); ++i) {
            if (i > 0) out += ", ";
            print(json[i], out, indent);
        }
        out += ']';
        return;
    }
    out += json.is_object() ? "{" : "[";
    const std::string line_start = "\n" + std::string(indent + 2, ' ');
    bool first = true;
    for (const auto& [key, value] : json.items()) {
        if (!first) out += ',';
        first = false;
        out += line_start;
        if (json.is_object()) out += Json(key).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
        print(value, out, indent + 2);
    }
    out += '\n' + std::string(indent, ' ') + (json.is_object() ? "}" : "]");
}

} // namespace

Json project_json(const Project& project, const Catalog& catalog) { return write_whole(project, &catalog); }
Json scenario_json(const Scenario& scenario, const Catalog& catalog) {
    return write_whole(scenario, &catalog);
}
Json model_json(const ModelSpec& model) { return write_whole(model); }
Json own_part_entry(const PartRef& part, const Catalog& catalog) { return kept_part_json(part, &catalog); }
Json own_part_json(const PartRef& part, const Catalog& catalog) {
    Json json = kept_part_json(part, &catalog);
    // On its own it takes along what the other drawing has not.
    if (part.own_base) json["base"] = own_part_json(*part.own_base, catalog);
    for (const auto& [key, own] :
         {std::pair{"accelerator", &part.inline_part->own_accelerator}, {"nic", &part.inline_part->own_nic}})
        if (*own) json[key] = kept_part_json({(*own)->id, **own, {}, {}}, &catalog);
    return json;
}

std::string pretty_text(const Json& json) {
    std::string out;
    print(json, out, 0);
    return out + '\n';
}

} // namespace roofrack
