// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/resource.h"
#include "core/base/model/step_part.h"

#include <string>
#include <vector>

namespace roofrack {

/// The gain from more of a resource: t/t′ − 1 of the step with its checkpoints and failures, t′ from a full
/// run of the model with the resource scaled (docs/model.md section 12).
struct Gain {
    Resource resource;
    std::string label;                   ///< "GPU arithmetic (BF16)", "leaf uplinks, 4:1"
    bool is_drawn = false;               ///< the label speaks in the drawing's own names
    std::vector<std::string> where = {}; ///< drawn elements and links
    StepPart part = StepPart::compute;   ///< changes most with twice of it
    double tenth = 0;                    ///< with a tenth more of it (ResourceScale)
    double twice = 0;

    /// More of it is slower here, or twice as much gains less than a tenth, by more than runs of the model
    /// agree.
    bool reverses() const { return tenth < -noise || twice < tenth - noise; }
    static constexpr double noise = 1e-6;
    /// The gain of a scale-up.
    double of(ResourceScale scale) const { return scale == ResourceScale::tenth ? tenth : twice; }
    /// The label within a sentence: what the drawing names keeps its letters, and so do GPU, HBM and PCIe.
    std::string phrase() const;
    /// "twice the HBM bandwidth", "half the failure rate".
    std::string twice_text() const;
    /// "10 % more makes the step 3.1 % faster, twice as much 9.8 %", in the resource's own words.
    std::string text() const;
};

/// The gains from one resource scaled up and down.
struct Sensitivity {
    Gain gain;
    double tenth_less = 0, half = 0; ///< as Gain's: t/t′ − 1 of a tenth less of it, and of half; < 0: slower
};

} // namespace roofrack
