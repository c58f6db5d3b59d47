// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/json_fields.h"

#include "core/base/units/saturated.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <simdjson.h>

namespace roofrack {

std::string pointer_token(std::string_view key) {
    std::string out;
    for (const char c : key) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

JsonFields::JsonFields(const nlohmann::json& object, std::string where)
    : m_object(object)
    , m_where(std::move(where)) {
    if (!object.is_object()) m_error = Diagnostic{m_where, "an object is expected here", "write { … }"};
}

std::string JsonFields::where(std::string_view key) const {
    return fmt::format("{}{}/{}", m_where, m_where.find('#') == std::string::npos ? "#" : "",
                       pointer_token(key));
}

const nlohmann::json* JsonFields::member(std::string_view key) const {
    if (!m_object.is_object()) return nullptr;
    const auto it = m_object.find(key);
    return it == m_object.end() || it->is_null() ? nullptr : &*it;
}

bool JsonFields::has(std::string_view key) const { return member(key) != nullptr; }

void JsonFields::fail_at(std::string_view key, std::string what, std::string fix) {
    if (!m_error) m_error = Diagnostic{where(key), std::move(what), std::move(fix)};
}

std::string JsonFields::text(std::string_view key, std::string_view fallback) {
    const nlohmann::json* value = member(key);
    if (!value) return std::string(fallback);
    if (!value->is_string()) {
        fail_at(key, "a text is expected", "write it in quotes");
        return std::string(fallback);
    }
    return value->get<std::string>();
}

bool JsonFields::flag(std::string_view key, bool fallback) {
    const nlohmann::json* value = member(key);
    if (!value) return fallback;
    if (!value->is_boolean()) {
        fail_at(key, "true or false is expected", "write true or false");
        return fallback;
    }
    return value->get<bool>();
}

double JsonFields::quantity(std::string_view key, Dimension dimension, double fallback) {
    const nlohmann::json* value = member(key);
    if (!value) return fallback;
    const auto result = read_quantity(*value, dimension, {});
    if (result) return *result;
    // The place is made only where it is told: a catalogue has thousands of figures.
    if (!m_error) m_error = read_quantity(*value, dimension, where(key)).error();
    return fallback;
}

int JsonFields::count(std::string_view key, int fallback) {
    const double value = quantity(key, Dimension::number, fallback);
    if (value < 0 || value > std::numeric_limits<int>::max() || value != std::floor(value)) {
        fail_at(key, "a whole number that is not negative is expected", "write for example 8");
        return fallback;
    }
    return saturated<int>(value);
}

std::vector<std::string> JsonFields::texts(std::string_view key) {
    std::vector<std::string> out;
    const nlohmann::json* value = member(key);
    if (!value) return out;
    if (!value->is_array() ||
        !std::ranges::all_of(*value, [](const auto& item) { return item.is_string(); })) {
        fail_at(key, "a list of texts is expected", "write [\"…\", \"…\"]");
        return out;
    }
    for (const auto& item : *value) out.push_back(item.get<std::string>());
    return out;
}

void JsonFields::require(std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys)
        if (!has(key)) fail_at(key, fmt::format("'{}' is missing", key), "add it");
}

void JsonFields::only(std::initializer_list<std::string_view> keys) {
    if (!m_object.is_object()) return;
    for (const auto& [key, value] : m_object.items())
        if (std::ranges::find(keys, key) == keys.end())
            fail_at(key, fmt::format("unknown key '{}'", key),
                    fmt::format("use one of: {}", fmt::join(keys, ", ")));
}

Result<double> read_quantity(const nlohmann::json& value, Dimension dimension, std::string_view where) {
    if (value.is_number()) {
        const double number = value.get<double>();
        if (!std::isfinite(number))
            return fail(std::string(where), "the number is too large", "check its exponent");
        return number;
    }
    if (value.is_string()) return parse_quantity(value.get_ref<const std::string&>(), dimension, where);
    return fail(std::string(where), "a number or a text with a unit is expected",
                "write for example \"10 kW\"");
}

namespace {

/// The tree that nlohmann's own parser makes of the same text.
nlohmann::json tree_of(const simdjson::dom::element& read) {
    using simdjson::dom::element_type;
    switch (read.type()) {
    case element_type::OBJECT: {
        nlohmann::json::object_t members;
        for (const auto& [key, value] : simdjson::dom::object(read))
            members.insert_or_assign(std::string(key), tree_of(value)); // the last one of a name counts
        return members;
    }
    case element_type::ARRAY: {
        nlohmann::json::array_t items;
        for (const simdjson::dom::element item : simdjson::dom::array(read)) items.push_back(tree_of(item));
        return items;
    }
    case element_type::STRING: return std::string(std::string_view(read));
    case element_type::INT64: {
        const std::int64_t number(read);
        if (number < 0) return number;
        return static_cast<std::uint64_t>(number);
    }
    case element_type::UINT64: return std::uint64_t(read);
    case element_type::DOUBLE: return double(read);
    case element_type::BOOL: return bool(read);
    case element_type::NULL_VALUE: break;
    }
    return nullptr;
}

/// Nothing where the text is broken or holds numbers of more than 64 bits: the slower parser then tells what
/// and where, or reads it.
std::optional<nlohmann::json> quick_tree(std::string_view text) {
    simdjson::dom::parser parser;
    simdjson::dom::element read;
    if (parser.parse(text.data(), text.size()).get(read) != simdjson::SUCCESS) return std::nullopt;
    return tree_of(read);
}

} // namespace

nlohmann::json json_or_discarded(std::string_view text) {
    if (auto tree = quick_tree(text)) return std::move(*tree);
    return nlohmann::json::parse(text, nullptr, false);
}

Result<nlohmann::json> parse_json_file(std::string_view text, std::string_view file) {
    if (auto tree = quick_tree(text)) return std::move(*tree);
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        const auto end =
            text.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(error.byte, text.size()));
        const auto line = 1 + std::count(text.begin(), end, '\n');
        return fail(fmt::format("{}:{}", file, line), "the JSON text is broken here",
                    "look for a missing comma, quote or bracket");
    } catch (const std::exception&) {
        return fail(std::string(file), "the JSON text cannot be read",
                    "check that it is UTF-8 and not nested without end");
    }
}

} // namespace roofrack
