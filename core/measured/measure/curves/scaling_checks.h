// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/curves/scaling_fit.h"

#include <array>

namespace roofrack {

/// What to ask before more GPUs are bought.
enum class ScalingQuestion { bound, stable, network };
std::string_view name_of(ScalingQuestion question); ///< "bound", "stable", "network"
std::string_view text_of(ScalingQuestion question); ///< "Compute- or communication-bound?"

enum class ScalingAnswer { good, limited, bad, not_measured };
std::string_view name_of(ScalingAnswer answer); ///< "good", "limited", "bad", "not measured"

/// One question as the measured points answer it.
struct ScalingCheck {
    ScalingQuestion question = ScalingQuestion::bound;
    ScalingAnswer answer = ScalingAnswer::not_measured;
    std::string said; ///< the answer with its figures
    std::string todo; ///< what would tell more; may be empty
};

/// - bound: where the largest measured count reaches nine tenths of the rate a GPU of the smallest and the
///   forecast's elasticity there is linear (ScalingFit::waits): compute; else communication where it has half
///   of what is lost with a chance of four fifths, what does not divide where it has less with the same, else
///   the points do not tell.
/// - stable: metric_ceiling().
/// - network: only of points that leave one server; it carries the volume where it is compute, or where all
///   communication but rings inside a server is known to take less than a tenth of the step.
/// Waiting is limited, bad where more GPUs are slower. Points of which a GPU does more than at the smallest
/// count tell neither, nor do points that no mechanism fits.
std::array<ScalingCheck, 3> scaling_checks(const ScalingFit& fit);

} // namespace roofrack
