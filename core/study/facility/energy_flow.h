// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/budget/budget.h"

namespace roofrack {

/// Where power passes on its way from the grid to the chips, and as heat on to the sky.
enum class FlowPlace {
    grid,
    transformer,
    ups,     ///< and what else lies between cooling's branch and the racks
    cooling, ///< fans, pumps and chillers
    racks,
    gpus,
    servers, ///< all in them but GPUs, fans and losses
    fans,    ///< fans of servers
    supplies,
    network,
    storage,
    air,    ///< heat in the rooms' air
    liquid, ///< heat in the loops of cold plates
    plant,  ///< heat in the facility's water
    other,  ///< lighting and controls; all beside IT where only the PUE is known
    sky,
};
inline constexpr FlowPlace flow_places[] = {
    FlowPlace::grid,     FlowPlace::transformer, FlowPlace::ups,     FlowPlace::cooling,
    FlowPlace::racks,    FlowPlace::gpus,        FlowPlace::servers, FlowPlace::fans,
    FlowPlace::supplies, FlowPlace::network,     FlowPlace::storage, FlowPlace::air,
    FlowPlace::liquid,   FlowPlace::plant,       FlowPlace::other,   FlowPlace::sky};
std::string_view name_of(FlowPlace place); ///< "grid", "transformer" …

struct FlowNode {
    FlowPlace place = FlowPlace::grid;
    Watts power{};              ///< power that passes, mean over the step
    Watts load{};               ///< load of the drawn units there, each over its window; 0: none is drawn
    std::optional<Watts> limit; ///< limit of these, after the worst single failure where they bear one
    std::vector<std::string> elements; ///< drawn there, with a known limit
    /// False: nothing is drawn of what the power passes here, and it is the model's of a typical site.
    bool is_drawn = true;
};

struct FlowLink {
    FlowPlace from = FlowPlace::grid, to = FlowPlace::sky;
    Watts power{};
    bool is_heat = false;
};

/// Mean power over a step; what enters a place leaves it.
struct EnergyFlow {
    std::vector<FlowNode> nodes; ///< through which something passes, from the grid on
    std::vector<FlowLink> links;
};

/// The energy flow of a state and what budgets_of() says about it.
EnergyFlow energy_flow(const PowerState& state, std::span<const Budget> budgets);

} // namespace roofrack
