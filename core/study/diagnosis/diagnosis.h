// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/base/model/project.h"
#include "core/study/calibration/measured_scenario.h"
#include "core/study/calibration/step_shares.h"
#include "core/study/diagnosis/fault_candidates.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// One change that may explain what was measured, evaluated by the whole model.
struct FaultCause {
    std::string id;
    FaultKind kind = FaultKind::links;
    std::string change;          ///< in words, with its value where it has one
    std::optional<double> value; ///< the unknown of the change: a share of a rate or a speed, samples/s
    /// Share among all candidates, those left out too, and another job than drawn; none where nothing fits,
    /// or where the range of one alone reaches what was measured: its share would tell of the ranges alone.
    std::optional<double> likelihood;
    bool fits = false;                     ///< with it the measured step lies in the model's band
    StepShares shares;                     ///< shares of the step with it
    std::string test;                      ///< what would show it
    std::vector<std::string> alternatives; ///< ids of others of its kind with which the step looks the same
    Scenario scenario;                     ///< with the change, as evaluated
    double step_s() const { return shares.step; }
};
void describe(figures::Builder<FaultCause>& figures);

/// What stands beside the causes wherever they are listed (Diagnosis::other_likelihood), and what would show
/// it.
inline constexpr std::string_view another_job_change =
    "another job ran than is drawn, or several things are wrong at once";
inline constexpr std::string_view another_job_test =
    "hold the GPUs, model, plan and batch of the run against the drawing";

/// What of the measurement was used: a time of the step by the model as drawn, and as measured, s.
struct ComparedTime {
    std::string what;
    double measured = 0, predicted = 0;
    bool is_far = false; ///< by more than the model and the measurement explain
};
void describe(figures::Builder<ComparedTime>& figures);

struct Diagnosis {
    double gpus = 0;
    double measured_s = 0, predicted_s = 0, low_s = 0, high_s = 0; ///< the step, and its band of 80 %
    std::vector<ComparedTime> times;
    bool is_inside_band = false; ///< nothing to explain: no causes
    std::string sentence;        ///< the answer in one line
    /// Eight at most; those that reach the band first, by likelihood. Where none does, the three nearest.
    std::vector<FaultCause> causes;
    /// That another job ran than is drawn, or that several things are wrong at once; none where causes have
    /// no likelihood.
    std::optional<double> other_likelihood;
    std::string apart; ///< what tells the first two apart; empty: there are not two
    std::vector<std::string> notes;
};
/// All but the scenarios.
void describe(figures::Builder<Diagnosis>& figures);

/// Looks for the one change that makes the model give what was measured. Each candidate's unknown is found by
/// evaluating it, over its range; nothing is extrapolated. A candidate's likelihood is its commonness times
/// the mean over its range of exp(−χ²/2), so that one which fits whatever was measured is worth less than one
/// which had to (Occam's factor: MacKay 2003, chapter 28). Beside them stands that another job ran than is
/// drawn, or that several things are wrong (evidence_of_another_job() of fault_likelihood.h). χ² compares the
/// step, and the times of a breakdown where there is one, by the model's band and the scatter of what was
/// measured. What waits longer for its batch than the timers of a log say is no cause. Fails as
/// measured_scenario() does, where nothing tells the time of a step, and where it is stopped ("cancelled").
Result<Diagnosis> diagnose(const Scenario& scenario, const MeasuredRun& run, const Catalog& catalog,
                           const std::stop_token& stop = {});

} // namespace roofrack
