// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "core/base/units/printable.h"

#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace roofrack::cli {

/// From now on all that goes to stdout and stderr is printable() text, wherever it is written: names, ids,
/// paths and arguments come from others, and a terminal obeys what it is sent.
void make_output_printable();

/// Text as one line, anything else as it is.
template<class T>
decltype(auto) one_line(const T& value) {
    if constexpr (std::is_convertible_v<const T&, std::string_view>)
        return printable_line(value);
    else
        return (value);
}

/// fmt::format() of what people read: a line feed in a name is shown as "\u000a", and begins no other row of
/// a table.
template<class... Args>
std::string formatted(fmt::format_string<Args...> format, Args&&... args) {
    return fmt::vformat(format, fmt::make_format_args(one_line(args)...));
}

/// Prints the same to stdout.
template<class... Args>
void print_text(fmt::format_string<Args...> format, Args&&... args) {
    std::fputs(formatted(format, std::forward<Args>(args)...).c_str(), stdout);
}

/// "a, b, c": ids for a reader; of very many the first ones, "and 29,950 more".
std::string places_text(const std::vector<std::string>& ids);

/// Writes what is still kept back of stdout. Fails when any of what was printed could not be written; a
/// reader that has gone away (`| head`) had what it wanted.
Result<void> finish_output();

/// A line that is written over itself, on the terminal that stderr is: "\rsearching". It holds nothing
/// foreign.
void write_progress(const std::string& line);

/// Indented JSON. Bytes that are no UTF-8, as paths and arguments may hold, become U+FFFD.
std::string json_text(const nlohmann::ordered_json& json);
/// Writes JSON to stdout, indented as by json_text().
void print_json(const nlohmann::ordered_json& json);

} // namespace roofrack::cli
