// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/lanes/lane_builder.h"
#include "core/measured/trace/device_events.h"
#include "core/measured/trace/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// PyTorch's marks of the loading of a batch begin so.
inline constexpr std::string_view dataloader_prefix = "enumerate(DataLoader)";

/// A step as the host marked it, or as a device's own annotation has it.
struct MarkedStep {
    std::string name;
    Interval time;
};

/// When the host launched what, by correlation; the first launch of a correlation counts.
class LaunchTimes {
public:
    void add(int64_t correlation, int64_t time) { m_launches.push_back({correlation, time}); }
    /// Call once, before the first look-up.
    void sort();
    std::optional<int64_t> at(int64_t correlation) const;

private:
    struct Launch {
        int64_t correlation = 0, time = 0;
    };
    std::vector<Launch> m_launches;
};

/// What one device did in one step; none where nothing ran for it.
struct StepWindow {
    std::string name;
    std::optional<Interval> window;
};

struct StepWindows {
    std::optional<StepBounds> bounds; ///< none without steps
    std::vector<StepWindow> steps;
};

/// The step windows of docs/formats.md ("Steps") for one device. `host` is sorted by start; `device` holds
/// the device's own annotations of all its streams, in any order.
StepWindows step_windows(const std::vector<DeviceEvent>& events, const LaunchTimes& launches,
                         const std::vector<MarkedStep>& host, const std::vector<MarkedStep>& device);

/// Fills in what one device did in all, in each step and outside of them. `events` has at least one. That
/// more than a tenth of what it did lies outside of all steps is a warning.
void measure_windows(TraceRank& rank, const std::vector<DeviceEvent>& events, StepWindows steps,
                     const IntervalUnion& dataloader, WarningLog& warnings);

/// Sorts by start and makes one of the marks of one name that overlap (the same step on several threads).
void merge_marks(std::vector<MarkedStep>& steps);

/// A rank whose devices recorded nothing: the marked steps by their names.
TraceRank rank_without_device(const std::vector<MarkedStep>& steps);

/// The lanes of one device as its times have it: durations cut, steps by their windows. Null without a
/// builder, that is, where lanes are not kept.
std::shared_ptr<const TraceLanes> lanes_of_device(LaneBuilder* builder,
                                                  const std::vector<DeviceEvent>& events,
                                                  const ActivityNames& names, const StepWindows& steps);

} // namespace roofrack
