// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/map_request.h"

namespace roofrack::cli {

/// The options of `compare` for a map of two inputs.
struct MapCall {
    std::vector<std::string> axes; ///< "ADDRESS=VALUES", two
    std::string figure = usual_map_figure;

    bool is_asked() const { return !axes.empty(); }
    /// What is wrong with the call is thrown as UsageError.
    InputMap map_of(const EqualScenarios& equal) const;
};

/// For people: a letter a cell, the largest y above, then what decides at the borders.
void print_map(const InputMap& map);

} // namespace roofrack::cli
