// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/rocprof/rocprof_records.h"

#include "core/measured/lanes/trace_lanes.h"
#include "core/measured/trace/rocprof/rocprof_activity.h"

#include <algorithm>
#include <array>

namespace roofrack {

namespace {

constexpr size_t most_depth = 64;          // no profile is nested deeper
constexpr size_t most_kinds = 10'000;      // lists of names that a broken file makes longer are cut
constexpr size_t most_operations = 10'000; // names of one kind
constexpr int64_t gpu_agent = 2;           // as rocprofiler_agent_type_t numbers it

} // namespace

void RocprofRecords::begin(bool is_array) {
    if (m_list == List::none) {
        std::string path;
        for (const std::string& key : m_keys)
            if (!key.empty()) path.append(path.empty() ? "" : "/").append(key);
        m_list = list_of(path);
        m_is_list_object = !is_array;
        m_list_depth = m_keys.size() + (is_array ? 1 : 0);
    }
    if (m_keys.size() >= most_depth) m_is_too_deep = true;
    m_keys.emplace_back();
    if (m_list != List::none && m_keys.size() == m_list_depth + 1) m_record = {};
}

void RocprofRecords::end() {
    if (m_list != List::none && m_keys.size() == m_list_depth + 1) take_record();
    m_keys.pop_back();
    if (m_keys.size() < m_list_depth + (m_is_list_object ? 1 : 0)) m_list = List::none;
    constexpr size_t depth_of_processes = 2; // {"rocprofiler-sdk-tool": [
    if (m_keys.size() == depth_of_processes && m_keys.back().empty()) end_process();
}

RocprofRecords::List RocprofRecords::list_of(std::string_view path) {
    constexpr std::string_view tool = "rocprofiler-sdk-tool/";
    if (!path.starts_with(tool)) return List::none;
    path.remove_prefix(tool.size());
    static constexpr std::array<std::pair<std::string_view, List>, 11> lists{
        {{"metadata", List::metadata},
         {"agents", List::agents},
         {"strings/buffer_records", List::kinds},
         {"strings/marker_api", List::mark_texts},
         {"kernel_symbols", List::symbols},
         {"buffer_records/kernel_dispatch", List::kernels},
         {"buffer_records/memory_copy", List::copies},
         {"buffer_records/hip_api", List::calls},
         {"buffer_records/rccl_api", List::calls},
         {"buffer_records/hsa_api", List::calls},
         {"buffer_records/marker_api", List::marks}}};
    const auto found = std::ranges::find(lists, path, &std::pair<std::string_view, List>::first);
    return found == lists.end() ? List::none : found->second;
}

bool RocprofRecords::is_at(std::initializer_list<std::string_view> keys) const {
    return m_keys.size() - m_list_depth == keys.size() &&
           std::equal(keys.begin(), keys.end(), m_keys.end() - static_cast<ptrdiff_t>(keys.size()));
}

void RocprofRecords::number(int64_t value) {
    if (m_list == List::none || m_keys.size() <= m_list_depth) return;
    struct Place {
        std::initializer_list<std::string_view> keys;
        std::optional<int64_t> Record::*member;
    };
    using R = Record;
    static const std::initializer_list<Place> places{{{"start_timestamp"}, &R::start},
                                                     {{"end_timestamp"}, &R::end},
                                                     {{"correlation_id", "internal"}, &R::correlation},
                                                     {{"dispatch_info", "agent_id", "handle"}, &R::agent},
                                                     {{"dispatch_info", "queue_id", "handle"}, &R::queue},
                                                     {{"dispatch_info", "kernel_id"}, &R::kernel},
                                                     {{"stream_id", "handle"}, &R::stream},
                                                     {{"dst_agent_id", "handle"}, &R::target},
                                                     {{"src_agent_id", "handle"}, &R::source},
                                                     {{"kind"}, &R::kind},
                                                     {{"operation"}, &R::operation},
                                                     {{"thread_id"}, &R::thread},
                                                     {{"id", "handle"}, &R::id},
                                                     {{"type"}, &R::type},
                                                     {{"logical_node_type_id"}, &R::index},
                                                     {{"kernel_id"}, &R::kernel},
                                                     {{"pid"}, &R::id},
                                                     {{"key"}, &R::id}};
    for (const Place& place : places)
        if (is_at(place.keys)) {
            m_record.*place.member = value;
            return;
        }
}

void RocprofRecords::text(std::string_view value) {
    if (m_list == List::none || m_keys.size() <= m_list_depth) return;
    const std::string& key = m_keys[m_list_depth];
    if (m_list == List::kinds && key == "operations" && m_record.operations.size() < most_operations)
        m_record.operations.emplace_back(value);
    if (value.empty()) return;
    if (is_at({"formatted_kernel_name"}) || is_at({"name"})) m_record.name = value;
    if (is_at({"kernel_name"}) && m_record.name.empty()) m_record.name = value;
    if (is_at({"product_name"})) m_record.product = value;
    if (is_at({"value"})) m_record.value = value;
}

void RocprofRecords::take_record() {
    switch (m_list) {
    case List::none: break;
    case List::metadata: m_process = m_record.id.value_or(m_process); break;
    case List::agents: take_agent(); break;
    case List::kinds:
        if (m_operations.size() < most_kinds) m_operations.push_back(std::move(m_record.operations));
        break;
    case List::mark_texts:
        if (m_record.id && (ActivityCollector::counts(m_record.value) || m_collector.keeps_lanes()))
            m_mark_texts[*m_record.id] = std::move(m_record.value);
        break;
    case List::symbols:
        if (m_record.kernel)
            m_kernels.emplace_back(rocm_kernel_number(m_processes, *m_record.kernel),
                                   std::move(m_record.name));
        break;
    case List::kernels: take_activity(true); break;
    case List::copies: take_activity(false); break;
    case List::calls: take_call(); break;
    case List::marks:
        if (m_record.correlation)
            m_marks.push_back({*m_record.correlation, m_record.start, m_record.end, m_record.thread});
        break;
    }
    m_record = {};
}

std::optional<int64_t> RocprofRecords::global_thread(std::optional<int64_t> thread) const {
    return (m_process & 0xffffff) << 24 | (thread.value_or(0) & 0xffffff);
}

void RocprofRecords::take_agent() {
    if (!m_record.id) return;
    const bool is_gpu = m_record.type == gpu_agent;
    m_is_gpu[*m_record.id] = is_gpu;
    if (!is_gpu) return;
    const int64_t gpu = m_record.index.value_or(m_gpus);
    ++m_gpus;
    m_collector.gpu_of_process(m_process, *m_record.id, gpu);
    m_collector.gpu_name(gpu, m_record.product.empty() ? m_record.name : m_record.product);
}

void RocprofRecords::take_activity(bool is_kernel) {
    RecordedActivity activity;
    activity.table = is_kernel ? "kernel_dispatch" : "memory_copy";
    activity.process = m_process;
    activity.start = m_record.start;
    activity.end = m_record.end;
    activity.correlation = m_record.correlation;
    activity.is_kernel = is_kernel;
    activity.stream = m_record.stream ? m_record.stream : m_record.queue;
    activity.unordered = !m_record.stream; // streams share queues
    if (m_record.kernel) activity.name = rocm_kernel_number(m_processes, *m_record.kernel);
    activity.device = m_record.agent;
    if (!is_kernel) {
        const auto is_gpu = [&](int64_t agent) {
            const auto known = m_is_gpu.find(agent);
            return known != m_is_gpu.end() && known->second;
        };
        if (!set_ends(activity, m_record.source, m_record.target, !m_is_gpu.empty(), is_gpu)) return;
    }
    m_collector.activity(activity);
    ++m_activities;
}

void RocprofRecords::take_call() {
    if (m_record.start && m_record.correlation)
        m_collector.launch(m_process, *m_record.correlation, *m_record.start);
    if (!m_collector.keeps_lanes()) return;
    std::string_view name = "runtime call";
    const auto kind = static_cast<size_t>(m_record.kind.value_or(-1)),
               operation = static_cast<size_t>(m_record.operation.value_or(-1));
    if (kind < m_operations.size() && operation < m_operations[kind].size())
        name = m_operations[kind][operation];
    m_collector.host_event(category_of_call(name), name, m_record.start, m_record.end,
                           global_thread(m_record.thread), m_record.correlation);
}

void RocprofRecords::end_process() {
    for (const Mark& mark : m_marks) {
        const auto text = m_mark_texts.find(mark.correlation);
        if (text == m_mark_texts.end()) continue;
        m_collector.range(text->second, mark.start, mark.end, m_process);
        m_collector.host_event(LaneCategory::annotation, text->second, mark.start, mark.end,
                               global_thread(mark.thread));
    }
    m_marks.clear();
    m_mark_texts.clear();
    m_operations.clear();
    m_is_gpu.clear();
    ++m_processes;
}

void RocprofRecords::finish() {
    end_process();
    for (const auto& [number, name] : m_kernels)
        if (!name.empty()) m_collector.string(number, name);
}

} // namespace roofrack
