// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figures/shape_json.h"

#include "core/base/figures/figure_value.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace roofrack::figures {

using Json = nlohmann::ordered_json;

namespace {

Json finite_number(double value, bool is_integer) {
    if (!std::isfinite(value)) return nullptr;
    return is_integer ? Json(static_cast<long long>(value)) : Json(value);
}

/// Writes a value that no gate holds back.
struct ValueWriter {
    const Row& row;
    const void* at;

    Json operator()(const NumberValue& value) const { return finite_number(value.get(at), value.is_integer); }
    Json operator()(const TextValue& value) const {
        std::string text = value.get(at);
        return text.empty() && !row.absent.empty() ? Json(nullptr) : Json(std::move(text));
    }
    Json operator()(const FlagValue& value) const { return value.get(at); }
    Json operator()(const ChoiceValue& value) const {
        const std::string_view name = value.name(at);
        return name.empty() ? Json(nullptr) : Json(name);
    }
    Json operator()(const BandOfValues& value) const {
        const BandValue band = value.get(at);
        return {{"low", finite_number(band.low, false)},
                {"likely", finite_number(band.likely, false)},
                {"high", finite_number(band.high, false)}};
    }
    Json operator()(const RangeValue& value) const {
        const BandValue range = value.get(at);
        return Json::array({finite_number(range.low, false), finite_number(range.high, false)});
    }
    Json operator()(const TextsValue& value) const { return value.get(at); }
    Json operator()(const NumbersValue& value) const {
        Json out = Json::array();
        for (const double each : value.get(at)) out.push_back(finite_number(each, false));
        return out;
    }
    Json operator()(const ObjectValue& value) const {
        Json out;
        value.visit(at, [&](const void* part) { out = json_of(Object{&value.shape(), part}); });
        return out;
    }
    Json operator()(const ListValue& value) const {
        Json out = Json::array();
        value.visit(at, [&](const void* item) { out.push_back(json_of(Object{&value.shape(), item})); });
        return out;
    }
};

bool is_list(const Row& row) { return row.as<ListValue>() || row.as<TextsValue>() || row.as<NumbersValue>(); }

Json simple(const char* type, bool may_be_null) {
    return {{"type", may_be_null ? Json::array({type, "null"}) : Json(type)}};
}
Json structured(Json schema, bool may_be_null) {
    if (!may_be_null) return schema;
    return {{"anyOf", Json::array({std::move(schema), simple("null", false)})}};
}
Json object_schema(Json properties) {
    Json required = Json::array();
    for (const auto& [key, unused] : properties.items()) required.push_back(key);
    return {{"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}};
}

struct SchemaWriter {
    const Row& row;
    bool is_gated;

    Json operator()(const NumberValue& value) const {
        const bool may_be_missing = value.is_integer ? value.may_be_absent : !row.is_always;
        return simple(value.is_integer ? "integer" : "number", is_gated || may_be_missing);
    }
    Json operator()(const TextValue&) const { return word(); }
    Json operator()(const FlagValue&) const { return simple("boolean", is_gated); }
    Json operator()(const ChoiceValue&) const { return word(); }
    Json operator()(const BandOfValues&) const {
        const Json end = simple("number", true);
        return structured(object_schema({{"low", end}, {"likely", end}, {"high", end}}), is_gated);
    }
    Json operator()(const RangeValue&) const {
        if (!row.definition.empty()) return reference();
        return structured({{"type", "array"}, {"items", simple("number", true)}}, is_gated);
    }
    Json operator()(const TextsValue&) const {
        return {{"type", "array"}, {"items", simple("string", false)}};
    }
    Json operator()(const NumbersValue&) const {
        return {{"type", "array"}, {"items", simple("number", true)}};
    }
    Json operator()(const ObjectValue& value) const {
        return structured(schema_of(value.shape()), is_gated || value.may_be_absent);
    }
    Json operator()(const ListValue& value) const {
        if (!row.definition.empty()) return reference();
        return {{"type", "array"}, {"items", schema_of(value.shape())}};
    }

private:
    Json reference() const { return {{"$ref", "#/$defs/" + std::string(row.definition)}}; }
    Json word() const {
        const bool may_be_null = is_gated || !row.absent.empty();
        if (!row.definition.empty()) return structured(reference(), may_be_null);
        if (row.choices.empty()) return simple("string", may_be_null);
        return structured({{"enum", row.choices}}, may_be_null);
    }
};

Json value_schema(const Row& row) { return std::visit(SchemaWriter{row, row.gate >= 0}, row.value); }

} // namespace

Json value_json(const Shape& shape, const Row& row, const void* object) {
    if (shape.closed(row, object)) return is_list(row) ? Json::array() : Json(nullptr);
    return std::visit(ValueWriter{row, row.in(object)}, row.value);
}

Json json_of(Object object) {
    Json out = Json::object();
    for (const Row& row : object.shape->rows) out[row.key] = value_json(*object.shape, row, object.data);
    return out;
}

Json list_json(const Shape& shape, std::span<const void* const> objects) {
    Json out = Json::array();
    for (const void* object : objects) out.push_back(json_of(Object{&shape, object}));
    return out;
}

Json schema_of(const Shape& shape) {
    Json properties = Json::object();
    for (const Row& row : shape.rows) properties[row.key] = value_schema(row);
    return object_schema(std::move(properties));
}

} // namespace roofrack::figures
