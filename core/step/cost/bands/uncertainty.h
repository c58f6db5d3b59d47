// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/plan.h"
#include "core/base/units/diagnostic.h"
#include "core/step/cost/bands/memory_spread.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// A choice of a run or a scenario that nobody stated, so that the model made it.
enum class AssumedCell { recompute, vpp, micro_batch, network, degrees, count };
inline constexpr size_t assumed_cell_count = static_cast<size_t>(AssumedCell::count);
std::string_view name_of(AssumedCell cell); ///< "recompute", "vpp", "micro_batch", "network", "degrees"

/// What a prediction leans on that no fitted run has.
enum class UnseenLevel {
    family,           ///< the software stack
    generation,       ///< the GPU generation, where the vendor has newer ones with runs
    newer_generation, ///< later than all of the vendor that have runs: announced, or just out
    vendor,           ///< the accelerators' vendor; or, on others than NVIDIA's, the stack
    precision,        ///< the arithmetic's width, on this generation or by this stack
    kind,             ///< the kind of model
    release,          ///< later than the stack's newest fitted one
    scale,            ///< more GPUs than the largest fitted run had
    combination,      ///< this half-year's releases of the stack on this generation
    count
};
inline constexpr size_t unseen_level_count = static_cast<size_t>(UnseenLevel::count);
std::string_view name_of(UnseenLevel level); ///< "family", "newer_generation", …

/// Half-years since the year 0 of a release's year; 0: not dated.
int half_year(double year);

/// The width of the arithmetic in bits as the spreads tell it apart: 16 (and wider), 8 or 4.
int arithmetic_bits(Precision precision);

/// One independent contribution to the spread of ln(step time).
struct SpreadTerm {
    std::string cause;    ///< "Megatron-Core family", "recompute assumed", …
    double sigma = 0;     ///< standard deviation of the logarithm
    std::string source{}; ///< where the deviation is from; empty: resources/cost/uncertainty.json
};

/// What a predicted step time leans on; decides how wide its band is. Views must outlive the use.
struct BandBasis {
    std::string_view family;         ///< SoftwareParameters::name
    std::string_view generation;     ///< accelerator text "architecture"
    std::string_view kind = "dense"; ///< "dense", "moe", "dense-lora", "generic", …
    const Plan* plan = nullptr;
    std::array<bool, assumed_cell_count> assumed{};
    bool calibrated = false;               ///< a measured run of the same machine and stack set the factors
    std::vector<SpreadTerm> single_source; ///< spread of constants that one series alone informs
                                           ///< (core/step/cost/bands/single_source.h)
    double year = 0; ///< year of the stack's release (release_month() ÷ 12); 0: not named
    double gpus = 0; ///< GPUs of the step; 0: not known
    std::vector<SpreadTerm>
        announced{}; ///< terms of figures that nobody has measured (core/step/cost/bands/announced.h)
};

struct Band {
    double low = 0, high = 0; ///< in the unit of the prediction
};

/// How far predictions have been from measurements, by what they lean on (resources/cost/uncertainty.json,
/// written by `roofrack-cli validate --write-spreads`). The logarithm of predicted ÷ true is taken as a sum
/// whose parts are independent (a random-effects model whose levels are the stack, the generation, the kind
/// of model and each level that is unseen): σ² = σ_family² + σ_generation² + Σ σ_unseen² + Σ σ_assumed² + …;
/// the band of nominal coverage is prediction × exp(±quantile · σ). The spread of an unseen level is what
/// holds the nominal share of runs whose class was left out of the fit whole, each class weighing the same,
/// times Student's t for so many classes; the quantile is read from left-out runs (conformal: Vovk 2005).
struct Uncertainty {
    struct Entry {
        std::string name;
        double sigma = 0;
        int series = 0, rows = 0; ///< fitted runs that inform it
        double newest = 0;        ///< newest fitted release of a family, as release_year; 0: none named
    };
    /// Fitted runs of a family or generation in 16-, 8- or 4-bit arithmetic: others extrapolate.
    struct Width {
        std::string name; ///< name of a family or a generation
        int bits = 8;
    };
    /// Fitted runs of a half-year's releases of a stack on a generation.
    struct Combination {
        std::string family, generation;
        int half = 0; ///< half-years since the year 0; 0: not dated
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
    double quantile = 1.2816; ///< quantile of |ln(predicted ÷ measured)| ÷ σ at `nominal`
    std::vector<Entry> families, generations, kinds;
    std::array<double, assumed_cell_count> assumed{};
    std::vector<Width> widths;
    std::vector<Combination> combinations;
    /// The spread of each UnseenLevel; a stack that nobody named is at least as unsure as one without runs.
    std::array<double, unseen_level_count> unfitted{0.25, 0.15, 0.2, 0.3, 0.1, 0.25, 0, 0, 0};
    double& spread_of(UnseenLevel level) { return unfitted[static_cast<size_t>(level)]; }
    double spread_of(UnseenLevel level) const { return unfitted[static_cast<size_t>(level)]; }
    double largest_gpus = 0; ///< largest gpus of the fitted runs; 0: not known
    double calibrated =
        0.6; ///< share of all this that is left when a run of the same machine and stack was measured
    std::vector<Constant> constants;
    MemorySpread memory;

    /// What no fitted run has of `basis`, in the order of UnseenLevel.
    std::vector<UnseenLevel> unseen(const BandBasis& basis) const;
    std::vector<SpreadTerm> terms(const BandBasis& basis) const;
    double sigma(const BandBasis& basis) const;
    /// The terms of a basis whose unseen levels are known, as those of a run that was left out are.
    std::vector<SpreadTerm> terms(const BandBasis& basis, std::span<const UnseenLevel> unseen) const;
    double sigma(const BandBasis& basis, std::span<const UnseenLevel> unseen) const;
    /// exp(quantile · σ) ≥ 1: the band reaches from prediction ÷ factor to prediction × factor.
    double factor(const BandBasis& basis) const;
    Band band(double predicted, const BandBasis& basis) const;

    static const Uncertainty& built_in();
    static Result<Uncertainty> parse(std::string_view json, std::string_view where);
    std::string json() const; ///< the file
};

} // namespace roofrack
