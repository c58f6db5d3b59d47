// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/resource.h"
#include "core/base/model/step_part.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

enum class Severity { critical, warning, info };
std::string_view name_of(Severity severity);

/// The ids of findings that other code looks for. All that the check finds: core/drawing/check/rule_table.h.
namespace finding_id {
inline constexpr std::string_view throttle = "throttle";
inline constexpr std::string_view straggler = "straggler";
inline constexpr std::string_view input_stall = "input-stall";
inline constexpr std::string_view ports_exceeded = "ports-exceeded";
inline constexpr std::string_view supply_mismatch = "supply-mismatch";
inline constexpr std::string_view uneven_batch = "plan-uneven-batch";
inline constexpr std::string_view idle_waiver = "waiver-without-finding";
} // namespace finding_id

/// Something an architect should know: about the drawing, or about what the step waits for.
struct Finding {
    Severity severity = Severity::info;
    std::string id;      ///< stable, e.g. "memory-exceeded", "link-to-nothing", "binds-fabric"
    std::string message; ///< one line: what
    std::string why;
    std::string mitigation;             ///< which change helps, what it buys
    std::vector<std::string> where;     ///< element and link ids in the drawing
    std::optional<StepPart> part = {};  ///< the step part that it lengthens
    std::optional<Resource> binds = {}; ///< the resource that more of would shorten the step
    bool operator==(const Finding&) const = default;
};

/// The gravest first; of equals those on the resource that binds, if one is known, then as they stood.
void put_gravest_first(std::vector<Finding>& findings, const std::optional<Resource>& binding = {});
/// The one that such a list begins with: the gravest, of equals the first. Null: there are none.
const Finding* gravest_of(const std::vector<Finding>& findings);

/// A finding that the project accepts.
struct WaivedFinding {
    Finding finding;
    std::string reason;
    bool operator==(const WaivedFinding&) const = default;
};

/// Findings: those to be mended, and those that the project accepts. Both most severe first.
struct Findings {
    std::vector<Finding> open;
    std::vector<WaivedFinding> waived;
};

/// Findings of one kind that differ only in what they are found at become one, at the place of the first,
/// once they are more than `most`: a fault of 1,400 racks is one line with 1,400 places.
void merge_alike(std::vector<Finding>& findings, size_t most = 3);

} // namespace roofrack
