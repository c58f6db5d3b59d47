// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/conditions.h"

#include "core/base/units/common_units.h"
#include "core/step/cost/stragglers.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace roofrack {

namespace {

/// Fills `active`: the groups work in drawn order until `gpus` GPUs do; where more GPUs work than are drawn,
/// each group is as many times larger.
void fill_drawn_groups(const Prepared::Impl& impl, double gpus, StepConditions& conditions) {
    conditions.active.resize(impl.group_gpus.size());
    conditions.accelerator_groups.clear();
    double left = gpus;
    const double repeat = std::max(1.0, gpus / impl.fabric.gpus);
    for (size_t g = 0; g < conditions.active.size(); ++g) {
        conditions.active[g] = std::min(impl.group_gpus[g] * repeat, left);
        left -= conditions.active[g];
    }
}

/// The slow GPUs inside servers, those of each drawn element separately.
void add_slow_gpus(const Prepared::Impl& impl, const AlikeGpuGroups& pools, StepConditions& conditions) {
    for (const size_t g : impl.groups_of_slow) {
        const double slow = conditions.active[g] * impl.fabric.groups[g].slow_share();
        if (slow <= 0) continue;
        conditions.speed_classes[pools.of_group[g]].gpus -= slow;
        StepConditions::EqualSpeedGpus speed_class;
        speed_class.group = g;
        speed_class.gpus = slow;
        speed_class.slow = true;
        conditions.speed_classes.push_back(speed_class);
    }
}

void set_speed_classes(const Prepared::Impl& impl, StepConditions& conditions) {
    const AlikeGpuGroups& pools = conditions.clocks_fixed ? impl.pools_at_fixed_clocks : impl.pools;
    conditions.speed_classes.assign(pools.first.size(), {});
    for (size_t g = 0; g < conditions.active.size(); ++g) {
        StepConditions::EqualSpeedGpus& speed_class = conditions.speed_classes[pools.of_group[g]];
        // A pool is as fast as its first group: groups fill up in drawn order, so that it is at work.
        if (speed_class.gpus <= 0) speed_class.group = g;
        speed_class.gpus += conditions.active[g];
    }
    add_slow_gpus(impl, pools, conditions);
    std::erase_if(conditions.speed_classes,
                  [](const StepConditions::EqualSpeedGpus& speed_class) { return speed_class.gpus <= 0; });
    const auto most = std::ranges::max_element(conditions.speed_classes, {},
                                               [](const StepConditions::EqualSpeedGpus& speed_class) {
                                                   return speed_class.slow ? 0 : speed_class.gpus;
                                               });
    conditions.reference_group = most == conditions.speed_classes.end() ? 0 : most->group;
    conditions.paces = 1;
    for (StepConditions::EqualSpeedGpus& speed_class : conditions.speed_classes) {
        const auto alike = std::ranges::find_if(conditions.accelerator_groups, [&](size_t kind) {
            return impl.first_alike[kind] == impl.first_alike[speed_class.group];
        });
        speed_class.kind = static_cast<size_t>(alike - conditions.accelerator_groups.begin());
        if (alike == conditions.accelerator_groups.end())
            conditions.accelerator_groups.push_back(speed_class.group);
        if (speed_class.group == conditions.reference_group) conditions.reference_kind = speed_class.kind;
        const GpuGroup& drawn = impl.fabric.groups[speed_class.group];
        speed_class.speed = speed_class.slow ? drawn.slow_speed : drawn.speed;
        speed_class.slot = impl.facility->slots()[speed_class.group];
        speed_class.pace = impl.facility->paces()[speed_class.group];
        conditions.paces = std::max(conditions.paces, static_cast<size_t>(speed_class.pace) + 1);
        if (conditions.clocks_fixed) speed_class.clock = impl.fixed_speeds.speeds[speed_class.group];
    }
}

/// Seconds of computation of a speed class, at this clock.
double work_of(const StepConditions::EqualSpeedGpus& speed_class, std::span<const StepTimes> costs,
               double clock) {
    const StepTimes& cost = costs[speed_class.kind];
    return (cost.compute / clock + cost.memory) / speed_class.speed;
}

/// Writes DutyCycle::compute_by_pace. `share_of`: the share of the step that GPUs compute which have so many
/// seconds of computation at full clock. The slow GPUs inside a server count as the others in it.
template<class ShareOf>
void set_compute_by_pace(const StepConditions& conditions, std::span<const StepTimes> costs, ShareOf share_of,
                         DutyCycle& duty) {
    duty.compute_by_pace.assign(conditions.paces, duty.compute);
    bool differs = false;
    for (const StepConditions::EqualSpeedGpus& speed_class : conditions.speed_classes) {
        if (speed_class.slow) continue;
        const double share = share_of(work_of(speed_class, costs, 1));
        duty.compute_by_pace[static_cast<size_t>(speed_class.pace)] = share;
        differs = differs || share != duty.compute;
    }
    if (!differs) duty.compute_by_pace.clear();
}

/// Seconds of the longest computation of all speed classes, stragglers included; `clock_of` gives the clock a
/// class runs at. Says in `out` whose computation it is.
template<class ClockOf>
double slowest(const StepConditions& conditions, std::span<const StepTimes> costs, ClockOf clock_of,
               ThrottleBuffers& buffers, StepOutcome& out) {
    auto& works = buffers.works;
    works.clear();
    for (size_t p = 0; p < conditions.speed_classes.size(); ++p) {
        const StepConditions::EqualSpeedGpus& speed_class = conditions.speed_classes[p];
        works.push_back({work_of(speed_class, costs, clock_of(speed_class)), p});
    }
    if (works.size() > 1) std::ranges::stable_sort(works, std::greater{}, &ThrottleBuffers::Work::seconds);
    if (buffers.stragglers.size() < works.size()) buffers.stragglers.resize(works.size());
    double worst = 0, gpus = 0;
    for (size_t i = 0; i < works.size(); ++i) {
        const StepConditions::EqualSpeedGpus& speed_class = conditions.speed_classes[works[i].speed_class];
        gpus += speed_class.gpus;
        ThrottleBuffers::Straggler& straggler = buffers.stragglers[i];
        if (straggler.gpus != gpus || straggler.cv != conditions.straggler_cv)
            straggler = {gpus, conditions.straggler_cv, straggler_factor(gpus, conditions.straggler_cv)};
        const double work = works[i].seconds * straggler.factor;
        if (work <= worst) continue;
        worst = work;
        out.slowest_group = speed_class.group;
        out.slowest_is_inside_server = speed_class.slow;
        out.slowest_clock = clock_of(speed_class);
        out.slowest_speed = out.slowest_clock * speed_class.speed;
        out.slowest_gpus = gpus;
    }
    return worst;
}

/// The clocks of a slightly lower load: an upper bound on those of `duty`, which is quick because it is read
/// from a table.
const std::vector<double>& bounding_speeds(const Facility& facility, const DutyCycle& duty, double drawings,
                                           ThrottleBuffers& buffers) {
    constexpr double steps = 1024;
    buffers.table.resize(static_cast<size_t>(steps) + 1);
    DutyCycle less;
    // A limit is held against the highest mean over its window. Where steps are this short, a window sees
    // many of them, and their mean is the least that any step of this utilisation shows.
    less.step = Seconds(1e-6);
    less.compute = std::floor(std::min(1.0, facility.utilisation(duty)) * steps) / steps;
    std::vector<double>& speeds = buffers.table[static_cast<size_t>(less.compute * steps)];
    if (speeds.empty()) facility.slot_speeds(less, drawings, speeds);
    return speeds;
}

double mean_failure_rate(const Prepared::Impl& impl, const StepConditions& conditions) {
    if (conditions.accelerator_groups.size() == 1)
        return impl.failure_rates[conditions.accelerator_groups.front()].value;
    double sum = 0;
    for (const StepConditions::EqualSpeedGpus& speed_class : conditions.speed_classes)
        sum += speed_class.gpus * impl.failure_rates[speed_class.group].value;
    return conditions.gpus > 0 ? sum / conditions.gpus : 0;
}

/// B/s of the slowest GPU to its host's memory.
double slowest_host_rate(const Prepared::Impl& impl, const StepConditions& conditions) {
    double rate = std::numeric_limits<double>::infinity();
    for (const size_t kind : conditions.accelerator_groups)
        rate = std::min(rate, impl.machines[kind].host_rate);
    return rate;
}

/// B/s of a checkpoint between so many servers and the storage; where none is drawn, their own drives, which
/// a server that is a whole rack has in each of its trays.
double checkpoint_rate(const Prepared::Impl& impl, double servers, double storage) {
    const double trays = servers * impl.trays;
    if (storage <= 0) return trays * impl.defaults->failures.local_drives.si();
    const Fabric& fabric = impl.fabric;
    const size_t outside = std::min<size_t>(1, fabric.levels.size() - 1);
    const double server = fabric.levels[outside].egress.si() * fabric.gpus_per_server;
    return server > 0 ? std::min(storage, servers * server) : storage;
}

} // namespace

std::optional<SharedPart> shared_part(const FailureDomain& domain, const Fabric& fabric, double gpus,
                                      const Defaults::Failures& constants) {
    constexpr double thousand_days = 1000 * seconds_a_day;
    SharedPart part;
    part.count = domain.count * gpus / fabric.gpus;
    part.units = std::ceil(domain.gpus / spare_unit(fabric));
    part.repair = constants.switch_repair.si();
    if (domain.kind == FailureDomainKind::leaf) {
        part.each = constants.switch_rate / thousand_days;
    } else if (domain.kind == FailureDomainKind::rack) {
        part.cause = FailureCause::other;
        part.each = constants.rack_power_rate / thousand_days;
    }
    return part.each > 0 ? std::optional(part) : std::nullopt;
}

FailureInputs failure_inputs(const Prepared::Impl& impl, const Plan& plan, const ResourceKnobs& knobs,
                             const StepConditions& conditions) {
    const Site& site = impl.scenario.site;
    const double server = std::max(1.0, impl.fabric.gpus_per_server);
    FailureInputs in(impl.defaults->failures);
    in.gpus = conditions.gpus;
    in.servers = std::max(1.0, conditions.gpus / server);
    in.rate = conditions.failure_rate * knobs.failure_rate;
    in.job_rate = site.other_interruptions_per_1000_node_days * knobs.failure_rate;
    in.planned = site.planned_stops_per_1000_node_days;
    in.restart = site.restart_time.si();
    in.start_up_per_1000_gpus = site.start_up_per_1000_gpus.si();
    in.spares = site.spare_servers;
    in.unit_servers = spare_unit(impl.fabric) / server;
    in.repair = site.repair_time.si();
    in.shared = conditions.shared;
    in.interval = plan.checkpoint_interval.si();
    in.in_background = plan.async_checkpoint;
    in.in_memory = plan.memory_checkpoint;
    in.write = conditions.checkpoint_write;
    in.load = conditions.checkpoint_load;
    in.copy = conditions.checkpoint_bytes / conditions.gpus / slowest_host_rate(impl, conditions);
    return in;
}

void step_conditions(const Prepared::Impl& impl, const Plan& plan, double gpus, double batch,
                     const ResourceKnobs& asked, StepConditions& conditions) {
    const ResourceKnobs knobs = knobs_of(impl, asked);
    const Site& site = impl.scenario.site;
    const Fabric& fabric = impl.fabric;
    conditions.gpus = gpus;
    conditions.batch = batch;
    conditions.drawings = gpus / fabric.gpus;
    const FixedSpeeds& fixed = impl.fixed_speeds;
    conditions.clocks_fixed = !fixed.speeds.empty() && conditions.drawings <= fixed.drawings;
    fill_drawn_groups(impl, gpus, conditions);
    conditions.straggler_cv =
        straggler_cv(persistent_cv(impl.scenario), iid_cv(impl.scenario),
                     impl.scenario.workload.packed_sequences ? 0 : impl.defaults->stragglers.imbalance_cv) *
        knobs.straggler_cv;
    set_speed_classes(impl, conditions);
    for (StepConditions::EqualSpeedGpus& speed_class : conditions.speed_classes)
        if (speed_class.kind != conditions.reference_kind ||
            speed_class.speed != fabric.groups[conditions.reference_group].speed)
            speed_class.speed *= knobs.other_gpus_speed;

    const double servers = std::max(1.0, gpus / std::max(1.0, fabric.gpus_per_server));
    conditions.failure_rate = site.failures_per_1000_node_days.value_or(mean_failure_rate(impl, conditions));
    conditions.checkpoint_bytes = checkpoint_bytes(
        impl.model.generic ? impl.model.generic->parameters : parameter_count(*impl.model.transformer),
        plan.checkpoint_bytes_per_parameter > 0 ? plan.checkpoint_bytes_per_parameter
                                                : impl.defaults->failures.checkpoint_bytes_per_parameter);
    conditions.checkpoint_write =
        conditions.checkpoint_bytes /
        checkpoint_rate(impl, servers, storage_rate(impl, fabric.storage_write, knobs.storage));
    conditions.checkpoint_load =
        conditions.checkpoint_bytes /
        checkpoint_rate(impl, servers, storage_rate(impl, fabric.storage_read, knobs.storage));
    conditions.shared.clear();
    for (const FailureDomain& domain : impl.failure_domains)
        if (auto part = shared_part(domain, fabric, gpus, impl.defaults->failures)) {
            part->each *= knobs.failure_rate;
            conditions.shared.push_back(*part);
        }
    conditions.loss = failure_cost(failure_inputs(impl, plan, knobs, conditions));
    conditions.input = input_needs(impl, gpus, batch, knobs);
    if (plan.async_checkpoint)
        add_background_write(impl, conditions.checkpoint_bytes, conditions.checkpoint_write,
                             conditions.loss.interval, knobs, conditions.input);
}

StepOutcome add_delays(const Prepared::Impl& impl, const StepConditions& conditions,
                       std::span<const StepTimes> costs, ThrottleBuffers& buffers, Throttle throttle) {
    StepOutcome out;
    StepParts& parts = out.parts;
    const auto part = [&](StepPart p) -> double& { return parts[static_cast<size_t>(p)]; };
    const StepTimes& c = costs[conditions.reference_kind];
    const double drawn_speed = impl.fabric.groups[conditions.reference_group].speed;
    const bool clocks_follow_load = throttle != Throttle::none && !conditions.clocks_fixed;

    const double reference_work = (c.compute + c.memory) / drawn_speed; // work of that group
    const auto longest = [&](auto&& clock_of) { return slowest(conditions, costs, clock_of, buffers, out); };
    const double unthrottled = out.unthrottled =
        longest([](const StepConditions::EqualSpeedGpus&) { return 1.0; });

    part(StepPart::compute) = c.compute / drawn_speed;
    part(StepPart::memory) = c.memory / drawn_speed;
    part(StepPart::launch) = c.launch;
    part(StepPart::tensor_comm) = c.tensor_comm;
    part(StepPart::context_comm) = c.context_comm;
    part(StepPart::expert_comm) = c.expert_comm;
    part(StepPart::pipeline_bubble) = c.pipeline_bubble / drawn_speed;
    part(StepPart::pipeline_comm) = c.pipeline_comm;
    part(StepPart::data_comm) = c.data_comm;
    part(StepPart::optimizer) = c.optimizer;
    part(StepPart::inference) = c.inference / drawn_speed;
    part(StepPart::straggler) = std::max(0.0, unthrottled - reference_work);
    double unhindered = 0; // the step without throttling and the wait for input
    for (const double seconds : parts) unhindered += seconds;

    const double communication =
        c.tensor_comm + c.context_comm + c.expert_comm + c.pipeline_comm + c.data_comm;
    double productive = 0;
    const auto add_throttle_and_input = [&](double slow) {
        out.throttled = slow;
        part(StepPart::throttle) = std::max(0.0, slow - unthrottled);
        const double busy = unhindered + part(StepPart::throttle);
        part(StepPart::input) = std::max(0.0, conditions.input.step(busy) - busy);
        productive = busy + part(StepPart::input);
        const auto compute_share = [&](double work) {
            return std::min(1.0, (work + c.optimizer + part(StepPart::inference) + part(StepPart::throttle)) /
                                     productive);
        };
        out.duty.compute = compute_share(reference_work);
        if (conditions.paces > 1) set_compute_by_pace(conditions, costs, compute_share, out.duty);
        out.duty.communication = std::min(1.0 - out.duty.compute, communication / productive);
        out.duty.step = Seconds(productive);
    };
    if (!clocks_follow_load) {
        add_throttle_and_input(
            longest([](const StepConditions::EqualSpeedGpus& speed_class) { return speed_class.clock; }));
    } else {
        buffers.speeds.clear();
        for (int round = 0; round < 20; ++round) {
            add_throttle_and_input(longest([&](const StepConditions::EqualSpeedGpus& speed_class) {
                return speed_class.slot < 0 || round == 0
                           ? 1.0
                           : buffers.speeds[static_cast<size_t>(speed_class.slot)];
            }));
            if (throttle == Throttle::solved)
                impl.facility->slot_speeds(out.duty, conditions.drawings, buffers.next);
            else
                buffers.next = bounding_speeds(*impl.facility, out.duty, conditions.drawings, buffers);
            if (round == 0) buffers.speeds.assign(buffers.next.size(), 1.0);
            double change = 0;
            for (size_t s = 0; s < buffers.next.size(); ++s)
                change = std::max(change, std::abs(buffers.next[s] - buffers.speeds[s]));
            buffers.speeds.swap(buffers.next);
            if (change < 1e-9) break;
        }
    }
    part(StepPart::checkpoint) = productive * conditions.loss.checkpoint;
    part(StepPart::failure) = productive * conditions.loss.failure;
    out.step = productive + part(StepPart::checkpoint) + part(StepPart::failure);
    out.goodput = productive / out.step;
    const auto lost = [&](RunLoss loss) { return conditions.loss.lost[static_cast<size_t>(loss)]; };
    out.duty.working = std::min(1.0, out.goodput * (1 + lost(RunLoss::lost_work)));
    out.duty.hung = std::min(1 - out.duty.working, out.goodput * lost(RunLoss::detect));
    return out;
}

} // namespace roofrack
