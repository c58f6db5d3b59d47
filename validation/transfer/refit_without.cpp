// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/transfer/refit_without.h"

#include "validation/audit.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// Runs that factors are fitted on together, those of a later group where none of an earlier informs a
/// factor: as the program's own are (refit.h), so that a prior weighs the same whatever else is measured.
enum Group { core, others, vendors, groups };

Group group_of(const ValidationRun& run) {
    if (run.complete_core) return core;
    return run.run.accelerator->vendor == "NVIDIA" ? others : vendors;
}

/// Who informs a factor.
struct Informers {
    bool marked = false;
    Group first = groups; ///< first group of the unmarked runs; groups: none
};

std::vector<Informers> informers_of(std::span<const ValidationRun> runs, const std::vector<bool>& left_out,
                                    const std::vector<InformedConstant>& constants) {
    std::vector<Informers> out(constants.size());
    for (size_t k = 0; k < constants.size(); ++k)
        for (size_t i = 0; i < runs.size(); ++i) {
            if (!(constants[k].moves[i] > 0)) continue;
            if (left_out[i])
                out[k].marked = true;
            else
                out[k].first = std::min(out[k].first, group_of(runs[i]));
        }
    return out;
}

/// Mean over the factors of the same key that unmarked runs inform; the prior without any.
double of_the_others(size_t k, const std::vector<Informers>& informers, const CostParameters& parameters) {
    const std::vector<FitParameter>& all = every_factor().parameters;
    double sum = 0, count = 0;
    for (size_t j = 0; j < all.size(); ++j) {
        if (j == k || all[j].field.key != all[k].field.key || informers[j].first == groups) continue;
        sum += all[j].value(parameters);
        count += 1;
    }
    return count > 0 ? std::clamp(sum / count, all[k].low, all[k].high) : all[k].prior;
}

} // namespace

RefittedFactors refit_without(std::span<const ValidationRun> runs, const std::vector<bool>& left_out,
                              const std::vector<InformedConstant>& constants,
                              const CostParameters& parameters) {
    const std::vector<FitParameter>& all = every_factor().parameters;
    const std::vector<Informers> informers = informers_of(runs, left_out, constants);
    RefittedFactors out{parameters, {}};
    std::array<FitSetup, groups> setups;
    for (FitSetup& setup : setups) setup.strength = every_factor().strength;
    for (size_t k = 0; k < all.size(); ++k) {
        if (informers[k].marked) all[k].set(out.parameters, all[k].prior);
        if (informers[k].first != groups) setups[informers[k].first].parameters.push_back(all[k]);
    }
    constexpr int rounds = 24; // from the priors; more change the medians by less than 0.1 %
    for (const Group group : {core, others, vendors}) {
        if (setups[group].parameters.empty()) continue;
        std::vector<FitRun> taken;
        for (size_t i = 0; i < runs.size(); ++i)
            if (!left_out[i] && group_of(runs[i]) == group) taken.push_back(runs[i].run);
        if (!taken.empty())
            out.parameters =
                fit(taken, setups[group], out.parameters, std::vector<bool>(taken.size(), false), rounds);
    }
    for (size_t k = 0; k < all.size(); ++k) {
        if (!informers[k].marked || informers[k].first != groups) continue;
        all[k].set(out.parameters, of_the_others(k, informers, out.parameters));
        out.borrowed.push_back(fmt::format("{} of {}", all[k].field.key, all[k].name));
    }
    return out;
}

} // namespace roofrack
