// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/value_reader.h"

#include "core/base/units/saturated.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

using Json = nlohmann::ordered_json;
using namespace fields;

std::string ReadContext::place(const std::string& pointer) const {
    if (where.empty()) return pointer;
    return pointer.empty() ? std::string(where) : fmt::format("{}: {}", where, pointer);
}

void ReadContext::fail(const std::string& pointer, std::string what, std::string fix) {
    if (!error) error = {place(pointer), std::move(what), std::move(fix)};
}

std::string found(const Json& json) {
    if (json.is_object()) return "an object";
    if (json.is_array()) return "a list";
    std::string text = json.dump();
    return text.size() > 40 ? std::string("a long ") + json.type_name() : text;
}

namespace {

/// What stands before the unit of a number that counts something: "0.35" of "0.35 kg/kWh".
std::string_view without_symbol(std::string_view text, const Unit& unit) {
    if (unit.dimension == Dimension::number && !unit.symbol.empty() && text.ends_with(unit.symbol))
        text.remove_suffix(unit.symbol.size());
    return text;
}

} // namespace

std::optional<double> read_number(const Json& json, const Unit& unit, Range range, ReadContext& context,
                                  const std::string& path) {
    double value = 0;
    if (json.is_number())
        value = json.get<double>();
    else if (json.is_string()) {
        const Result<double> parsed =
            parse_quantity(without_symbol(json.get_ref<const std::string&>(), unit), unit.dimension);
        if (!parsed) {
            context.fail(path, parsed.error().what, parsed.error().fix);
            return std::nullopt;
        }
        value = *parsed * unit.per_si;
    } else {
        context.fail(path, fmt::format("expected a number, found {}", found(json)),
                     unit.dimension == Dimension::number ? "write a number"
                                                         : "write a number, or text with a unit");
        return std::nullopt;
    }
    if (!(value >= range.low && value <= range.high)) {
        const std::string_view symbol = unit.symbol.empty() ? unit_symbol(unit.dimension) : unit.symbol;
        context.fail(path, fmt::format("{:.6g} is out of range", value),
                     fmt::format("give {:.6g} to {:.6g}{}{}", range.low, range.high,
                                 symbol.empty() ? "" : " ", symbol));
        return std::nullopt;
    }
    return value;
}

std::optional<double> read_count(const Json& json, Range range, ReadContext& context,
                                 const std::string& path) {
    const std::optional<double> value = read_number(json, ratio, range, context, path);
    if (!value) return std::nullopt;
    if (*value != std::floor(*value)) {
        context.fail(path, fmt::format("{} is not a whole number", *value), "write one without a fraction");
        return std::nullopt;
    }
    return value;
}

std::optional<int> read_integer(const Json& json, Range range, ReadContext& context,
                                const std::string& path) {
    const std::optional<double> value = read_count(json, range, context, path);
    return value ? std::optional(saturated<int>(*value)) : std::nullopt;
}

std::optional<std::string> read_text(const Json& json, ReadContext& context, const std::string& path) {
    if (json.is_string()) return json.get<std::string>();
    context.fail(path, fmt::format("expected text, found {}", found(json)), "put it in quotes");
    return std::nullopt;
}

bool expect_object(const Json& json, ReadContext& context, const std::string& path) {
    if (!json.is_object())
        context.fail(path, fmt::format("expected an object, found {}", found(json)), "write {…}");
    return json.is_object();
}

std::optional<Position> read_position(const Json& json, ReadContext& context, const std::string& path) {
    if (!json.is_array() || json.size() != 2) {
        context.fail(path, fmt::format("expected two numbers, found {}", found(json)), "write [x, y]");
        return std::nullopt;
    }
    constexpr Range canvas{-1e7, 1e7};
    const auto x = read_number(json[0], ratio, canvas, context, path + "/0");
    const auto y = read_number(json[1], ratio, canvas, context, path + "/1");
    if (!x || !y) return std::nullopt;
    return Position{*x, *y};
}

} // namespace roofrack
