// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/model/part.h"
#include "core/base/units/quantity.h"

#include <optional>

namespace roofrack {

/// What a server's power supplies lose. Interpolates the loss L(x) = x(1/η − 1) over the load share x, not η:
/// L is nearly straight. 80 PLUS Titanium at 230 V (Defaults::Power::psu_efficiency).
struct PowerSupplies {
    double rating = 0; ///< W, all supplies that share the load together
    const Defaults::Power* constants = &Defaults::built_in().power;

    Watts loss(Watts load) const;
    Watts input(Watts load) const { return load + loss(load); }
};

/// What a server draws beside its GPUs, in W, and how its air moves.
struct ServerPower {
    const Defaults::Power* constants = &Defaults::built_in().power;
    double cpu_idle = 0, cpu_max = 0, memory = 0, nics = 0, nv_switches = 0, other = 0;
    double fan_max = 0;               ///< at full flow
    double max_power = 0;             ///< at the plug; scales the fans
    std::optional<double> idle_power; ///< at the plug without a job, as the part says; none: by its parts
    double left_for_gpus = 0; ///< part of it left beside all else and what the supplies lose; all GPUs
    PowerSupplies supplies;

    /// Share of the full air flow at `load` W of heat: fans follow the heat, never below `least_flow`.
    double flow_share(double load) const;
    /// DC power of all but GPUs and fans; `busy`: a job feeds the GPUs.
    double steady(bool busy) const;
    /// Fans at a mean DC load of `load` W without them: P_fan,max·(V̇/V̇max)³.
    double fans(double load) const;
};

/// Reads the server's figures. What the catalogue does not know is filled from `constants`, never with zero:
/// eight-GPU servers of 2022–2025 give the watts per GPU, and the filled-in part is scaled so that the busy
/// server draws `typical_power`, or, where that is unknown too, GPUs + a share of the rest of its maximum
/// (`server_rest_share`). `gpu_tdp` and `gpu_busy` are of one GPU.
ServerPower server_power(const Part& server, double gpus, Watts gpu_tdp, Watts gpu_busy,
                         const Defaults::Power& constants = Defaults::built_in().power);

} // namespace roofrack
