// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/explain.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/network/block_kinds.h"
#include "core/drawing/project/project_file.h"
#include "core/facility/economics/capital.h"
#include "core/facility/facility_inputs.h"
#include "core/facility/outside_air/psychrometrics.h"
#include "core/step/cost/expert_exchange.h"
#include "core/step/cost/memory_model.h"
#include "core/step/cost/stage.h"
#include "core/step/engine/band_basis.h"
#include "core/step/engine/conditions.h"
#include "core/step/engine/plan_memory.h"
#include "core/step/engine/step_solver.h"
#include "tests/core/answers/explain/number_in.h"

#include <QStringList>

#include <fmt/format.h>
#include <map>
#include <optional>

namespace roofrack::test {

/// Looks up what an input of the model says it comes from, past the code that made the explanation.
class Origins {
public:
    Origins(const Prepared& prepared, const Explainer& explainer, const Evaluation& evaluation)
        : m_impl(prepared.impl())
        , m_explainer(explainer)
        , m_evaluation(evaluation)
        , m_scenario(as_saved(prepared.scenario(), m_evaluation.plan))
        , m_capital(
              *capital_of(m_scenario.cluster, m_scenario.site, Catalog::built_in().with(*m_impl.defaults)))
        , m_state(StepSolver(prepared).solve(m_evaluation.plan, m_evaluation.gpus, batch_of(m_impl))) {}

    /// Every value that the place has; one of them must be the input's.
    std::vector<double> of(const Origin& origin) const {
        using Kind = Origin::Kind;
        switch (origin.kind) {
        case Kind::none: break;
        case Kind::part: return one(part(origin));
        case Kind::default_value: {
            const Constant* constant = m_impl.defaults->figure(origin.key);
            return one(constant ? std::optional(constant->value) : std::nullopt);
        }
        case Kind::plan: return one(plan(origin.key));
        case Kind::workload: return one(number_in(m_scenario.workload, origin.key));
        case Kind::site: return one(site(origin.key));
        case Kind::calibration: return one(calibration(origin.key));
        case Kind::model: return model(origin);
        case Kind::drawing: return drawing(origin);
        case Kind::fitted: return fitted(origin);
        case Kind::stack: return one(stack(origin));
        case Kind::figure: return one(figure(origin));
        case Kind::state: return state(origin);
        case Kind::bill: return bill(origin);
        case Kind::price: return price(origin.key);
        }
        return {};
    }

private:
    static std::vector<double> one(std::optional<double> value) {
        return value ? std::vector{*value} : std::vector<double>();
    }

    std::optional<double> site(const std::string& key) const {
        if (key.starts_with("money/")) return number_in(m_scenario.site.money, key.substr(6));
        if (key.starts_with("grid/")) return number_in(m_scenario.site.grid, key.substr(5));
        return number_in(m_scenario.site, key);
    }

    /// The capital of the bill counted again.
    std::vector<double> bill(const Origin& origin) const {
        std::vector<double> out;
        if (origin.key == "gpus") return {m_capital.gpus};
        for (const CapitalRow& row : m_capital.rows)
            if (row.name == origin.where)
                out.push_back(origin.key == "pieces"       ? row.pieces
                              : origin.key == "price_each" ? row.price.likely / row.pieces
                                                           : row.price.likely);
        return out;
    }

    static std::vector<double> price(const std::string& key) {
        const PriceList& prices = PriceList::built_in();
        std::vector<double> out;
        for (const auto* rows : {&prices.classes, &prices.reserved, &prices.on_demand, &prices.lead_times})
            if (const PriceRow* row = find_price(*rows, key)) out.push_back(row->band.likely);
        return out;
    }

    /// The scenario after a way through its file.
    static Scenario as_saved(Scenario scenario, const Plan& plan) {
        scenario.plan = plan;
        Project project;
        project.scenarios.push_back(std::move(scenario));
        auto read = parse_project(project_text(project, Catalog::built_in()), Catalog::built_in());
        return read ? read->project.scenarios.front() : Scenario();
    }

    std::optional<double> part(const Origin& origin) const {
        for (const Part& drawn : m_impl.accelerators.kinds())
            if (drawn.id == origin.where && !Catalog::built_in().part(origin.where))
                return drawn.value(origin.key);
        const Part* known = Catalog::built_in().part(origin.where);
        return known ? known->value(origin.key) : std::nullopt;
    }

    std::optional<double> plan(const std::string& key) const {
        if (key == "software") return release_year(m_scenario.plan.software);
        if (key == "graphs") return m_scenario.plan.graphs == LaunchGraphs::attention ? 0.5 : 0;
        if (key == "precision") return Machine::element_bytes(m_scenario.plan.precision);
        return number_in(m_scenario.plan, key);
    }

    std::optional<double> calibration(const std::string& key) const {
        const QStringList path = QString::fromStdString(key).split('/');
        if (path.size() == 1) return number_in(m_scenario.calibration, key);
        const auto& sweeps = m_scenario.calibration.collectives;
        const auto sweep = path[1].toULongLong();
        if (path[0] != u"collectives" || sweep >= sweeps.size()) return std::nullopt;
        if (path.size() == 3) return number_in(sweeps[sweep], path[2].toStdString());
        const auto point = path[3].toULongLong();
        if (point >= sweeps[sweep].points.size()) return std::nullopt;
        return number_in(sweeps[sweep].points[point], path[4].toStdString());
    }

    std::vector<double> model(const Origin& origin) const {
        const ModelSpec* spec = m_scenario.workload.inline_model ? &*m_scenario.workload.inline_model
                                                                 : Catalog::built_in().model(origin.where);
        if (!spec) return {};
        if (origin.key == "parameter_count") return {parameter_count(*spec)};
        if (const auto value = number_in(*spec, origin.key)) return {*value};
        if (spec->generic) return one(number_in(*spec->generic, origin.key));
        const TransformerShape& shape = *spec->transformer;
        if (const auto value = number_in(shape, origin.key)) return {*value};
        const QStringList path = QString::fromStdString(origin.key).split('/');
        const std::string last = path.back().toStdString();
        if (path.size() == 3) return operators(shape, path);
        if (path[0] == u"moe") return one(number_in(shape.moe, last));
        if (path[0] == u"mla") return one(number_in(shape.mla, last));
        if (path[0] == u"recurrent" && last != "flops") return one(number_in(shape.recurrent, last));
        if (path[0] == u"parameters") return one(counted(layer_parameters(shape), last));
        if (path[0] == u"attention") return one(attention(shape, last));
        if (path[0] == u"copies") {
            const GroupPaths paths = group_paths(context(), m_evaluation.plan);
            const TokenCopies copies = token_copies(
                shape.moe, m_evaluation.plan.ep, std::min<double>(paths.expert.domain, m_evaluation.plan.ep),
                dispatches_once(context(), m_evaluation.plan));
            return {last == "outside" ? copies.outside : copies.inside};
        }
        if (last == "moe_layers") return {static_cast<double>(moe_layer_count(shape))};
        const LayerMix mix = layer_mix(shape);
        const std::map<std::string, double> kinds{{"mix/attention", mix.attention},
                                                  {"mix/mixers", mix.mixers()},
                                                  {"mix/ffn", mix.ffn},
                                                  {"recurrent/flops", recurrence_flops(shape.recurrent)}};
        if (const auto it = kinds.find(origin.key); it != kinds.end()) return {it->second};
        if (last == "cross_attention_layers") return {static_cast<double>(cross_attention_layers(shape))};
        const double sequence =
            m_scenario.workload.sequence > 0 ? m_scenario.workload.sequence : spec->default_sequence;
        if (last == "sequence_flops") return {model_flops(shape, sequence).palm};
        if (last == "sequence_flops_causal") return {model_flops(shape, sequence).palm_causal};
        return {};
    }

    static std::optional<double> counted(const LayerParameters& p, const std::string& key) {
        const std::map<std::string, double> all{{"dense_layer", p.dense_layer},
                                                {"moe_layer", p.moe_layer},
                                                {"experts", p.experts},
                                                {"embedding", p.embedding},
                                                {"trainable_dense", p.trainable_dense},
                                                {"trainable_moe", p.trainable_moe},
                                                {"trainable_experts", p.trainable_experts},
                                                {"trainable_embedding", p.trainable_embedding}};
        const auto it = all.find(key);
        return it == all.end() ? std::nullopt : std::optional(it->second);
    }

    std::optional<double> attention(const TransformerShape& shape, const std::string& key) const {
        const AttentionWidths widths = attention_widths(shape, m_evaluation.plan.tp);
        if (key == "query") return widths.query;
        if (key == "key") return widths.key;
        if (key == "value") return widths.value;
        if (key == "output") return shape.heads * value_width(shape) / m_evaluation.plan.tp;
        if (key == "mean_width") return shape.heads * (key_width(shape) + value_width(shape)) / 2;
        return std::nullopt;
    }

    /// The figure of every operator of a name, as the plan cuts the layers.
    std::vector<double> operators(const TransformerShape& shape, const QStringList& path) const {
        const Plan& plan = m_evaluation.plan;
        const StepContext of = context();
        LayerSlice slice;
        slice.tokens = plan.micro_batch * of.in.sequence / plan.cp;
        slice.sequence = of.in.sequence;
        slice.tp = plan.tp;
        slice.cp = plan.cp;
        slice.ep = plan.ep;
        slice.sequence_parallel = plan.sequence_parallel && plan.tp > 1;
        slice.flash_attention = of.quality.flash;
        slice.element_bytes = Machine::element_bytes(plan.precision);
        slice.elementwise = of.in.software->elementwise;
        slice.loss_traffic = of.in.software->loss_traffic;
        slice.score_traffic = of.in.software->score_traffic;
        // In an encoder-decoder the dense layers are the encoder's, which see both ways, and the decoder's.
        const int decoder = cross_attention_layers(shape);
        if (shape.encoder.layers > 0 && path[0] == u"dense") slice.causal = false;
        if (decoder > 0 && path[0] != u"dense") slice.tokens *= shape.encoder.target_share;
        if (decoder > 0 && path[0] == u"cross") {
            slice.cross_tokens = slice.tokens / shape.encoder.target_share;
            slice.cross_sequence = slice.sequence;
            slice.sequence *= shape.encoder.target_share;
        }
        const LayerOperators all = path[0] == u"head" ? head_operators(shape, slice)
                                                      : layer_operators(shape, slice, path[0] == u"moe");
        std::vector<double> out;
        for (const Operator& op : all) {
            if (path[1] != QLatin1String(op.name)) continue;
            const std::map<std::string, double> figures{
                {"m", op.m},         {"n", op.n},
                {"k", op.k},         {"groups", op.groups},
                {"flops", op.flops}, {"bytes", op.bytes},
                {"share", op.share}, {"backward_bytes", op.backward_bytes}};
            if (const auto it = figures.find(path[2].toStdString()); it != figures.end())
                out.push_back(it->second);
        }
        return out;
    }

    std::vector<double> drawing(const Origin& origin) const {
        const Fabric& fabric = m_impl.fabric;
        const FacilityInputs& facility = m_impl.facility->inputs();
        const auto in = [&](const std::map<std::string, double>& all) {
            const auto it = all.find(origin.key);
            return it == all.end() ? std::vector<double>() : std::vector{it->second};
        };
        if (origin.where.empty() && (origin.key == "leaves" || origin.key == "racks")) {
            std::vector<double> counts;
            for (const FailureDomain& domain : m_impl.failure_domains)
                if (domain.kind ==
                    (origin.key == "racks" ? FailureDomainKind::rack : FailureDomainKind::leaf))
                    counts.push_back(domain.count * m_evaluation.gpus / fabric.gpus);
            return counts;
        }
        if (origin.where.empty())
            return in({{"unit_servers", spare_unit(fabric) / std::max(1.0, fabric.gpus_per_server)},
                       {"gpus", m_evaluation.gpus},
                       {"gpus_per_server", fabric.gpus_per_server},
                       {"trays", m_impl.trays},
                       {"scale_up_domain", fabric.scale_up_domain},
                       {"torus_axes", fabric.torus_axes},
                       {"storage_read", fabric.storage_read.si()},
                       {"storage_write", fabric.storage_write.si()},
                       {"storage_links", m_impl.storage_links.si()}});
        if (const OutsideAir air = facility.plant.outside_air(facility.air_water); origin.where == "facility")
            return in({{"design_it", facility.design_it},
                       {"air_transport", facility.air_transport},
                       {"liquid_transport", facility.liquid_transport},
                       {"air_water", facility.air_water.degrees()},
                       {"liquid_water", facility.liquid_water.degrees()},
                       {"elsewhere", facility.unracked_power},
                       {"door_share", facility.door_share},
                       {"sidecar_share", facility.sidecar_share},
                       {"doors_water", facility.door_water.degrees()},
                       {"hall_rise", facility.plant.hall_rise.si()},
                       {"outside_enthalpy", saturated_enthalpy(air.wet, air.altitude_m)},
                       {"supply_enthalpy", saturated_enthalpy(air.supply, air.altitude_m)}});
        std::vector<double> out;
        const auto add = [&](const std::vector<double>& values) {
            out.insert(out.end(), values.begin(), values.end());
        };
        for (const FabricLevel& level : fabric.levels)
            if (level.name == origin.where)
                add(in({{"block_gpus", level.block_gpus},
                        {"inside", level.inside.si()},
                        {"egress", level.egress.si()},
                        {"background_load", level.background_load},
                        {"routing", level.routing},
                        {"ways", level.ways},
                        {"cables", level.cables},
                        {"within/background", level.within.background},
                        {"within/degraded_links", level.within.degraded_links},
                        {"within/degraded_rate", level.within.degraded_rate},
                        {"beyond/background", level.beyond.background},
                        {"beyond/degraded_links", level.beyond.degraded_links},
                        {"beyond/degraded_rate", level.beyond.degraded_rate},
                        {"latency", level.latency.si()}}));
        for (const FabricLevel& level : fabric.levels)
            for (size_t k = 0; level.name == origin.where && k < level.unequal.size(); ++k)
                add(in({{fmt::format("blocks/{}/gpus", k), level.unequal[k].gpus},
                        {fmt::format("blocks/{}/inside", k), level.unequal[k].inside.si()},
                        {fmt::format("blocks/{}/egress", k), level.unequal[k].egress.si()}}));
        double left = m_evaluation.gpus; // the first GPUs in drawn order work
        double of_part = 0;
        for (const GpuGroup& group : fabric.groups) {
            const double working =
                std::min(left, group.gpus * std::max(1.0, m_evaluation.gpus / fabric.gpus));
            left -= working;
            if (m_impl.accelerators[static_cast<size_t>(&group - fabric.groups.data())].id == origin.where)
                of_part += working;
            if (group.element == origin.where)
                add(in({{"speed", group.speed},
                        {"slow_speed", group.slow_speed},
                        {"slow_share", group.slow_share()},
                        {"working_gpus", working}}));
        }
        if (of_part > 0) add(in({{"gpus", of_part}}));
        for (const RackModel& rack : facility.racks)
            if (rack.id == origin.where) {
                add(in({{"count", rack.count}, {"fixed", rack.fixed}}));
                for (size_t i = 0; i < rack.servers.size(); ++i)
                    add(server(rack.servers[i], QString("server %1/").arg(i).toStdString(), origin.key));
            }
        return out;
    }

    static std::vector<double> server(const ServerModel& s, const std::string& prefix,
                                      const std::string& key) {
        const std::map<std::string, double> all{{"per_rack", s.per_rack},
                                                {"gpus", s.gpus},
                                                {"idle", s.law.idle},
                                                {"dynamic", s.law.dynamic},
                                                {"idle_temperature", s.idle_temperature},
                                                {"cpu_idle", s.server.cpu_idle},
                                                {"cpu_max", s.server.cpu_max},
                                                {"memory", s.server.memory},
                                                {"nics", s.server.nics},
                                                {"nv_switches", s.server.nv_switches},
                                                {"other", s.server.other},
                                                {"fan_max", s.server.fan_max},
                                                {"max_power", s.server.max_power},
                                                {"rating", s.server.supplies.rating},
                                                {"air_share", s.air_share}};
        for (const auto& [name, value] : all)
            if (prefix + name == key) return {value};
        return {};
    }

    std::vector<double> fitted(const Origin& origin) const {
        const CostParameters& parameters = CostParameters::built_in();
        for (const ParameterField& field : parameter_fields()) {
            if (field.key != origin.key) continue;
            if (field.generation)
                for (const GenerationParameters& g : parameters.generations)
                    if (g.name == origin.where) return {g.*field.generation};
            if (field.software)
                for (const SoftwareParameters& s : parameters.software)
                    if (s.name == origin.where) return {s.*field.software};
        }
        for (const CollectiveField& field : collective_fields())
            if (field.key == origin.key &&
                origin.where == std::string(field.of) + ' ' + std::string(field.name))
                return {CollectiveConstants::built_in().*field.value};
        if (origin.where != "uncertainty") return {};
        if (origin.key == "quantile") return {Uncertainty::built_in().quantile};
        std::vector<double> out;
        for (const SpreadTerm& term :
             Uncertainty::built_in().terms(band_basis(m_impl, m_evaluation.plan, batch_of(m_impl))))
            if (term.cause == origin.key) out.push_back(term.sigma);
        return out;
    }

    static std::optional<double> stack(const Origin& origin) {
        const MemoryStack& of = memory_stack(origin.where);
        if (of.family != origin.where) return std::nullopt;
        if (origin.key == "loss_bytes") return of.loss_bytes;
        if (origin.key == "bucket_bytes") return of.bucket_bytes;
        if (origin.key == "fragmentation") return of.fragmentation;
        return std::nullopt;
    }

    std::optional<double> figure(const Origin& origin) const {
        ExplanationPtr& root = m_roots[origin.where];
        if (!root) {
            auto made = m_explainer.explain(origin.where);
            if (!made) return std::nullopt;
            root = *made;
        }
        if (origin.key.empty()) return root->value;
        for (const ExplanationPtr& input : root->inputs)
            if (input->name == origin.key) return input->value;
        return std::nullopt;
    }

    /// What the evaluation found by iteration, or the kernels by themselves.
    std::vector<double> state(const Origin& origin) const {
        const auto in = [&](const std::map<std::string, double>& all) {
            const auto it = all.find(origin.key);
            return it == all.end() ? std::vector<double>() : std::vector{it->second};
        };
        std::vector<double> out;
        const auto add = [&](const std::vector<double>& values) {
            out.insert(out.end(), values.begin(), values.end());
        };
        for (const RackState& rack : m_evaluation.power.racks)
            if (rack.id == origin.where)
                add(in({{"power", rack.power.si()},
                        {"peak", rack.peak.si()},
                        {"heat_to_air", rack.heat_to_air.si()},
                        {"heat_to_liquid", rack.heat_to_liquid.si()},
                        {"clock", rack.speed},
                        {"chip", rack.chip ? rack.chip->degrees() : 0}}));
        for (const FabricLevel& level : m_impl.fabric.levels) {
            const QStringList path = QString::fromStdString(origin.key).split('/');
            if (level.name != origin.where || path.size() != 4) continue;
            const double members = path[1].toDouble(), stride = path[2].toDouble();
            const BlockSpread spread =
                block_spread(m_impl.fabric, level, members, stride, path[3].toDouble());
            out.push_back(path[0] == u"held" ? spread.members : spread.blocks);
        }
        for (size_t i = 0; origin.where == "run" && i < m_evaluation.run.stages.size(); ++i) {
            const RunStage& stage = m_evaluation.run.stages[i];
            add(in({{fmt::format("stages/{}/tokens", i), stage.tokens},
                    {fmt::format("stages/{}/batch", i), stage.batch},
                    {fmt::format("stages/{}/step_s", i), stage.step.si()}}));
        }
        if (origin.where == "profile") add(in({{"measured_samples", m_impl.measured_samples}}));
        if (origin.key == "gpus_at_work") {
            StepConditions conditions;
            step_conditions(m_impl, m_evaluation.plan, m_evaluation.gpus, batch_of(m_impl), {}, conditions);
            for (size_t k = 0; k < conditions.accelerator_groups.size(); ++k) {
                double gpus = 0;
                for (const StepConditions::EqualSpeedGpus& speed_class : conditions.speed_classes)
                    if (speed_class.kind == k) gpus += speed_class.gpus;
                if (m_impl.accelerators[conditions.accelerator_groups[k]].id == origin.where)
                    out.push_back(gpus);
            }
        }
        if (origin.where == "site")
            add(in({{"mean_electricity_price", mean_electricity_price(m_scenario.site)}}));
        if (origin.where == "facility") {
            const PowerState& power = m_evaluation.power;
            const double above = power.windows.meter * power.above_mean.si();
            add(in({{"wue", power.wue},
                    {"metered_peak", power.metered.si()},
                    {"meter_share", power.windows.meter},
                    {"above_mean", power.above_mean.si()},
                    {"meter_losses", power.metered.si() - power.facility.si() - above}}));
        }
        if (origin.where == "run") add(in({{"working", m_state.duty.working}}));
        if (const double stands = 1 - m_state.duty.working; origin.where == "facility" && stands > 0) {
            const PowerState& power = m_evaluation.power;
            const auto standing = [&](Watts run, Watts steady) {
                return (run - m_state.duty.working * steady).si() / stands;
            };
            add(in({{"standing_power", standing(power.run_facility, power.facility)},
                    {"standing_it_power", standing(power.run_it, power.it)}}));
        }
        if (origin.where == "input")
            add(in({{"left", m_state.input.left}, {"writing", m_state.input.writing}}));
        const GpuGroup& slowest = m_impl.fabric.groups[m_state.slowest_group];
        if (slowest.rack == origin.where)
            add(in({{"clock", m_state.slowest_clock}, {"gpus_no_faster", m_state.slowest_gpus}}));
        for (size_t kind = 0; kind < m_impl.accelerators.size(); ++kind) {
            if (m_impl.accelerators[kind].id != origin.where) continue;
            const Machine& machine = m_impl.machines[kind];
            add(in({{"relative_clock", machine.relative_clock},
                    {"host_rate", machine.host_rate},
                    {"host_memory_rate", machine.host_memory_rate},
                    {"host_slowdown", machine.host_slowdown}}));
        }
        if (!m_impl.model.transformer) return out;
        const Plan& p = m_evaluation.plan;
        const StepContext of = context();
        const LayerCosts pieces = layer_costs(of, p);
        const StageShape held = stage_shape(of, p);
        const LayerCost& layer = held.dense_layers > 0 ? pieces.dense : pieces.moe;
        const StageCost stage = stage_cost(of, p, pieces, held, collective_costs(of, p, group_paths(of, p)));
        if (origin.where == "layer")
            add(in({{"attention_forward", layer.attention_forward},
                    {"attention_backward", layer.attention_backward},
                    {"offload_dense", pieces.offload_dense},
                    {"offload_moe", pieces.offload_moe},
                    {"offload_boundary", pieces.offload_boundary}}));
        if (origin.where == "layer") {
            const MemoryContext memory = memory_context(m_impl, p, batch_of(m_impl));
            const ActivationPieces kept = activation_pieces(memory, p);
            add(in({{"kept_dense", kept.dense},
                    {"kept_moe", kept.moe},
                    {"whole_dense", kept.dense_whole},
                    {"whole_moe", kept.moe_whole}}));
        }
        const LaunchedShares launched = launched_shares(of, p);
        if (origin.where == of.in.software->name && p.graphs == LaunchGraphs::stack)
            add(in({{"recipes", launched.kernels}, {"recipes", launched.experts}}));
        if (origin.where == "stage")
            add(in({{"forward", stage.forward_compute + stage.forward_memory},
                    {"backward", stage.backward_compute + stage.backward_memory}}));
        if (origin.where == "pipeline") add(in({{"other_stages", stage.sum_of_stages - stage.total()}}));
        if (origin.where.starts_with("stage ")) {
            const auto number = static_cast<size_t>(std::stoi(origin.where.substr(6)));
            const StageFit& fit = m_evaluation.memory.stages.at(number);
            const StageLayers layers = stage_layers(m_impl.model.transformer->layers, p.pp, fit.stage);
            int moe = 0;
            for (int i = layers.first; i < layers.first + layers.count; ++i)
                moe += is_moe_layer(*m_impl.model.transformer, i);
            add(in({{"layers", fit.layers}, {"moe_layers", moe}}));
        }
        return out;
    }

    StepContext context() const {
        return StepContext(step_inputs(m_impl, m_evaluation.plan, m_impl.machines[m_state.reference_group],
                                       batch_of(m_impl)));
    }

    const Prepared::Impl& m_impl;
    const Explainer& m_explainer;
    const Evaluation& m_evaluation;
    Scenario m_scenario;
    Capital m_capital; ///< capital of the bill counted again
    StepState m_state;
    mutable std::map<std::string, ExplanationPtr> m_roots;
};

} // namespace roofrack::test
