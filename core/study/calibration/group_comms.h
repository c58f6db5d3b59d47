// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <vector>

namespace roofrack {

/// Seconds that the groups of so many ranks communicate in a step.
struct GroupComm {
    int ranks = 0;
    double seconds = 0;
};

/// One a size of group, ascending.
class GroupComms {
public:
    void add(int ranks, double seconds) {
        const auto at = std::ranges::lower_bound(m_groups, ranks, {}, &GroupComm::ranks);
        if (at != m_groups.end() && at->ranks == ranks)
            at->seconds += seconds;
        else
            m_groups.insert(at, {ranks, seconds});
    }
    /// 0: no such group.
    double of(int ranks) const {
        const auto at = std::ranges::find(m_groups, ranks, &GroupComm::ranks);
        return at == m_groups.end() ? 0 : at->seconds;
    }
    double all() const {
        double out = 0;
        for (const GroupComm& group : m_groups) out += group.seconds;
        return out;
    }
    void scale(double factor) {
        for (GroupComm& group : m_groups) group.seconds *= factor;
    }
    const std::vector<GroupComm>& groups() const { return m_groups; }

private:
    std::vector<GroupComm> m_groups;
};

} // namespace roofrack
