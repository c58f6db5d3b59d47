// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/failure_domains.h"
#include "core/step/cost/failures.h"
#include "core/step/cost/step.h"
#include "core/step/engine/prepared.h"
#include "core/step/engine/storage_traffic.h"

#include <span>

namespace roofrack {

/// What a step meets on a number of GPUs of the drawing, independent of the parallel degrees. From the plan
/// only the checkpoint settings are read. Times in seconds.
struct StepConditions {
    /// A speed class: GPUs that compute equally fast, in however many groups they were drawn. A step waits
    /// for the slowest class.
    struct EqualSpeedGpus {
        size_t group = 0;  ///< in Fabric::groups: the first of the class
        size_t kind = 0;   ///< index in `accelerator_groups`
        double gpus = 0;   ///< GPUs that work
        double speed = 1;  ///< as drawn
        bool slow = false; ///< the slow GPUs inside the servers of one group
        int slot = -1;     ///< in Facility::slots: GPUs that share one clock
        int pace = 0;      ///< in Facility::paces: GPUs that compute equally long at full clock
        double clock = 1;  ///< clock relative to full; set where clocks_fixed
    };
    double gpus = 0, batch = 0;
    double drawings = 1; ///< how often the drawing is repeated: the GPU count ÷ the GPUs of one drawing
    size_t reference_group = 0; ///< in Fabric::groups: the largest speed class, slow GPUs aside, begins there
    size_t reference_kind = 0;  ///< in `accelerator_groups`: its kind of accelerator
    std::vector<size_t> accelerator_groups;    ///< for each kind of accelerator, a group of it that works
    std::vector<EqualSpeedGpus> speed_classes; ///< each has at least one working GPU
    size_t paces = 1;                          ///< one more than the largest EqualSpeedGpus::pace
    /// No limit that depends on the duty cycle applies, even when all GPUs compute all the time: the clocks
    /// are those in `speed_classes` under every plan.
    bool clocks_fixed = false;
    double straggler_cv = 0;
    InputNeeds input;
    double checkpoint_bytes = 0, checkpoint_write = 0, checkpoint_load = 0;
    /// Failures of an 8-GPU node in 1,000 days: the site's figure, or the mean of the generations'.
    double failure_rate = 0;
    FailureCost loss;
    std::vector<SharedPart> shared; ///< parts whose failures take many servers; they count where spares do
    std::vector<double> active;     ///< GPUs of each group that work
};

/// The shared part of a domain whose failure rate is published: a leaf that its servers are connected to
/// alone, or a rack's power; for this number of GPUs of the drawing. It takes no unit where the servers have
/// other leaves. Nothing where no rate is published.
std::optional<SharedPart> shared_part(const FailureDomain& domain, const Fabric& fabric, double gpus,
                                      const Defaults::Failures& constants);

/// Inputs of the failures of a step on `conditions.gpus` GPUs.
FailureInputs failure_inputs(const Prepared::Impl& impl, const Plan& plan, const ResourceKnobs& knobs,
                             const StepConditions& conditions);

/// Fills `conditions`, whose vectors keep their memory from call to call.
void step_conditions(const Prepared::Impl& impl, const Plan& plan, double gpus, double batch,
                     const ResourceKnobs& knobs, StepConditions& conditions);

/// A step with all that slows it.
struct StepOutcome {
    StepParts parts{};
    double step = 0; ///< sum of parts
    DutyCycle duty;
    size_t slowest_group = 0;
    bool slowest_is_inside_server = false; ///< the slow GPUs inside that group's servers
    double slowest_speed = 1;              ///< relative clock of the slowest group × its drawn speed
    double slowest_clock = 1;              ///< its relative clock alone
    double slowest_gpus = 0; ///< GPUs that are no faster: its straggler is the slowest of so many
    double unthrottled = 0;  ///< s of the longest computation at full clocks
    double throttled = 0;    ///< the same at the clocks that the limits leave
    double goodput = 1;
    double productive() const { return step * goodput; } ///< without checkpoints and failures
};

/// The clocks that are taken for a step, where they depend on its load.
enum class Throttle {
    none,    ///< full clocks: a lower bound on the step, which throttling only lengthens
    bounded, ///< the clocks of a load that is a little smaller, from a table: a close bound, and quick
    solved,  ///< the clocks of its load
};

/// Buffers of the clocks' fixed point, for one drawing and GPU count at a time.
struct ThrottleBuffers {
    std::vector<std::vector<double>>
        table;                        ///< speeds by utilisation in even steps, each made when first asked for
    std::vector<double> speeds, next; ///< by slot
    struct Work {
        double seconds = 0;
        size_t speed_class = 0; ///< in StepConditions::speed_classes
    };
    std::vector<Work> works; ///< slowest first
    struct Straggler {
        double gpus = -1, cv = 0, factor = 1;
    };
    std::vector<Straggler>
        stragglers; ///< the last factors by place in `works`: what they depend on seldom changes
};

/// Puts stragglers, throttling, input, checkpoints and failures on what the step costs on each of
/// `conditions.accelerator_groups`. A step waits for the slowest GPU: max over the classes of their
/// computation times the straggler factor of all GPUs that are no faster, which does not change when alike
/// GPUs are drawn apart. Step time ⇄ duty cycle ⇄ power ⇄ temperature ⇄ clock go to a fixed point where the
/// clocks are not fixed. Throttle::none and Throttle::bounded bound the step from below, for two reasons.
/// Clocks fall as the mean utilisation rises, and throttled time raises it. Other added time costs more than
/// cooler, faster chips save.
StepOutcome add_delays(const Prepared::Impl& impl, const StepConditions& conditions,
                       std::span<const StepTimes> costs, ThrottleBuffers& buffers,
                       Throttle throttle = Throttle::solved);

} // namespace roofrack
