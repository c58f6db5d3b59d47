// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/measured/measure/run_config.h"

#include <functional>
#include <span>
#include <stop_token>

namespace roofrack {

inline constexpr std::string_view vendor_priors_file = "resources/cost/vendor_priors.json";

/// One factor that the fit may turn (resources/cost/priors.json): of a GPU generation or of a software
/// family, never of a run, a source or a series.
struct FitParameter {
    std::string name;              ///< generation or family
    std::vector<std::string> also; ///< others that share the value: "blackwell-ultra" that of "blackwell"
    ParameterField field;          ///< which factor; exactly one of its two members is set
    double prior = 0, low = 0, high = 0; ///< in the field's unit
    double value(const CostParameters& parameters) const;
    void set(CostParameters& parameters, double value) const; ///< sets it for all that share it
    /// True for runs of the generation or the family, or of one that shares the value.
    bool concerns(std::string_view generation, std::string_view family) const;
};

struct FitSetup {
    std::vector<FitParameter> parameters;
    double strength =
        0.01; ///< penalty of a factor one range away from its prior, in the unit of the mean loss

    static const FitSetup& built_in();      ///< NVIDIA's dense factors: resources/cost/priors.json
    static const FitSetup& other_vendors(); ///< vendor_priors_file
    static Result<FitSetup> parse(std::string_view json, std::string_view where);
};

/// A published step time (or the step that its metric stands for) with its configuration.
struct FitRun {
    RunConfig config;
    std::string series, software;
    const Part* accelerator = nullptr;
    double published = 0; ///< s
};

/// Coordinate descent on the mean of a robust loss of |ln(predicted/published)|, each series weighing the
/// same, plus the penalty. Deterministic. Runs of `held_out` take no part. Stops early when asked.
CostParameters fit(std::span<const FitRun> runs, const FitSetup& setup, CostParameters start,
                   std::string_view held_out, int rounds, const std::stop_token& stop = {});
/// A fit without the runs whose mark is set; as many marks as runs.
CostParameters fit(std::span<const FitRun> runs, const FitSetup& setup, CostParameters start,
                   const std::vector<bool>& left_out, int rounds, const std::stop_token& stop = {});

/// The run with its machine, its software and its unpublished choices under the parameters.
RunConfig completed(const FitRun& run, const CostParameters& parameters);
/// Its step time, s.
double predict(const FitRun& run, const CostParameters& parameters);

} // namespace roofrack
