// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parser/option.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace roofrack::cli {

namespace {

/// CLI::Range lets NaN pass.
CLI::Validator number_between(double low, double high) {
    return CLI::Validator(
        [low, high](std::string& text) {
            double value = 0;
            const bool number = CLI::detail::lexical_cast(text, value);
            return number && value >= low && value <= high
                       ? std::string()
                       : fmt::format("'{}' is not a number from {} to {}", text, low, high);
        },
        "");
}

} // namespace

const Option& Option::required(bool is_required) const {
    m_option->required(is_required);
    return *this;
}
const Option& Option::one_of(const std::vector<std::string>& values) const {
    m_option->check(CLI::IsMember(values));
    return *this;
}
const Option& Option::between(double low, double high) const {
    m_option->check(number_between(low, high));
    return *this;
}
const Option& Option::whole_between(int low, int high) const {
    m_option->check(CLI::Range(low, high));
    return *this;
}
const Option& Option::delimiter(char between_values) const {
    m_option->delimiter(between_values);
    return *this;
}
const Option& Option::one_value_each() const {
    m_option->allow_extra_args(false);
    return *this;
}
const Option& Option::shows_default() const {
    m_option->capture_default_str();
    return *this;
}
const Option& Option::excludes(const Option& other) const {
    m_option->excludes(other.m_option);
    return *this;
}
const Option& Option::needs(const Option& other) const {
    m_option->needs(other.m_option);
    return *this;
}

} // namespace roofrack::cli
