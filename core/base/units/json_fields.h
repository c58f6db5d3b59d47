// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "core/base/units/quantity_text.h"

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// One reference token of a JSON pointer, escaped (RFC 6901).
std::string pointer_token(std::string_view key);

/// Reads the members of one JSON object. The first error stays, later reads return their fallback: read
/// everything, then ask `error()` once. Locations are "FILE#/json/pointer".
class JsonFields {
public:
    JsonFields(const nlohmann::json& object, std::string where);

    const std::optional<Diagnostic>& error() const { return m_error; }
    std::string where(std::string_view key) const;

    /// Null and missing are the same.
    bool has(std::string_view key) const;
    const nlohmann::json* member(std::string_view key) const;

    std::string text(std::string_view key, std::string_view fallback = {});
    bool flag(std::string_view key, bool fallback = false);
    /// An SI number, or a string with a unit.
    double quantity(std::string_view key, Dimension dimension, double fallback = 0);
    /// Not negative and at most 2^31 − 1.
    int count(std::string_view key, int fallback = 0);
    std::vector<std::string> texts(std::string_view key);

    void require(std::initializer_list<std::string_view> keys);
    /// Refuses any other key.
    void only(std::initializer_list<std::string_view> keys);
    void fail_at(std::string_view key, std::string what, std::string fix);

private:
    const nlohmann::json& m_object;
    std::string m_where;
    std::optional<Diagnostic> m_error;
};

/// Reads a number or a string with a unit; never null.
Result<double> read_quantity(const nlohmann::json& value, Dimension dimension, std::string_view where);

/// Parses JSON; discarded (it is then no object, no list, nothing) when it is broken. All who read JSON of
/// their own parse it here or by parse_json_file(): the parser takes seconds to compile.
nlohmann::json json_or_discarded(std::string_view text);

/// Parses a file; a syntax error is reported as FILE:LINE.
Result<nlohmann::json> parse_json_file(std::string_view text, std::string_view file);

} // namespace roofrack
