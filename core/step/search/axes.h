// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/stack_features.h"
#include "core/step/search/search.h"

namespace roofrack {

struct PipelineChoice {
    int vpp = 1;
    Schedule schedule = Schedule::one_f_one_b;
};

struct RecomputeChoice {
    Recompute kind = Recompute::none;
    int layers = 0; ///< layers under full recompute; 0: all of the stage
};

struct ShardChoice {
    int zero = 0;  ///< ZeRO stage
    int shard = 0; ///< ranks that share the state; 0: all replicas
};

/// The degrees that decide which GPUs talk to which.
struct SearchNode {
    int tp = 1, pp = 1, cp = 1, ep = 1, dp = 1;
    size_t cell = 0; ///< in the TP × PP map
};

/// What each axis may hold, ascending, of what the base plan's stack can run unless the axis is asked for.
/// Values that do not divide are left out, and of plans that cost the same by definition only the first is
/// listed: one schedule without a pipeline, one ZeRO stage without replicas, one setting of sequence
/// parallelism without tensor parallelism.
class SearchAxes {
public:
    /// `impl` must outlive it.
    SearchAxes(const Prepared::Impl& impl, double gpus, double batch, const Plan& base,
               const SearchSpace& space);

    /// Rows and columns of the map: every value asked for, or every one that divides.
    const std::vector<int>& tp() const { return m_tp; }
    const std::vector<int>& pp() const { return m_pp; }
    /// In the order of ties: tp, pp, cp, ep.
    const std::vector<SearchNode>& nodes() const { return m_nodes; }

    /// Divisors of batch / dp; of an uneven one, divisors of the fullest replica's share and powers of two.
    std::vector<int> micro_batches(int dp) const;
    /// By vpp, then schedule. A chunk count divides the layers of the fullest stage and leaves no chunk empty
    /// but those of the embedding and the logits; zero bubble and 1F1B have one chunk, interleaved more.
    std::vector<PipelineChoice> pipelines(int pp) const;
    /// None, selective, full of 1, 2 … layers a stage, full; of stages of more than 256 layers in equal steps
    /// (left_out()). Selective recompute repeats the unfused
    /// attention core: with flash attention there is none, and it is listed only when it alone is asked for.
    std::vector<RecomputeChoice> recomputations(int pp) const;
    /// ZeRO stages, each with its state shared by all replicas, then by those in one block of each fabric
    /// level.
    std::vector<ShardChoice> sharding(const SearchNode& node) const;
    std::vector<bool> sequence_parallel(int tp) const;

    double candidates(const SearchNode& node) const;
    /// What was not asked for and is not listed though it divides; empty: nothing.
    std::string left_out() const;

private:
    /// Takes what is asked for, whatever the stack has.
    template<class T>
    bool is_by_hand(const std::vector<T>& asked) const {
        return !asked.empty() && !m_space.within_stack;
    }
    /// `feature`: without it nothing but 1 is chosen.
    std::vector<int> choose(const std::vector<int>& asked, int most, StackFeature feature) const;
    bool shares_batch(double dp) const;
    int layers_of_a_stage(int pp) const; ///< layers of a stage of the fullest one

    const SearchSpace m_space;
    const Plan m_base;
    const StackFeatures& m_stack;
    const Fabric& m_fabric;
    const TransformerShape* m_shape = nullptr; ///< none: a generic profile
    double m_gpus = 0, m_batch = 0, m_sequence = 0;
    std::vector<int> m_tp, m_pp;
    std::vector<SearchNode> m_nodes;
};

} // namespace roofrack
