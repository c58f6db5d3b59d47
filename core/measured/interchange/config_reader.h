// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "core/base/units/saturated.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// The most that a file may say.
inline constexpr double most_model_layers = 10'000, most_model_width = 10e6, most_tokens = 1e9;

/// Reads the keys of a config.json, each of which may go by several names. Only the first error is kept.
class ConfigReader {
public:
    using Names = std::initializer_list<std::string_view>;

    ConfigReader(const nlohmann::json& config, std::string file, std::vector<Diagnostic>& warnings)
        : m_config(config)
        , m_file(std::move(file))
        , m_warnings(warnings) {}

    const std::optional<Diagnostic>& error() const { return m_error; }
    std::string place(std::string_view key) const { return fmt::format("{}#/{}", m_file, key); }

    /// The first of the names that is there and not null; end() when none is.
    nlohmann::json::const_iterator find(Names names) const {
        for (const std::string_view name : names)
            if (const auto it = m_config.find(name); it != m_config.end() && !it->is_null()) return it;
        return m_config.end();
    }
    bool has(Names names) const { return find(names) != m_config.end(); }

    double whole(Names names, double high, double fallback) {
        const auto it = find(names);
        if (it == m_config.end()) return fallback;
        // Hunyuan gives a list, one entry a layer: all equal, they count as one number.
        const bool alike =
            it->is_array() && !it->empty() &&
            std::all_of(it->begin(), it->end(), [&](const auto& each) { return each == it->front(); });
        const nlohmann::json& entry = alike ? it->front() : *it;
        const double value = entry.is_number() ? entry.get<double>() : -1;
        if (!(value >= 0 && value <= high && value == std::floor(value))) {
            fail(it.key(), fmt::format("a whole number from 0 to {:.0f} is expected", high),
                 "check the file");
            return fallback;
        }
        return value;
    }
    /// True where the key is a list with at least one element.
    bool has_list(std::string_view name) const {
        const auto it = find({name});
        return it != m_config.end() && it->is_array() && !it->empty();
    }
    int count(Names names, double high, int fallback) { return saturated<int>(whole(names, high, fallback)); }

    /// A number by one of its names, which must be there and above zero.
    double needed(Names names, double high) {
        if (!has(names)) {
            fail(*names.begin(), fmt::format("none of {} is given", fmt::join(names, ", ")),
                 "is it the config.json of a transformer?");
            return 1;
        }
        const double value = whole(names, high, 1);
        if (value < 1) fail(find(names).key(), "is zero", "check the file");
        return std::max(1.0, value);
    }

    bool flag(Names names, bool fallback) {
        const auto it = find(names);
        if (it == m_config.end()) return fallback;
        if (!it->is_boolean()) {
            fail(it.key(), "true or false is expected", "check the file");
            return fallback;
        }
        return it->get<bool>();
    }

    std::string text(Names names) const {
        const auto it = find(names);
        return it != m_config.end() && it->is_string() ? it->get<std::string>() : std::string();
    }

    void fail(std::string_view key, std::string what, std::string fix) {
        if (!m_error) m_error = Diagnostic{place(key), std::move(what), std::move(fix)};
    }
    void warn(std::string_view key, std::string what, std::string fix) {
        m_warnings.push_back({place(key), std::move(what), std::move(fix)});
    }

private:
    const nlohmann::json& m_config;
    std::string m_file;
    std::vector<Diagnostic>& m_warnings;
    std::optional<Diagnostic> m_error;
};

} // namespace roofrack
