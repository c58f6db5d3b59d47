// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/plan.h"
#include "core/units/diagnostic.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// A choice of a run or a scenario that nobody stated, so that the model made it.
enum class AssumedCell { recompute, vpp, micro_batch, network, degrees, count };
inline constexpr size_t assumed_cell_count = static_cast<size_t>(AssumedCell::count);
std::string_view name_of(AssumedCell cell); ///< "recompute", "vpp", "micro_batch", "network", "degrees"

/// One independent contribution to the spread of ln(step time).
struct SpreadTerm {
    std::string cause; ///< "Megatron-Core family", "recompute assumed", …
    double sigma = 0;  ///< standard deviation of the logarithm
};

/// What a predicted step time leans on; decides how wide its band is. Views must outlive the use.
struct BandBasis {
    std::string_view family;         ///< SoftwareParameters::name
    std::string_view generation;     ///< accelerator text "architecture"
    std::string_view kind = "dense"; ///< "dense", "moe", "dense-lora", "generic", …
    const Plan* plan = nullptr;
    std::array<bool, assumed_cell_count> assumed{};
    bool calibrated = false;       ///< a measured run of the same machine and stack set the factors
    std::vector<SpreadTerm> leans; ///< on constants that one series alone informs (cost/lean.h)
    double year = 0;               ///< of the stack's release (release_year); 0: not named
    double gpus = 0;               ///< of the step; 0: not known
};

struct Band {
    double low = 0, high = 0; ///< in the unit of the prediction
};

/// How far predictions have been from measurements, by what they lean on (resources/cost/uncertainty.json,
/// written by `roofrack-cli validate … --write-spreads`). The logarithm of predicted ÷ true is taken as a sum
/// of independent contributions: σ² = σ_family² + σ_generation² + Σ σ_assumed² + …; the band of nominal
/// coverage is prediction × exp(±quantile · σ), with the quantile read from the held-out runs themselves
/// (their tails are fatter than a normal distribution's; compare Vovk 2005, conformal prediction).
struct Uncertainty {
    struct Entry {
        std::string name;
        double sigma = 0;
        int series = 0, rows = 0; ///< fitted runs that inform it
        double newest = 0;        ///< of a family: its newest fitted release, as release_year; 0: none named
    };
    /// Runs of a family or generation in 8- or 4-bit arithmetic: others extrapolate.
    struct LowPrecision {
        std::string name; ///< of a family or a generation
        int bits = 8;
    };
    /// A fitted constant and what informs it. Where only one series does, `spread` is the constant's own
    /// uncertainty in its unit (its range read as uniform), and `sigma` what that means for the logarithm of
    /// the step times (collectives: of their own times) that use it (rms); 0 otherwise.
    struct Constant {
        std::string of, name, key; ///< as in priors.json: "software", "maxtext", "elementwise"
        int series = 0, rows = 0;
        std::string only_series; ///< its name when there is just one
        double spread = 0, sigma = 0;
    };

    double nominal = 0.8;     ///< share of measurements that the band means to hold
    double quantile = 1.2816; ///< of |ln(predicted ÷ measured)| ÷ σ at `nominal`
    std::vector<Entry> families, generations, kinds;
    std::array<double, assumed_cell_count> assumed{};
    std::vector<LowPrecision> low_precision;
    double unfitted_family = 0.25; ///< a stack without fitted runs; "unknown": at least, runs of stacks that
                                   ///< nobody named may be farther off
    double unfitted_generation = 0.15;
    double unfitted_vendor = 0.3;    ///< neither the stack nor the generation has fitted runs, nor has the
                                     ///< vendor's own stack: both at once
    double unfitted_precision = 0.1; ///< a family or generation in a precision that no fitted run has
    double unfitted_kind = 0.25;
    double unfitted_release = 0; ///< a release later than the family's newest fitted one
    double unfitted_scale = 0;   ///< more GPUs than any fitted run had
    double largest_gpus = 0;     ///< of the fitted runs; 0: not known
    double calibrated =
        0.6; ///< share of all this that is left when a run of the same machine and stack was measured
    std::vector<Constant> constants;

    std::vector<SpreadTerm> terms(const BandBasis& basis) const;
    double sigma(const BandBasis& basis) const;
    /// exp(quantile · σ) ≥ 1: the band reaches from prediction ÷ factor to prediction × factor.
    double factor(const BandBasis& basis) const;
    Band band(double predicted, const BandBasis& basis) const;

    static const Uncertainty& built_in();
    static Result<Uncertainty> parse(std::string_view json, std::string_view where);
    std::string json() const; ///< the file
};

} // namespace roofrack
