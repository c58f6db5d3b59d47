// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace roofrack {

/// A figure as the commands print it: JSON has no infinity and no "not a number", they become null.
inline nlohmann::ordered_json finite_or_null(double value) {
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}
inline nlohmann::ordered_json finite_or_null(const std::optional<double>& value) {
    return value ? finite_or_null(*value) : nlohmann::ordered_json(nullptr);
}
/// A text as the commands print it where an empty one means that there is none.
inline nlohmann::ordered_json filled_or_null(const std::string& text) {
    return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

} // namespace roofrack
