// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/calibration/measured_scenario.h"
#include "core/study/calibration/step_shares.h"

#include <cmath>
#include <stop_token>

namespace roofrack {

/// One value that a calibration sets.
struct CalibratedValue {
    std::string name; ///< "compute_factor", "bus bandwidth, all_reduce on 8 ranks of one node"
    std::string unit; ///< empty: a ratio
    double before = 0, after = 0;
    std::string told_by; ///< "computation of 24 steps"
};
void describe(figures::Builder<CalibratedValue>& figures);

/// A value before or after in words: "1.04", "12.3 GB/s". `unit`: CalibratedValue::unit.
std::string calibrated_text(double value, std::string_view unit);

/// One measured time against the model, s.
struct CalibratedTime {
    std::string what; ///< "step", "computation", "exposed communication"
    double measured = 0, before = 0, after = 0;
    double before_pct() const { return 100 * std::abs(before / measured - 1); }
    double after_pct() const { return 100 * std::abs(after / measured - 1); }
};
void describe(figures::Builder<CalibratedTime>& figures);

/// What the files cannot tell, so that the model's own value stays.
struct NotTold {
    std::string what; ///< "network_factor"
    std::string why, todo;
};
void describe(figures::Builder<NotTold>& figures);

/// The second half of the measured steps, predicted by what the first half alone sets.
struct HeldBack {
    size_t steps = 0;                           ///< steps of that half
    double measured = 0, before = 0, after = 0; ///< s, the median step
    double before_pct() const { return 100 * std::abs(before / measured - 1); }
    double after_pct() const { return 100 * std::abs(after / measured - 1); }
};
void describe(figures::Builder<HeldBack>& figures);

/// What measurements set in a scenario's calibration, and how far the model was and is from them.
struct CalibrationStudy {
    double gpus = 0, drawn_gpus = 0; ///< GPUs of the run and of the drawing
    std::vector<CalibratedValue> values;
    std::vector<CalibratedTime> times;
    std::optional<HeldBack> held_back; ///< none: fewer than 4 steps
    std::vector<NotTold> not_told;
    std::vector<std::string> notes;
    std::vector<CalibrationSource> sources; ///< sources of this run alone
    Calibration calibration;                ///< the scenario's with all this in it, in force

    bool sets_anything() const { return !values.empty(); }
};
/// All but the calibration itself.
void describe(figures::Builder<CalibrationStudy>& figures);

/// Sets what the run tells of the scenario's calibration. What an earlier calibration set and this run does
/// not tell stays.
/// - One median step sets the factor of the operators, and says that it cannot tell them from the network.
/// - A breakdown sets both, where the model exposes communication.
/// - Kernels of a trace set factors of single kinds of operators, where they tell enough of a kind
///   (ToldWorks), with what the kind then reaches of the GPU's roofline. The factor of all operators is then
///   that of the rest: with it the computation takes what was measured. Factors of kinds from an earlier
///   calibration that this run does not tell go, but the optimizer's.
/// - The factor on the power is not solved: it is what the sensors saw above the idle power, over what the
///   model says there.
/// The other factors are solved through the whole model, never scaled. All times "after" are of the
/// calibration that is returned. Fails as measured_scenario() does, where no factor between 1/4 and 4 would
/// make the model meet the step (another run than the drawn one was measured), and where it is stopped
/// ("cancelled").
Result<CalibrationStudy> calibrate(const Scenario& scenario, const MeasuredRun& run, const Catalog& catalog,
                                   const std::stop_token& stop = {});

inline constexpr double most_factor = 4;

} // namespace roofrack
