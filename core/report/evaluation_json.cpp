// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/evaluation_json.h"

#include "core/report/gains_json.h"
#include "core/report/parts/findings_json.h"
#include "core/report/parts/json_number.h"
#include "core/report/parts/plan_json.h"
#include "core/report/parts/schema_parts.h"
#include "core/report/parts/step_parts_json.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

template<class T>
Json maybe(const std::optional<T>& value) {
    if (!value) return nullptr;
    if constexpr (std::is_same_v<T, Celsius>)
        return finite_or_null(value->degrees());
    else
        return finite_or_null(value->si());
}

Json terms_json(const std::vector<SpreadTerm>& terms) {
    Json out = Json::array();
    for (const SpreadTerm& term : terms)
        out.push_back({{"cause", term.cause}, {"sigma", finite_or_null(term.sigma)}});
    return out;
}

Json memory_fit_json(const MemoryFit& fit) {
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
            {"needed_band_bytes",
             known ? Json{{"low", finite_or_null(fit.low.si())}, {"high", finite_or_null(fit.high.si())}}
                   : Json(nullptr)},
            {"fits", known ? Json(name_of(fit.verdict)) : Json(nullptr)},
            {"parts", std::move(parts)},
            {"fullest_stage", known ? Json(fit.fullest + 1) : Json(nullptr)},
            {"stages", std::move(stages)},
            {"would_fit", filled_or_null(fit.would_fit)}};
}

Json power_state_json(const PowerState& power, bool known) {
    const auto value = [&](double figure) { return known ? finite_or_null(figure) : Json(nullptr); };
    Json racks = Json::array();
    for (const RackState& rack : power.racks)
        racks.push_back({{"id", rack.id},
                         {"name", filled_or_null(rack.name)},
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
                         {"inlet_limit_c", maybe(rack.inlet_limit)},
                         {"speed", finite_or_null(rack.speed)},
                         {"clip", name_of(rack.clip)},
                         {"trips", rack.trips}});
    return {{"it_w", value(power.it.si())},
            {"facility_w", value(power.facility.si())},
            {"run_it_w", value(power.run_it.si())},
            {"run_facility_w", value(power.run_facility.si())},
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
        out.push_back({{"name", level.name},
                       {"block_gpus", level.block_gpus},
                       {"inside_bytes_per_s", finite_or_null(level.inside.si())},
                       {"egress_bytes_per_s", finite_or_null(level.egress.si())},
                       {"oversubscription", finite_or_null(level.oversubscription)},
                       {"background_load", level.background_load},
                       {"other_traffic", level.beyond.background},
                       {"degraded_links", level.beyond.degraded_links},
                       {"routing", level.routing},
                       {"latency_s", finite_or_null(level.latency.si())},
                       {"link_class", name_of(level.link_class)},
                       {"binding", filled_or_null(level.binding)},
                       {"binding_label", filled_or_null(level.binding_label)}});
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

Json evaluation_json(const Evaluation& e) {
    const bool known = e.step_time.si() > 0;
    const auto value = [&](double number_of) { return known ? finite_or_null(number_of) : Json(nullptr); };
    Json out;
    out["feasible"] = e.feasible;
    out["gpus"] = e.gpus;
    out["plan"] = plan_json(e.plan);
    out["step_time_s"] = value(e.step_time.si());
    out["productive_step_s"] = value(e.productive_step.si());
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
    out["memory"] = memory_fit_json(e.memory);
    out["power"] = power_state_json(e.power, known);
    out["energy_per_step_j"] = value(e.energy_per_step.si());
    out["cost_per_hour"] = value(e.cost_per_hour.si());
    out["time_to_budget_s"] =
        e.time_to_budget.si() > 0 ? finite_or_null(e.time_to_budget.si()) : Json(nullptr);
    out["regime"] = e.regime ? Json(name_of(*e.regime)) : Json(nullptr);
    out["regime_of_best_plans"] = e.regime_of_best_plans;
    out["binds"] = filled_or_null(e.binds);
    out["after_that"] = filled_or_null(e.after_that);
    out["gains"] = gains_json(e.gains);
    out["fabric"] = levels_json(e.levels);
    out["operators"] = operators_json(e.operators);
    out["assumed"] = e.assumed;
    out["findings"] = findings_json(e.findings);
    out["waived"] = waived_json(e.waived);
    return out;
}

namespace {

Json memory_fit_schema() {
    using namespace schema;
    const Json held = object({{"part", text}, {"bytes", number_or_null}});
    const Json stage = object({{"stage", integer},
                               {"layers", integer},
                               {"in_flight", number_or_null},
                               {"parts", list_of(held)},
                               {"total_bytes", number_or_null}});
    return object(
        {{"needed_bytes", number_or_null},
         {"capacity_bytes", number_or_null},
         {"needed_band_bytes", nullable(object({{"low", number_or_null}, {"high", number_or_null}}))},
         {"fits", nullable(enumeration(
                      {MemoryVerdict::fits, MemoryVerdict::may_not_fit, MemoryVerdict::does_not_fit}))},
         {"parts", list_of(held)},
         {"fullest_stage", integer_or_null},
         {"stages", list_of(stage)},
         {"would_fit", text_or_null}});
}

Json power_state_schema() {
    using namespace schema;
    const Json rack = object({{"id", text},
                              {"name", text_or_null},
                              {"count", number},
                              {"power_w", number_or_null},
                              {"peak_w", number_or_null},
                              {"limit_w", number_or_null},
                              {"heat_to_air_w", number_or_null},
                              {"heat_to_liquid_w", number_or_null},
                              {"cooling_limit_w", number_or_null},
                              {"inlet_c", number_or_null},
                              {"coolant_c", number_or_null},
                              {"chip_c", number_or_null},
                              {"chip_limit_c", number_or_null},
                              {"inlet_limit_c", number_or_null},
                              {"speed", number_or_null},
                              {"clip", reference("clip")},
                              {"trips", boolean}});
    Json properties;
    for (const char* const key : {"it_w", "facility_w", "run_it_w", "run_facility_w", "pue", "wue",
                                  "network_w", "storage_w", "elsewhere_w", "swing_w"})
        properties[key] = number_or_null;
    properties["racks"] = list_of(rack);
    return object(std::move(properties));
}

Json level_schema() {
    using namespace schema;
    return object({{"name", text},
                   {"block_gpus", number},
                   {"inside_bytes_per_s", number_or_null},
                   {"egress_bytes_per_s", number_or_null},
                   {"oversubscription", number_or_null},
                   {"background_load", number},
                   {"other_traffic", number},
                   {"degraded_links", number},
                   {"routing", number},
                   {"latency_s", number_or_null},
                   {"link_class", text},
                   {"binding", text_or_null},
                   {"binding_label", text_or_null}});
}

Json operator_schema() {
    using namespace schema;
    return object({{"name", text},
                   {"flops", number_or_null},
                   {"bytes", number_or_null},
                   {"calls", number_or_null},
                   {"seconds", number_or_null},
                   {"peak_flops_per_s", number_or_null},
                   {"bound", {{"enum", {"compute", "memory"}}}}});
}

} // namespace

Json published_json(const std::optional<PublishedAgainst>& published) {
    if (!published) return nullptr;
    return {{"id", published->run.id},
            {"source", published->run.source},
            {"step_s", published->run.step.si()},
            {"error", published->error()},
            {"band_s", band_json(published->low, published->high)},
            {"in_band", published->is_in_band()}};
}

Json evaluation_schema() {
    using namespace schema;
    return object({{"feasible", boolean},
                   {"gpus", number},
                   {"plan", plan_schema()},
                   {"step_time_s", number_or_null},
                   {"step_time_band_s", reference("band")},
                   {"band", list_of(object({{"cause", text}, {"sigma", number_or_null}}))},
                   {"breakdown", reference("breakdown")},
                   {"tokens_per_step", number_or_null},
                   {"tokens_per_s", number_or_null},
                   {"samples_per_s", number_or_null},
                   {"productive_step_s", number_or_null},
                   {"published", nullable(object({{"id", text},
                                                  {"source", text},
                                                  {"step_s", number},
                                                  {"error", number},
                                                  {"band_s", reference("band")},
                                                  {"in_band", boolean}}))},
                   {"mfu", number_or_null},
                   {"mfu_causal", number_or_null},
                   {"hfu", number_or_null},
                   {"goodput", number_or_null},
                   {"effective_gpus", number_or_null},
                   {"memory", memory_fit_schema()},
                   {"power", power_state_schema()},
                   {"energy_per_step_j", number_or_null},
                   {"cost_per_hour", number_or_null},
                   {"time_to_budget_s", number_or_null},
                   {"regime", nullable(reference("regime"))},
                   {"regime_of_best_plans", boolean},
                   {"binds", text_or_null},
                   {"after_that", text_or_null},
                   {"gains", list_of(gain_schema())},
                   {"fabric", list_of(level_schema())},
                   {"operators", list_of(operator_schema())},
                   {"assumed", list_of(text)},
                   {"findings", list_of(reference("finding"))},
                   {"waived", waived_schema()}});
}

} // namespace roofrack
