// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/losses/slow_racks.h"

#include "core/base/catalog/catalog.h"
#include "core/base/figures/builder.h"
#include "core/drawing/element_index.h"
#include "core/drawing/multiplicity/split.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/losses/slow_groups.h"
#include "core/study/losses/uneven_work.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>

namespace roofrack {

namespace {

using Kind = SlowRackMitigation::Kind;

constexpr double worth_moving = 0.01; // gain of the step, as a share
constexpr int tried_layers = 12;      // so many layers fewer on a slow stage are tried, at most
constexpr int tried_places = 4;       // racks that a slow one is exchanged with, at most

SlowRackMitigation cannot(Kind kind, std::string reason) {
    return {not_possible(std::move(reason)), kind, {}};
}

/// Exchanges, between two elements, all that belongs to where they stand.
void exchange_places(Cluster& cluster, const std::string& one, const std::string& other) {
    Element &a = *cluster.find(one), &b = *cluster.find(other);
    std::swap(a.supply, b.supply);
    std::swap(a.air_supply_ratio, b.air_supply_ratio);
    std::swap(a.containment, b.containment);
    std::swap(a.power_limit, b.power_limit);
    std::swap(a.cooling_limit, b.cooling_limit);
    std::swap(a.parent, b.parent);
    const auto serves = [&cluster](const std::string& id) {
        const Element* element = cluster.find(id);
        return element && (element->kind == ElementKind::feed || element->kind == ElementKind::cooling);
    };
    for (Link& link : cluster.links) {
        if (!serves(link.from) && !serves(link.to)) continue;
        for (std::string* end : {&link.from, &link.to})
            if (*end == one)
                *end = other;
            else if (*end == other)
                *end = one;
    }
}

class RackMitigations {
public:
    RackMitigations(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog)
        : m_prepared(prepared)
        , m_impl(prepared.impl())
        , m_now(evaluation)
        , m_catalog(catalog) {}

    SlowRack of(const SlowGroup& group) const {
        SlowRack out{group.element, group.name, group.why, group.counted, group.gpus, {}};
        const RackState* state = state_of(group.element);
        out.mitigations.push_back(less_work(group));
        if (m_now.plan.pp > 1 && m_impl.model.transformer) out.mitigations.push_back(fewer_layers(group));
        out.mitigations.push_back(left_out(group));
        if (state && state->throttle_cause != ThrottleCause::none &&
            state->throttle_cause != ThrottleCause::power_cap)
            out.mitigations.push_back(other_place(group));
        if (state && state->throttle_cause == ThrottleCause::feed) out.mitigations.push_back(shared_power());
        std::ranges::stable_sort(
            out.mitigations, [](const SlowRackMitigation& a, const SlowRackMitigation& b) {
                return a.is_possible() != b.is_possible() ? a.is_possible() : a.gain > b.gain;
            });
        return out;
    }

private:
    const RackState* state_of(const std::string& id) const {
        const auto found = std::ranges::find(m_now.power.racks, id, &RackState::id);
        return found == m_now.power.racks.end() ? nullptr : &*found;
    }

    SlowRackMitigation done(Kind kind, std::string what, Seconds step) const {
        return {what_if(m_now.step_time, step), kind, std::move(what)};
    }

    Evaluation run(const Prepared& prepared, double batch = 0) const {
        EvaluateOptions options;
        options.findings = false;
        options.gpus = m_now.gpus;
        options.plan = m_now.plan;
        if (batch > 0) options.global_batch = batch;
        return evaluate(prepared, options);
    }

    /// The longer of two steps, for which all wait: the slow GPUs have `few` layers on each stage in one, and
    /// GPUs like most have `more` in the other. No value where one of these steps does not run.
    std::optional<Seconds> longer(const std::function<Evaluation(bool like_most, double share)>& step,
                                  double few, double more) const {
        const Evaluation slow = step(false, few), others = step(true, more);
        if (!slow.feasible || !others.feasible) return std::nullopt;
        return std::max(slow.step_time, others.step_time);
    }

    SlowRackMitigation less_work(const SlowGroup& group) const {
        const Plan& plan = m_now.plan;
        const auto like =
            Prepared::make(with_racks_like_most(m_prepared, m_now, m_catalog, {group.element}), m_catalog);
        if (!like) return cannot(Kind::less_work, like.error().what);
        const UnevenWork work =
            uneven_work(m_now, group.gpus, batch_of(m_impl), [&](bool like_most, double micro_batches) {
                return run(like_most ? *like : m_prepared, micro_batches * plan.dp * plan.micro_batch);
            });
        if (!work.is_possible()) return cannot(Kind::less_work, work.reason);
        return done(Kind::less_work, work.text(), work.step);
    }

    SlowRackMitigation fewer_layers(const SlowGroup& group) const {
        const int pp = m_now.plan.pp, layers = m_impl.model.transformer->layers;
        const int slow = static_cast<int>(std::ceil(group.gpus / (m_now.gpus / pp)));
        if (slow >= pp) return cannot(Kind::fewer_layers, "its GPUs hold all pipeline stages");
        const Scenario like = with_racks_like_most(m_prepared, m_now, m_catalog, {group.element});
        // The step of a model with `of_stage` layers on every stage, on the slow GPUs or on those like most.
        const auto step = [&](bool like_most, double of_stage) {
            Scenario scenario = like_most ? like : m_impl.scenario;
            ModelSpec model = m_impl.model;
            model.transformer->layers = static_cast<int>(of_stage) * pp;
            scenario.workload.inline_model = std::move(model);
            const auto prepared = Prepared::make(scenario, m_catalog);
            if (prepared) return run(*prepared);
            Evaluation none;
            none.feasible = false;
            return none;
        };
        const int fullest = (layers + pp - 1) / pp;
        std::optional<Seconds> best;
        int chosen = 0;
        const auto others = [&](int few) { return (layers - slow * few + pp - slow - 1) / (pp - slow); };
        for (int few = fullest - 1; few > 0 && few >= fullest - tried_layers; --few) {
            const auto then = longer(step, few, others(few));
            if (!then || (best && *then >= *best)) break;
            best = then;
            chosen = few;
        }
        if (!best || *best >= m_now.step_time)
            return cannot(Kind::fewer_layers,
                          "a layer more on the other stages takes longer than the wait, or does not fit");
        return done(
            Kind::fewer_layers,
            fmt::format("{} layers on {} of {} stages, {} on the others", chosen, slow, pp, others(chosen)),
            *best);
    }

    SlowRackMitigation left_out(const SlowGroup& group) const {
        const SlowGroup::Then& then = group.without;
        if (!then.reason.empty()) return cannot(Kind::left_out, then.reason);
        return done(Kind::left_out,
                    fmt::format("{} GPUs of {}", format_count(then.gpus), format_count(m_now.gpus)),
                    m_now.step_time / (1 + then.gain));
    }

    /// The best exchange of places with a faster rack that has at least as many instances; the first
    /// `tried_places` of these are tried.
    SlowRackMitigation other_place(const SlowGroup& group) const {
        const ElementIndex elements(m_impl.scenario.cluster);
        const Element* own = elements.find(group.element);
        SlowRackMitigation best = cannot(Kind::other_place, "no faster rack is drawn with as many instances");
        int tried = 0;
        for (const RackState& other : m_now.power.racks) {
            const Element* rack = elements.find(other.id);
            if (!own || own->kind != ElementKind::rack || !rack || rack->kind != ElementKind::rack ||
                other.id == group.element || !other.works || rack->count < own->count ||
                other.speed <= state_of(group.element)->speed || tried++ >= tried_places)
                continue;
            SlowRackMitigation then = exchanged(*own, *rack);
            if (then.is_possible() ? !best.is_possible() || then.gain > best.gain : !best.is_possible())
                best = std::move(then);
        }
        return best;
    }

    SlowRackMitigation exchanged(const Element& own, const Element& rack) const {
        Scenario scenario = m_impl.scenario;
        std::string with = rack.id;
        if (rack.count > own.count) {
            auto apart = split(scenario.cluster, m_catalog, rack.id, own.count);
            if (!apart) return cannot(Kind::other_place, apart.error().what);
            scenario.cluster = std::move(apart->cluster);
            with = apart->id;
        }
        exchange_places(scenario.cluster, own.id, with);
        const auto prepared = Prepared::make(scenario, m_catalog);
        if (!prepared) return cannot(Kind::other_place, prepared.error().what);
        const Evaluation then = run(*prepared);
        if (!then.feasible) return cannot(Kind::other_place, then.binds);
        return done(Kind::other_place, fmt::format("exchanged with {}", title(rack)), then.step_time);
    }

    /// What all feeds deliver is divided among the racks by what each asks for where every feed delivers
    /// twice as much.
    SlowRackMitigation shared_power() const {
        const Evaluation free = run(m_prepared.scaled(ThrottleCause::feed, ResourceScale::twice));
        double delivered = 0, asked = 0;
        for (size_t r = 0; r < m_now.power.racks.size(); ++r) {
            const RackState& rack = m_now.power.racks[r];
            if (!rack.limit) continue;
            delivered += rack.count * rack.limit->si();
            asked += rack.count * free.power.racks[r].peak.si();
        }
        if (!(asked > 0)) return cannot(Kind::shared_power, "no rack's feeds are known");
        Scenario scenario = m_impl.scenario;
        const ElementIndex elements(scenario.cluster);
        for (size_t r = 0; r < m_now.power.racks.size(); ++r)
            if (const int rack = elements.position(m_now.power.racks[r].id);
                rack >= 0 && m_now.power.racks[r].limit)
                scenario.cluster.elements[static_cast<size_t>(rack)].power_limit =
                    free.power.racks[r].peak * (delivered / asked);
        const auto prepared = Prepared::make(scenario, m_catalog);
        if (!prepared) return cannot(Kind::shared_power, prepared.error().what);
        const Evaluation then = run(*prepared);
        if (!then.feasible) return cannot(Kind::shared_power, then.binds);
        return done(
            Kind::shared_power,
            fmt::format("{:.0f} % of what it asks for at every rack", 100 * std::min(1.0, delivered / asked)),
            then.step_time);
    }

    const Prepared& m_prepared;
    const Prepared::Impl& m_impl;
    const Evaluation& m_now;
    const Catalog& m_catalog;
};

} // namespace

std::string_view name_of(SlowRackMitigation::Kind kind) {
    switch (kind) {
    case Kind::less_work: return "less_work";
    case Kind::fewer_layers: return "fewer_layers";
    case Kind::left_out: return "left_out";
    case Kind::other_place: return "other_place";
    case Kind::shared_power: break;
    }
    return "shared_power";
}

std::string_view label_of(SlowRackMitigation::Kind kind) {
    switch (kind) {
    case Kind::less_work: return "less work";
    case Kind::fewer_layers: return "fewer layers";
    case Kind::left_out: return "left out";
    case Kind::other_place: return "another place";
    case Kind::shared_power: break;
    }
    return "power shared";
}

const SlowRackMitigation* SlowRack::worthwhile() const {
    if (mitigations.empty()) return nullptr;
    const SlowRackMitigation& best = mitigations.front();
    return best.is_possible() && best.gain >= worth_moving ? &best : nullptr;
}

std::vector<SlowRack> slow_racks(const Prepared& prepared, const Evaluation& evaluation,
                                 const Catalog& catalog, const SlowGroups& groups,
                                 const std::stop_token& stop) {
    std::vector<SlowRack> out;
    const RackMitigations mitigations(prepared, evaluation, catalog);
    for (const SlowGroup& group : groups.groups) {
        if (out.size() == most_slow_racks || stop.stop_requested()) break;
        out.push_back(mitigations.of(group));
    }
    return out;
}

namespace {

/// Behind what no input of a project says: " (to be set in …)"; empty: the drawing does.
std::string where_to_set(SlowRackMitigation::Kind kind) {
    switch (kind) {
    case SlowRackMitigation::Kind::less_work: return fmt::format(" ({})", work_is_set_in);
    case SlowRackMitigation::Kind::fewer_layers:
        return " (to be set in the training program, as no plan says which stage has how many layers)";
    default: return {};
    }
}

} // namespace

std::vector<Finding> slow_rack_findings(const std::vector<SlowRack>& racks) {
    std::vector<Finding> out;
    for (const SlowRack& rack : racks) {
        const SlowRackMitigation* const best = rack.worthwhile();
        if (!best) continue;
        std::string others;
        for (const SlowRackMitigation& each : rack.mitigations)
            if (&each != best && each.is_possible())
                others += fmt::format("{}{}: {:+.1f} %", others.empty() ? "" : ", ", label_of(each.kind),
                                      100 * each.gain);
        out.push_back({Severity::warning,
                       "slow-rack",
                       fmt::format("All wait for “{}”, {}", rack.name, rack.why),
                       others.empty() ? std::string("Nothing else that was tried helps.")
                                      : fmt::format("Also tried, speed: {}.", others),
                       fmt::format("{}, {}: {:.1f} % faster{}.", label_of(best->kind), best->what,
                                   100 * best->gain, where_to_set(best->kind)),
                       {rack.id}});
    }
    return out;
}

void describe(figures::Builder<SlowRackMitigation>& f) {
    using namespace figures;
    using M = SlowRackMitigation;
    const When done = f.gate([](const M& m) { return m.is_possible(); }, "it cannot be done");
    f.choice("kind", &M::kind, "kind", "of what can be done", names_item);
    f.text("what", &M::what, "what", "in detail");
    f.text("reason", &M::reason, "reason", "why it cannot be done; empty: it can");
    f.number("step_s", &M::step, seconds, "step", "by the wall clock, with the same batch", less, done);
    f.number("gain", &M::gain, share, "gain", "of the step; below 0: slower", more, done);
}

void describe(figures::Builder<SlowRack>& f) {
    using namespace figures;
    using R = SlowRack;
    f.text("id", &R::id, "rack", "id as drawn", names_item);
    f.text("name", &R::name, "name", "as drawn");
    f.text("why", &R::why, "why", "it is slow");
    f.number("count", &R::count, count, "count", "of racks like it", always);
    f.number("gpus", &R::gpus, count, "GPUs", "of them", always);
    f.list("moves", &R::mitigations, "moves", "what can be done, the best first; then what cannot");
}

} // namespace roofrack
