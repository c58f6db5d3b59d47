// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/band_basis.h"

#include "core/step/cost/bands/announced.h"
#include "core/step/cost/bands/release_months.h"
#include "core/step/cost/bands/single_source.h"
#include "core/step/engine/step_solver.h"

namespace roofrack {

std::string_view kind_of_model(const Prepared::Impl& impl) {
    if (impl.model.generic) return "generic";
    if (impl.model.transformer->moe.experts > 0) return "moe";
    return impl.model.transformer->lora.rank > 0 ? "dense-lora" : "dense";
}

BandBasis band_basis(const Prepared::Impl& impl, const Plan& plan, double batch) {
    BandBasis out;
    out.family = software_of(impl, plan).name;
    out.plan = &plan;
    out.year = release_month(plan.software) / 12.0;
    out.gpus = static_cast<double>(plan.tp) * plan.cp * plan.pp * plan.dp;
    out.kind = kind_of_model(impl);
    out.calibrated = impl.scenario.calibration.is_of_run();
    const Uncertainty& uncertainty = Uncertainty::built_in();
    BandBasis widest;
    double most = -1;
    for (size_t g = 0; g < impl.accelerators.size(); ++g) {
        if (impl.first_alike[g] != g) continue;
        BandBasis other = out;
        other.generation = impl.accelerators[g].text_or("architecture", "");
        if (impl.model.transformer)
            other.single_source = single_source_terms(step_inputs(impl, plan, impl.machines[g], batch, {}),
                                                      impl.accelerators[g], *impl.parameters, uncertainty);
        const Machine& machine = impl.machines[g];
        const auto seconds = [&](const ResourceKnobs& knobs) {
            return impl.model.generic
                       ? generic_step(profile_inputs(impl, plan, machine, batch, knobs)).total()
                       : transformer_step(step_inputs(impl, plan, machine, batch, knobs)).total();
        };
        other.announced = announced_terms(announced_figures(impl.accelerators[g], plan, impl.drawing->parts(),
                                                            impl.defaults->announced.spread),
                                          seconds);
        if (const double sigma = uncertainty.sigma(other); sigma > most) {
            most = sigma;
            widest = std::move(other);
        }
    }
    return widest;
}

} // namespace roofrack
