// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/failure_domains.h"
#include "core/step/cost/failures.h"
#include "core/step/cost/step.h"
#include "core/step/engine/prepared.h"
#include "core/step/engine/storage_traffic.h"

#include <span>

namespace roofrack {

/// What a step meets on so many GPUs of the drawing whatever its degrees are. From the plan only what is said
/// of checkpoints is read. Seconds.
struct StepConditions {
    /// GPUs that compute alike, in however many groups they were drawn.
    struct Pace {
        size_t group = 0;  ///< Fabric::groups, the first of them
        size_t kind = 0;   ///< index in `kinds`
        double gpus = 0;   ///< GPUs that work
        double speed = 1;  ///< as drawn
        bool slow = false; ///< the slow GPUs inside the servers of one group
        int slot = -1;     ///< Facility::slots
        double clock = 1;  ///< where clocks_fixed
    };
    double gpus = 0, batch = 0;
    double drawings = 1; ///< drawings that have so many GPUs
    size_t reference_group = 0, reference_kind = 0;
    std::vector<size_t> kinds; ///< a working group of each accelerator
    std::vector<Pace> paces;
    /// No limit that knows the duty cycle binds even when all GPUs compute all the time, so that the clocks
    /// are those in `paces` under every plan.
    bool clocks_fixed = false;
    double straggler_cv = 0;
    InputNeeds input;
    double checkpoint_bytes = 0, checkpoint_write = 0, checkpoint_load = 0;
    double failure_rate = 0; ///< in 1,000 days of an 8-GPU node: the site's, or the mean of the generations'
    FailureCost loss;
    std::vector<SharedPart> shared; ///< where spares are counted
    std::vector<double> active;     ///< GPUs of each group that work
};

/// The part whose failure is published of such a domain: a leaf that servers are connected to alone, a rack's
/// power; of so many GPUs of the drawing; it takes no unit where the servers have other leaves. None: nothing
/// is.
std::optional<SharedPart> shared_part(const FailureDomain& domain, const Fabric& fabric, double gpus,
                                      const Defaults::Failures& constants);

/// Inputs of the failures of a step on `out.gpus` GPUs.
FailureInputs failure_inputs(const Prepared::Impl& impl, const Plan& plan, const ResourceKnobs& knobs,
                             const StepConditions& out);

/// Fills `out` and keeps its buffers.
void step_conditions(const Prepared::Impl& impl, const Plan& plan, double gpus, double batch,
                     const ResourceKnobs& knobs, StepConditions& out);

/// A step with all that slows it.
struct StepOutcome {
    StepParts parts{};
    double step = 0; ///< sum of parts
    DutyCycle duty;
    size_t slowest_group = 0;
    bool slowest_inside = false; ///< the slow GPUs inside that group's servers
    double slowest_speed = 1;    ///< relative clock of the slowest group
    double slowest_clock = 1;    ///< the same before the drawn speed
    double slowest_gpus = 0;     ///< GPUs that are no faster: its straggler is the slowest of so many
    double unthrottled = 0;      ///< s of the longest computation at full clocks
    double throttled = 0;        ///< the same at the clocks that the limits leave
    double goodput = 1;
    double productive() const { return step * goodput; } ///< without checkpoints and failures
};

/// The clocks that are taken for a step, where they depend on its load.
enum class Throttle {
    none,    ///< full: a bound, since no step gets shorter by throttling
    bounded, ///< the clocks of a load that is a little smaller, from a table: a close bound, and quick
    solved,  ///< the clocks of its load
};

/// Buffers of the clocks' fixed point, for one drawing and GPU count at a time.
struct Clocks {
    std::vector<std::vector<double>>
        table;                        ///< speeds at so many utilisations, each made when first asked for
    std::vector<double> speeds, next; ///< by slot
    struct Work {
        double seconds = 0;
        size_t pace = 0;
    };
    std::vector<Work> works; ///< slowest first
    struct Straggler {
        double gpus = -1, cv = 0, factor = 1;
    };
    std::vector<Straggler>
        stragglers; ///< stragglers of so many GPUs, by place in `works`: they seldom change
};

/// Puts stragglers, throttling, input, checkpoints and failures on what the step costs on each of
/// `conditions.kinds`. A step waits for the slowest GPU: max over the paces of their computation times the
/// straggler factor of all GPUs that are no faster, which does not change when alike GPUs are drawn apart.
/// Step time ⇄ duty cycle ⇄ power ⇄ temperature ⇄ clock go to a fixed point where the clocks are not fixed.
/// Bounds hold since clocks fall as the mean utilisation rises, which the time that throttling adds raises,
/// and since all time that is added elsewhere takes more than it gives back by cooler, faster chips.
StepOutcome settle(const Prepared::Impl& impl, const StepConditions& conditions,
                   std::span<const StepTimes> costs, Clocks& clocks, Throttle throttle = Throttle::solved);

} // namespace roofrack
