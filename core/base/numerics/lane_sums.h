// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/numerics/gradient_values.h"

#include <memory>

namespace roofrack {

/// Partial sums that stay in binary32.
inline float kept_in_fp32(float value) { return value; }

template<auto rounded>
void round_lane(SumLane& lane) {
    for (float& value : lane) value = rounded(value);
}

/// a += b, rounded.
template<auto rounded>
void add_lane(SumLane& a, const SumLane& b) {
    for (size_t i = 0; i < a.size(); ++i) a[i] = rounded(a[i] + b[i]);
}

/// One value after the other.
template<auto rounded>
class RingSum {
public:
    void add(const SumLane& values) {
        if (m_begun)
            add_lane<rounded>(m_sum, values);
        else
            m_sum = values;
        m_begun = true;
    }
    const SumLane& sum() const { return m_sum; }
    void clear() { m_begun = false; }

private:
    SumLane m_sum{};
    bool m_begun = false;
};

/// Pairs, and pairs of pairs; of height ⌈log₂ n⌉ for any n: what is left over joins from the smallest up.
template<auto rounded>
class TreeSum {
public:
    void add(const SumLane& values) {
        SumLane carry = values;
        size_t level = 0;
        for (; (m_count >> level) & 1U; ++level) {
            SumLane pair = m_levels[level];
            add_lane<rounded>(pair, carry);
            carry = pair;
        }
        if (level == m_levels.size()) m_levels.emplace_back();
        m_levels[level] = carry;
        ++m_count;
    }
    SumLane sum() const {
        SumLane out{};
        bool begun = false;
        for (size_t level = 0; level < m_levels.size(); ++level) {
            if (!((m_count >> level) & 1U)) continue;
            SumLane larger = m_levels[level];
            if (begun) add_lane<rounded>(larger, out);
            out = larger;
            begun = true;
        }
        return out;
    }
    void clear() { m_count = 0; }

private:
    std::vector<SumLane> m_levels; ///< sums of 2^level values, where that bit of the count is set
    uint64_t m_count = 0;
};

/// Stages one in the other: each passes its sum on as soon as it is full. Sums of a stage that is in a switch
/// are in binary32; what a stage passes on is a value of the format.
template<auto value, auto partial>
class StagedSum {
public:
    explicit StagedSum(std::span<const ReductionStage> stages) {
        for (const ReductionStage& stage : stages)
            if (stage.ranks > 1)
                m_stages.push_back({stage.order, static_cast<uint64_t>(stage.ranks), 0, {}, {}, {}});
    }

    void add(const SumLane& values) { pass(0, values); }
    /// The sum of all that was added; whole stages.
    const SumLane& sum() const { return m_sum; }

private:
    struct Stage {
        ReductionOrder order;
        uint64_t ranks, count;
        RingSum<partial> ring;
        TreeSum<partial> tree;
        RingSum<kept_in_fp32> in_switch;

        void add(const SumLane& values) {
            switch (order) {
            case ReductionOrder::ring: return ring.add(values);
            case ReductionOrder::tree: return tree.add(values);
            case ReductionOrder::in_switch: return in_switch.add(values);
            }
        }
        SumLane take() {
            SumLane out = order == ReductionOrder::ring   ? ring.sum()
                          : order == ReductionOrder::tree ? tree.sum()
                                                          : in_switch.sum();
            if (order == ReductionOrder::in_switch) round_lane<partial>(out);
            ring.clear();
            tree.clear();
            in_switch.clear();
            count = 0;
            return out;
        }
    };

    void pass(size_t at, const SumLane& values) {
        if (at == m_stages.size()) {
            m_sum = values;
            round_lane<value>(m_sum);
            return;
        }
        Stage& stage = m_stages[at];
        stage.add(values);
        if (++stage.count == stage.ranks) pass(at + 1, stage.take());
    }

    std::vector<Stage> m_stages;
    SumLane m_sum{};
};

} // namespace roofrack
