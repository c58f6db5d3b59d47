// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/activities/activity_collector.h"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace roofrack {

/// Takes the JSON of rocprofv3 (`--output-format json`) value by value and gives its records to a collector.
/// Keeps one record, the names of kernels and calls, and the marks of the program.
/// Format: rocprofv3-schema.json of ROCprofiler-SDK.
class RocprofRecords {
public:
    explicit RocprofRecords(ActivityCollector& collector)
        : m_collector(collector) {}

    /// Behind the last value: names the kernels and counts the marks of a process that was cut off.
    void finish();
    /// Nested as no profile is: what follows cannot be read.
    bool is_too_deep() const { return m_is_too_deep; }
    /// Records of kernels and copies.
    int64_t activities() const { return m_activities; }
    /// The values in their order, as a parser meets them.
    void begin_object() { begin(false); }
    void begin_array() { begin(true); }
    void end_object() { end(); }
    void end_array() { end(); }
    void key(std::string_view name) { m_keys.back() = name; }
    void number(int64_t value);
    void text(std::string_view value);

private:
    /// The list whose records are read.
    enum class List { none, metadata, agents, kinds, mark_texts, symbols, kernels, copies, calls, marks };
    struct Record {
        std::optional<int64_t> id, type, index, start, end, thread, correlation, agent, source, target, queue,
            stream, kernel, kind, operation;
        std::string name, product, value;
        std::vector<std::string> operations;
    };
    struct Mark {
        int64_t correlation = 0;
        std::optional<int64_t> start, end, thread;
    };

    void begin(bool is_array);
    void end();
    /// Whether the value that is read stands at these keys within its record.
    bool is_at(std::initializer_list<std::string_view> keys) const;
    static List list_of(std::string_view path);
    void take_record();
    void take_agent();
    void take_activity(bool is_kernel);
    void take_call();
    void end_process();
    std::optional<int64_t> global_thread(std::optional<int64_t> thread) const;

    ActivityCollector& m_collector;
    std::vector<std::string> m_keys; ///< the last one of each container that is open; empty in an array
    List m_list = List::none;
    size_t m_list_depth = 0; ///< containers that are open where its records stand
    bool m_is_too_deep = false;
    bool m_is_list_object = false; ///< it is no array: a single record
    Record m_record;
    int64_t m_process = 0; ///< as the system numbers it
    int64_t m_processes = 0, m_gpus = 0, m_activities = 0;
    // What belongs to the process that is read:
    std::map<int64_t, bool> m_is_gpu;                   ///< by agent
    std::vector<std::vector<std::string>> m_operations; ///< by kind
    std::map<int64_t, std::string> m_mark_texts;        ///< by correlation
    std::vector<Mark> m_marks;
    std::vector<std::pair<int64_t, std::string>> m_kernels; ///< names by number, over all processes
};

} // namespace roofrack
