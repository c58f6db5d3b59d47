// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"
#include "core/base/model/plan.h"
#include "core/step/cost/bands/uncertainty.h"
#include "core/step/cost/step.h"

#include <functional>
#include <span>

namespace roofrack {

/// A figure that a step uses and that its maker announced: nobody has measured it.
struct AnnouncedFigure {
    enum class Scales { flops, hbm, scale_up, scale_out };
    std::string name; ///< "HBM bandwidth of Rubin"
    Scales scales = Scales::flops;
    double sigma = 0; ///< standard deviation of its logarithm
};

/// How far an announced figure may be off, as a standard deviation of its logarithm: `spread`, and at least
/// that of a uniform range between what others say of it. 0: it is not announced.
double announced_sigma(const SourcedValue& figure, double spread);

/// The announced figures that a step uses: rates of the accelerator in the plan's precision, NICs of the
/// drawn servers and ports of the drawn switches. Where several figures scale one resource, the least
/// sure one counts. `spread` as announced_sigma() takes it.
std::vector<AnnouncedFigure> announced_figures(const Part& accelerator, const Plan& plan,
                                               std::span<const Part* const> drawn, double spread);

/// What they add to the spread of the step's logarithm: each is scaled up and down by its own deviation,
/// and `seconds` finds the step again. Those that do not move it by 0.01 % are left out.
std::vector<SpreadTerm> announced_terms(const std::vector<AnnouncedFigure>& figures,
                                        const std::function<double(const ResourceKnobs&)>& seconds);

} // namespace roofrack
