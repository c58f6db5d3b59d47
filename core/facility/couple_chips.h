// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/preparation.h"

namespace roofrack {

/// Junction of each server's GPUs as a line over their power, how far its inlet is over what it allows, and
/// the coolant that it wants, from the inlet and the coolant of its rack. Heat sinks in thin air:
/// thin_air_resistance(). Allowed inlets: `inlet_max`, else ASHRAE's class A2, less the derating of the
/// altitude (ASHRAE TC 9.9).
void couple_chips(const Preparation& preparation);

/// Coolant in m³/s that a server of this part wants at a supply: V̇ = Q/(ρ·cp·(T_return − T_supply)) where its
/// highest return is known ("coolant_return", with its typical power), else its printed flow, else what takes
/// the rated heat at 10 K.
double server_coolant_flow(const Part& server, double liquid_share, double max_power, Celsius supply,
                           const Defaults::Cooling& constants);
/// The coolant in its cold plates: the text "coolant" of the part, "water" or PG25.
Coolant server_coolant(const Part& server);

} // namespace roofrack
