// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/address/set_value.h"

#include "core/base/catalog/built_in.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/json_fields.h"
#include "core/base/units/nearest.h"
#include "core/drawing/project/address/json_pointer.h"
#include "core/drawing/project/address/named_address.h"
#include "core/drawing/project/json_text.h"
#include "core/drawing/project/project_reader.h"
#include "core/drawing/project/project_schema.h"
#include "core/drawing/project/project_writer.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <simdjson.h>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

/// The alternative of a schema that has members; nullptr when it describes a plain value.
const Json* with_members(const Json& schema) {
    if (schema.contains("properties") || schema.contains("items")) return &schema;
    if (const auto it = schema.find("anyOf"); it != schema.end())
        for (const Json& alternative : *it)
            if (const Json* found = with_members(alternative)) return found;
    return nullptr;
}

/// A catalogue part or model becomes the project's own when one of its figures is set.
void open_definition(Json& value, const std::string& key, const Json& own_parts, const Catalog& catalog) {
    if (!value.is_string()) return;
    const std::string id = value;
    if (key == "part") {
        if (const auto own = index_in(own_parts, id))
            value = Json(own_parts[*own]);
        else if (catalog.part(id))
            value = Json{{"base", id}};
    }
    if (key == "model")
        if (const ModelSpec* model = catalog.model(id)) value = model_json(*model);
}

/// Making it takes longer than reading a scenario by it, so that of the built-in catalogue is made once.
const Json& schema_of(const Catalog& catalog, Json& own) {
    if (!is_built_in(catalog)) return own = scenario_schema_json(catalog);
    static const Json built_in = scenario_schema_json(catalog);
    return built_in;
}

Json read_value(std::string_view text, const Json& schema) {
    const auto type = schema.find("type");
    const bool only_text = type != schema.end() && *type == "string";
    if (only_text && !text.starts_with('"')) return std::string(text);
    if (auto json = parse_json_text(text, "")) return std::move(*json);
    return std::string(text);
}

} // namespace

Result<Scenario> set_value(const Scenario& scenario, std::string_view pointer, std::string_view value,
                           const Catalog& catalog) {
    Json own_schema;
    const Json& scenario_schema = schema_of(catalog, own_schema);
    if (!pointer.starts_with('/'))
        return fail(std::string(pointer), "is not a JSON pointer into the scenario", "write it as /plan/tp");
    for (const std::string_view text : {pointer, value})
        if (!simdjson::validate_utf8(text.data(), text.size()))
            return fail(std::string(pointer), "the text is not UTF-8", "write it in that encoding");
    const auto by_ids = address_by_ids(scenario.cluster, pointer);
    if (!by_ids) return tl::unexpected(by_ids.error());
    Json json = scenario_json(scenario, catalog);
    Json* at = &json;
    const Json* schema = &scenario_schema;
    std::string path;
    const std::vector<std::string> tokens = pointer_tokens(*by_ids);
    for (size_t i = 0; i < tokens.size(); ++i) {
        const std::string& token = tokens[i];
        if (i > 0) open_definition(*at, tokens[i - 1], json.value("parts", Json::array()), catalog);
        const Json* members = with_members(*schema);
        if (!members || !at->is_structured())
            return fail(path, "is a plain value", fmt::format("set it, not '{}' in it", token));
        if (at->is_array()) {
            const auto index = index_in(*at, token);
            if (!index) return tl::unexpected(no_member(*at, path, token));
            at = &(*at)[*index];
            schema = &(*members)["items"];
        } else {
            const Json& properties = (*members)["properties"];
            static const Json anything = Json::object();
            if (const auto known = properties.find(token); known != properties.end())
                schema = &*known;
            else if (at->contains(token))
                schema = &anything;
            else {
                std::vector<std::string> keys;
                for (const auto& [key, unused] : properties.items()) keys.push_back(key);
                return fail(path.empty() ? "/" : path, fmt::format("there is no key '{}'", token),
                            suggestion(token, keys));
            }
            const bool last = i + 1 == tokens.size();
            if (!last && !at->contains(token)) {
                const Json* inner = with_members(*schema);
                (*at)[token] = inner && inner->contains("items") ? Json::array() : Json::object();
            }
            if (last && value == "null") {
                at->erase(token);
                at = nullptr;
            } else
                at = &(*at)[token];
        }
        path += "/" + pointer_token(token);
    }
    if (at) *at = read_value(value, *schema);
    std::vector<Diagnostic> kept; // warned about when the file was read
    return scenario_from_json(json, catalog, "", kept);
}

} // namespace roofrack
