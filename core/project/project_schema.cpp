// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_schema.h"

#include "core/catalog/catalog.h"
#include "core/model/part_kind_of.h"
#include "core/project/project_fields.h"
#include "core/project/project_writer.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;
using namespace fields;

template<class T>
Json object_schema();

/// A bare number in the file's unit, or text with a unit.
Json number_schema(const Unit& unit, Range range) {
    const std::string_view symbol = unit.symbol.empty() ? unit_symbol(unit.dimension) : unit.symbol;
    Json bare{{"type", "number"}, {"minimum", range.low}, {"maximum", range.high}};
    if (symbol.empty())
        return Json{{"anyOf", {bare, {{"type", "string"}, {"description", "an expression, or N %"}}}}};
    bare["description"] = fmt::format("in {}", symbol);
    return Json{
        {"anyOf",
         {bare, {{"type", "string"}, {"description", fmt::format("with a unit, as of {}", symbol)}}}}};
}

/// Ids are examples only: the aliases that the catalogue knows are allowed too.
Json catalogue_id(Json ids) { return {{"type", "string"}, {"examples", std::move(ids)}}; }

Json part_ids() {
    Json ids = Json::array();
    for (const ElementKind element : element_kinds)
        if (const auto kind = part_kind_of(element))
            for (const Part& part : Catalog::built_in().parts())
                if (part.kind == *kind) ids.push_back(part.id);
    return ids;
}

Json model_ids() {
    Json ids = Json::array();
    for (const ModelSpec& model : Catalog::built_in().models()) ids.push_back(model.id);
    return ids;
}

Json own_part_schema() {
    Json properties;
    for (const char* const key : {"kind", "base", "id", "name", "vendor", "note"})
        properties[key] = {{"type", "string"}};
    for (const ElementKind element : element_kinds)
        if (const auto kind = part_kind_of(element))
            for (const FigureSpec& spec : figure_specs(*kind)) {
                const std::string_view symbol = unit_symbol(spec.dimension);
                properties[std::string(spec.key)] = {
                    {"description",
                     symbol.empty() ? std::string(spec.label) : fmt::format("{}, {}", spec.label, symbol)},
                    {"$ref", "#/$defs/figure"}};
            }
    for (const Part& part : Catalog::built_in().parts())
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
                 {"source", {{"type", "string"}}},
                 {"note", {{"type", "string"}}}}},
               {"additionalProperties", false}}}}};
}

/// Visitor of fields::describe: the JSON Schema of one struct.
template<class T>
class SchemaWriter {
public:
    template<class M>
    void number(const Key& key, M T::*member, const Unit& unit, Range range, std::string_view help) {
        Json schema = number_schema(unit, range);
        if constexpr (!is_optional<M>)
            if (key.presence != Presence::required) schema["default"] = number_of(m_defaults.*member);
        add(key, std::move(schema), help);
    }
    template<class M>
    void integer(const Key& key, M T::*member, Range range, std::string_view help) {
        const auto low = static_cast<int64_t>(range.low), high = static_cast<int64_t>(range.high);
        Json schema{{"type", "integer"}, {"minimum", low}, {"maximum", high}};
        if constexpr (!is_optional<M>)
            if (key.presence != Presence::required) schema["default"] = m_defaults.*member;
        add(key, std::move(schema), help);
    }
    void integers(const Key& key, std::vector<int> T::*, Range range, std::string_view help) {
        const auto low = static_cast<int64_t>(range.low), high = static_cast<int64_t>(range.high);
        add(key, {{"type", "array"}, {"items", {{"type", "integer"}, {"minimum", low}, {"maximum", high}}}},
            help);
    }
    void texts(const Key& key, std::vector<std::string> T::*, std::string_view help) {
        add(key, {{"type", "array"}, {"items", {{"type", "string"}}}}, help);
    }
    void flag(const Key& key, bool T::*member, std::string_view help) {
        add(key, {{"type", "boolean"}, {"default", m_defaults.*member}}, help);
    }
    void text(const Key& key, std::string T::*member, std::string_view help) {
        Json schema{{"type", "string"}};
        if (key.presence == Presence::required) schema["minLength"] = 1;
        if (const std::string& value = m_defaults.*member; !value.empty()) schema["default"] = value;
        add(key, std::move(schema), help);
    }
    void one_of(const Key& key, std::string T::*member, const std::vector<std::string>& names,
                std::string_view help) {
        add(key, {{"type", "string"}, {"enum", names}, {"default", m_defaults.*member}}, help);
    }
    template<class E, size_t N>
    void choice(const Key& key, E T::*member, const std::array<E, N>& values, std::string_view help) {
        Json names = Json::array();
        for (const E value : values) names.push_back(name_of(value));
        Json schema{{"type", "string"}, {"enum", names}};
        if (key.presence != Presence::required) schema["default"] = name_of(m_defaults.*member);
        add(key, std::move(schema), help);
    }
    template<class M>
    void position(const Key& key, M T::*, std::string_view help) {
        add(key, {{"type", "array"}, {"items", {{"type", "number"}}}, {"minItems", 2}, {"maxItems", 2}},
            help);
    }
    template<class M>
    void object(const Key& key, M T::*, std::string_view help) {
        add(key, object_schema<unwrapped<M>>(), help);
    }
    template<class Item>
    void list(const Key& key, std::vector<Item> T::*, std::string_view help) {
        Json schema{{"type", "array"}, {"items", object_schema<Item>()}};
        if (key.presence == Presence::required) schema["minItems"] = 1;
        add(key, std::move(schema), help);
    }
    void part(const Key& key, PartRef T::*, std::string_view help) {
        add(key, {{"anyOf", {catalogue_id(part_ids()), own_part_schema()}}}, help);
    }
    void parts(const Key& key, std::vector<PartRef> T::*, std::string_view help) {
        Json part = own_part_schema();
        part["required"] = {"id"};
        add(key, {{"type", "array"}, {"items", std::move(part)}}, help);
    }
    void model(const Key& key, std::string_view help) {
        add(key, {{"anyOf", {catalogue_id(model_ids()), object_schema<ModelSpec>()}}}, help);
    }

    Json take() {
        Json schema{{"type", "object"}, {"properties", std::move(m_properties)}};
        if (!m_required.empty()) schema["required"] = std::move(m_required);
        // Structs that cannot keep an unknown key refuse it.
        if constexpr (!requires(T object) { object.unknown; }) schema["additionalProperties"] = false;
        return schema;
    }

private:
    void add(const Key& key, Json schema, std::string_view help) {
        Json described{{"description", help}};
        described.update(schema);
        m_properties[std::string(key.name)] = std::move(described);
        if (key.presence == Presence::required) m_required.push_back(key.name);
    }

    const T m_defaults{};
    Json m_properties = Json::object();
    Json m_required = Json::array();
};

template<class T>
Json object_schema() {
    SchemaWriter<T> writer;
    describe(writer, std::type_identity<T>());
    return writer.take();
}

} // namespace

Json scenario_schema_json() { return object_schema<Scenario>(); }

std::string project_schema() {
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Roofrack project"}};
    schema.update(object_schema<Project>());
    schema["$defs"]["figure"] = figure_schema();
    return pretty_text(schema);
}

} // namespace roofrack
