// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/map_request.h"

#include <optional>

namespace roofrack::cli {

/// The options of `compare` for a map of two inputs.
struct MapCall {
    std::vector<std::string> axes;     ///< "ADDRESS=VALUES", two
    std::optional<std::string> figure; ///< none: the project's

    bool is_asked() const { return !axes.empty(); }
    /// `kept`: the figure of the project's own map; empty: it has none.
    /// What is wrong with the call is thrown as UsageError.
    InputMap map_of(const EqualScenarios& equal, const std::string& kept) const;
};

/// For people: a letter a cell, the largest y above, then what decides at the borders; of one input the
/// values. `order`: the day from which weeks are dates.
void print_map(const InputMap& map, std::chrono::sys_days order);

} // namespace roofrack::cli
