// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/transfer/without.h"

#include "core/measure/audit.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// Who informs a factor.
struct Informers {
    bool marked = false, core = false, others = false; ///< core, others: of the unmarked runs
};

std::vector<Informers> informers_of(std::span<const ValidationRun> runs, const std::vector<bool>& left_out,
                                    const std::vector<InformedConstant>& constants) {
    std::vector<Informers> out(constants.size());
    for (size_t k = 0; k < constants.size(); ++k)
        for (size_t i = 0; i < runs.size(); ++i) {
            if (!(constants[k].moves[i] > 0)) continue;
            (left_out[i] ? out[k].marked : runs[i].complete_core ? out[k].core : out[k].others) = true;
        }
    return out;
}

/// Mean over the factors of the same key that unmarked runs inform; the prior without any.
double of_the_others(size_t k, const std::vector<Informers>& informers, const CostParameters& parameters) {
    const std::vector<FitParameter>& all = every_factor().parameters;
    double sum = 0, count = 0;
    for (size_t j = 0; j < all.size(); ++j) {
        if (j == k || all[j].field.key != all[k].field.key || !(informers[j].core || informers[j].others))
            continue;
        sum += all[j].value(parameters);
        count += 1;
    }
    return count > 0 ? std::clamp(sum / count, all[k].low, all[k].high) : all[k].prior;
}

} // namespace

FactorsWithout factors_without(std::span<const ValidationRun> runs, const std::vector<bool>& left_out,
                               const std::vector<InformedConstant>& constants,
                               const CostParameters& parameters) {
    const std::vector<FitParameter>& all = every_factor().parameters;
    const std::vector<Informers> informers = informers_of(runs, left_out, constants);
    FactorsWithout out{parameters, {}};
    FitSetup first, second;
    first.strength = second.strength = every_factor().strength;
    for (size_t k = 0; k < all.size(); ++k) {
        if (informers[k].marked) all[k].set(out.parameters, all[k].prior);
        if (informers[k].core)
            first.parameters.push_back(all[k]);
        else if (informers[k].others)
            second.parameters.push_back(all[k]);
    }
    constexpr int rounds = 24; // from the priors; more change the medians by less than 0.1 %
    for (const bool core : {true, false}) {
        const FitSetup& setup = core ? first : second;
        if (setup.parameters.empty()) continue;
        std::vector<FitRun> taken;
        for (size_t i = 0; i < runs.size(); ++i)
            if (!left_out[i] && runs[i].complete_core == core) taken.push_back(runs[i].run);
        if (!taken.empty())
            out.parameters =
                fit(taken, setup, out.parameters, std::vector<bool>(taken.size(), false), rounds);
    }
    for (size_t k = 0; k < all.size(); ++k) {
        if (!informers[k].marked || informers[k].core || informers[k].others) continue;
        all[k].set(out.parameters, of_the_others(k, informers, out.parameters));
        out.borrowed.push_back(fmt::format("{} of {}", all[k].field.key, all[k].name));
    }
    return out;
}

} // namespace roofrack
