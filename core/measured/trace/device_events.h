// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/breakdown.h"
#include "core/measured/trace/comm_names.h"
#include "core/measured/trace/intervals.h"
#include "core/measured/trace/warning_log.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace roofrack {

/// Streams of one file that are told apart; those beyond share one.
inline constexpr size_t most_streams = 100'000;

/// What a device did with one activity.
enum class Activity : uint8_t { compute, communication, memory };

/// One activity of a device as recorded. Its name is a number of ActivityNames.
struct DeviceEvent {
    static constexpr int64_t no_correlation = -1;

    Interval time;
    int64_t correlation = no_correlation; ///< joins the activity with its launch on the host
    int64_t offset = 0;                   ///< into the file, for warnings
    uint32_t stream = 0;                  ///< equal for the activities of one stream of one device
    uint32_t name = 0;
    Activity activity = Activity::compute;
    bool graph_node = false; ///< a node of a CUDA graph: those of one graph run beside each other
};

/// Names of kernels, each kept once, and whether they communicate.
class ActivityNames {
public:
    explicit ActivityNames(const CommNames& comm)
        : m_comm(comm) {}

    /// The number of the name; names beyond the first 100,000 share one. `in_json`: with JSON's escapes.
    uint32_t number_of(std::string_view name, bool in_json = false);
    bool communicates(uint32_t number) const { return m_communicates[number]; }
    const std::string& name_of(uint32_t number) const { return m_names[number]; }

private:
    struct Hash {
        using is_transparent = void;
        size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };

    const CommNames& m_comm;
    std::unordered_map<std::string, uint32_t, Hash, std::equal_to<>> m_numbers;
    std::vector<std::string> m_names;
    std::vector<bool> m_communicates;
};

/// A stream works in order: an activity that reaches over the starts of three or more later ones of its
/// stream (none a node of a CUDA graph) is cut at the first of these starts, with a warning that names it.
void cut_impossible_durations(std::vector<DeviceEvent>& events, const ActivityNames& names,
                              WarningLog& warnings);

/// The communication kernels of one device by their start, named "#0", "#1" … and by what their names tell.
std::vector<TraceCollective> collectives_in_order(const std::vector<DeviceEvent>& events,
                                                  const ActivityNames& names);

/// The times of all events by what the device did, in their order.
DeviceActivity activity_of(const std::vector<DeviceEvent>& events);

} // namespace roofrack
