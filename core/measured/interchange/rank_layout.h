// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/model_spec.h"
#include "core/base/model/plan.h"

#include <array>
#include <vector>

namespace roofrack {

/// Groups of ranks that communicate.
enum class RankGroup { tensor, context, expert, replicas, shard, outer, expert_replicas };
inline constexpr size_t rank_group_count = 7;

/// Which rank is where in the plan's cube, and its groups: tp, cp, dp, pp by the plan's rank order; experts
/// over the tensor-parallel ranks first where they are whole, then over context and data (as the cost model
/// places them).
class RankLayout {
public:
    /// `plan` with dp filled in.
    RankLayout(const Plan& plan, const TransformerShape& shape);

    int ranks() const { return m_ranks; }
    int stage(int rank) const { return (rank / m_pp_stride) % m_plan.pp; }
    /// The rank at another pipeline stage and the same place otherwise.
    int at_stage(int rank, int stage) const { return rank + (stage - this->stage(rank)) * m_pp_stride; }

    /// 1 and up; 0 where the rank has nobody to talk to in such a group.
    int group(RankGroup kind, int rank) const {
        return m_group_of[static_cast<size_t>(kind)][static_cast<size_t>(rank)];
    }
    /// Members of group `id` in ascending order: groups()[id − 1].
    const std::vector<std::vector<int>>& groups() const { return m_groups; }
    int size(RankGroup kind) const { return m_sizes[static_cast<size_t>(kind)]; }

private:
    Plan m_plan;
    int m_ranks = 1, m_pp_stride = 1;
    std::array<int, rank_group_count> m_sizes{};
    std::array<std::vector<int>, rank_group_count> m_group_of;
    std::vector<std::vector<int>> m_groups;
};

} // namespace roofrack
