// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/unknown_keys.h"
#include "core/base/units/value_type.h"

#include <string>
#include <vector>

namespace roofrack {

/// A figure as it was when it was kept.
struct KeptFigure {
    std::string scenario; ///< its name
    std::string figure;   ///< full name, "step.step_time_s"
    double value = 0;     ///< as it is stored
    UnknownKeys unknown;
    bool operator==(const KeptFigure&) const = default;
};

/// A constant of the model, or a value of a part of the catalogue, as it was then.
struct KeptConstant {
    std::string id;   ///< "failures.restart"; of a part "h100-sxm5/hbm_rate"
    double value = 0; ///< SI
    UnknownKeys unknown;
    bool operator==(const KeptConstant&) const = default;
};

/// Figures of a project with what they rested on in the program, so that a later program can say what moved
/// and why.
struct KeptFigures {
    KeptFigures();
    ROOFRACK_DECLARE_VALUE(KeptFigures)

    std::string program; ///< version of the program that found them
    std::vector<KeptFigure> figures;
    std::vector<KeptConstant> constants;
    UnknownKeys unknown;
    bool operator==(const KeptFigures&) const;
};

/// Most figures and most constants that a project keeps.
inline constexpr size_t most_kept_figures = 10'000, most_kept_constants = 10'000;

} // namespace roofrack
