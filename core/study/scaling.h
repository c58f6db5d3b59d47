// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/scale_metric.h"
#include "core/step/engine/evaluate.h"
#include "core/step/search/search.h"
#include "core/study/doubling.h"

#include <limits>
#include <span>
#include <stop_token>

namespace roofrack {

/// One size of the study.
struct ScalePoint {
    double gpus = 0;
    bool feasible = true;
    std::string reason;                        ///< why it is not feasible
    double batch = 0;                          ///< tokens a step, samples of a generic profile
    Seconds productive_step{}, wall_step{};    ///< without and with checkpoints and failures
    Seconds step_time{};                       ///< the one of them that the metric pays
    Seconds step_time_low{}, step_time_high{}; ///< its band that should hold 80 %
    double rate = 0;                           ///< batch ÷ step_time, 1/s
    double progress = 0;    ///< what the metric counts: the rate, for time_to_loss ÷ its extra tokens
    double useful = 0;      ///< the same by the wall step, whatever the metric pays: what $ are divided by
    double speedup = 0;     ///< progress ÷ that of the smallest size that runs
    double efficiency = 0;  ///< progress ÷ that of the ideal with as many GPUs
    bool is_uneven = false; ///< some replicas run one micro-batch more than the others, which wait for them
    /// Divides badly: less than the sizes around it have without it, by more than a hundredth.
    bool divides_badly = false;
    /// d ln progress/d ln N of the stretch that ends here (of the first point: that begins here, unless it is
    /// the drawn count), smoothed, without the steps at borders of the fabric.
    double elasticity = std::numeric_limits<double>::quiet_NaN(); ///< NaN: no other point
    std::optional<Regime> regime;                                 ///< regime of the same stretch
    Plan plan;
    Seconds run_time{};  ///< to the token budget by the wall step, for time_to_loss to the loss that it
                         ///< reaches at the workload's batch; 0: no budget
    RunningCost running; ///< running of all these GPUs
    ThrottleCause throttle_cause = ThrottleCause::none; ///< what holds the slowest clocks
    StepParts parts{};
    StepParts lost{};         ///< progress that each part takes from the ideal; < 0: gives back
    double lost_to_batch = 0; ///< and the extra tokens of a large batch (time_to_loss)
};

/// GPU counts in between that cannot run, for one reason.
struct SizesWithoutPlan {
    double from = 0, to = 0; ///< GPU counts tried: both cannot run
    std::string reason;      ///< reason of the first

    std::string sizes_text() const; ///< "8 to 200 GPUs", "200 GPUs", "1 GPU"
};

struct ScaleBorder;

/// Where a border moves with a change to what causes it: the study run again.
struct BorderMitigation {
    std::string action;  ///< "half the failure rate", "twice the batch"
    std::string caution; ///< what it asks of people; empty: nothing
    double gpus = 0;     ///< 0: up to the largest size there is no such border

    /// Less than a twentieth from where the border stands without it.
    bool stays(const ScaleBorder& border) const;
};

struct ScaleBorder {
    Regime from = Regime::linear, to = Regime::diminishing;
    double gpus = 0;
    std::string cause; ///< a part, e.g. "data_comm", or "extra_tokens": see find_gap()
    ThrottleCause limit = ThrottleCause::none; ///< limit of power and heat, where the cause is throttling:
                                               ///< what holds the clocks after it

    std::vector<BorderMitigation> mitigations; ///< empty until find_border_mitigations() looked

    std::string cause_label() const; ///< "pipeline bubble", "throttle (site supply)"
    bool worsens() const { return to > from; }
};

/// A drop of the curve where more GPUs begin to use other links: it is named as a drop and makes no regime.
struct ScaleStep {
    double gpus = 0;   ///< GPUs that a block of the fabric holds: those beyond it cross its border
    std::string links; ///< out of it, as drawn: "NICs out of the NVLink domain"
    double left = 1;   ///< share of the progress that the curve beyond it would have without the border

    /// "a drop of 14 % beyond 64 GPUs, over leaf uplinks"
    std::string text() const;
};

/// What the study assumes beyond the drawing: the whole of it again and again, its racks, feeds and cooling
/// with it, joined by as much as leaves it.
struct AssumedBlock {
    std::string name;      ///< name of the switches, or the server, that close the drawing
    double gpus = 0;       ///< GPUs of one
    ByteRate egress{};     ///< per GPU, one direction, between two of them; 0: nothing joins them
    double narrower = 1;   ///< what leaves the innermost block, per GPU, ÷ that: "4:1"
    bool is_torus = false; ///< all of them one larger torus (Fabric::torus_grows)
    bool is_narrower() const { return narrower > 1.01; } ///< as it is read

    /// "more of “Spine”, 512 GPUs each, joined at 6.25 GB/s a GPU, 4:1"; "…, as one larger torus"
    std::string text() const;
};

struct ScaleResult {
    ScaleMetric metric = ScaleMetric::goodput;
    bool replanned = false;
    bool counts_samples = false; ///< batch, rate and progress are of samples, else of tokens
    SupplyGrowth supply_growth = SupplyGrowth::plant; ///< limits of the place at other sizes
    double ideal_gpus = 0;                            ///< the size whose progress a GPU is the ideal
    double ideal_rate = 0;                            ///< that progress, a GPU
    ScalePoint ideal;                                 ///< the size itself
    ScalePoint smallest;   ///< the smallest size that runs: what a speed-up is held against
    double drawn_gpus = 0; ///< beyond it stands what is assumed
    AssumedBlock beyond;
    std::vector<ScalePoint> points;     ///< ascending
    std::vector<SizesWithoutPlan> gaps; ///< ascending
    std::vector<ScaleBorder> borders;   ///< ascending
    std::vector<ScaleStep> steps;       ///< ascending; the regimes are of the curve without them
    std::vector<ScaleDoubling>
        doublings;        ///< doublings of the drawn count, the knee and the peak, where both sizes run
    double peak_gpus = 0; ///< GPU count of the most progress; 0: none runs
    /// Where a batch that grows with the GPUs passes the critical one; where it does not grow, the GPUs whose
    /// replicas, a micro-batch each, are a batch beyond it. 0: the critical batch is not known.
    double critical_gpus = 0;
    double knee_gpus = 0; ///< where the elasticity first falls below Defaults::Regimes::knee; 0: nowhere

    /// The point at this many GPUs; nullptr where there is none.
    const ScalePoint* at(double gpus) const;
};

struct ScaleOptions {
    ScaleMetric metric = ScaleMetric::goodput;
    double ideal =
        0; ///< size whose progress a GPU is the ideal; 0, or one that does not run: the best of all
    bool replan = false;  ///< the best plan of the whole space at each size, instead of the scenario's
    bool onsets = false;  ///< also the sizes between which a limit of power or heat begins to hold the clocks
                          ///< beyond the drawing: some more are tried to find them
    unsigned threads = 0; ///< 0: one a core
};

/// The scaling study over `gpus`, and `onsets` (docs/model.md section 12). Away from the drawing dp follows
/// the GPUs. Stopped: only the points that were done.
ScaleResult scale(const Prepared& prepared, std::span<const double> gpus, const ScaleOptions& options = {},
                  SearchProgress* progress = nullptr, const std::stop_token& stop = {});

/// The scenario with the plan of the study of the best plans on all drawn GPUs, by which everything that is
/// asked of it then goes; as it is where no plan runs, and a profile, which has no plans. A search.
Scenario with_best_plan(const Prepared& prepared, const Scenario& scenario, const std::stop_token& stop = {});

/// What a scenario is scaled by unless somebody chooses: goodput; a profile whose step was measured on one
/// GPU keeps its batch per GPU (throughput).
ScaleMetric natural_metric(const Prepared& prepared);

} // namespace roofrack
