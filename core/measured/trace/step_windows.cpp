// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/step_windows.h"

#include "core/measured/trace/breakdown.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>
#include <unordered_map>
#include <utility>

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
    out.reserve(host.size());
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

/// Where the last kept mark of each name stands. The names stay with the marks: a profile may have a hundred
/// thousand steps.
class LastMarks {
public:
    static constexpr size_t none = std::numeric_limits<size_t>::max();

    explicit LastMarks(const std::vector<MarkedStep>& marks)
        : m_marks(marks)
        , m_slots(std::bit_ceil(2 * marks.size() + 1)) {}
    /// The place of the name's mark, for the caller to set where it is none.
    size_t& of(const std::string& name) {
        const size_t hash = std::hash<std::string>()(name), last = m_slots.size() - 1;
        size_t at = hash & last;
        while (m_slots[at].place != none &&
               (m_slots[at].hash != hash || m_marks[m_slots[at].place].name != name))
            at = (at + 1) & last;
        m_slots[at].hash = hash;
        return m_slots[at].place;
    }

private:
    struct Slot {
        size_t hash = 0, place = none;
    };
    const std::vector<MarkedStep>& m_marks;
    std::vector<Slot> m_slots; ///< a power of two, at least half of them free
};

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
    const auto earlier = [](const MarkedStep& a, const MarkedStep& b) { return a.time.start < b.time.start; };
    if (!std::is_sorted(steps.begin(), steps.end(), earlier))
        std::stable_sort(steps.begin(), steps.end(), earlier);
    LastMarks last(steps);
    size_t kept = 0; // the marks before it are kept, in the order of their starts
    for (MarkedStep& step : steps) {
        size_t& place = last.of(step.name);
        if (place != LastMarks::none && step.time.start < steps[place].time.end) {
            steps[place].time.end = std::max(steps[place].time.end, step.time.end);
            continue;
        }
        place = kept;
        if (&steps[kept] != &step) steps[kept] = std::move(step);
        ++kept;
    }
    steps.resize(kept);
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
    out.steps.reserve(host.size());
    for (const MarkedStep& step : host) out.steps.push_back({step.name, step.time});
    return out;
}

void measure_windows(TraceRank& rank, const std::vector<DeviceEvent>& events, StepWindows steps,
                     const IntervalUnion& dataloader, WarningLog& warnings) {
    const Breakdown breakdown(activity_of(events), dataloader);
    rank.times = breakdown.within(breakdown.all());
    rank.start_ns = breakdown.all().start;
    std::vector<Interval> windows;
    windows.reserve(steps.steps.size());
    rank.steps.reserve(rank.steps.size() + steps.steps.size());
    for (StepWindow& step : steps.steps) {
        rank.steps.push_back({std::move(step.name), std::nullopt, steps.bounds});
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

TraceRank rank_without_device(const std::vector<MarkedStep>& steps) {
    TraceRank rank;
    for (const MarkedStep& step : steps) rank.steps.push_back({step.name, std::nullopt, std::nullopt});
    return rank;
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
