// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluation.h"

namespace roofrack {

/// The site's power over one step, part by part. Equal parts stand together, though in a step they come in
/// many pieces: no window sees more than here, and no storage must hold more.
struct PowerWave {
    struct Phase {
        StepPart part = StepPart::compute;
        Seconds time{};
        Watts power{}; ///< power of the site
    };
    std::vector<Phase> phases; ///< phases of the productive step, in the order of the parts
    Seconds step{};
    Watts mean{}, highest{}, lowest{};

    /// Dynamic range, which the grid sees in every step: highest − lowest.
    Watts range() const { return highest - lowest; }
    struct Store {
        Joules energy{};
        Watts rating{}; ///< the more of what it takes and gives
    };
    /// A store that leaves a range of `allowed`: the energy over a band of that height, which lies so that as
    /// much is missing under it. For a square wave it is (ΔP − allowed)·d(1 − d)·T.
    Store storage(Watts allowed = {}) const;
    /// The longest such step that a store of `energy` flattens, since storage() grows with the step.
    Seconds longest_flattened(Joules energy) const;
    /// What lies under the highest power in a step; of a square wave ΔP·(1 − d)·T. Filler work burns it.
    Joules filler() const;
};

/// The wave of an evaluation that has power; else no phases. `constants`: utilisations of the phases;
/// `filler`: that filler work holds them to, at least, where the evaluation counts it
/// (Prepared::with_filler_work()).
PowerWave power_wave(const Evaluation& evaluation, const Defaults::Power& constants, double filler = 0);

} // namespace roofrack
