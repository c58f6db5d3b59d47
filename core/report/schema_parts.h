// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

/// What the schemas of the commands' outputs are put together from. For .cpp files only.
namespace roofrack::output_schemas {

using Json = nlohmann::ordered_json;

inline Json type(const char* name) { return {{"type", name}}; }
inline Json or_null(const char* name) { return {{"type", Json::array({name, "null"})}}; }
inline Json reference(const char* definition) { return {{"$ref", std::string("#/$defs/") + definition}}; }
inline Json nullable(Json schema) { return {{"anyOf", Json::array({std::move(schema), type("null")})}}; }
inline Json list_of(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

inline const Json number = type("number"), text = type("string"), integer = type("integer"),
                  boolean = type("boolean");
inline const Json number_or_null = or_null("number"), text_or_null = or_null("string"),
                  integer_or_null = or_null("integer");

/// An object that has all these keys and may have more.
inline Json object(Json properties) {
    Json required = Json::array();
    for (const auto& [key, unused] : properties.items()) required.push_back(key);
    return {{"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}};
}

/// The ports and links of a drawing, and the way between two drawn things.
Json links_schema();
Json path_schema();

/// What is held against measurements: `validate` (runs or collectives, as the file's header says) and
/// `calibrate`.
Json validate_schema();
Json calibrate_schema();
/// Rows, cables and totals of `bom`.
Json bom_schema();
/// Groups split and merged, and the front of a rack.
Json split_schema();
Json merge_schema();
Json rack_schema();

} // namespace roofrack::output_schemas
