// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>

namespace roofrack {

/// Circuits of one phase that are fed by a three-phase unit, all alike.
struct PhaseLoad {
    double circuits = 0;        ///< may be a share of one, where several units feed it
    double power = 0;           ///< W of one circuit
    bool between_lines = false; ///< from line to line; else from line to neutral
};

/// What the three phases (L1-L3) of a unit carry. Currents are in W a phase: the line current times the
/// voltage from line to neutral, so that each of three balanced phases carries a third of the power.
struct PhaseBalance {
    std::array<double, 3> lines{};
    double neutral = 0;

    double busiest() const;
    double mean() const;
    /// (busiest − mean)/mean of the phases, as NEMA MG 1 defines it; 0 without load.
    double imbalance() const;
    /// Share of its rating that it delivers with the busiest phase full: power/3 ÷ busiest phase.
    double usable() const;

    double power = 0; ///< W of all three phases
};

/// Circuits are put on the phases in turn, in the order in which they are drawn: L1, L2, L3, or L1–L2,
/// L2–L3, L3–L1. `three_phase`: W besides them that all three phases share. Currents add up as phasors, at a
/// power factor of 1: I = P·V/|V|² of each circuit.
PhaseBalance phase_balance(std::span<const PhaseLoad> loads, double three_phase = 0);

} // namespace roofrack
