// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace CLI {
class Option;
}

namespace roofrack::cli {

/// An option or argument of a command, as the parser has it.
class Option {
public:
    explicit Option(CLI::Option* option)
        : m_option(option) {}

    const Option& required(bool is_required = true) const;
    const Option& one_of(const std::vector<std::string>& values) const;
    /// A number; NaN is none.
    const Option& between(double low, double high) const;
    const Option& whole_between(int low, int high) const;
    /// One argument may hold several values.
    const Option& delimiter(char between_values) const;
    /// It takes the next argument alone, and is given again for another value.
    const Option& one_value_each() const;
    /// Its value as it stands is its default, and said in the help.
    const Option& shows_default() const;
    const Option& excludes(const Option& other) const;
    const Option& needs(const Option& other) const;

private:
    CLI::Option* m_option; ///< option of the parser, which outlives this
};

} // namespace roofrack::cli
