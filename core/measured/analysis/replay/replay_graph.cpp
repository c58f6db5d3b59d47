// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/replay/replay_graph.h"

#include <algorithm>
#include <limits>

namespace roofrack {

namespace {

constexpr uint32_t no_group = std::numeric_limits<uint32_t>::max();

} // namespace

uint32_t ReplayGraph::add(const ReplayOperation& operation) {
    m_operations.push_back(operation);
    m_group_of.push_back(no_group);
    m_steps = std::max(m_steps, static_cast<size_t>(operation.step) + 1);
    return static_cast<uint32_t>(m_operations.size() - 1);
}

void ReplayGraph::join(std::span<const uint32_t> operations) {
    // groups that are told come first; finish() gives every other operation one of its own
    const auto group = static_cast<uint32_t>(m_first_member.size());
    m_first_member.push_back(static_cast<uint32_t>(m_members.size()));
    for (const uint32_t operation : operations) {
        m_group_of[operation] = group;
        m_members.push_back(operation);
    }
}

std::span<const uint32_t> ReplayGraph::before(uint32_t operation) const {
    return std::span(m_before).subspan(m_first_before[operation],
                                       m_first_before[operation + 1] - m_first_before[operation]);
}

std::span<const uint32_t> ReplayGraph::members(uint32_t group) const {
    return std::span(m_members).subspan(m_first_member[group],
                                        m_first_member[group + 1] - m_first_member[group]);
}

void ReplayGraph::number_groups() {
    for (uint32_t i = 0; i < m_operations.size(); ++i)
        if (m_group_of[i] == no_group) join(std::span(&i, 1));
    m_first_member.push_back(static_cast<uint32_t>(m_members.size()));
}

void ReplayGraph::sort_edges() {
    m_first_before.assign(m_operations.size() + 1, 0);
    for (const Edge& edge : m_edges) ++m_first_before[edge.later + 1];
    for (size_t i = 0; i < m_operations.size(); ++i) m_first_before[i + 1] += m_first_before[i];
    m_before.resize(m_edges.size());
    std::vector<uint32_t> next(m_first_before.begin(), m_first_before.end() - 1);
    for (const Edge& edge : m_edges) m_before[next[edge.later]++] = edge.earlier;
}

Result<void> ReplayGraph::order_groups() {
    const size_t groups = m_first_member.size() - 1;
    std::vector<uint32_t> first_after(groups + 1, 0), after(m_edges.size()), missing(groups, 0);
    for (const Edge& edge : m_edges) {
        ++first_after[m_group_of[edge.earlier] + 1];
        ++missing[m_group_of[edge.later]];
    }
    for (size_t g = 0; g < groups; ++g) first_after[g + 1] += first_after[g];
    std::vector<uint32_t> next(first_after.begin(), first_after.end() - 1);
    for (const Edge& edge : m_edges) after[next[m_group_of[edge.earlier]]++] = m_group_of[edge.later];
    m_order.reserve(groups);
    for (uint32_t g = 0; g < groups; ++g)
        if (missing[g] == 0) m_order.push_back(g);
    for (size_t i = 0; i < m_order.size(); ++i)
        for (uint32_t j = first_after[m_order[i]]; j < first_after[m_order[i] + 1]; ++j)
            if (--missing[after[j]] == 0) m_order.push_back(after[j]);
    if (m_order.size() < groups)
        return fail({}, "operations that wait for each other in a circle",
                    "record the run again: events are missing, or clocks differ");
    return {};
}

void ReplayGraph::find_waits() {
    m_step_starts.assign(m_steps, std::numeric_limits<int64_t>::max());
    const auto first_start = [&](const ReplayOperation& operation) -> int64_t& {
        return m_step_starts[static_cast<size_t>(operation.step)];
    };
    for (const ReplayOperation& operation : m_operations)
        first_start(operation) = std::min(first_start(operation), operation.recorded_start_ns);
    m_waits.assign(m_first_member.size() - 1, 0);
    std::vector<int64_t> end(m_operations.size(), 0);
    for (const uint32_t group : m_order) {
        int64_t ready = 0, recorded = 0;
        for (const uint32_t member : members(group)) {
            for (const uint32_t earlier : before(member)) ready = std::max(ready, end[earlier]);
            const ReplayOperation& operation = m_operations[member];
            recorded = std::max(recorded, operation.recorded_start_ns - first_start(operation));
        }
        m_waits[group] = std::max<int64_t>(0, recorded - ready);
        for (const uint32_t member : members(group))
            end[member] = ready + m_waits[group] + m_operations[member].work_ns;
    }
}

Result<void> ReplayGraph::finish() {
    number_groups();
    sort_edges();
    if (auto ordered = order_groups(); !ordered) return ordered;
    m_edges.clear();
    m_edges.shrink_to_fit();
    find_waits();
    return {};
}

std::vector<int64_t> ReplayGraph::recorded_work() const {
    std::vector<int64_t> out(m_operations.size());
    std::ranges::transform(m_operations, out.begin(), &ReplayOperation::work_ns);
    return out;
}

Replay ReplayGraph::replay(std::span<const int64_t> work, bool with_waits) const {
    Replay out;
    out.start_ns.resize(m_operations.size());
    out.end_ns.resize(m_operations.size());
    out.step_ns.assign(m_steps, 0);
    for (const uint32_t group : m_order) {
        int64_t start = 0;
        for (const uint32_t member : members(group))
            for (const uint32_t earlier : before(member)) start = std::max(start, out.end_ns[earlier]);
        if (with_waits) start += m_waits[group];
        for (const uint32_t member : members(group)) {
            out.start_ns[member] = start;
            out.end_ns[member] = start + work[member];
            int64_t& end = out.step_ns[static_cast<size_t>(m_operations[member].step)];
            end = std::max(end, out.end_ns[member]);
        }
    }
    return out;
}

std::vector<PathPiece> ReplayGraph::critical_path(const Replay& replay, size_t step) const {
    const int64_t end = replay.step_ns[step];
    std::vector<PathPiece> out;
    int64_t at = end;
    const auto add = [&](uint32_t operation, bool waits, int64_t start) {
        if (start < at) out.push_back({operation, waits, start, at});
        at = std::min(at, start);
    };
    uint32_t current = no_group;
    for (uint32_t i = 0; i < m_operations.size(); ++i)
        if (replay.end_ns[i] == end && static_cast<size_t>(m_operations[i].step) == step) current = i;
    while (current != no_group && at > 0) {
        add(current, false, replay.start_ns[current]);
        // who came last to its group, and what held that one
        uint32_t last = current, held_by = no_group;
        int64_t ready = -1;
        for (const uint32_t member : members(m_group_of[current])) {
            if (before(member).empty() && ready < 0) last = member;
            for (const uint32_t earlier : before(member))
                if (replay.end_ns[earlier] > ready) {
                    ready = replay.end_ns[earlier];
                    held_by = earlier;
                    last = member;
                }
        }
        add(last, true, std::max<int64_t>(0, ready));
        current = held_by;
    }
    std::ranges::reverse(out);
    return out;
}

} // namespace roofrack
