// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/tree/inputs.h"

#include "core/step/cost/group_spans.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

using Kind = Origin::Kind;

const ParameterField& field_of(std::string_view key) {
    const auto& fields = parameter_fields();
    const auto it = std::ranges::find(fields, key, &ParameterField::key);
    assert(it != fields.end());
    return *it;
}

/// Fields of the site that have a default, by the constant that it is.
struct SiteDefault {
    std::string_view field, constant;
};
constexpr SiteDefault site_defaults[] = {
    {"wet_bulb", "site.wet_bulb"},
    {"dry_bulb", "site.dry_bulb"},
    {"electricity_price", "site.electricity_price"},
    {"book_life_years", "site.book_life"},
    {"restart_time", "failures.restart"},
    {"straggler_cv_persistent", "stragglers.persistent_rank_cv"},
    {"straggler_cv_iid", "stragglers.iid_rank_step_cv"},
};

} // namespace

Inputs::Inputs(const Prepared& prepared, const Evaluation& evaluation, const StepState& state, double batch)
    : m_impl(prepared.impl())
    , m_evaluation(evaluation)
    , m_state(state)
    , m_batch(batch)
    , m_group(state.reference_group)
    , m_batch_leaf(leaf("batch", batch, "", {Kind::workload, "", "global_batch"})) {}

Inputs Inputs::on(size_t group) const {
    Inputs out = *this;
    out.m_group = group;
    return out;
}

StageCost Inputs::stage() const {
    const StepContext context(step_inputs(m_impl, plan(), machine(), m_batch));
    return stage_cost(context, plan(), layer_costs(context, plan()), stage_shape(context, plan()),
                      collective_costs(context, plan(), group_paths(context, plan())));
}

ExplanationPtr Inputs::plan(const std::string& key, double value, std::string unit) const {
    return leaf(key, value, std::move(unit), {Kind::plan, "", key});
}

ExplanationPtr Inputs::workload(const std::string& key, double value, std::string unit) const {
    return leaf(key, value, std::move(unit), {Kind::workload, "", key});
}

ExplanationPtr Inputs::site(const std::string& key, double value, std::string unit) const {
    const auto it = std::ranges::find(site_defaults, key, &SiteDefault::field);
    const Constant* constant =
        it == std::end(site_defaults) ? nullptr : m_impl.defaults->figure(it->constant);
    if (!constant || constant->value != value)
        return leaf(key, value, std::move(unit), {Kind::site, "", key});
    return noted(leaf(key, value, std::move(unit), {Kind::site, "", key}, constant->source,
                      std::string(name_of(constant->status))),
                 fmt::format("default {}", it->constant));
}

ExplanationPtr Inputs::calibration(const std::string& key, double value) const {
    return leaf(key, value, "", {Kind::calibration, "", key}, m_impl.scenario.calibration.note);
}

ExplanationPtr Inputs::model(std::string key, std::string name, double value, std::string unit) const {
    return leaf(std::move(name), value, std::move(unit), {Kind::model, m_impl.model.id, std::move(key)},
                m_impl.model.source);
}

ExplanationPtr Inputs::figure_of(const Part& part, std::string_view key) const {
    const auto it = part.figures.find(key);
    const ValueSpec* spec = value_spec(part.kind, key);
    const bool known = it != part.figures.end() && it->second.value;
    assert(known);
    return leaf(std::string(key), part.value_or(key, 0),
                spec ? std::string(unit_symbol(spec->dimension)) : std::string(),
                {Kind::part, part.id, std::string(key)},
                known ? fmt::format("{}: {}", part.name, it->second.source) : std::string(),
                std::string(known ? name_of(it->second.status) : "unknown"));
}

ExplanationPtr Inputs::constant(std::string_view key, std::string name) const {
    const Constant* constant = m_impl.defaults->figure(key);
    assert(constant);
    return noted(leaf(std::move(name), constant->value, constant->unit,
                      {Kind::default_value, "", std::string(key)}, constant->source,
                      std::string(name_of(constant->status))),
                 constant->note);
}

ExplanationPtr Inputs::generation(std::string_view key) const {
    const ParameterField& field = field_of(key);
    const GenerationParameters& generation = machine().generation;
    return leaf(std::string(key), generation.*field.generation, std::string(field.unit),
                {Kind::fitted, generation.name, std::string(key)}, "fitted by GPU generation", "fitted");
}

ExplanationPtr Inputs::software(std::string_view key) const {
    const ParameterField& field = field_of(key);
    return leaf(std::string(key), software().*field.software, std::string(field.unit),
                {Kind::fitted, software().name, std::string(key)}, "fitted by software family", "fitted");
}

ExplanationPtr Inputs::collective(double CollectiveConstants::*member) const {
    const auto& fields = collective_fields();
    const auto it = std::ranges::find(fields, member, &CollectiveField::value);
    assert(it != fields.end());
    return leaf(std::string(it->key), CollectiveConstants::built_in().*member, std::string(it->unit),
                {Kind::fitted, fmt::format("{} {}", it->of, it->name), std::string(it->key)},
                "fitted on nccl-tests sweeps", "fitted");
}

ExplanationPtr Inputs::drawn(std::string where, std::string key, std::string name, double value,
                             std::string unit, std::string source) const {
    return leaf(std::move(name), value, std::move(unit), {Kind::drawing, std::move(where), std::move(key)},
                std::move(source), "drawn");
}

ExplanationPtr Inputs::found(std::string where, std::string key, std::string name, double value,
                             std::string unit, std::string source) const {
    return leaf(std::move(name), value, std::move(unit), {Kind::state, std::move(where), std::move(key)},
                std::move(source), "computed");
}

ExplanationPtr Inputs::other(std::string figure, double value, std::string unit, std::string below) const {
    const std::string name = below.empty() ? figure : below;
    return leaf(name, value, std::move(unit), {Kind::figure, std::move(figure), std::move(below)}, {},
                "computed");
}

ExplanationPtr Inputs::other(StepPart part) const {
    return other(std::string(name_of(part)), part_value(part), "s");
}

ExplanationPtr Inputs::recorded_part(StepPart part, const Term& formula, std::string source) const {
    return recorded(std::string(name_of(part)), part_value(part), "s", formula, std::move(source));
}

ExplanationPtr Inputs::gpus() const { return drawn("", "gpus", "gpus", m_evaluation.gpus); }

ExplanationPtr Inputs::sequence() const {
    const double given = m_impl.scenario.workload.sequence, value = sequence_of(m_impl);
    if (given > 0) return leaf("sequence", value, "", {Kind::workload, "", "sequence"});
    return model("default_sequence", "sequence", value);
}

ExplanationPtr Inputs::micro_batches() const {
    const Plan& p = plan();
    const Term of_replica = Term(batch()) / (Term(plan("dp", p.dp)) * plan("micro_batch", p.micro_batch));
    return recorded("micro_batches", m_state.cost.micro_batches, "",
                    largest({1.0, function(Operation::ceiling, of_replica - 1e-9)}));
}

ExplanationPtr Inputs::tokens() const {
    const Plan& p = plan();
    return calculated("tokens", "", Term(plan("micro_batch", p.micro_batch)) * sequence() / plan("cp", p.cp));
}

ExplanationPtr Inputs::drawn_speed() const {
    const GpuGroup& group = m_impl.fabric.groups[m_group];
    return drawn(group.element, "speed", "speed", group.speed, "", "of the GPUs against the catalogue");
}

ExplanationPtr Inputs::network_factor() const {
    return calibration("network_factor", m_impl.scenario.calibration.network());
}

ExplanationPtr Inputs::hbm() const {
    return calculated("HBM bandwidth as reached", "B/s",
                      Term(accelerator("hbm_rate")) * generation("hbm_share"));
}

ExplanationPtr Inputs::element_bytes() const {
    return leaf("bytes of an element", Machine::element_bytes(plan().precision), "B",
                {Kind::plan, "", "precision"});
}

Term Inputs::replicas() const { return Term(plan("dp", plan().dp)) * plan("cp", plan().cp); }

Term Inputs::shard() const {
    if (plan().shard <= 0) return replicas();
    return smallest({plan("shard", plan().shard), replicas()});
}

} // namespace roofrack
