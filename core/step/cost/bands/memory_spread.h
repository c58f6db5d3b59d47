// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Whether a plan fits into the memory of a GPU, by the band of what it needs.
enum class MemoryVerdict {
    fits,         ///< also at the upper end of the band
    may_not_fit,  ///< the band holds what the GPU has
    does_not_fit, ///< not even at the lower end
};
/// "fits", "may not fit", "does not fit".
std::string_view name_of(MemoryVerdict verdict);

/// What a plan needs on its fullest GPU, B: predicted, and the band that should hold 80 % of readings.
struct MemoryNeed {
    double predicted = 0, low = 0, high = 0;
    MemoryVerdict against(double capacity) const;
};

/// How far the memory model has been from published readings (resources/cost/uncertainty.json, `memory`): the
/// band that should hold 80 % of them is need ÷ factor to need × factor, factor = exp(width); a width
/// is a spread of |ln(predicted ÷ read)|.
struct MemorySpread {
    /// A stack that runs tell of: by readings, or by having run though the model finds more than the GPU has.
    struct Stack {
        std::string name;             ///< SoftwareParameters::name
        double width = 0;             ///< at least; 0: its readings are as far off as all
        int readings = 0, series = 0; ///< readings: 0 of one that only ran
    };
    double dense = 0.15;  ///< spread of dense models, by stacks with readings
    double other = 0.4;   ///< spread of mixtures of experts, adapters and others
    double unread = 0.25; ///< spread of stacks without a reading, at least
    std::vector<Stack> stacks;

    double width(std::string_view family, std::string_view kind) const; ///< kind: BandBasis::kind
    MemoryNeed need(double predicted, std::string_view family, std::string_view kind) const;
};

} // namespace roofrack
