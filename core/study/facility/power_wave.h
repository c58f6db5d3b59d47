// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/evaluation.h"

namespace roofrack {

/// The site's power over one step, part by part. Equal parts stand together, though in a step they come in
/// many pieces: no window sees more than here.
struct PowerWave {
    struct Phase {
        StepPart part = StepPart::compute;
        Seconds time{};
        Watts power{}; ///< of the site
    };
    std::vector<Phase> phases; ///< of the productive step, in the order of the parts
    Seconds step{};
    Watts mean{}, highest{}, lowest{};

    /// The highest mean over a window of that length.
    Watts highest_mean(Seconds window) const;
};

/// Of an evaluation that has power; else no phases. `constants`: utilisations of the phases.
PowerWave power_wave(const Evaluation& evaluation, const Defaults::Power& constants);

} // namespace roofrack
