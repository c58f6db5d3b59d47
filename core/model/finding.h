// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

enum class Severity { critical, warning, info };
std::string_view name_of(Severity severity);

/// Something an architect should know: about the drawing, or about what the step waits for.
struct Finding {
    Severity severity = Severity::info;
    std::string id;      ///< stable, e.g. "memory-exceeded", "link-to-nothing", "binds-fabric"
    std::string message; ///< one line: what
    std::string why;
    std::string relief;             ///< which change helps, what it buys
    std::vector<std::string> where; ///< element and link ids in the drawing
    std::string part = {};          ///< the step part that it lengthens, e.g. "data_comm"; empty: none
    bool operator==(const Finding&) const = default;
};

} // namespace roofrack
