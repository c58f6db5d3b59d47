// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/replay/pipeline_graph.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace roofrack {

namespace {

enum class PipelineRole {
    forward,
    backward,
    send_forward,
    receive_forward,
    send_backward,
    receive_backward,
    other
};

/// What takes part in an operation beside its own worker.
enum class PipelineScope { own, data_ranks, pipeline_ends, all };

PipelineRole role_of(std::string_view type) {
    if (type == "forward-compute") return PipelineRole::forward;
    if (type == "backward-compute") return PipelineRole::backward;
    if (type == "forward-send") return PipelineRole::send_forward;
    if (type == "forward-recv") return PipelineRole::receive_forward;
    if (type == "backward-send") return PipelineRole::send_backward;
    if (type == "backward-recv") return PipelineRole::receive_backward;
    return PipelineRole::other;
}

/// By the names of Megatron's timers.
PipelineScope scope_of(std::string_view type) {
    if (type.starts_with("embedding-grads")) return PipelineScope::pipeline_ends;
    if (type.starts_with("optimizer-clip")) return PipelineScope::all;
    if (type.starts_with("grads-reduce-scatter") || type.starts_with("params-all-gather") ||
        type.starts_with("separate-grads"))
        return PipelineScope::data_ranks;
    return PipelineScope::own;
}

bool is_transfer(std::string_view type) {
    const PipelineRole role = role_of(type);
    return (role != PipelineRole::forward && role != PipelineRole::backward && role != PipelineRole::other) ||
           scope_of(type) != PipelineScope::own || type.find("all-reduce") != std::string_view::npos;
}

class PipelineGraphBuilder {
public:
    explicit PipelineGraphBuilder(const PipelineTimeline& timeline)
        : m_timeline(timeline) {
        for (const std::string& type : timeline.types) m_roles.push_back(role_of(type));
    }

    Result<ReplayedRun> build() {
        add_operations();
        for (const auto& [worker, events] : m_of_worker)
            if (auto wired = wire(events); !wired) return tl::unexpected(wired.error());
        join_groups();
        if (auto finished = m_run.graph.finish(); !finished) return tl::unexpected(finished.error());
        add_blamed();
        return std::move(m_run);
    }

private:
    void add_operations() {
        std::map<int32_t, int32_t> steps;
        for (const PipelineEvent& event : m_timeline.events) steps.emplace(event.step, 0);
        for (auto& [step, position] : steps) {
            position = static_cast<int32_t>(m_run.steps.size());
            m_run.steps.push_back(std::to_string(step));
        }
        for (int rank = 0; rank < m_timeline.data_ranks; ++rank)
            for (int stage = 0; stage < m_timeline.stages; ++stage)
                m_run.workers.push_back(m_timeline.data_ranks > 1
                                            ? fmt::format("data rank {}, stage {}", rank, stage)
                                            : fmt::format("stage {}", stage));
        m_run.types = m_timeline.types;
        for (const PipelineEvent& event : m_timeline.events) {
            ReplayOperation operation;
            operation.recorded_start_ns = event.start_ns;
            operation.work_ns = event.duration_ns;
            operation.step = steps.at(event.step);
            operation.worker = event.data_rank * m_timeline.stages + event.stage;
            operation.type = operation.like = event.type;
            const std::string& type = m_timeline.types[static_cast<size_t>(event.type)];
            if (is_transfer(type)) operation.work = ReplayWork::transfer;
            const uint32_t number = m_run.graph.add(operation);
            m_of_worker[{operation.step, operation.worker}].push_back(number);
            add_to_group(number, event, operation.step);
        }
    }

    /// The group of a transfer, by step, kind, place and number; nobody else takes part in the rest.
    void add_to_group(uint32_t number, const PipelineEvent& event, int32_t step) {
        const PipelineRole role = m_roles[static_cast<size_t>(event.type)];
        const auto put = [&](int kind, int place) {
            m_groups[{step, kind, place, event.sequence}].push_back(number);
        };
        const int in_pipeline = event.data_rank * m_timeline.stages;
        const int other_kinds = 2 + event.type;
        switch (role) {
        case PipelineRole::forward:
        case PipelineRole::backward: return;
        case PipelineRole::send_forward: return put(0, in_pipeline + event.stage);
        case PipelineRole::receive_forward: return put(0, in_pipeline + event.stage - 1);
        case PipelineRole::send_backward: return put(1, in_pipeline + event.stage);
        case PipelineRole::receive_backward: return put(1, in_pipeline + event.stage + 1);
        case PipelineRole::other: break;
        }
        switch (scope_of(m_timeline.types[static_cast<size_t>(event.type)])) {
        case PipelineScope::own: return;
        case PipelineScope::data_ranks: return put(other_kinds, event.stage);
        case PipelineScope::pipeline_ends: return put(other_kinds, event.data_rank);
        case PipelineScope::all: return put(other_kinds, 0);
        }
    }

    PipelineRole role(uint32_t operation) const {
        return m_roles[static_cast<size_t>(m_timeline.events[operation].type)];
    }

    Result<void> wire(const std::vector<uint32_t>& operations) {
        std::array<std::vector<uint32_t>, 7> by_role;
        std::vector<uint32_t> ordered;
        for (const uint32_t each : operations) {
            const PipelineRole of = role(each);
            by_role[static_cast<size_t>(of)].push_back(each);
            if (of == PipelineRole::other || of == PipelineRole::forward || of == PipelineRole::backward)
                ordered.push_back(each);
        }
        for (std::vector<uint32_t>& each : by_role)
            std::ranges::sort(each, {}, [&](uint32_t i) { return m_timeline.events[i].sequence; });
        std::ranges::sort(ordered, {}, [&](uint32_t i) {
            const PipelineEvent& event = m_timeline.events[i];
            return std::tuple(event.start_ns, event.start_ns + event.duration_ns, i);
        });
        chain(ordered);
        const auto all_of = [&](PipelineRole of) -> const std::vector<uint32_t>& {
            return by_role[static_cast<size_t>(of)];
        };
        const bool sound = pass(all_of(PipelineRole::forward), all_of(PipelineRole::send_forward),
                                all_of(PipelineRole::receive_forward)) &&
                           pass(all_of(PipelineRole::backward), all_of(PipelineRole::send_backward),
                                all_of(PipelineRole::receive_backward));
        if (!sound) {
            const PipelineEvent& event = m_timeline.events[operations.front()];
            return fail({},
                        fmt::format("stage {} of data rank {} sends or receives another number of times than "
                                    "it computes in step {}",
                                    event.stage, event.data_rank, event.step),
                        "record whole steps of every worker");
        }
        start_of_backward(ordered, all_of(PipelineRole::send_backward),
                          all_of(PipelineRole::receive_backward));
        return {};
    }

    /// A call that sends and receives at once (send_forward_recv_backward) is two events of one time.
    void join_groups() {
        const auto root = [](std::vector<uint32_t>& parents, uint32_t at) {
            while (parents[at] != at) at = parents[at] = parents[parents[at]];
            return at;
        };
        std::vector<uint32_t> parents(m_timeline.events.size());
        std::iota(parents.begin(), parents.end(), uint32_t{0});
        for (const auto& [key, operations] : m_groups)
            for (const uint32_t each : operations)
                parents[root(parents, each)] = root(parents, operations[0]);
        for (const auto& [key, operations] : m_of_worker) {
            std::map<std::pair<int64_t, int64_t>, uint32_t> by_time; // whole microseconds
            for (const uint32_t each : operations) {
                const PipelineEvent& event = m_timeline.events[each];
                const bool passes = role(each) != PipelineRole::other &&
                                    role(each) != PipelineRole::forward &&
                                    role(each) != PipelineRole::backward;
                if (!passes) continue;
                const auto [same, is_first] =
                    by_time.emplace(std::pair(event.start_ns / 1000, event.duration_ns / 1000), each);
                if (!is_first) parents[root(parents, each)] = root(parents, same->second);
            }
        }
        std::map<uint32_t, std::vector<uint32_t>> groups;
        for (uint32_t i = 0; i < parents.size(); ++i) groups[root(parents, i)].push_back(i);
        for (const auto& [first, operations] : groups)
            if (operations.size() > 1) m_run.graph.join(operations);
    }

    void chain(const std::vector<uint32_t>& operations) {
        for (size_t i = 1; i < operations.size(); ++i)
            m_run.graph.add_before(operations[i - 1], operations[i]);
    }

    /// One direction of one worker: a transfer belongs to each computation, or to none.
    bool pass(const std::vector<uint32_t>& computation, const std::vector<uint32_t>& sends,
              const std::vector<uint32_t>& receives) {
        const auto fits = [&](const std::vector<uint32_t>& each) {
            return each.empty() || each.size() == computation.size();
        };
        if (!fits(sends) || !fits(receives)) return false;
        chain(sends);
        chain(receives);
        for (size_t i = 0; i < sends.size(); ++i) m_run.graph.add_before(computation[i], sends[i]);
        for (size_t i = 0; i < receives.size(); ++i) {
            m_run.graph.add_before(receives[i], computation[i]);
            if (i > 0) m_run.graph.add_before(computation[i - 1], receives[i]);
        }
        return true;
    }

    /// One forward, one backward: a pipeline is warmed up by forward computations, and behind the last but
    /// one the first transfers of the backward pass are called.
    void start_of_backward(const std::vector<uint32_t>& ordered, const std::vector<uint32_t>& sends,
                           const std::vector<uint32_t>& receives) {
        std::vector<uint32_t> computation;
        for (const uint32_t each : ordered)
            if (role(each) != PipelineRole::other) computation.push_back(each);
        const auto first =
            std::ranges::find(computation, PipelineRole::backward, [&](uint32_t each) { return role(each); });
        if (first == computation.end() || first - computation.begin() < 2) return;
        if (!sends.empty()) m_run.graph.add_before(*(first - 2), sends.front());
        if (!receives.empty()) m_run.graph.add_before(*(first - 2), receives.front());
    }

    void add_blamed() {
        std::map<std::pair<BlameKind, std::string>, std::vector<uint32_t>> by_name;
        for (uint32_t i = 0; i < m_timeline.events.size(); ++i) {
            const PipelineEvent& event = m_timeline.events[i];
            const auto put = [&](BlameKind kind, std::string name) {
                by_name[{kind, std::move(name)}].push_back(i);
            };
            const size_t worker = static_cast<size_t>(m_run.graph.operations()[i].worker);
            put(BlameKind::worker, m_run.workers[worker]);
            if (m_timeline.data_ranks > 1) {
                put(BlameKind::stage, fmt::format("stage {}", event.stage));
                put(BlameKind::data_rank, fmt::format("data rank {}", event.data_rank));
            }
            put(BlameKind::operation, m_timeline.types[static_cast<size_t>(event.type)]);
            if (const std::string link = link_of(event); !link.empty()) put(BlameKind::link, link);
        }
        for (auto& [key, operations] : by_name)
            m_run.blamed.push_back({key.first, key.second, std::move(operations)});
    }

    std::string link_of(const PipelineEvent& event) const {
        const auto between = [&](int a, int b) {
            return m_timeline.data_ranks > 1
                       ? fmt::format("data rank {}, stages {} and {}", event.data_rank, a, b)
                       : fmt::format("stages {} and {}", a, b);
        };
        switch (m_roles[static_cast<size_t>(event.type)]) {
        case PipelineRole::forward:
        case PipelineRole::backward: return {};
        case PipelineRole::send_forward:
        case PipelineRole::receive_backward: return between(event.stage, event.stage + 1);
        case PipelineRole::receive_forward:
        case PipelineRole::send_backward: return between(event.stage - 1, event.stage);
        case PipelineRole::other: break;
        }
        switch (scope_of(m_timeline.types[static_cast<size_t>(event.type)])) {
        case PipelineScope::own: return {};
        case PipelineScope::data_ranks: return fmt::format("data ranks of stage {}", event.stage);
        case PipelineScope::pipeline_ends: return between(0, m_timeline.stages - 1);
        case PipelineScope::all: return "all workers";
        }
        return {};
    }

    const PipelineTimeline& m_timeline;
    std::vector<PipelineRole> m_roles; ///< role of each type
    ReplayedRun m_run;
    std::map<std::pair<int32_t, int32_t>, std::vector<uint32_t>> m_of_worker; ///< by step and worker
    std::map<std::tuple<int32_t, int, int, int32_t>, std::vector<uint32_t>> m_groups;
};

} // namespace

Result<ReplayedRun> replay_pipeline(const PipelineTimeline& timeline) {
    return PipelineGraphBuilder(timeline).build();
}

} // namespace roofrack
