// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace roofrack {

/// How sure a value is. The words are those of resources/catalog/*.json. An announced value is
/// what a maker, or a report about its product, says of a thing that nobody has measured yet.
enum class Status { confirmed, derived, announced, from_memory, judgement, unknown };
std::string_view name_of(Status status);
std::optional<Status> status_named(std::string_view name);

/// One published value of the catalogue, in SI units (absent = unknown), how sure it is, and where it was
/// read.
struct SourcedValue {
    std::optional<double> value;
    Status status = Status::unknown;
    std::string source;
    std::string note;
    std::string date{}; ///< date of the source, "2026-07-23" or "2026"; empty: it is not kept
    /// The least and the most that others say where they disagree.
    std::optional<double> low{}, high{};
    bool operator==(const SourcedValue&) const = default;
};

} // namespace roofrack
