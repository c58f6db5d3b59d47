// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/search/axes.h"

#include "core/base/units/quantity_text.h"
#include "core/base/units/saturated.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

bool whole(double value) { return value >= 1 && std::abs(value - std::round(value)) < 1e-9; }

std::vector<int> sorted(std::vector<int> values) {
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    return values;
}

/// Counts of recomputed layers that are tried of a stage. Published models have up to 128 layers; a file may
/// say a hundred thousand.
constexpr int most_recomputed = 256;

int recompute_step(int layers) { return (layers + most_recomputed - 1) / most_recomputed; }

template<class T>
bool allows(const std::vector<T>& asked, T value) {
    return asked.empty() || std::ranges::find(asked, value) != asked.end();
}

} // namespace

SearchAxes::SearchAxes(const Prepared::Impl& impl, double gpus, double batch, const Plan& base,
                       const SearchSpace& space)
    : m_space(space)
    , m_base(base)
    , m_stack(StackFeatures::of(software_of(impl, base)))
    , m_fabric(impl.fabric)
    , m_shape(impl.model.transformer ? &*impl.model.transformer : nullptr)
    , m_gpus(gpus)
    , m_batch(batch)
    , m_sequence(sequence_of(impl)) {
    m_tp = choose(space.tp, m_shape ? m_shape->heads : 1, StackFeature::tp);
    m_pp = choose(space.pp, m_shape ? m_shape->layers : 1, StackFeature::pp);
    if (space.tp.empty() && m_shape) std::erase_if(m_tp, [&](int tp) { return m_shape->heads % tp != 0; });
    const int experts = m_shape ? m_shape->moe.experts : 0;
    // The ring of causal attention deals out two pieces of the sequence a rank.
    const double pieces = m_shape ? m_sequence / 2 : 1;
    const std::vector<int> rings =
        choose(space.cp, saturated<int>(std::min(1e6, std::max(1.0, pieces))), StackFeature::cp);
    const std::vector<int> expert_ways = choose(space.ep, std::max(1, experts), StackFeature::ep);
    for (size_t t = 0; t < m_tp.size(); ++t)
        for (size_t p = 0; p < m_pp.size(); ++p) {
            const int tp = m_tp[t], pp = m_pp[p];
            if (m_shape ? m_shape->heads % tp != 0 || pp > m_shape->layers : tp * pp > 1) continue;
            if (!whole(m_gpus / tp / pp)) continue;
            for (const int cp : rings) {
                const double dp = m_gpus / tp / pp / cp;
                if (!whole(dp) || (cp > 1 && !whole(pieces / cp)) || !shares_batch(std::round(dp))) continue;
                SearchNode node{tp, pp, cp, 1, static_cast<int>(std::round(dp)), t * m_pp.size() + p};
                for (const int ep : expert_ways) {
                    if (ep > 1 && (experts % ep != 0 || (node.dp * cp) % ep != 0)) continue;
                    node.ep = ep;
                    m_nodes.push_back(node);
                }
            }
        }
}

bool SearchAxes::shares_batch(double dp) const {
    return whole(m_batch / dp) || (!m_space.even_batch && dp <= m_batch);
}

std::vector<int> SearchAxes::choose(const std::vector<int>& asked, int most, StackFeature feature) const {
    if (!asked.empty()) {
        std::vector<int> out = sorted(asked);
        const bool is_lacking = m_space.within_stack && !m_stack.has(feature);
        std::erase_if(out, [&](int value) { return value < 1 || (is_lacking && value > 1); });
        return out;
    }
    if (!m_stack.has(feature)) most = 1;
    std::vector<int> out;
    for (int value = 1; value <= most && value <= m_gpus; ++value)
        if (whole(m_gpus / value)) out.push_back(value);
    return out;
}

std::vector<int> SearchAxes::micro_batches(int dp) const {
    std::vector<int> out;
    const bool even = whole(m_batch / dp);
    const double most = m_batch / dp, samples = even ? most : std::ceil(most); // most of the fullest replica
    if (!m_space.micro_batch.empty()) {
        out = sorted(m_space.micro_batch);
        std::erase_if(out,
                      [&](int value) { return value < 1 || (even ? !whole(most / value) : value > most); });
        return out;
    }
    for (int low = 1; static_cast<double>(low) * low <= samples && low < 1000000; ++low) {
        const double high = samples / low;
        if (!whole(high)) continue;
        out.push_back(low);
        if (high < 1e9) out.push_back(saturated<int>(std::round(high)));
    }
    if (!even) { // few divide the fullest share: those that waste little do as well
        std::erase_if(out, [&](int value) { return value > most; });
        for (int value = 2; value <= most && value <= 1 << 20; value *= 2) out.push_back(value);
    }
    return sorted(std::move(out));
}

std::vector<PipelineChoice> SearchAxes::pipelines(int pp) const {
    if (pp <= 1) {
        if (!allows(m_space.vpp, 1)) return {};
        Schedule first = Schedule::one_f_one_b;
        if (!allows(m_space.schedule, first)) first = *std::ranges::min_element(m_space.schedule);
        return {{1, first}};
    }
    std::vector<PipelineChoice> out;
    const int layers = layers_of_a_stage(pp);
    for (int v = 1; v <= layers; ++v) {
        if (layers % v != 0 || pp * v > m_shape->layers + 2 || !allows(m_space.vpp, v)) continue;
        for (const Schedule schedule :
             {Schedule::one_f_one_b, Schedule::interleaved, Schedule::zb_1p, Schedule::zb_2p})
            if ((schedule == Schedule::interleaved) == (v > 1) && allows(m_space.schedule, schedule) &&
                (m_stack.has(schedule) || is_by_hand(m_space.schedule)))
                out.push_back({v, schedule});
    }
    return out;
}

int SearchAxes::layers_of_a_stage(int pp) const { return (m_shape->layers + pp - 1) / pp; }

std::string SearchAxes::left_out() const {
    if (!m_shape || !m_space.recompute_layers.empty() || !allows(m_space.recompute, Recompute::full))
        return {};
    int deepest = 0;
    for (const SearchNode& node : m_nodes) deepest = std::max(deepest, layers_of_a_stage(node.pp));
    const int step = recompute_step(deepest);
    if (step == 1) return {};
    return fmt::format(
        "full recompute of numbers of layers that are no multiples of {}, in stages of up to {}", step,
        format_count(deepest));
}

std::vector<RecomputeChoice> SearchAxes::recomputations(int pp) const {
    if (!m_shape) return {{}};
    std::vector<RecomputeChoice> out;
    if (allows(m_space.recompute, Recompute::none)) out.push_back({Recompute::none, 0});
    if (allows(m_space.recompute, Recompute::selective)) out.push_back({Recompute::selective, 0});
    if (allows(m_space.recompute, Recompute::full)) {
        const int layers = layers_of_a_stage(pp);
        if (!m_space.recompute_layers.empty()) {
            for (const int n : sorted(m_space.recompute_layers))
                if (n >= 1 && n < layers) out.push_back({Recompute::full, n});
        } else {
            const int step = recompute_step(layers);
            for (int n = step; n < layers; n += step) out.push_back({Recompute::full, n});
        }
        if (allows(m_space.recompute_layers, 0)) out.push_back({Recompute::full, 0});
    }
    return out;
}

std::vector<ShardChoice> SearchAxes::sharding(const SearchNode& node) const {
    std::vector<int> stages = m_space.zero.empty() ? std::vector<int>{0, 1, 2, 3} : sorted(m_space.zero);
    std::erase_if(stages, [](int stage) { return stage < 0 || stage > 3; });
    if (!is_by_hand(m_space.zero))
        std::erase_if(stages, [&](int stage) { return !m_stack.has_zero(stage, node.pp); });
    const int replicas = node.dp * node.cp;
    if (replicas <= 1 && stages.size() > 1) stages = {stages.front()};

    std::vector<int> groups = m_space.shard;
    if (groups.empty()) {
        Plan plan = m_base;
        plan.tp = node.tp;
        plan.pp = node.pp;
        plan.cp = node.cp;
        plan.dp = node.dp;
        groups.push_back(0);
        for (const FabricLevel& level : m_fabric.levels)
            groups.push_back(saturated<int>(
                std::min<double>(replicas, std::floor(level.block_gpus / group_strides(plan).cp + 1e-9))));
    }
    for (int& group : groups)
        if (group == replicas) group = 0;
    groups = sorted(std::move(groups));
    std::erase_if(groups, [&](int group) { return group != 0 && (group < 2 || replicas % group != 0); });

    std::vector<ShardChoice> out;
    for (const int stage : stages) {
        if (stage == 0 || replicas <= 1)
            out.push_back({stage, 0});
        else
            for (const int group : groups) out.push_back({stage, group});
    }
    return out;
}

std::vector<bool> SearchAxes::sequence_parallel(int tp) const {
    if (tp > 1 && m_shape) {
        std::vector<bool> out;
        for (const bool value : {false, true})
            if (allows(m_space.sequence_parallel, value)) out.push_back(value);
        return out;
    }
    if (allows(m_space.sequence_parallel, m_base.sequence_parallel)) return {m_base.sequence_parallel};
    return {m_space.sequence_parallel.front()};
}

double SearchAxes::candidates(const SearchNode& node) const {
    return static_cast<double>(micro_batches(node.dp).size() * pipelines(node.pp).size() *
                               recomputations(node.pp).size() * sharding(node).size() *
                               sequence_parallel(node.tp).size());
}

} // namespace roofrack
