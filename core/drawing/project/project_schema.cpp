// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_schema.h"

#include "core/base/catalog/catalog.h"
#include "core/base/model/cluster.h"
#include "core/drawing/project/project_fields.h"
#include "core/drawing/project/project_writer.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;
using namespace fields;

Json object_schema(const ObjectType& type, const Catalog& catalog);

/// A bare number in the file's unit, or text with a unit.
Json number_schema(const Unit& unit, Range range) {
    const std::string_view symbol = unit.symbol.empty() ? unit_symbol(unit.dimension) : unit.symbol;
    Json bare{{"type", "number"}, {"minimum", range.low}, {"maximum", range.high}};
    if (!symbol.empty()) bare["description"] = fmt::format("in {}", symbol);
    if (unit.dimension == Dimension::number)
        return Json{{"anyOf", {bare, {{"type", "string"}, {"description", "an expression, or N %"}}}}};
    return Json{
        {"anyOf",
         {bare, {{"type", "string"}, {"description", fmt::format("with a unit, as of {}", symbol)}}}}};
}

/// Ids are examples only: the aliases that the catalogue knows are allowed too.
Json catalogue_id(Json ids) { return {{"type", "string"}, {"examples", std::move(ids)}}; }

Json part_ids(const Catalog& catalog) {
    Json ids = Json::array();
    for (const ElementKind element : element_kinds)
        if (const auto kind = part_kind_of(element))
            for (const Part& part : catalog.parts())
                if (part.kind == *kind) ids.push_back(part.id);
    return ids;
}

Json model_ids(const Catalog& catalog) {
    Json ids = Json::array();
    for (const ModelSpec& model : catalog.models()) ids.push_back(model.id);
    return ids;
}

Json own_part_schema(const Catalog& catalog) {
    Json properties;
    for (const char* const key : {"kind", "base", "id", "name", "vendor", "note"})
        properties[key] = {{"type", "string"}};
    for (const PartKind kind : part_kinds)
        for (const ValueSpec& spec : value_specs(kind)) {
            const std::string_view symbol = unit_symbol(spec.dimension);
            properties[std::string(spec.key)] = {
                {"description",
                 symbol.empty() ? std::string(spec.label) : fmt::format("{}, {}", spec.label, symbol)},
                {"$ref", "#/$defs/figure"}};
        }
    // A part on its way between drawings takes along what it rests on.
    properties["base"] = {{"type", {"string", "object"}}};
    properties["accelerator"] = properties["nic"] = {{"type", {"string", "object", "null"}}};
    for (const Part& part : catalog.parts())
        for (const auto& [key, text] : part.text)
            if (!properties.contains(key)) properties[key] = {{"type", {"string", "null"}}};
    return {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
}

Json figure_schema() {
    Json status_names = Json::array();
    for (const Status status : statuses) status_names.push_back(name_of(status));
    const Json value{{"type", {"number", "string", "null"}}};
    return {{"anyOf",
             {value,
              {{"type", "object"},
               {"properties",
                {{"value", value},
                 {"status", {{"enum", status_names}}},
                 {"low", value},
                 {"high", value},
                 {"source", {{"type", "string"}}},
                 {"date", {{"type", "string"}}},
                 {"note", {{"type", "string"}}}}},
               {"additionalProperties", false}}}}};
}

Json integer_schema(Range range) {
    return {{"type", "integer"},
            {"minimum", static_cast<int64_t>(range.low)},
            {"maximum", static_cast<int64_t>(range.high)}};
}

Json text_schema() { return {{"type", "string"}}; }

Json list_schema(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

/// The catalogue's or one that is written out.
Json id_or(Json ids, Json own) {
    return {{"anyOf", Json::array({catalogue_id(std::move(ids)), std::move(own)})}};
}

/// The JSON Schema of one struct.
class SchemaWriter {
public:
    SchemaWriter(const ObjectType& type, const Catalog& catalog)
        : m_type(type)
        , m_catalog(catalog) {}

    Json write() {
        for (const Field& field : m_type.fields) add(field);
        Json schema{{"type", "object"}, {"properties", std::move(m_properties)}};
        if (!m_required.empty()) schema["required"] = std::move(m_required);
        // Structs that cannot keep an unknown key refuse it.
        if (!m_type.unknown) schema["additionalProperties"] = false;
        return schema;
    }

private:
    void add(const Field& field) {
        Json described{{"description", field.help}};
        described.update(std::visit([&](const auto& kind) { return schema(field, kind); }, field.kind));
        m_properties[std::string(field.key.name)] = std::move(described);
        if (is_required(field)) m_required.push_back(field.key.name);
    }

    Json schema(const Field& field, const NumberField& number) const {
        Json schema = number_schema(number.unit, number.range);
        if (number.is_whole) schema["anyOf"][0]["type"] = "integer";
        if (!number.member.may_be_empty && !is_required(field))
            schema["default"] = *number.member.get(in_defaults(field));
        return schema;
    }
    Json schema(const Field& field, const IntegerField& integer) const {
        Json schema = integer_schema(integer.range);
        if (!integer.member.may_be_empty && !is_required(field))
            schema["default"] = static_cast<int64_t>(*integer.member.get(in_defaults(field)));
        return schema;
    }
    Json schema(const Field&, const IntegersField& integers) const {
        return list_schema(integer_schema(integers.range));
    }
    Json schema(const Field&, const TextsField&) const { return list_schema(text_schema()); }
    Json schema(const Field& field, const FlagField&) const {
        return {{"type", "boolean"}, {"default", field.as<bool>(m_type.defaults)}};
    }
    Json schema(const Field& field, const TextField&) const {
        Json schema = text_schema();
        if (is_required(field)) schema["minLength"] = 1;
        if (const auto& value = field.as<std::string>(m_type.defaults); !value.empty())
            schema["default"] = value;
        return schema;
    }
    Json schema(const Field& field, const OneOfField& one_of) const {
        Json schema = text_schema();
        schema["enum"] = one_of.names;
        schema["default"] = field.as<std::string>(m_type.defaults);
        return schema;
    }
    Json schema(const Field& field, const ChoiceField& choice) const {
        Json schema = text_schema();
        for (const auto& [name, value] : choice.values) schema["enum"].push_back(name);
        if (!is_required(field)) schema["default"] = choice.name(in_defaults(field));
        return schema;
    }
    Json schema(const Field&, const PositionField&) const {
        Json schema = list_schema({{"type", "number"}});
        schema["minItems"] = 2;
        schema["maxItems"] = 2;
        return schema;
    }
    Json schema(const Field&, const ObjectField& object) const {
        return object_schema(*object.type, m_catalog);
    }
    Json schema(const Field& field, const ListField& list) const {
        Json schema = list_schema(object_schema(*list.type, m_catalog));
        if (is_required(field)) schema["minItems"] = 1;
        return schema;
    }
    Json schema(const Field&, const PartField&) const {
        return id_or(part_ids(m_catalog), own_part_schema(m_catalog));
    }
    Json schema(const Field&, const PartsField&) const {
        Json part = own_part_schema(m_catalog);
        part["required"] = {"id"};
        return list_schema(std::move(part));
    }
    Json schema(const Field&, const ModelField&) const {
        return id_or(model_ids(m_catalog), object_schema(type_of<ModelSpec>(), m_catalog));
    }

    static bool is_required(const Field& field) { return field.key.presence == Presence::required; }
    const void* in_defaults(const Field& field) const { return field.in(m_type.defaults); }

    const ObjectType& m_type;
    const Catalog& m_catalog;
    Json m_properties = Json::object();
    Json m_required = Json::array();
};

Json object_schema(const ObjectType& type, const Catalog& catalog) {
    return SchemaWriter(type, catalog).write();
}

} // namespace

Json scenario_schema_json(const Catalog& catalog) { return object_schema(type_of<Scenario>(), catalog); }

std::string project_schema(const Catalog& catalog) {
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Roofrack project"}};
    schema.update(object_schema(type_of<Project>(), catalog));
    schema["$defs"]["figure"] = figure_schema();
    return pretty_text(schema);
}

} // namespace roofrack
