// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/ascii_text.h"
#include "core/base/units/word_list.h"
#include "core/measured/trace/activities/activity_collector.h"
#include "core/measured/trace/activities/sqlite_database.h"
#include "core/measured/trace/activities/table_reader.h"
#include "core/measured/trace/reader.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace roofrack {

namespace {

constexpr const char *kernels = "CUPTI_ACTIVITY_KIND_KERNEL", *copies = "CUPTI_ACTIVITY_KIND_MEMCPY",
                     *sets = "CUPTI_ACTIVITY_KIND_MEMSET", *graphs = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
                     *calls = "CUPTI_ACTIVITY_KIND_RUNTIME", *ranges = "NVTX_EVENTS", *strings = "StringIds",
                     *gpus = "TARGET_INFO_GPU", *gpus_of_processes = "TARGET_INFO_CUDA_DEVICE";

constexpr int64_t whole_graph_name = INT64_MIN; // StringIds has none for it

/// An identifier holds the process above the 24 bits of a thread (0 for the process itself), and above that
/// the machine; only one machine is in a file.
std::optional<int64_t> process_of(const std::optional<int64_t>& global_id) {
    if (!global_id) return std::nullopt;
    return *global_id >> 24 & 0xffffff;
}

/// As Kineto calls it, by the numbers of CUpti_ActivityMemcpyKind.
std::string_view copy_of_kind(const std::optional<int64_t>& kind) {
    switch (kind.value_or(0)) {
    case 1: return "Memcpy HtoD";
    case 2: return "Memcpy DtoH";
    case 8: return "Memcpy DtoD";
    case 10: return "Memcpy PtoP";
    default: return "Memcpy";
    }
}

/// Reads the tables of one file into a collector.
class NsightTables {
public:
    NsightTables(const SqliteDatabase& database, const TraceReadContext& context)
        : m_database(database)
        , m_context(context)
        , m_tables(database, context, {kernels, copies, sets, graphs, strings, ranges, calls})
        , m_collector(context.comm_names, context.warnings, context.keep_lanes) {}

    Result<bool> read() {
        warn_of_missing();
        if (auto done = read_gpus(); !done) return done;
        if (auto done = read_activities(); !done) return done;
        if (auto done = read_strings(); !done) return done;
        if (auto done = read_ranges(); !done) return done;
        // Launches only serve to cut steps, and for lanes.
        return m_collector.has_steps() || m_collector.keeps_lanes() ? read_launches() : true;
    }

    ActivityCollector& collector() { return m_collector; }
    int64_t activities() const { return m_activities; }

private:
    void warn_of_missing() {
        static const std::vector<std::pair<const char*, const char*>> meant{
            {kernels, "kernels"},       {copies, "memory copies"},
            {sets, "memory sets"},      {strings, "names, by which communication is told from computation"},
            {ranges, "marks of steps"}, {calls, "launches, by which steps are cut"},
            {gpus, "names of GPUs"}};
        std::vector<std::string> untold, missing;
        bool is_mild = true; // nothing but names is missing
        for (const auto& [table, what] : meant)
            if (!m_database.has_table(table)) {
                untold.push_back(fmt::format("no {}", what));
                missing.emplace_back(table);
                is_mild = is_mild && std::string_view(table) == gpus;
            }
        if (missing.empty()) return;
        std::string said = fmt::format("has {}: Nsight Systems did not record them (no table {})",
                                       word_list(untold), word_list(missing, "or"));
        if (is_mild)
            m_context.warnings.note(std::move(said));
        else
            m_context.warnings.add("missing tables", 0, std::move(said));
    }

    Result<bool> read_gpus() {
        const auto names = m_tables.each(gpus, {"id", "name"}, [&](const SqliteRow& row) {
            if (const auto id = row.integer(0); id && !row.text(1).empty())
                m_collector.gpu_name(*id, row.text(1));
        });
        if (!names) return names;
        return m_tables.each(gpus_of_processes, {"pid", "cudaId", "gpuId"}, [&](const SqliteRow& row) {
            const auto process = row.integer(0), device = row.integer(1), gpu = row.integer(2);
            if (process && device && gpu) m_collector.gpu_of_process(*process & 0xffffff, *device, *gpu);
        });
    }

    Result<bool> read_activities() {
        int64_t whole_graphs = 0;
        for (const char* table : {kernels, graphs, copies, sets}) {
            const auto done =
                m_tables.each(table,
                              {"start", "end", "deviceId", "contextId", "streamId", "correlationId",
                               "globalPid", "graphNodeId", "demangledName", "shortName", "copyKind"},
                              [&](const SqliteRow& row) {
                                  RecordedActivity activity;
                                  activity.table = table;
                                  activity.start = row.integer(0);
                                  activity.end = row.integer(1);
                                  activity.device = row.integer(2);
                                  activity.context = row.integer(3);
                                  activity.stream = row.integer(4);
                                  activity.correlation = row.integer(5);
                                  activity.process = process_of(row.integer(6));
                                  activity.unordered = table == graphs || row.integer(7).value_or(0) != 0;
                                  activity.is_kernel = table == kernels || table == graphs;
                                  if (table == copies) activity.copy = copy_of_kind(row.integer(10));
                                  if (table == sets) activity.copy = "Memset";
                                  if (table == kernels) activity.name = row.integer(8);
                                  if (table == kernels && !activity.name) activity.name = row.integer(9);
                                  if (table == graphs) activity.name = whole_graph_name;
                                  m_collector.activity(activity);
                                  ++m_activities;
                                  whole_graphs += table == graphs;
                              });
            if (!done) return done;
        }
        if (whole_graphs == 0) return true;
        m_collector.string(whole_graph_name, "CUDA graph");
        m_context.warnings.add(
            "whole graphs", 0,
            fmt::format("{} CUDA graphs were recorded as a whole: all of their time counts as computation; "
                        "record with --cuda-graph-trace=node to see their kernels and communication",
                        whole_graphs));
        return true;
    }

    Result<bool> read_strings() {
        return m_tables.each(strings, {"id", "value"}, [&](const SqliteRow& row) {
            const auto id = row.integer(0);
            if (!id) return;
            const std::string_view text = row.text(1);
            m_collector.string(*id, text);
            if (ActivityCollector::counts(text) || m_collector.keeps_lanes()) m_texts.emplace(*id, text);
        });
    }

    Result<bool> read_ranges() {
        return m_tables.each(
            ranges, {"start", "end", "text", "textId", "globalTid"}, [&](const SqliteRow& row) {
                std::string_view text = row.text(2);
                if (text.empty()) {
                    const auto id = row.integer(3);
                    const auto found = id ? m_texts.find(*id) : m_texts.end();
                    if (found == m_texts.end()) return;
                    text = found->second;
                }
                m_collector.range(text, row.integer(0), row.integer(1), process_of(row.integer(4)));
                if (m_collector.keeps_lanes())
                    m_collector.host_event(lower(text).find("dataloader") == std::string::npos
                                               ? LaneCategory::annotation
                                               : LaneCategory::dataloader,
                                           text, row.integer(0), row.integer(1), row.integer(4));
            });
    }

    Result<bool> read_launches() {
        return m_tables.each(
            calls, {"start", "correlationId", "globalTid", "end", "nameId"}, [&](const SqliteRow& row) {
                const auto start = row.integer(0), correlation = row.integer(1);
                if (start && correlation)
                    m_collector.launch(process_of(row.integer(2)).value_or(0), *correlation, *start);
                if (!m_collector.keeps_lanes()) return;
                const auto id = row.integer(4);
                const auto found = id ? m_texts.find(*id) : m_texts.end();
                const std::string_view name =
                    found == m_texts.end() ? "runtime call" : std::string_view(found->second);
                m_collector.host_event(category_of_call(name), name, start, row.integer(3), row.integer(2),
                                       correlation);
            });
    }

    const SqliteDatabase& m_database;
    const TraceReadContext& m_context;
    TableReader m_tables;
    ActivityCollector m_collector;
    std::unordered_map<int64_t, std::string>
        m_texts; ///< texts of StringIds that mark something, all for lanes
    int64_t m_activities = 0;
};

class NsightReader final : public TraceFormat {
public:
    std::vector<ReadableFormat> reads() const override { return {{"Nsight Systems", FormatTells::profile}}; }

    bool recognises(const std::filesystem::path& path, std::string_view head) const override {
        if (!head.starts_with(sqlite_magic)) return false;
        // The first pages hold the schema as text; it may also lie further behind.
        for (const char* name : {"CUPTI_ACTIVITY_KIND_", "TARGET_INFO_"})
            if (head.find(name) != std::string_view::npos) return true;
        const auto database = SqliteDatabase::open(path);
        if (!database) return false;
        for (const std::string& table : database->tables())
            if (table.starts_with("CUPTI_ACTIVITY_KIND_") || table.starts_with("TARGET_INFO_")) return true;
        return false;
    }

    Result<TraceReading> read(const std::filesystem::path& path,
                              const TraceReadContext& context) const override {
        const auto database = SqliteDatabase::open(path, context.stop);
        if (!database) return tl::unexpected(database.error());
        NsightTables tables(*database, context);
        if (auto done = tables.read(); !done) return tl::unexpected(done.error());
        return profile_reading(tables.collector(), MeasuredKind::nsight_systems, "Nsight Systems",
                               database->bytes(), tables.activities());
    }
};

} // namespace

const TraceFormat& nsight_reader() {
    static const NsightReader reader;
    return reader;
}

} // namespace roofrack
