// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/rank_layout.h"

#include "core/base/units/saturated.h"
#include "core/step/cost/step.h"
#include "core/step/workload/layer.h"

#include <algorithm>
#include <map>

namespace roofrack {

RankLayout::RankLayout(const Plan& plan, const TransformerShape& shape)
    : m_plan(plan) {
    const GroupStrides strides = group_strides(plan);
    const int tp = plan.tp, cp = plan.cp, dp = plan.dp, pp = plan.pp, ep = plan.ep;
    m_ranks = tp * cp * dp * pp;
    m_pp_stride = saturated<int>(strides.pp);
    const int replicas = dp * cp;
    const int shard = plan.shard > 0 ? std::min(plan.shard, replicas) : replicas;
    const bool experts = shape.moe.experts > 0;
    const int whole = experts ? saturated<int>(tp / expert_tensor_ways(shape, tp)) : 1;
    m_sizes = {tp,
               cp,
               experts ? ep : 1,
               replicas,
               shard,
               replicas / shard,
               experts ? std::max(1, replicas * whole / ep) : 1};

    struct Key {
        size_t kind;
        int a, b;
        bool operator<(const Key& other) const {
            return std::tie(kind, a, b) < std::tie(other.kind, other.a, other.b);
        }
    };
    std::map<Key, std::vector<int>> members;
    const auto coordinate = [](int rank, double stride, int size) {
        return rank / saturated<int>(stride) % size;
    };
    for (int rank = 0; rank < m_ranks; ++rank) {
        const int t = coordinate(rank, strides.tp, tp), c = coordinate(rank, strides.cp, cp);
        const int d = coordinate(rank, strides.dp, dp), p = coordinate(rank, strides.pp, pp);
        const int replica = c + cp * d, place = t + tp * p;
        const int expert_line = whole > 1 ? t % whole + whole * replica : replica;
        const int expert_place = (whole > 1 ? t / whole : t) + tp * p;
        const int keys[rank_group_count][2] = {
            {p, replica},
            {place, d},
            {expert_place, expert_line / ep},
            {place, 0},
            {place, replica / shard},
            {place, replica % shard},
            {expert_place, expert_line % ep},
        };
        for (size_t kind = 0; kind < rank_group_count; ++kind)
            if (m_sizes[kind] > 1) members[{kind, keys[kind][0], keys[kind][1]}].push_back(rank);
    }
    for (auto& of_kind : m_group_of) of_kind.assign(static_cast<size_t>(m_ranks), 0);
    // Equal sets of ranks share one group.
    std::map<std::vector<int>, int> known;
    for (auto& [key, ranks] : members) {
        const auto [it, fresh] = known.emplace(std::move(ranks), static_cast<int>(m_groups.size()) + 1);
        if (fresh) m_groups.push_back(it->first);
        for (const int rank : it->first) m_group_of[key.kind][static_cast<size_t>(rank)] = it->second;
    }
}

} // namespace roofrack
