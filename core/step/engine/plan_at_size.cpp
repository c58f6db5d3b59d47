// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/plan_at_size.h"

#include "core/base/units/quantity_text.h"
#include "core/facility/budget/hard_limit_violations.h"
#include "core/step/cost/gradient_call.h"
#include "core/step/engine/plan_memory.h"
#include "core/step/workload/plan_check.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

std::string too_large(double memory, double capacity) {
    return fmt::format("does not fit: {} of {}", format_quantity(memory, Dimension::bytes),
                       format_quantity(capacity, Dimension::bytes));
}

namespace {

std::string refusal_by(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings)
        if (finding.severity == Severity::critical) return finding.message + ": " + finding.mitigation;
    return {};
}

/// Calls `visit` with each group at work whose GPUs lack the plan's precision, in drawn order, until it
/// returns false.
template<class Visit>
void each_without_precision(const Prepared::Impl& impl, const Plan& plan, double gpus, Visit visit) {
    if (plan.precision < Precision::fp8) return;
    double before = 0;
    for (size_t g = 0; g < impl.fabric.groups.size() && before < gpus; ++g) {
        before += impl.fabric.groups[g].gpus;
        if (!impl.machines[g].computes(plan.precision) && !visit(g)) return;
    }
}

std::string without_precision(const Prepared::Impl& impl, const Plan& plan, size_t group) {
    return fmt::format("{} does not compute in {}", impl.accelerators[group].name,
                       plan.precision == Precision::fp8 ? "FP8" : "NVFP4");
}

/// Why plant or site cannot carry so many GPUs at any clock.
std::string beyond_the_place(const Prepared::Impl& impl, const DutyCycle& duty, double gpus) {
    const PlaceLoad load = impl.facility->load_of(duty, gpus / impl.fabric.gpus);
    if (load.beyond == ThrottleCause::none) return {};
    return fmt::format("more than the {} carries: {} at the lowest clocks", label_of(load.beyond),
                       format_quantity(load.facility.si(), Dimension::power));
}

} // namespace

std::vector<Finding> plan_findings(const Prepared::Impl& impl, Plan& plan, double gpus, double batch) {
    std::vector<Finding> out = check_plan(plan, impl.model, gpus, batch);
    Finding finding{Severity::critical,
                    "plan-precision",
                    {},
                    "its arithmetic has no such width: the run would not start, or fall back to 16 bits",
                    "set precision to bf16 or another that it has, or draw GPUs that have this one",
                    {}};
    each_without_precision(impl, plan, gpus, [&](size_t group) {
        if (finding.message.empty()) finding.message = without_precision(impl, plan, group);
        finding.where.push_back(impl.fabric.groups[group].element);
        return true;
    });
    if (!finding.message.empty()) out.push_back(std::move(finding));
    return out;
}

std::string precision_refusal(const Prepared::Impl& impl, const Plan& plan, double gpus) {
    std::string out;
    each_without_precision(impl, plan, gpus, [&](size_t group) {
        out = without_precision(impl, plan, group);
        return false;
    });
    return out;
}

std::string place_refusal(const Prepared::Impl& impl, const DutyCycle& duty, double gpus) {
    if (gpus > impl.fabric.gpus)
        if (std::string beyond = beyond_the_place(impl, duty, gpus); !beyond.empty()) return beyond;
    if (!impl.may_violate_hard_limit) return {};
    // Beyond the drawing the supply grows with the GPUs: each drawing of it bears what this one does.
    const auto refusals =
        hard_limit_violations(*impl.facility, impl.facility->state(duty, std::min(gpus, impl.fabric.gpus)));
    return refusals.empty() ? std::string() : refusals.front().phrase();
}

std::string try_plan(const Prepared& prepared, StepSolver& solver, Plan plan, double gpus, double batch,
                     PlanAtSize& out, MemoryRule rule) {
    const Prepared::Impl& impl = prepared.impl();
    out.too_large = false;
    if (gpus != impl.fabric.gpus) plan.dp = 0; // away from the drawing the replicas follow the GPUs
    if (std::string reason = refusal_by(plan_findings(impl, plan, gpus, batch)); !reason.empty())
        return reason;
    const double memory = memory_of(impl, plan, batch).total(), capacity = memory_capacity(impl, gpus);
    out.too_large =
        rule == MemoryRule::given ? memory_need(impl, plan, memory).low > capacity : memory > capacity;
    if (out.too_large) return too_large(memory, capacity);
    out = {plan, solver.solve(plan, gpus, batch), false};
    if (!std::isfinite(out.state.step)) return "no network between the GPUs";
    return place_refusal(impl, out.state.duty, gpus);
}

CriticalBatch critical_batch_of(const Prepared::Impl& impl) {
    const Workload& workload = impl.scenario.workload;
    return critical_batch(workload.critical_batch, workload.token_budget, impl.model.transformer.has_value(),
                          impl.defaults->convergence);
}

ExchangePrice exchange_price_of(const Prepared::Impl& impl, const Plan& plan) {
    if (plan.sync_every <= 1)
        return exchange_price({1, 1, plan.gradient_bits, 0}, impl.defaults->convergence);
    const Machine& machine = impl.machines.front();
    ExchangeManner manner;
    manner.bits = plan.gradient_bits;
    LocalSteps local;
    if (impl.model.generic) {
        const GenericInputs in = profile_inputs(impl, plan, machine, batch_of(impl));
        local = generic_local_steps(in, generic_gradient_split(in));
    } else {
        const StepContext context(step_inputs(impl, plan, machine, batch_of(impl)));
        local = local_steps(context, plan, group_paths(context, plan));
        manner.parameters = parameter_count(*impl.model.transformer);
    }
    manner.every = std::max(local.all, local.across);
    manner.replicas = local.replicas;
    return exchange_price(manner, impl.defaults->convergence);
}

std::optional<Finding> exchange_finding(const ExchangePrice& price) {
    constexpr double least = 1.005, much = 1.05;
    if (price.is_known && price.high < least) return std::nullopt;
    Finding out;
    out.severity = !price.is_known || price.tokens >= much ? Severity::warning : Severity::info;
    out.id = "exchange-price";
    out.message =
        price.is_known
            ? fmt::format("The exchange of gradients costs {:.2f} times the tokens to the same loss",
                          price.tokens)
            : "What the exchange of gradients costs in tokens is not known";
    out.why = fmt::format("{}", fmt::join(price.reasons, "; "));
    if (price.is_known) out.why += fmt::format("; band {:.2f} to {:.2f}", price.low, price.high);
    out.mitigation =
        "exchange more often, or among fewer replicas: sums inside each site every step; watch the loss "
        "against a run that exchanges every step";
    return out;
}

double extra_tokens_of(const Prepared::Impl& impl, const Plan& plan, double batch, ScaleMetric metric) {
    if (metric != ScaleMetric::time_to_loss) return 1;
    return token_overhead(batch * sequence_of(impl), critical_batch_of(impl).tokens) *
           exchange_price_of(impl, plan).tokens;
}

Seconds run_time(double tokens, double per_step, Seconds wall_step) {
    return tokens > 0 ? Seconds(tokens / per_step * wall_step.si()) : Seconds{};
}

double batch_at(const Prepared::Impl& impl, double gpus, ScaleMetric metric) {
    return is_weak(metric) ? batch_of(impl) * gpus / impl.fabric.gpus : batch_of(impl);
}

} // namespace roofrack
