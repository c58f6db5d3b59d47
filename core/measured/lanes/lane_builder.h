// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/lanes/trace_lanes.h"

#include <functional>
#include <optional>
#include <span>
#include <unordered_map>

namespace roofrack {

/// One activity of a device for its lanes.
struct LaneActivity {
    int64_t start_ns = 0, end_ns = 0;
    int64_t correlation = -1; ///< negative: none
    uint32_t stream = 0;      ///< any number that is the same for one stream
    LaneCategory category = LaneCategory::compute;
    std::string_view name;
};

/// Gathers the events of the host while a file is read, then makes the lanes of its devices. Names and shapes
/// beyond the first million, threads and streams beyond the first 65,535 share one.
class LaneBuilder {
public:
    /// One event of the host on the thread of that name ("process/thread"); `correlation`: what it launched.
    void host(LaneCategory category, std::string_view name, int64_t start_ns, int64_t duration_ns,
              std::string_view thread, std::optional<int64_t> correlation = std::nullopt);
    /// The inputs of the event that was added last.
    void shape(OpShape shape);

    /// The lanes of one device; nothing may be added to the host after the first call.
    std::shared_ptr<const TraceLanes> device(std::span<const LaneActivity> activities,
                                             std::vector<LaneStep> steps);

private:
    struct Hash {
        using is_transparent = void;
        size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    using Numbers = std::unordered_map<std::string, uint32_t, Hash, std::equal_to<>>;

    uint32_t name(std::string_view text);
    void close_host();
    uint32_t launch_of(int64_t correlation) const;

    std::shared_ptr<std::vector<std::string>> m_names = std::make_shared<std::vector<std::string>>();
    Numbers m_numbers, m_thread_numbers, m_shape_numbers;
    std::shared_ptr<HostLanes> m_host = std::make_shared<HostLanes>();
    std::vector<std::pair<int64_t, uint32_t>> m_launches; ///< correlation and row
    bool m_closed = false;
};

} // namespace roofrack
