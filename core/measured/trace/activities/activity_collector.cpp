// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/activities/activity_collector.h"

#include "core/base/units/common_units.h"
#include "core/measured/trace/kineto_args.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace roofrack {

namespace {

constexpr int64_t longest_duration_ns = static_cast<int64_t>(seconds_a_day) * 1'000'000'000;
constexpr int64_t latest_time_ns = int64_t{1} << 61; // so that no difference of two times overflows
constexpr int64_t unknown_process = 0;
constexpr int64_t no_name = -1; // identifiers of names are not negative

/// PyTorch appends ", op_id = 17" and the like.
std::string_view without_appendix(std::string_view text) { return text.substr(0, text.find(", ")); }

/// Which of the forms "ProfilerStep#3", "iteration 3", "step 3" the text has, in any case; the first of them
/// that a program uses is its steps, the others may be parts of these.
std::optional<size_t> form_of_step(std::string_view text) {
    static constexpr std::array<std::string_view, 3> words{"profilerstep", "iteration", "step"};
    text = without_appendix(text);
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; };
    for (size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (text.size() <= word.size() || !std::equal(word.begin(), word.end(), text.begin(),
                                                      [&](char a, char b) { return a == lower(b); }))
            continue;
        const size_t digits = text.find_first_not_of(" #:=_", word.size());
        if (digits != std::string_view::npos &&
            text.find_first_not_of("0123456789", digits) == std::string_view::npos)
            return i;
    }
    return std::nullopt;
}

} // namespace

bool ActivityCollector::counts(std::string_view text) {
    return form_of_step(text) || text.starts_with(dataloader_prefix);
}

std::optional<Interval> ActivityCollector::time_of(const RecordedActivity& activity) {
    const auto drop = [&](std::string_view kind, std::string_view why) {
        m_warnings.add(kind, 0, fmt::format("a record of {} {}: dropped", activity.table, why));
        return std::nullopt;
    };
    const auto usable = [](const std::optional<int64_t>& time) {
        return time && *time > -latest_time_ns && *time < latest_time_ns;
    };
    if (!usable(activity.start)) return drop("events without a start", "has no usable start");
    if (!usable(activity.end)) return drop("events without an end", "has no usable end");
    if (*activity.end < *activity.start) return drop("negative durations", "ends before it starts");
    if (*activity.end - *activity.start > longest_duration_ns)
        return drop("events over 24 hours", "lasts more than 24 hours");
    return Interval{*activity.start, *activity.end};
}

ActivityCollector::DeviceKey ActivityCollector::device_of(int64_t process,
                                                          const std::optional<int64_t>& device) const {
    const auto known = [](int64_t number) {
        return number >= 0 && number < 65536 ? std::optional(static_cast<int>(number)) : std::nullopt;
    };
    if (!device) return {std::nullopt, process};
    const auto gpu = m_gpus.find({process, *device});
    if (gpu != m_gpus.end()) return {known(gpu->second), 0};
    return {known(*device), process};
}

uint32_t ActivityCollector::stream_of(const StreamKey& key) {
    if (m_last_stream && m_last_stream->first == key) return m_last_stream->second;
    auto found = m_streams.find(key);
    if (found == m_streams.end()) {
        const auto number = static_cast<uint32_t>(std::min(m_streams.size(), most_streams));
        if (m_streams.size() >= most_streams) return number;
        found = m_streams.emplace(key, number).first;
    }
    m_last_stream = *found;
    return found->second;
}

uint32_t ActivityCollector::string_number(std::optional<int64_t> id) {
    const auto [at, added] =
        m_strings.emplace(id.value_or(no_name), static_cast<uint32_t>(m_activities.size()));
    if (added) m_activities.emplace_back();
    return at->second;
}

int64_t ActivityCollector::joined(int64_t process, int64_t correlation) {
    constexpr int64_t most = int64_t{1} << 32; // CUPTI counts in 32 bits
    if (correlation < 0 || correlation >= most) return DeviceEvent::no_correlation;
    const auto number = m_processes.emplace(process, static_cast<int64_t>(m_processes.size())).first->second;
    return number < most / 4 ? number * most + correlation : DeviceEvent::no_correlation;
}

void ActivityCollector::activity(const RecordedActivity& activity) {
    const auto time = time_of(activity);
    if (!time) return;
    const int64_t process = activity.process.value_or(unknown_process);
    Device& device = m_devices[device_of(process, activity.device)];
    DeviceEvent event;
    event.time = *time;
    if (activity.correlation) event.correlation = joined(process, *activity.correlation);
    event.stream = stream_of(
        {process, activity.device.value_or(-1), activity.context.value_or(-1), activity.stream.value_or(-1)});
    event.graph_node = activity.unordered;
    event.activity = activity.is_kernel ? Activity::compute : Activity::memory; // its name comes later
    event.name = activity.is_kernel ? string_number(activity.name) : m_names.number_of(activity.copy);
    device.events.push_back(event);
    device.processes.insert(process);
}

void ActivityCollector::range(std::string_view text, std::optional<int64_t> start, std::optional<int64_t> end,
                              std::optional<int64_t> process) {
    const auto form = form_of_step(text);
    if (!form && !text.starts_with(dataloader_prefix)) return;
    if (!end) return; // a point in time, or a range that was open when the recording ended
    RecordedActivity row;
    row.table = "marks of the program";
    row.start = start;
    row.end = end;
    const auto time = time_of(row);
    if (!time) return;
    Marks& marks = m_marks[process.value_or(unknown_process)];
    if (!form) return marks.dataloader.push_back(*time);
    marks.steps[*form].push_back({std::string(without_appendix(text)), *time});
    m_has_steps = true;
}

void ActivityCollector::launch(int64_t process, int64_t correlation, int64_t start) {
    const int64_t key = joined(process, correlation);
    if (key != DeviceEvent::no_correlation) m_launches.add(key, start);
}

void ActivityCollector::host_event(LaneCategory category, std::string_view name, std::optional<int64_t> start,
                                   std::optional<int64_t> end, std::optional<int64_t> thread,
                                   std::optional<int64_t> correlation) {
    if (!m_lane_builder || !start || !end || *end < *start || *start <= -latest_time_ns ||
        *end >= latest_time_ns)
        return;
    const int64_t global = thread.value_or(0), process = global >> 24 & 0xffffff;
    std::optional<int64_t> key;
    if (correlation) key = joined(process, *correlation);
    m_lane_builder->host(category, name, *start, *end - *start,
                         fmt::format("{}/{}", process, global & 0xffffff), key);
}

void ActivityCollector::string(int64_t id, std::string_view text) {
    const auto found = m_strings.find(id);
    if (found != m_strings.end()) m_activities[found->second] = m_names.number_of(text);
}

void ActivityCollector::name_kernels() {
    int64_t unnamed = 0;
    for (auto& [key, device] : m_devices)
        for (DeviceEvent& event : device.events) {
            if (event.activity == Activity::memory) continue;
            const auto name = m_activities[event.name];
            unnamed += !name;
            event.name = name ? *name : m_names.number_of("kernel without a name");
            if (m_names.communicates(event.name)) event.activity = Activity::communication;
        }
    if (unnamed > 0)
        m_warnings.add(
            "kernels without a name", 0,
            fmt::format("{} kernel{} without a name: whether they communicate cannot be told, they "
                        "count as computation",
                        unnamed, unnamed == 1 ? " is" : "s are"));
}

/// Where every process sees GPUs of its own, all of them call theirs 0.
void ActivityCollector::warn_of_shared_numbers() {
    for (auto at = m_devices.begin(); at != m_devices.end(); ++at) {
        const auto next = std::next(at);
        if (next == m_devices.end() || next->first.device != at->first.device) continue;
        m_warnings.add(
            "devices of several processes", 0,
            fmt::format("several processes have a device {}, and which GPU that is stands nowhere: "
                        "counted as a GPU of each process",
                        at->first.device ? std::to_string(*at->first.device) : "without a number"),
            1);
    }
}

std::string ActivityCollector::gpu_name_of(const std::optional<int>& device) const {
    if (m_gpu_names.empty()) return {};
    if (device)
        if (const auto found = m_gpu_names.find(*device); found != m_gpu_names.end()) return found->second;
    const std::string& first = m_gpu_names.begin()->second;
    const bool alike = std::ranges::all_of(m_gpu_names, [&](const auto& gpu) { return gpu.second == first; });
    return alike ? first : std::string();
}

TraceRank ActivityCollector::rank_of(Device& device) {
    Marks marks;
    for (const auto& [process, own] : m_marks) {
        const bool meant = process == unknown_process || device.processes.contains(unknown_process) ||
                           device.processes.contains(process);
        if (!meant) continue;
        for (size_t form = 0; form < marks.steps.size(); ++form)
            marks.steps[form].insert(marks.steps[form].end(), own.steps[form].begin(), own.steps[form].end());
        marks.dataloader.insert(marks.dataloader.end(), own.dataloader.begin(), own.dataloader.end());
    }
    std::vector<MarkedStep> steps;
    for (auto& of_one_form : marks.steps)
        if (steps.empty()) steps = std::move(of_one_form);
    merge_marks(steps);
    if (device.events.empty()) return rank_without_device(steps);
    TraceRank rank;
    cut_impossible_durations(device.events, m_names, m_warnings);
    rank.collectives = collectives_in_order(device.events, m_names);
    StepWindows windows = step_windows(device.events, m_launches, steps, {});
    rank.lanes = lanes_of_device(m_lane_builder.get(), device.events, m_names, windows);
    measure_windows(rank, device.events, std::move(windows), IntervalUnion(std::move(marks.dataloader)),
                    m_warnings);
    return rank;
}

namespace {

/// Whether each collective of one overlaps the one of the same place of the other, by their one clock.
bool communicate_together(const TraceRank& a, const TraceRank& b) {
    const auto overlap = [](const TraceCollective& x, const TraceCollective& y) {
        return x.kind == y.kind && x.start_ns < y.start_ns + y.duration_ns &&
               y.start_ns < x.start_ns + x.duration_ns;
    };
    return !a.collectives.empty() && std::ranges::equal(a.collectives, b.collectives, overlap);
}

/// GPUs of one database that communicate together are ranks, by their devices' numbers.
void number_ranks(std::vector<TraceRank>& ranks) {
    if (ranks.size() < 2) return;
    std::set<int> devices;
    for (const TraceRank& rank : ranks)
        if (!rank.times || !rank.device || !devices.insert(*rank.device).second ||
            !communicate_together(ranks.front(), rank))
            return;
    for (TraceRank& rank : ranks) rank.rank = rank.device;
}

} // namespace

std::vector<TraceRank> ActivityCollector::take() {
    name_kernels();
    warn_of_shared_numbers();
    m_launches.sort();
    std::vector<TraceRank> ranks;
    for (auto& [key, device] : m_devices) {
        ranks.push_back(rank_of(device));
        ranks.back().device = key.device;
        ranks.back().gpu = gpu_name_of(key.device);
    }
    if (ranks.empty()) {
        Device none;
        none.processes.insert(unknown_process);
        ranks.push_back(rank_of(none));
    }
    number_ranks(ranks);
    m_devices.clear();
    m_marks.clear();
    return ranks;
}

TraceReading profile_reading(ActivityCollector& collector, MeasuredKind kind, std::string program,
                             int64_t bytes, int64_t activities) {
    TraceReading out;
    out.ranks = collector.take();
    for (TraceRank& rank : out.ranks) {
        rank.bytes = bytes;
        rank.events = activities;
    }
    out.file.kind = kind;
    out.file.program = std::move(program);
    out.file.records = activities;
    return out;
}

} // namespace roofrack
