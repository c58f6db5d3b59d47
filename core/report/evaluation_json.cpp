// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/evaluation_json.h"

#include "core/report/json_number.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

template<class T>
Json maybe(const std::optional<T>& value) {
    if (!value) return nullptr;
    if constexpr (std::is_same_v<T, Celsius>)
        return finite_or_null(value->degrees());
    else
        return finite_or_null(value->si());
}

/// [low, high] in seconds, and what widens it.
Json band_json(Seconds low, Seconds high) {
    return Json::array({finite_or_null(low.si()), finite_or_null(high.si())});
}

Json terms_json(const std::vector<SpreadTerm>& terms) {
    Json out = Json::array();
    for (const SpreadTerm& term : terms)
        out.push_back({{"cause", term.cause}, {"sigma", finite_or_null(term.sigma)}});
    return out;
}

Json memory_json(const MemoryFit& fit) {
    Json parts = Json::array();
    for (const MemoryPart& part : fit.parts)
        parts.push_back({{"part", part.name}, {"bytes", finite_or_null(part.bytes.si())}});
    const bool known = !fit.parts.empty();
    Json stages = Json::array();
    for (const StageFit& stage : fit.stages) {
        Json held = Json::array();
        for (const MemoryPart& part : stage.parts)
            held.push_back({{"part", part.name}, {"bytes", finite_or_null(part.bytes.si())}});
        stages.push_back({{"stage", stage.stage + 1},
                          {"layers", stage.layers},
                          {"in_flight", finite_or_null(stage.in_flight)},
                          {"parts", std::move(held)},
                          {"total_bytes", finite_or_null(stage.total.si())}});
    }
    return {{"needed_bytes", known ? finite_or_null(fit.needed.si()) : Json(nullptr)},
            {"capacity_bytes", known ? finite_or_null(fit.capacity.si()) : Json(nullptr)},
            {"fits", known && fit.fits},
            {"parts", std::move(parts)},
            {"fullest_stage", known ? Json(fit.fullest + 1) : Json(nullptr)},
            {"stages", std::move(stages)},
            {"would_fit", fit.would_fit.empty() ? Json(nullptr) : Json(fit.would_fit)}};
}

Json power_json(const PowerState& power, bool known) {
    const auto value = [&](double figure) { return known ? finite_or_null(figure) : Json(nullptr); };
    Json racks = Json::array();
    for (const RackState& rack : power.racks)
        racks.push_back({{"id", rack.id},
                         {"name", rack.name.empty() ? Json(nullptr) : Json(rack.name)},
                         {"count", rack.count},
                         {"power_w", finite_or_null(rack.power.si())},
                         {"peak_w", finite_or_null(rack.peak.si())},
                         {"limit_w", maybe(rack.limit)},
                         {"heat_to_air_w", finite_or_null(rack.heat_to_air.si())},
                         {"heat_to_liquid_w", finite_or_null(rack.heat_to_liquid.si())},
                         {"cooling_limit_w", maybe(rack.cooling_limit)},
                         {"inlet_c", maybe(rack.inlet)},
                         {"coolant_c", maybe(rack.coolant)},
                         {"chip_c", maybe(rack.chip)},
                         {"chip_limit_c", maybe(rack.chip_limit)},
                         {"speed", finite_or_null(rack.speed)},
                         {"clip", name_of(rack.clip)}});
    return {{"it_w", value(power.it.si())},
            {"facility_w", value(power.facility.si())},
            {"pue", value(power.pue)},
            {"wue", value(power.wue)},
            {"network_w", value(power.network.si())},
            {"storage_w", value(power.storage.si())},
            {"elsewhere_w", value(power.elsewhere.si())},
            {"swing_w", value(power.swing.si())},
            {"racks", std::move(racks)}};
}

Json levels_json(const std::vector<FabricLevel>& levels) {
    Json out = Json::array();
    for (const FabricLevel& level : levels)
        out.push_back(
            {{"name", level.name},
             {"block_gpus", level.block_gpus},
             {"inside_bytes_per_s", finite_or_null(level.inside.si())},
             {"egress_bytes_per_s", finite_or_null(level.egress.si())},
             {"oversubscription", finite_or_null(level.oversubscription)},
             {"background_load", level.background_load},
             {"routing", level.routing},
             {"latency_s", finite_or_null(level.latency.si())},
             {"link_class", name_of(level.link_class)},
             {"binding", level.binding.empty() ? Json(nullptr) : Json(level.binding)},
             {"binding_label", level.binding_label.empty() ? Json(nullptr) : Json(level.binding_label)}});
    return out;
}

Json operators_json(const std::vector<OperatorCost>& operators) {
    Json out = Json::array();
    for (const OperatorCost& op : operators)
        out.push_back({{"name", op.name},
                       {"flops", finite_or_null(op.flops.si())},
                       {"bytes", finite_or_null(op.bytes.si())},
                       {"calls", finite_or_null(op.calls)},
                       {"seconds", finite_or_null(op.time.si())},
                       {"peak_flops_per_s", finite_or_null(op.peak.si())},
                       {"bound", op.compute_bound ? "compute" : "memory"}});
    return out;
}

} // namespace

Json parts_json(const StepParts& parts, double total) {
    Json out = Json::array();
    for (size_t i = 0; i < step_part_count; ++i)
        out.push_back({{"part", name_of(static_cast<StepPart>(i))},
                       {"seconds", finite_or_null(parts[i])},
                       {"share", total > 0 ? finite_or_null(parts[i] / total) : Json(nullptr)}});
    return out;
}

Json plan_json(const Plan& plan) {
    return {{"tp", plan.tp},
            {"pp", plan.pp},
            {"vpp", plan.vpp},
            {"cp", plan.cp},
            {"ep", plan.ep},
            {"dp", plan.dp},
            {"micro_batch", plan.micro_batch},
            {"zero", plan.zero},
            {"shard", plan.shard},
            {"sequence_parallel", plan.sequence_parallel},
            {"recompute", name_of(plan.recompute)},
            {"recompute_layers", plan.recompute_layers},
            {"precision", name_of(plan.precision)},
            {"schedule", name_of(plan.schedule)},
            {"software", plan.software}};
}

Json findings_json(const std::vector<Finding>& findings) {
    Json out = Json::array();
    for (const Finding& finding : findings)
        out.push_back({{"severity", name_of(finding.severity)},
                       {"id", finding.id},
                       {"message", finding.message},
                       {"why", finding.why},
                       {"relief", finding.relief},
                       {"where", finding.where},
                       {"part", finding.part ? Json(name_of(*finding.part)) : Json(nullptr)}});
    return out;
}

Json evaluation_json(const Evaluation& e) {
    const bool known = e.step_time.si() > 0;
    const auto value = [&](double number_of) { return known ? finite_or_null(number_of) : Json(nullptr); };
    Json out;
    out["feasible"] = e.feasible;
    out["gpus"] = e.gpus;
    out["plan"] = plan_json(e.plan);
    out["step_time_s"] = value(e.step_time.si());
    out["step_time_band_s"] = known ? band_json(e.step_time_low, e.step_time_high) : Json(nullptr);
    out["band"] = terms_json(e.band);
    out["breakdown"] = known ? parts_json(e.parts, e.step_time.si()) : Json::array();
    out["tokens_per_step"] = value(e.tokens_per_step);
    out["tokens_per_s"] = e.tokens_per_s > 0 ? finite_or_null(e.tokens_per_s) : Json(nullptr);
    out["samples_per_s"] = value(e.samples_per_s);
    out["mfu"] = value(e.mfu);
    out["mfu_causal"] = value(e.mfu_causal);
    out["hfu"] = value(e.hfu);
    out["goodput"] = value(e.goodput);
    out["effective_gpus"] = value(e.effective_gpus);
    out["memory"] = memory_json(e.memory);
    out["power"] = power_json(e.power, known);
    out["energy_per_step_j"] = value(e.energy_per_step.si());
    out["cost_per_hour"] = value(e.cost_per_hour.si());
    out["time_to_budget_s"] =
        e.time_to_budget.si() > 0 ? finite_or_null(e.time_to_budget.si()) : Json(nullptr);
    out["regime"] = known ? Json(name_of(e.regime)) : Json(nullptr);
    out["binds"] = e.binds.empty() ? Json(nullptr) : Json(e.binds);
    out["fabric"] = levels_json(e.levels);
    out["operators"] = operators_json(e.operators);
    out["assumed"] = e.assumed;
    out["findings"] = findings_json(e.findings);
    return out;
}

Json scale_json(const ScaleResult& result) {
    Json points = Json::array();
    for (const ScalePoint& p : result.points) {
        Json point;
        point["gpus"] = p.gpus;
        point["feasible"] = p.feasible;
        point["reason"] = p.reason.empty() ? Json(nullptr) : Json(p.reason);
        const auto value = [&](double number_of) {
            return p.feasible ? finite_or_null(number_of) : Json(nullptr);
        };
        point["step_time_s"] = value(p.step_time.si());
        point["step_time_band_s"] = p.feasible ? band_json(p.step_time_low, p.step_time_high) : Json(nullptr);
        point["rate"] = value(p.rate);
        point["speedup"] = value(p.speedup);
        point["efficiency"] = value(p.efficiency);
        point["elasticity"] = value(p.elasticity);
        point["regime"] = p.feasible ? Json(name_of(p.regime)) : Json(nullptr);
        point["plan"] = plan_json(p.plan);
        point["breakdown"] = p.feasible ? parts_json(p.parts, p.step_time.si()) : Json::array();
        points.push_back(std::move(point));
    }
    Json borders = Json::array();
    for (const ScaleBorder& border : result.borders)
        borders.push_back({{"from", name_of(border.from)},
                           {"to", name_of(border.to)},
                           {"gpus", finite_or_null(border.gpus)},
                           {"cause", border.cause}});
    Json out;
    out["metric"] = name_of(result.metric);
    out["points"] = std::move(points);
    out["borders"] = std::move(borders);
    out["peak_gpus"] = result.peak_gpus > 0 ? finite_or_null(result.peak_gpus) : Json(nullptr);
    return out;
}

} // namespace roofrack
