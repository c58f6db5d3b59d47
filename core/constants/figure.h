// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace roofrack {

/// How sure a figure is. The words are those of resources/catalog/*.json.
enum class Status { confirmed, derived, from_memory, judgement, unknown };
std::string_view name_of(Status status);
std::optional<Status> status_named(std::string_view name);

/// One published figure: a value in SI units (absent = unknown), how sure it is, and where it was read.
struct Figure {
    std::optional<double> value;
    Status status = Status::unknown;
    std::string source;
    std::string note;
    bool operator==(const Figure&) const = default;
};

} // namespace roofrack
