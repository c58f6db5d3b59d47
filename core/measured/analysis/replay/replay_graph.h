// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <cstdint>
#include <span>
#include <vector>

namespace roofrack {

/// What an operation does with its time.
enum class ReplayWork : uint8_t { compute, transfer };

/// One operation of one worker as recorded. A transfer works once everyone who takes part in it is there: its
/// work is the time from then on, its recorded start that moment.
struct ReplayOperation {
    int64_t recorded_start_ns = 0, work_ns = 0;
    int32_t step = 0;   ///< position among the steps
    int32_t worker = 0; ///< position among the workers
    int32_t type = 0;   ///< position among the types that people are told
    int32_t like = 0;   ///< operations of one number would take equally long, were nobody slower than others
    ReplayWork work = ReplayWork::compute;
};

/// The outcome of one replay, by operation, in ns from where the replay begins.
struct Replay {
    std::vector<int64_t> start_ns; ///< a transfer starts when all of its group are there
    std::vector<int64_t> end_ns;
    std::vector<int64_t> step_ns; ///< how long each step takes
};

/// One stretch of the way on which a step's time goes by: the operation works, or what is ready waits for it
/// (for nothing that was recorded: the host, the launch).
struct PathPiece {
    uint32_t operation = 0;
    bool waits = false; ///< the time before its start
    int64_t start_ns = 0, end_ns = 0;
};

/// Operations of a recording and what each had to wait for. A replay starts every operation as soon as all
/// before it have ended, a transfer as soon as that is so for all of its group, and lets it work as long as
/// it is told to, and each step begins anew: what-if analysis as of Lin et al., "Understanding Stragglers in
/// Large Model Training Using What-if Analysis", OSDI 2025.
class ReplayGraph {
public:
    uint32_t add(const ReplayOperation& operation);
    void add_before(uint32_t earlier, uint32_t later) { m_edges.push_back({earlier, later}); }
    /// They start together. An operation joins at most one group.
    void join(std::span<const uint32_t> operations);
    /// Brings all into an order and finds the recorded waits, the time from when an operation could start to
    /// when it did. Fails where operations wait for each other in a circle. To be called once, last.
    Result<void> finish();

    const std::vector<ReplayOperation>& operations() const { return m_operations; }
    size_t steps() const { return m_steps; }
    /// The recorded work of all operations, to change and hand to replay().
    std::vector<int64_t> recorded_work() const;
    /// The recorded wait before an operation (its group) starts.
    int64_t wait_ns(uint32_t operation) const { return m_waits[m_group_of[operation]]; }

    /// `with_waits`: each operation waits as long as in the recording beyond what it depends on.
    Replay replay(std::span<const int64_t> work, bool with_waits) const;

    /// What held a step's end, from its beginning to its end without a gap: the pieces sum to step_ns.
    std::vector<PathPiece> critical_path(const Replay& replay, size_t step) const;

private:
    struct Edge {
        uint32_t earlier, later;
    };
    std::span<const uint32_t> before(uint32_t operation) const;
    std::span<const uint32_t> members(uint32_t group) const;
    void sort_edges();
    void number_groups();
    Result<void> order_groups();
    void find_waits();

    std::vector<ReplayOperation> m_operations;
    std::vector<Edge> m_edges;
    std::vector<uint32_t> m_first_before, m_before; ///< what stands before each operation
    std::vector<uint32_t> m_group_of;
    std::vector<uint32_t> m_first_member, m_members;
    std::vector<uint32_t> m_order;      ///< groups, each behind all that it depends on
    std::vector<int64_t> m_waits;       ///< by group
    std::vector<int64_t> m_step_starts; ///< recorded start of the first operation, by step
    size_t m_steps = 0;
};

} // namespace roofrack
