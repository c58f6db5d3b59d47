// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace roofrack {

/// How sure a value is. The words are those of resources/catalog/*.json.
enum class Status { confirmed, derived, from_memory, judgement, unknown };
std::string_view name_of(Status status);
std::optional<Status> status_named(std::string_view name);

/// One published value of the catalogue, in SI units (absent = unknown), how sure it is, and where it was
/// read.
struct SourcedValue {
    std::optional<double> value;
    Status status = Status::unknown;
    std::string source;
    std::string note;
    bool operator==(const SourcedValue&) const = default;
};

} // namespace roofrack
