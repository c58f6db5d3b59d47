// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/activities/activity_collector.h"
#include "core/measured/trace/activities/sqlite_database.h"
#include "core/measured/trace/activities/table_reader.h"
#include "core/measured/trace/reader.h"
#include "core/measured/trace/rocprof/rocprof_activity.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace roofrack {

namespace {

constexpr std::string_view dispatches = "rocpd_kernel_dispatch", table_prefix = "rocpd_";

/// What each process of the file calls its tables by: "rocpd_kernel_dispatch" and an identifier.
std::vector<std::string> suffixes_of(const SqliteDatabase& database) {
    std::vector<std::string> out;
    for (const std::string& table : database.tables())
        if (table.starts_with(dispatches)) out.push_back(table.substr(dispatches.size()));
    return out;
}

/// The text that a program gave a mark: {"message": "step 3"}.
std::string message_in(std::string_view details) {
    constexpr std::string_view key = "\"message\"";
    if (details.find(key) == std::string_view::npos) return {};
    const auto parsed = nlohmann::json::parse(details, nullptr, false);
    if (!parsed.is_object()) return {};
    const auto found = parsed.find("message");
    return found != parsed.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Reads the tables of one suffix into a collector. Their columns: rocpd_tables.sql of ROCprofiler-SDK.
class RocpdTables {
public:
    RocpdTables(TableReader& reader, ActivityCollector& collector, std::string suffix, int64_t number)
        : m_reader(reader)
        , m_collector(collector)
        , m_suffix(std::move(suffix))
        , m_number(number) {}

    Result<bool> read() {
        for (const auto& part :
             {&RocpdTables::read_processes, &RocpdTables::read_agents, &RocpdTables::read_events,
              &RocpdTables::read_kernels, &RocpdTables::read_copies, &RocpdTables::read_names,
              &RocpdTables::read_strings, &RocpdTables::read_regions})
            if (auto done = (this->*part)(); !done) return done;
        return true;
    }
    int64_t activities() const { return m_activities; }

private:
    struct Event {
        int64_t id = 0, correlation = 0;
    };

    std::string table(std::string_view name) const {
        return std::string(table_prefix).append(name).append(m_suffix);
    }
    int64_t process_of(std::optional<int64_t> row) const {
        const auto found = row ? m_processes.find(*row) : m_processes.end();
        return found == m_processes.end() ? row.value_or(0) : found->second;
    }
    std::optional<int64_t> correlation_of(std::optional<int64_t> event) const {
        if (!event) return std::nullopt;
        const auto found = std::ranges::lower_bound(m_events, *event, {}, &Event::id);
        return found != m_events.end() && found->id == *event ? std::optional(found->correlation)
                                                              : std::nullopt;
    }

    Result<bool> read_processes() {
        return m_reader.each(table("info_process"), {"id", "pid"}, [&](const SqliteRow& row) {
            if (const auto id = row.integer(0), pid = row.integer(1); id && pid) m_processes[*id] = *pid;
        });
    }
    Result<bool> read_agents() {
        return m_reader.each(table("info_agent"), {"id", "pid", "type", "type_index", "product_name", "name"},
                             [&](const SqliteRow& row) {
                                 const auto id = row.integer(0);
                                 if (!id || row.text(2) != "GPU") return;
                                 const int64_t gpu = row.integer(3).value_or(m_gpus);
                                 ++m_gpus;
                                 m_gpu_agents.insert(*id);
                                 m_collector.gpu_of_process(process_of(row.integer(1)), *id, gpu);
                                 m_collector.gpu_name(gpu, row.text(row.text(4).empty() ? 5 : 4));
                             });
    }
    Result<bool> read_events() {
        auto done = m_reader.each(table("event"), {"id", "stack_id", "extdata"}, [&](const SqliteRow& row) {
            const auto id = row.integer(0), correlation = row.integer(1);
            if (!id) return;
            if (correlation) m_events.push_back({*id, *correlation});
            std::string message = message_in(row.text(2));
            if (ActivityCollector::counts(message) || (m_collector.keeps_lanes() && !message.empty()))
                m_messages.emplace(*id, std::move(message));
        });
        std::ranges::sort(m_events, {}, &Event::id);
        return done;
    }
    Result<bool> read_kernels() {
        return m_reader.each(
            table("kernel_dispatch"),
            {"start", "end", "pid", "agent_id", "queue_id", "stream_id", "kernel_id", "event_id"},
            [&](const SqliteRow& row) {
                RecordedActivity activity = activity_of_row(row, "rocpd_kernel_dispatch");
                activity.device = row.integer(3);
                activity.is_kernel = true;
                if (const auto kernel = row.integer(6)) activity.name = rocm_kernel_number(m_number, *kernel);
                activity.correlation = correlation_of(row.integer(7));
                take(activity);
            });
    }
    Result<bool> read_copies() {
        return m_reader.each(
            table("memory_copy"),
            {"start", "end", "pid", "dst_agent_id", "queue_id", "stream_id", "src_agent_id", "event_id"},
            [&](const SqliteRow& row) {
                RecordedActivity activity = activity_of_row(row, "rocpd_memory_copy");
                const auto is_gpu = [&](int64_t agent) { return m_gpu_agents.contains(agent); };
                if (!set_ends(activity, row.integer(6), row.integer(3), !m_gpu_agents.empty(), is_gpu))
                    return;
                activity.correlation = correlation_of(row.integer(7));
                take(activity);
            });
    }
    RecordedActivity activity_of_row(const SqliteRow& row, std::string_view name) const {
        RecordedActivity out;
        out.table = name;
        out.start = row.integer(0);
        out.end = row.integer(1);
        out.process = process_of(row.integer(2));
        const auto stream = row.integer(5);
        out.stream = stream ? stream : row.integer(4);
        out.unordered = !stream; // streams share queues
        return out;
    }
    void take(const RecordedActivity& activity) {
        m_collector.activity(activity);
        ++m_activities;
    }
    Result<bool> read_names() {
        return m_reader.each(table("info_kernel_symbol"), {"id", "display_name", "kernel_name"},
                             [&](const SqliteRow& row) {
                                 const std::string_view name = row.text(row.text(1).empty() ? 2 : 1);
                                 if (const auto id = row.integer(0); id && !name.empty())
                                     m_collector.string(rocm_kernel_number(m_number, *id), name);
                             });
    }
    Result<bool> read_strings() {
        return m_reader.each(table("string"), {"id", "string"}, [&](const SqliteRow& row) {
            const auto id = row.integer(0);
            const std::string_view text = row.text(1);
            if (id && (ActivityCollector::counts(text) || m_collector.keeps_lanes()))
                m_texts.emplace(*id, text);
        });
    }
    /// Calls on the host, and what the program marked.
    Result<bool> read_regions() {
        return m_reader.each(
            table("region"), {"start", "end", "pid", "tid", "name_id", "event_id"},
            [&](const SqliteRow& row) {
                const auto start = row.integer(0), end = row.integer(1), event = row.integer(5);
                const int64_t process = process_of(row.integer(2));
                const auto correlation = correlation_of(event);
                std::string_view text;
                if (const auto named = m_texts.find(row.integer(4).value_or(-1)); named != m_texts.end())
                    text = named->second;
                const auto message = m_messages.find(event.value_or(-1));
                const bool is_mark = message != m_messages.end();
                if (is_mark) text = message->second;
                m_collector.range(text, start, end, process);
                if (!is_mark && start && correlation) m_collector.launch(process, *correlation, *start);
                if (!m_collector.keeps_lanes()) return;
                m_collector.host_event(is_mark ? LaneCategory::annotation : category_of_call(text),
                                       text.empty() ? "runtime call" : text, start, end,
                                       (process & 0xffffff) << 24 | (row.integer(3).value_or(0) & 0xffffff),
                                       is_mark ? std::nullopt : correlation);
            });
    }

    TableReader& m_reader;
    ActivityCollector& m_collector;
    std::string m_suffix;
    int64_t m_number, m_gpus = 0, m_activities = 0;
    std::map<int64_t, int64_t> m_processes;
    std::set<int64_t> m_gpu_agents;
    std::vector<Event> m_events; ///< by id
    std::unordered_map<int64_t, std::string> m_messages, m_texts;
};

class RocpdReader final : public TraceFormat {
public:
    std::vector<ReadableFormat> reads() const override { return {{"rocprofv3", FormatTells::profile}}; }

    bool recognises(const std::filesystem::path& path, std::string_view head) const override {
        if (!head.starts_with(sqlite_magic)) return false;
        if (head.find(dispatches) != std::string_view::npos) return true;
        const auto database = SqliteDatabase::open(path);
        return database && !suffixes_of(*database).empty();
    }

    Result<TraceReading> read(const std::filesystem::path& path,
                              const TraceReadContext& context) const override {
        const auto database = SqliteDatabase::open(path, context.stop);
        if (!database) return tl::unexpected(database.error());
        ActivityCollector collector(context.comm_names, context.warnings, context.keep_lanes);
        TableReader reader(*database, context, {database->tables().begin(), database->tables().end()});
        int64_t activities = 0, number = 0;
        for (const std::string& suffix : suffixes_of(*database)) {
            RocpdTables tables(reader, collector, suffix, number++);
            if (auto done = tables.read(); !done) return tl::unexpected(done.error());
            activities += tables.activities();
        }
        return profile_reading(collector, MeasuredKind::rocprof, "rocprofv3", database->bytes(), activities);
    }
};

} // namespace

const TraceFormat& rocpd_reader() {
    static const RocpdReader reader;
    return reader;
}

} // namespace roofrack
