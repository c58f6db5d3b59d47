// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/bands/single_source.h"

#include "core/step/collectives/collective_constants.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// The factor of a generation or software family; nullptr when the parameters have none of that name.
double* factor(CostParameters& parameters, const Uncertainty::Constant& constant) {
    const auto& fields = parameter_fields();
    const auto field = std::ranges::find(fields, std::string_view(constant.key), &ParameterField::key);
    if (field == fields.end()) return nullptr;
    if (constant.of == "generation" && field->generation) {
        const auto it = std::ranges::find(parameters.generations, constant.name, &GenerationParameters::name);
        return it == parameters.generations.end() ? nullptr : &((*it).*field->generation);
    }
    if (constant.of == "software" && field->software) {
        const auto it = std::ranges::find(parameters.software, constant.name, &SoftwareParameters::name);
        return it == parameters.software.end() ? nullptr : &((*it).*field->software);
    }
    return nullptr;
}

/// Share of the step that a link class or the NVSwitches carry where nothing hides it.
double exposed_share(const StepInputs& inputs, const StepCost& step, const Uncertainty::Constant& constant) {
    double exposed = 0;
    for (const CollectiveCost& comm : step.comms) {
        if (comm.level < 0 || static_cast<size_t>(comm.level) >= inputs.fabric->levels.size()) continue;
        const LinkClass border = inputs.fabric->levels[static_cast<size_t>(comm.level)].link_class;
        // Constants of the switches serve every group that spans servers.
        const bool carries =
            constant.of == "nvlink" ? border != LinkClass::ici : constant.name.starts_with(name_of(border));
        if (carries) exposed += comm.exposed;
    }
    return exposed / step.total();
}

} // namespace

std::vector<SpreadTerm> single_source_terms(const StepInputs& inputs, const Part& accelerator,
                                            const CostParameters& parameters,
                                            const Uncertainty& uncertainty) {
    std::vector<SpreadTerm> out;
    const std::string_view generation = accelerator.text_or("architecture", "");
    StepCost step;
    double before = 0;
    for (const Uncertainty::Constant& constant : uncertainty.constants) {
        if (constant.spread <= 0) continue;
        const bool of_collectives = collective_field(constant.of, constant.name, constant.key) != nullptr;
        const std::string_view concerned =
            constant.of == "generation" ? generation : std::string_view(inputs.software->name);
        if (!of_collectives && constant.name != concerned) continue;
        if (before == 0) {
            step = transformer_step(inputs);
            before = step.total();
        }
        const std::string cause = fmt::format("{} of {} known from one series", constant.key, constant.name);
        if (of_collectives) {
            const double sigma = constant.sigma * exposed_share(inputs, step, constant);
            if (sigma > 1e-4) out.push_back({cause, sigma});
            continue;
        }
        CostParameters shifted = parameters;
        double* value = factor(shifted, constant);
        if (!value) continue;
        constexpr double shift = 0.35; // shift in standard deviations: a tenth of a uniform range
        double moved = 0, ways = 0;
        const double kept = *value;
        for (const double direction : {shift, -shift}) {
            *value = kept + direction * constant.spread;
            const auto machine = make_machine(accelerator, shifted);
            if (!machine) continue;
            StepInputs again = inputs;
            again.machine = &*machine;
            again.software = &shifted.stack(inputs.software->name);
            const double change = std::log(transformer_step(again).total() / before);
            if (std::isfinite(change)) moved += std::abs(change), ways += 1;
        }
        moved /= std::max(1.0, ways);
        if (moved > 1e-4)
            out.push_back(
                {fmt::format("{} of {} known from one series", constant.key, constant.name), moved / shift});
    }
    return out;
}

} // namespace roofrack
