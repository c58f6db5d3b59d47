// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/step_windows.h"

#include "core/measured/trace/breakdown.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <unordered_map>

namespace roofrack {

namespace {

constexpr double warn_above_share_outside = 0.1; // share of what the device did

/// First start and last end of what a step launched.
struct Extent {
    int64_t start = std::numeric_limits<int64_t>::max(), end = std::numeric_limits<int64_t>::min();
    bool empty() const { return start > end; }
    void add(Interval time) {
        start = std::min(start, time.start);
        end = std::max(end, time.end);
    }
};

/// From the first start of what a step launched to the first such start of the next one.
std::vector<StepWindow> launched_windows(const std::vector<MarkedStep>& host,
                                         const std::vector<Extent>& own) {
    std::vector<StepWindow> out;
    for (size_t i = 0; i < host.size(); ++i) {
        out.push_back({host[i].name, std::nullopt});
        if (own[i].empty()) continue;
        size_t next = i + 1;
        while (next < own.size() && own[next].empty()) ++next;
        const int64_t end = next < own.size() ? own[next].start : own[i].end;
        out.back().window = Interval{own[i].start, std::max(end, own[i].start)};
    }
    return out;
}

} // namespace

void LaunchTimes::sort() {
    const auto earlier = [](const Launch& a, const Launch& b) { return a.correlation < b.correlation; };
    if (!std::is_sorted(m_launches.begin(), m_launches.end(), earlier))
        std::stable_sort(m_launches.begin(), m_launches.end(), earlier);
}

std::optional<int64_t> LaunchTimes::at(int64_t correlation) const {
    const auto found =
        std::lower_bound(m_launches.begin(), m_launches.end(), correlation,
                         [](const Launch& launch, int64_t sought) { return launch.correlation < sought; });
    if (found == m_launches.end() || found->correlation != correlation) return std::nullopt;
    return found->time;
}

void merge_marks(std::vector<MarkedStep>& steps) {
    std::stable_sort(steps.begin(), steps.end(),
                     [](const MarkedStep& a, const MarkedStep& b) { return a.time.start < b.time.start; });
    std::unordered_map<std::string, size_t> last_of;
    std::vector<MarkedStep> out;
    for (MarkedStep& step : steps) {
        const auto known = last_of.find(step.name);
        if (known != last_of.end() && step.time.start < out[known->second].time.end) {
            out[known->second].time.end = std::max(out[known->second].time.end, step.time.end);
            continue;
        }
        last_of.insert_or_assign(step.name, out.size());
        out.push_back(std::move(step));
    }
    steps = std::move(out);
}

StepWindows step_windows(const std::vector<DeviceEvent>& events, const LaunchTimes& launches,
                         const std::vector<MarkedStep>& host, const std::vector<MarkedStep>& device) {
    StepWindows out;
    if (host.empty() && device.empty()) return out;
    std::vector<Extent> launched_extents(host.size());
    bool any_correlated = false;
    for (const DeviceEvent& event : events) {
        if (event.correlation == DeviceEvent::no_correlation || host.empty()) continue;
        const auto launched = launches.at(event.correlation);
        if (!launched) continue;
        const auto next_mark =
            std::upper_bound(host.begin(), host.end(), *launched,
                             [](int64_t time, const MarkedStep& step) { return time < step.time.start; });
        if (next_mark == host.begin() || *launched >= (next_mark - 1)->time.end) continue;
        launched_extents[static_cast<size_t>(next_mark - 1 - host.begin())].add(event.time);
        any_correlated = true;
    }
    if (any_correlated) {
        out.bounds = StepBounds::launch;
        out.steps = launched_windows(host, launched_extents);
        return out;
    }
    if (!device.empty()) {
        out.bounds = StepBounds::device;
        std::unordered_map<std::string, size_t> known;
        for (const MarkedStep& mark : device) {
            const auto [at, added] = known.emplace(mark.name, out.steps.size());
            if (added) {
                out.steps.push_back({mark.name, mark.time});
                continue;
            }
            Interval& window = *out.steps[at->second].window;
            window = {std::min(window.start, mark.time.start), std::max(window.end, mark.time.end)};
        }
        std::stable_sort(out.steps.begin(), out.steps.end(), [](const StepWindow& a, const StepWindow& b) {
            return a.window->start < b.window->start;
        });
        for (const MarkedStep& step : host)
            if (!known.contains(step.name)) out.steps.push_back({step.name, std::nullopt});
        return out;
    }
    out.bounds = StepBounds::host;
    for (const MarkedStep& step : host) out.steps.push_back({step.name, step.time});
    return out;
}

void measure_windows(TraceRank& rank, const std::vector<DeviceEvent>& events, const StepWindows& steps,
                     const IntervalUnion& dataloader, WarningLog& warnings) {
    const Breakdown breakdown(activity_of(events), dataloader);
    rank.times = breakdown.within(breakdown.all());
    rank.start_ns = breakdown.all().start;
    std::vector<Interval> windows;
    for (const StepWindow& step : steps.steps) {
        rank.steps.push_back({step.name, std::nullopt, steps.bounds});
        if (!step.window) continue;
        rank.steps.back().times = breakdown.within(*step.window);
        windows.push_back(*step.window);
    }
    if (windows.empty()) return;
    rank.outside_steps = breakdown.outside(IntervalUnion(std::move(windows)));
    const int64_t busy = rank.times->window_ns - rank.times->idle_ns,
                  outside = rank.outside_steps->window_ns - rank.outside_steps->idle_ns;
    const double share = busy > 0 ? static_cast<double>(outside) / static_cast<double>(busy) : 0;
    if (share > warn_above_share_outside)
        warnings.add("outside steps", 0,
                     fmt::format("{:.0f} % of what the device did lies outside of all steps: "
                                 "the steps do not stand for the whole trace",
                                 100 * share));
}

std::shared_ptr<const TraceLanes> lanes_of_device(LaneBuilder* builder,
                                                  const std::vector<DeviceEvent>& events,
                                                  const ActivityNames& names, const StepWindows& steps) {
    if (!builder) return nullptr;
    std::vector<LaneActivity> activities;
    activities.reserve(events.size());
    for (const DeviceEvent& event : events) {
        const LaneCategory category = event.activity == Activity::compute ? LaneCategory::compute
                                      : event.activity == Activity::communication
                                          ? LaneCategory::communication
                                          : LaneCategory::memory;
        activities.push_back({event.time.start, event.time.end, event.correlation, event.stream, category,
                              names.name_of(event.name)});
    }
    std::vector<LaneStep> windows;
    for (const StepWindow& step : steps.steps)
        if (step.window) windows.push_back({step.name, step.window->start, step.window->end});
    return builder->device(activities, std::move(windows));
}

} // namespace roofrack
