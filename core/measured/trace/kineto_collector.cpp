// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/kineto_collector.h"

#include "core/base/units/ascii_text.h"
#include "core/measured/trace/kineto_args.h"
#include "core/measured/trace/text/decimal_time.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace roofrack {

namespace {

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

LaneCategory lane_category_of_span(const TraceEvent& event) {
    const std::string name = lower(unquoted(event.name));
    if (name.find("dataloader") != std::string::npos || name.find("data_loader") != std::string::npos)
        return LaneCategory::dataloader;
    return same_in_any_case(unquoted(event.cat), "user_annotation") ? LaneCategory::annotation
                                                                    : LaneCategory::op;
}

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
    if (unquoted(event.ph) == "M") return m_xla.named(event);
    if (unquoted(event.ph) != "X") return;
    const Category category = category_of(unquoted(event.cat));
    if (category == Category::other)
        lane_event(event);
    else
        m_is_pytorch = true;
    if (category == Category::other && !m_xla.empty()) return xla_event(event, offset);
    if (category == Category::kernel || category == Category::memory)
        return device_event(event, offset, category == Category::kernel);
    const std::string_view name = unquoted(event.name);
    if (category == Category::runtime) return runtime_call(event);
    if (category == Category::gpu_annotation) return device_annotation(event, offset);
    if (category == Category::python) return;
    if (name == "record_param_comms") {
        if (m_lane_builder) keep_host_event(event, LaneCategory::op);
        KinetoArgs args = read_kineto_args(event.args);
        if (args.external_id && args.collective)
            m_metadata_by_external_id.insert_or_assign(*args.external_id, std::move(*args.collective));
        return;
    }
    host_span(event, offset);
}

void KinetoCollector::lane_event(const TraceEvent& event) {
    const auto start = nanoseconds_of_microseconds(unquoted(event.ts)),
               duration = nanoseconds_of_microseconds(unquoted(event.dur));
    if (!start || !duration || *duration < 0 || *duration > longest_event_ns) return;
    if (!m_lane_time) m_lane_time = Interval{*start, *start};
    m_lane_time =
        Interval{std::min(m_lane_time->start, *start), std::max(m_lane_time->end, *start + *duration)};
    // What Megatron's pipelines are made of.
    const std::string_view cat = unquoted(event.cat);
    if (cat != "forward-compute" && cat != "backward-compute") return;
    m_is_pipeline = true;
    add_lane(std::string(unquoted(event.pid)).append("/").append(unquoted(event.tid)));
}

void KinetoCollector::add_lane(std::string lane) {
    constexpr size_t most_lanes = 1'000'000;
    if (m_lanes.size() < most_lanes) m_lanes.insert(std::move(lane));
}

void KinetoCollector::xla_event(const TraceEvent& event, int64_t offset) {
    const std::string_view name = unquoted(event.name);
    if (const auto device = m_xla.device_of(event)) {
        add_lane(std::string(unquoted(event.pid)));
        if (m_xla.on_stream(event)) device_event(event, offset, !is_xla_copy(name), device);
        return;
    }
    const KinetoArgs args = read_kineto_args(event.args);
    if (args.correlation)
        if (const auto start = nanoseconds_of_microseconds(unquoted(event.ts)))
            m_launches.add(*args.correlation, *start);
    if (m_lane_builder) keep_host_event(event, LaneCategory::op, args.correlation);
    if (!args.step) return;
    if (const auto time = time_of(event, offset, "step"))
        m_steps.push_back({fmt::format("{} {}", decoded(event.name), *args.step), *time});
}

MeasuredKind KinetoCollector::kind() const {
    if (m_is_pytorch) return MeasuredKind::pytorch_profile;
    if (!m_xla.empty()) return MeasuredKind::xplane;
    return m_is_pipeline ? MeasuredKind::pipeline_timeline : MeasuredKind::chrome_trace;
}

std::optional<double> KinetoCollector::lane_seconds() const {
    if (m_is_pytorch || !m_lane_time) return std::nullopt;
    return static_cast<double>(m_lane_time->end - m_lane_time->start) * 1e-9;
}

void KinetoCollector::runtime_call(const TraceEvent& event) {
    const KinetoArgs args = read_kineto_args(event.args);
    if (m_lane_builder) keep_host_event(event, category_of_call(unquoted(event.name)), args.correlation);
    if (!args.correlation) return;
    if (const auto start = nanoseconds_of_microseconds(unquoted(event.ts)))
        m_launches.add(*args.correlation, *start);
    const bool launches = unquoted(event.name).find("aunch") != std::string_view::npos;
    if (launches && args.external_id && args.correlation != args.external_id)
        m_external_id_by_correlation.emplace(*args.correlation, *args.external_id);
}

void KinetoCollector::device_annotation(const TraceEvent& event, int64_t offset) {
    if (!unquoted(event.name).starts_with(step_prefix)) return;
    const auto time = time_of(event, offset, "step");
    if (!time) return;
    std::optional<int64_t> index = read_kineto_args(event.args).device;
    if (!index) index = integer_of(unquoted(event.pid));
    device_of(index).steps.push_back({decoded(event.name), *time});
}

void KinetoCollector::keep_host_event(const TraceEvent& event, LaneCategory category,
                                      const std::optional<int64_t>& correlation) {
    const auto start = nanoseconds_of_microseconds(unquoted(event.ts)),
               duration = nanoseconds_of_microseconds(unquoted(event.dur));
    if (!start || !duration || *duration < 0 || *duration > longest_event_ns) return;
    m_thread.assign(unquoted(event.pid)).append("/").append(unquoted(event.tid));
    m_lane_builder->host(category, decoded(event.name), *start, *duration, m_thread, correlation);
    if (category != LaneCategory::op) return;
    OpShape shape = read_op_shape(event.args);
    if (!shape.dims.empty()) m_lane_builder->shape(std::move(shape));
}

KinetoCollector::Device& KinetoCollector::device_of(const std::optional<int64_t>& index) {
    std::optional<int> known;
    if (index && *index >= 0 && *index < 65536) known = static_cast<int>(*index);
    return m_devices[known];
}

void KinetoCollector::host_span(const TraceEvent& event, int64_t offset) {
    const std::string_view name = unquoted(event.name);
    if (m_lane_builder && category_of(unquoted(event.cat)) == Category::host_annotation)
        keep_host_event(event, lane_category_of_span(event));
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
    if (*duration > longest_event_ns) return drop("events over 24 hours", "lasts more than 24 hours");
    return Interval{*start, *start + *duration};
}

uint32_t KinetoCollector::stream_of(std::string_view tid, const std::optional<int64_t>& stream) {
    LastStream& last = m_last_stream;
    if (last.is_known && stream == last.stream && (stream || tid == last.tid)) return last.number;
    std::string key = stream ? std::to_string(*stream) : std::string(unquoted(tid));
    auto number = static_cast<uint32_t>(std::min(m_streams.size(), most_streams));
    if (const auto found = m_streams.find(key); found != m_streams.end())
        number = found->second;
    else if (m_streams.size() < most_streams)
        m_streams.emplace(std::move(key), number);
    last.is_known = true;
    last.number = number;
    last.stream = stream;
    if (!stream) last.tid = tid;
    return number;
}

void KinetoCollector::device_event(const TraceEvent& event, int64_t offset, bool is_kernel,
                                   std::optional<int> xla_device) {
    const auto time = time_of(event, offset, "device");
    if (!time) return;
    KinetoArgs args = read_kineto_args(event.args);
    if (xla_device) args.device = *xla_device;
    // Kineto uses the device's index as the process of its events.
    if (!args.device) args.device = integer_of(unquoted(event.pid));
    Device& device = device_of(args.device);
    DeviceEvent entry;
    entry.time = *time;
    entry.correlation = args.correlation.value_or(DeviceEvent::no_correlation);
    entry.offset = offset;
    entry.stream = stream_of(event.tid, args.stream);
    entry.name = m_names.number_of(unquoted(event.name), true);
    entry.graph_node = args.graph_node;
    const bool communicates = m_names.communicates(entry.name) || is_hlo_collective(args.hlo_op);
    entry.activity = !is_kernel     ? Activity::memory
                     : communicates ? Activity::communication
                                    : Activity::compute;
    if (entry.activity == Activity::communication)
        device.comm_kernels.push_back({device.events.size(), args.external_id, std::move(args.collective)});
    device.events.push_back(entry);
}

const CollectiveMetadata* KinetoCollector::metadata_of(const CommKernel& kernel, int64_t correlation) const {
    if (kernel.metadata) return &*kernel.metadata;
    const auto by_external_id = [&](const std::optional<int64_t>& id) -> const CollectiveMetadata* {
        if (!id) return nullptr;
        const auto found = m_metadata_by_external_id.find(*id);
        return found == m_metadata_by_external_id.end() ? nullptr : &found->second;
    };
    if (correlation != DeviceEvent::no_correlation) {
        const auto launch = m_external_id_by_correlation.find(correlation);
        if (launch != m_external_id_by_correlation.end())
            if (const auto* found = by_external_id(launch->second)) return found;
    }
    return by_external_id(kernel.external_id);
}

std::vector<TraceCollective> KinetoCollector::collectives_of(const Device& device) const {
    std::vector<const CommKernel*> kernels;
    for (const CommKernel& kernel : device.comm_kernels) kernels.push_back(&kernel);
    std::stable_sort(kernels.begin(), kernels.end(), [&](const CommKernel* a, const CommKernel* b) {
        return device.events[a->event].time.start < device.events[b->event].time.start;
    });
    std::vector<TraceCollective> out;
    out.reserve(kernels.size());
    std::map<std::string, int64_t> count_by_group;
    for (const CommKernel* kernel : kernels) {
        const DeviceEvent& event = device.events[kernel->event];
        TraceCollective collective;
        collective.start_ns = event.time.start;
        collective.duration_ns = event.time.end - event.time.start;
        if (const CollectiveMetadata* metadata = metadata_of(*kernel, event.correlation)) {
            collective.group = metadata->group;
            collective.sequence = metadata->sequence;
            const int64_t nth = count_by_group[metadata->group]++;
            collective.id = metadata->sequence ? fmt::format("{}:{}", metadata->group, *metadata->sequence)
                                               : fmt::format("{}#{}", metadata->group, nth);
            collective.kind = metadata->kind;
            collective.dtype = metadata->dtype;
            collective.group_size = metadata->group_size;
            collective.bytes = bytes_of(*metadata);
        } else {
            collective.id = fmt::format("#{}", out.size());
            collective.kind = collective_kind_of_kernel(m_names.name_of(event.name));
        }
        out.push_back(std::move(collective));
    }
    return out;
}

TraceRank KinetoCollector::rank_of(Device& device, const IntervalUnion& dataloader) {
    TraceRank rank;
    cut_impossible_durations(device.events, m_names, m_warnings);
    rank.collectives = collectives_of(device);
    StepWindows steps = step_windows(device.events, m_launches, m_steps, device.steps);
    rank.lanes = lanes_of_device(m_lane_builder.get(), device.events, m_names, steps);
    measure_windows(rank, device.events, std::move(steps), dataloader, m_warnings);
    return rank;
}

std::vector<TraceRank> KinetoCollector::take() {
    merge_marks(m_steps);
    m_launches.sort();
    const IntervalUnion dataloader(std::move(m_dataloader));
    std::vector<TraceRank> ranks;
    for (auto& [index, device] : m_devices) {
        if (device.events.empty()) continue; // annotations alone
        ranks.push_back(rank_of(device, dataloader));
        ranks.back().device = index;
    }
    if (ranks.empty()) ranks.push_back(rank_without_device(m_steps));
    m_devices.clear();
    m_steps.clear();
    return ranks;
}

} // namespace roofrack
