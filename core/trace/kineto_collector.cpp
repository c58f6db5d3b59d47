// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/kineto_collector.h"

#include "core/trace/decimal_time.h"
#include "core/trace/kineto_args.h"
#include "core/units/common_units.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr int64_t longest_duration_ns =
    static_cast<int64_t>(seconds_a_day) * 1'000'000'000; // longer ones are counter overflows
constexpr size_t most_names = 100'000;

enum class Category { other, kernel, memory, host_annotation, python, runtime, gpu_annotation };

bool same_in_any_case(std::string_view text, std::string_view lower) {
    return text.size() == lower.size() &&
           std::equal(text.begin(), text.end(), lower.begin(), [](char a, char b) {
               return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + ('a' - 'A')) : a) == b;
           });
}

/// Current names and those of 2021 ("Kernel", "Memcpy", "Operator", "Runtime").
Category category_of(std::string_view cat) {
    const auto is = [&](std::string_view name) { return same_in_any_case(cat, name); };
    switch (cat.size()) {
    case 6:
        if (is("kernel")) return Category::kernel;
        if (is("memcpy") || is("memset")) return Category::memory;
        if (is("cpu_op")) return Category::host_annotation;
        break;
    case 7:
        if (is("runtime")) return Category::runtime;
        break;
    case 8:
        if (is("operator")) return Category::host_annotation;
        break;
    case 10:
        if (is("gpu_memcpy") || is("gpu_memset")) return Category::memory;
        break;
    case 11:
        if (is("cuda_driver")) return Category::runtime;
        if (is("hip_runtime")) return Category::runtime;
        break;
    case 12:
        if (is("cuda_runtime")) return Category::runtime;
        break;
    case 15:
        if (is("user_annotation")) return Category::host_annotation;
        if (is("python_function")) return Category::python;
        break;
    case 19:
        if (is("gpu_user_annotation")) return Category::gpu_annotation;
        break;
    default: break;
    }
    return Category::other;
}

constexpr std::string_view step_prefix = "ProfilerStep#";
constexpr std::string_view dataloader_prefix = "enumerate(DataLoader)";

std::optional<int64_t> bytes_of(const CollectiveMetadata& metadata) {
    const auto element = bytes_of_dtype(metadata.dtype);
    if (!element || (!metadata.send_elements && !metadata.receive_elements)) return std::nullopt;
    const int64_t count = std::max(metadata.send_elements.value_or(0), metadata.receive_elements.value_or(0));
    if (count < 0 || count > INT64_MAX / *element) return std::nullopt;
    return count * *element;
}

} // namespace

void KinetoCollector::event(const TraceEvent& event, int64_t offset) {
    ++m_events;
    if (event.ph.empty()) return;
    m_has_phases = true;
    if (unquoted(event.ph) != "X") return;
    const Category category = category_of(unquoted(event.cat));
    if (category == Category::kernel || category == Category::memory)
        return device_event(event, offset, category == Category::kernel);
    const std::string_view name = unquoted(event.name);
    if (category == Category::runtime) {
        if (name.find("aunch") == std::string_view::npos) return;
        const KinetoArgs args = read_kineto_args(event.args);
        if (args.correlation && args.external_id && args.correlation != args.external_id)
            m_external_id_by_correlation.emplace(*args.correlation, *args.external_id);
        return;
    }
    if (category == Category::gpu_annotation || category == Category::python) return;
    if (name == "record_param_comms") {
        KinetoArgs args = read_kineto_args(event.args);
        if (args.external_id && args.collective)
            m_metadata_by_external_id.insert_or_assign(*args.external_id, std::move(*args.collective));
        return;
    }
    host_span(event, offset);
}

void KinetoCollector::host_span(const TraceEvent& event, int64_t offset) {
    const std::string_view name = unquoted(event.name);
    if (name.starts_with(dataloader_prefix)) {
        if (const auto time = time_of(event, offset, "data loading")) m_dataloader.push_back(*time);
        return;
    }
    if (!name.starts_with(step_prefix) || category_of(unquoted(event.cat)) != Category::host_annotation)
        return;
    if (const auto time = time_of(event, offset, "step")) m_steps.push_back({decoded(event.name), *time});
}

std::optional<Interval> KinetoCollector::time_of(const TraceEvent& event, int64_t offset,
                                                 std::string_view what) {
    const auto drop = [&](std::string_view kind, std::string_view why) {
        m_warnings.add(kind, offset, fmt::format("{} event {}: dropped", what, why));
        return std::nullopt;
    };
    if (is_string(event.ts) || is_string(event.dur))
        m_warnings.add("times written as text", offset, "times are written as text: read as numbers", 1);
    const auto start = nanoseconds_of_microseconds(unquoted(event.ts));
    if (!start) return drop("events without a start", "has no usable start (ts)");
    if (event.dur.empty()) return drop("events without a duration", "has no duration");
    const std::string_view written = unquoted(event.dur);
    const auto duration = nanoseconds_of_microseconds(written);
    if (!duration) {
        const bool number =
            !written.empty() && written.find_first_not_of("+-0123456789.eE") == std::string_view::npos;
        return number ? drop("events over 24 hours", "lasts more than 24 hours")
                      : drop("events without a duration", "has no usable duration (dur)");
    }
    if (*duration < 0) return drop("negative durations", "has a negative duration");
    if (*duration > longest_duration_ns) return drop("events over 24 hours", "lasts more than 24 hours");
    return Interval{*start, *start + *duration};
}

bool KinetoCollector::communicates(std::string_view name) {
    if (const auto found = m_comm_by_name.find(std::string(name)); found != m_comm_by_name.end())
        return found->second;
    const bool comm = m_names.matches(name);
    if (m_comm_by_name.size() < most_names) m_comm_by_name.emplace(name, comm);
    return comm;
}

void KinetoCollector::device_event(const TraceEvent& event, int64_t offset, bool is_kernel) {
    const auto time = time_of(event, offset, "device");
    if (!time) return;
    KinetoArgs args = read_kineto_args(event.args);
    // Kineto uses the device's index as the process of its events.
    if (!args.device) args.device = integer_of(unquoted(event.pid));
    std::optional<int> index;
    if (args.device && *args.device >= 0 && *args.device < 65536) index = static_cast<int>(*args.device);
    Device& device = m_devices[index];
    const std::string_view name = unquoted(event.name);
    if (!is_kernel) {
        device.activity.mem.push_back(*time);
    } else if (!communicates(name)) {
        device.activity.compute.push_back(*time);
    } else {
        device.activity.comm.push_back(*time);
        device.comm_kernels.push_back(
            {*time, decoded(event.name), args.correlation, args.external_id, std::move(args.collective)});
    }
}

const CollectiveMetadata* KinetoCollector::metadata_of(const CommKernel& kernel) const {
    if (kernel.metadata) return &*kernel.metadata;
    const auto by_external_id = [&](const std::optional<int64_t>& id) -> const CollectiveMetadata* {
        if (!id) return nullptr;
        const auto found = m_metadata_by_external_id.find(*id);
        return found == m_metadata_by_external_id.end() ? nullptr : &found->second;
    };
    if (kernel.correlation) {
        const auto launch = m_external_id_by_correlation.find(*kernel.correlation);
        if (launch != m_external_id_by_correlation.end())
            if (const auto* found = by_external_id(launch->second)) return found;
    }
    return by_external_id(kernel.external_id);
}

std::vector<TraceCollective> KinetoCollector::collectives_of(std::vector<CommKernel>& kernels) const {
    std::stable_sort(kernels.begin(), kernels.end(),
                     [](const CommKernel& a, const CommKernel& b) { return a.time.start < b.time.start; });
    std::vector<TraceCollective> out;
    out.reserve(kernels.size());
    std::map<std::string, int64_t> count_by_group;
    for (const CommKernel& kernel : kernels) {
        TraceCollective collective;
        collective.start_ns = kernel.time.start;
        collective.duration_ns = kernel.time.end - kernel.time.start;
        if (const CollectiveMetadata* metadata = metadata_of(kernel)) {
            const int64_t nth = count_by_group[metadata->group]++;
            collective.id = metadata->sequence ? fmt::format("{}:{}", metadata->group, *metadata->sequence)
                                               : fmt::format("{}#{}", metadata->group, nth);
            collective.kind = metadata->kind;
            collective.dtype = metadata->dtype;
            collective.group_size = metadata->group_size;
            collective.bytes = bytes_of(*metadata);
        } else {
            collective.id = fmt::format("#{}", out.size());
            collective.kind = collective_kind_of_kernel(kernel.name);
        }
        out.push_back(std::move(collective));
    }
    return out;
}

std::vector<TraceRank> KinetoCollector::take() {
    std::stable_sort(m_steps.begin(), m_steps.end(),
                     [](const Step& a, const Step& b) { return a.time.start < b.time.start; });
    std::vector<Interval> step_times;
    for (const Step& step : m_steps) step_times.push_back(step.time);
    const IntervalUnion steps(std::move(step_times));
    const IntervalUnion dataloader(std::move(m_dataloader));

    std::vector<TraceRank> ranks;
    for (auto& [index, device] : m_devices) {
        TraceRank rank;
        rank.device = index;
        rank.collectives = collectives_of(device.comm_kernels);
        const Breakdown breakdown(std::move(device.activity), dataloader);
        rank.times = breakdown.within(breakdown.all());
        for (const Step& step : m_steps) rank.steps.push_back({step.name, breakdown.within(step.time)});
        if (!m_steps.empty()) rank.outside_steps = breakdown.outside(steps);
        ranks.push_back(std::move(rank));
    }
    if (ranks.empty()) {
        ranks.emplace_back();
        for (const Step& step : m_steps) ranks.front().steps.push_back({step.name, std::nullopt});
    }
    m_devices.clear();
    m_steps.clear();
    return ranks;
}

} // namespace roofrack
