// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/handover/shape_data.h"

#include "core/drawing/project/json_text.h"
#include "core/drawing/project/project_fields.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <variant>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

bool is_shown(ShapeOf shape, std::string_view key) {
    constexpr std::array of_element{"id", "kind", "in", "part", "count", "position", "size"};
    constexpr std::array of_link{"id", "from", "to", "pattern", "count", "cable"};
    const auto has = [&](const auto& keys) {
        return std::ranges::any_of(keys, [&](const char* each) { return key == each; });
    };
    return shape == ShapeOf::element ? has(of_element) : has(of_link);
}

const fields::ObjectType& type_of(ShapeOf shape) {
    return shape == ShapeOf::element ? fields::type_of<Element>() : fields::type_of<Link>();
}

std::string text_of(const Json& value) {
    return value.is_string() ? value.get<std::string>()
                             : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json value_of(const fields::FieldKind& kind, const std::string& text) {
    using namespace fields;
    if (std::holds_alternative<NumberField>(kind) || std::holds_alternative<IntegerField>(kind))
        return number_or_text(text);
    if (std::holds_alternative<TextField>(kind) || std::holds_alternative<OneOfField>(kind) ||
        std::holds_alternative<ChoiceField>(kind))
        return text;
    auto json = parse_json_text(text, "");
    return json ? std::move(*json) : Json(text);
}

} // namespace

Json number_or_text(const std::string& text) {
    const auto json = parse_json_text(text, "");
    return json && json->is_number() ? *json : Json(text);
}

ShapeTexts texts_of(ShapeOf shape, const Json& object) {
    ShapeTexts out;
    Json more = Json::object();
    const auto& known = type_of(shape).fields;
    for (const auto& [key, value] : object.items()) {
        if (std::ranges::none_of(known, [&](const auto& each) { return each.key.name == key; }))
            more[key] = value;
        else if (!is_shown(shape, key))
            out[key] = text_of(value);
    }
    if (!more.empty()) out["more"] = text_of(more);
    if (const auto part = object.find("part"); part != object.end() && part->is_object())
        out["part_definition"] = text_of(*part);
    return out;
}

void add_texts(ShapeOf shape, const ShapeTexts& texts, Json& object) {
    for (const fields::Field& field : type_of(shape).fields) {
        const std::string key(field.key.name);
        const auto text = texts.find(key);
        if (text != texts.end() && !is_shown(shape, key)) object[key] = value_of(field.kind, text->second);
    }
    const auto more = texts.find("more");
    if (more == texts.end()) return;
    const auto json = parse_json_text(more->second, "");
    if (!json || !json->is_object()) return;
    for (const auto& [key, value] : json->items())
        if (!object.contains(key)) object[key] = value;
}

} // namespace roofrack
