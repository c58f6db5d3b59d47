// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/prepared.h"

namespace roofrack {

BandBasis band_basis(const Prepared::Impl& impl, const Plan& plan) {
    BandBasis out;
    out.family = software_of(impl, plan).name;
    out.plan = &plan;
    if (impl.model.generic)
        out.kind = "generic";
    else if (impl.model.transformer->moe.experts > 0)
        out.kind = "moe";
    const Calibration& calibration = impl.scenario.calibration;
    out.calibrated = calibration.compute_factor != 1 || calibration.network_factor != 1;
    const Uncertainty& uncertainty = Uncertainty::built_in();
    double widest = -1;
    for (const Part& accelerator : impl.accelerators) {
        BandBasis other = out;
        other.generation = accelerator.text_or("architecture", "");
        if (const double sigma = uncertainty.sigma(other); sigma > widest) {
            widest = sigma;
            out.generation = other.generation;
        }
    }
    return out;
}

} // namespace roofrack
