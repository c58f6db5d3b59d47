// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

/// What the schemas of the commands' outputs are put together from. For .cpp files only.
namespace roofrack::schema {

using Json = nlohmann::ordered_json;

inline Json type(const char* name) { return {{"type", name}}; }
inline Json or_null(const char* name) { return {{"type", Json::array({name, "null"})}}; }
/// One of definitions() of app/cli/lookup/schema.cpp.
inline Json reference(const char* definition) { return {{"$ref", std::string("#/$defs/") + definition}}; }
inline Json nullable(Json schema) { return {{"anyOf", Json::array({std::move(schema), type("null")})}}; }
inline Json list_of(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }
/// An object whose keys are data: names of figures, settings.
inline Json map_of(Json values) { return {{"type", "object"}, {"additionalProperties", std::move(values)}}; }

inline const Json number = type("number"), text = type("string"), integer = type("integer"),
                  boolean = type("boolean");
inline const Json number_or_null = or_null("number"), text_or_null = or_null("string"),
                  integer_or_null = or_null("integer");

/// An object that has all these keys. Readers must bear more, which a later version may add; the tests do
/// not, so that a key which is written is one of the schema.
inline Json object(Json properties) {
    Json required = Json::array();
    for (const auto& [key, unused] : properties.items()) required.push_back(key);
    return {{"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}};
}
/// The object with keys that are not always there.
inline Json with_optional(Json object, const Json& properties) {
    object["properties"].update(properties);
    return object;
}

/// The object with all keys of another.
inline Json with_required(Json object, const Json& other) {
    object["properties"].update(other["properties"]);
    for (const Json& key : other["required"]) object["required"].push_back(key);
    return object;
}

/// The names of an enumeration's values.
template<class Values>
Json enumeration(const Values& values) {
    Json names = Json::array();
    for (const auto value : values) names.push_back(name_of(value));
    return {{"enum", std::move(names)}};
}
template<class E>
Json enumeration(std::initializer_list<E> values) {
    return enumeration<std::initializer_list<E>>(values);
}

} // namespace roofrack::schema
