// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of ROCm, as JSON and as SQLite, made here; the expected times are worked out by hand.
#include "core/measured/lanes/trace_lanes.h"
#include "core/measured/trace/trace.h"
#include "tests/support/rounds.h"
#include "tests/support/trace_said.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fmt/format.h>
#include <random>
#include <sqlite3.h>

using namespace roofrack;
using roofrack::test::said;
using roofrack::test::warns;

namespace {

constexpr int64_t base_ns = 1'000'000'000'000;

std::string times(int64_t start, int64_t end) {
    return fmt::format(R"("start_timestamp": {}, "end_timestamp": {})", base_ns + start, base_ns + end);
}

std::string kernel(int64_t start, int64_t end, const char* agent, int stream, int correlation, int name) {
    return fmt::format(
        R"({{"size": 136, "kind": 11, "operation": 1, "thread_id": 77, "correlation_id": {{"internal": {}, )"
        R"("external": 0}}, {}, "dispatch_info": {{"size": 72, "agent_id": {{"handle": {}}}, "queue_id": )"
        R"({{"handle": 3}}, "kernel_id": {}, "dispatch_id": 1, "grid_size": {{"x": 1, "y": 1, "z": 1}}}}, )"
        R"("stream_id": {{"handle": {}}}}})",
        correlation, times(start, end), agent, name, stream);
}

std::string copy(int64_t start, int64_t end, const char* from, const char* to, int correlation) {
    return fmt::format(
        R"({{"size": 88, "kind": 10, "operation": 2, "correlation_id": {{"internal": {}, "external": 0}}, {}, )"
        R"("dst_agent_id": {{"handle": {}}}, "src_agent_id": {{"handle": {}}}, "bytes": 64}})",
        correlation, times(start, end), to, from);
}

std::string call(int64_t start, int correlation, int kind = 1) {
    return fmt::format(R"({{"kind": {}, "operation": 1, "correlation_id": {{"internal": {}}}, {}, )"
                       R"("thread_id": 77}})",
                       kind, correlation, times(start, start + 5));
}

/// Handles fill 64 bits.
constexpr const char *cpu = "9223372036854775813", *gpu_0 = "18446744073709551613", *gpu_1 = "7";

/// A process with a CPU and two GPUs; the second has one kernel. The device runs 4 µs behind the host.
std::string process(int pid, const std::string& kernels, const std::string& copies, const std::string& calls,
                    const std::string& marks) {
    return fmt::format(
        R"json({{"metadata": {{"pid": {}, "init_time": 1, "fini_time": 2, "config": {{"name": "x", "pid": 3}}}},
 "agents": [
  {{"size": 304, "id": {{"handle": {}}}, "type": 1, "name": "AMD EPYC", "product_name": "AMD EPYC 9654"}},
  {{"size": 304, "id": {{"handle": {}}}, "type": 2, "name": "gfx942", "product_name": "AMD Instinct MI300X",
    "node_id": 2, "logical_node_id": 2, "logical_node_type_id": 4}},
  {{"size": 304, "id": {{"handle": {}}}, "type": 2, "name": "gfx942", "product_name": "AMD Instinct MI300X",
    "logical_node_type_id": 5}}],
 "counters": [{{"id": {{"handle": 1}}, "name": "SQ_WAVES"}}],
 "strings": {{"callback_records": [{{"kind": "NONE", "operations": ["NONE"]}}],
   "buffer_records": [{{"kind": "NONE", "operations": []}},
                      {{"kind": "HIP_RUNTIME_API", "operations": ["hipNone", "hipLaunchKernel"]}}],
   "marker_api": [{{"key": 50, "value": "step 1"}}, {{"key": 51, "value": "Step 2"}},
                  {{"key": 52, "value": "gemm"}}]}},
 "kernel_symbols": [
  {{"size": 72, "kernel_id": 1, "kernel_name": "_Zgemm.kd", "formatted_kernel_name": "void gemm<float>(float*)"}},
  {{"size": 72, "kernel_id": 2, "kernel_name": "ncclDevKernel_Generic_1", "formatted_kernel_name": ""}}],
 "callback_records": {{"counter_collection": []}},
 "buffer_records": {{"kernel_dispatch": [{}], "hip_api": [{}], "hsa_api": [], "memory_copy": [{}],
   "marker_api": [{}]}},
 "summary": []}})json",
        pid, cpu, gpu_0, gpu_1, kernels, calls, copies, marks);
}

std::string one_process() {
    return process(100,
                   kernel(5000, 5600, gpu_0, 0, 1, 1) + "," + kernel(5400, 6000, gpu_0, 1, 2, 2) + "," +
                       kernel(7000, 7500, gpu_0, 0, 3, 1) + "," + kernel(7100, 7200, gpu_1, 0, 5, 1),
                   copy(7400, 7900, cpu, gpu_0, 4),
                   call(100, 1) + "," + call(200, 2) + "," + call(1100, 3) + "," + call(1200, 4) + "," +
                       call(1150, 5),
                   fmt::format(R"({{"correlation_id": {{"internal": 50}}, {}}}, {{"correlation_id": )"
                               R"({{"internal": 51}}, {}}}, {{"correlation_id": {{"internal": 52}}, {}}})",
                               times(0, 1000), times(1000, 2000), times(10, 20)));
}

std::string profile(const std::string& processes) {
    return "{\n \"rocprofiler-sdk-tool\": [" + processes + "]}";
}

/// The process of profile() as rocprofv3 writes it since ROCm 7.
std::string database() {
    const std::string s = "_0000a1b2_c3d4";
    std::string sql;
    const auto add = [&](const std::string& more) {
        std::string named = more;
        for (size_t at = named.find('%'); at != std::string::npos; at = named.find('%'))
            named.replace(at, 1, s);
        sql += named;
    };
    add("CREATE TABLE rocpd_info_process% (id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER);"
        "INSERT INTO rocpd_info_process% VALUES (1, 'g', 1, 100);");
    add("CREATE TABLE rocpd_info_agent% (id INTEGER PRIMARY KEY, pid INTEGER, type TEXT, absolute_index "
        "INTEGER, type_index INTEGER, name TEXT, product_name TEXT);"
        "INSERT INTO rocpd_info_agent% VALUES (1, 1, 'CPU', 0, 0, 'EPYC', 'AMD EPYC 9654'), "
        "(2, 1, 'GPU', 1, 4, 'gfx942', 'AMD Instinct MI300X'), (3, 1, 'GPU', 2, 5, 'gfx942', 'AMD Instinct "
        "MI300X');");
    add("CREATE TABLE rocpd_string% (id INTEGER PRIMARY KEY, string TEXT);"
        "INSERT INTO rocpd_string% VALUES (1, 'hipLaunchKernel'), (2, 'roctxThreadRangeA');");
    add("CREATE TABLE rocpd_info_kernel_symbol% (id INTEGER PRIMARY KEY, kernel_name TEXT, display_name "
        "TEXT);"
        "INSERT INTO rocpd_info_kernel_symbol% VALUES (1, '_Zgemm.kd', 'void gemm<float>(float*)'), "
        "(2, 'ncclDevKernel_Generic_1', NULL);");
    add("CREATE TABLE rocpd_event% (id INTEGER PRIMARY KEY, category_id INTEGER, stack_id INTEGER, extdata "
        "JSONB);"
        "INSERT INTO rocpd_event% VALUES "
        "(11,1,1,'{}'),(12,1,2,'{}'),(13,1,3,'{}'),(14,1,4,'{}'),(15,1,5,'{}'),"
        "(21,1,1,'{}'),(22,1,2,'{}'),(23,1,3,'{}'),(24,1,4,'{}'),(25,1,5,'{}'),"
        "(31,2,50,'{\"message\": \"step 1\"}'),(32,2,51,'{\"message\": \"Step 2\"}'),"
        "(33,2,52,'{\"message\": \"gemm\"}'),(34,2,53,'{\"message\": 3}'),(35,2,54,'{\"message\": ');");
    add("CREATE TABLE rocpd_kernel_dispatch% (id INTEGER PRIMARY KEY, pid INTEGER, agent_id INTEGER, "
        "kernel_id "
        "INTEGER, queue_id INTEGER, stream_id INTEGER, start BIGINT, end BIGINT, event_id INTEGER);"
        "INSERT INTO rocpd_kernel_dispatch% VALUES (1,1,2,1,1,1,5000,5600,11),(2,1,2,2,1,2,5400,6000,12),"
        "(3,1,2,1,1,1,7000,7500,13),(4,1,3,1,2,1,7100,7200,15);");
    add("CREATE TABLE rocpd_memory_copy% (id INTEGER PRIMARY KEY, pid INTEGER, start BIGINT, end BIGINT, "
        "dst_agent_id INTEGER, src_agent_id INTEGER, queue_id INTEGER, stream_id INTEGER, event_id INTEGER);"
        "INSERT INTO rocpd_memory_copy% VALUES (1,1,7400,7900,2,1,NULL,1,14);");
    add("CREATE TABLE rocpd_region% (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start BIGINT, end "
        "BIGINT, "
        "name_id INTEGER, event_id INTEGER);"
        "INSERT INTO rocpd_region% VALUES (1,1,7,100,105,1,21),(2,1,7,200,205,1,22),(3,1,7,1100,1105,1,23),"
        "(4,1,7,1200,1205,1,24),(5,1,7,1150,1155,1,25),(6,1,7,0,1000,2,31),(7,1,7,1000,2000,2,32),"
        "(8,1,7,10,20,2,33);");
    return sql;
}

} // namespace

class TestTraceRocprof : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_process_data();
    void a_process();
    void the_json_of_several_processes();
    void calls_and_marks_are_lanes_data() { a_process_data(); }
    void calls_and_marks_are_lanes();
    void work_of_a_queue_may_overlap();
    void cut_off_json();
    void nothing_of_a_gpu();
    void a_copy_within_the_host_is_no_gpu();
    void nested_as_no_profile_is();
    void cancelled_data() { a_process_data(); }
    void cancelled();
    void damaged_at_random_data() { a_process_data(); }
    void damaged_at_random();

private:
    QString path() const { return m_folder.filePath("100_results.json"); }
    void write(const std::string& text) {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.data(), static_cast<qint64>(text.size()));
    }
    void write_database(const std::string& sql) {
        QFile::remove(path());
        sqlite3* made = nullptr;
        QCOMPARE(sqlite3_open(path().toUtf8().constData(), &made), SQLITE_OK);
        char* error = nullptr;
        sqlite3_exec(made, ("BEGIN;" + sql + "COMMIT;").c_str(), nullptr, nullptr, &error);
        QVERIFY2(!error, error);
        sqlite3_close(made);
    }
    void write_as_told() {
        QFETCH(bool, is_database);
        is_database ? write_database(database()) : write(profile(one_process()));
    }
    Result<TraceResult> read_it(bool keep_lanes = false) const {
        TraceOptions options;
        options.keep_lanes = keep_lanes;
        return read_traces_with(options, {path().toStdString()});
    }

    QTemporaryDir m_folder;
};

void TestTraceRocprof::a_process_data() {
    QTest::addColumn<bool>("is_database");
    QTest::newRow("JSON") << false;
    QTest::newRow("rocpd") << true;
}

void TestTraceRocprof::a_process() {
    write_as_told();
    const auto result = read_it();
    QVERIFY2(result, said(result).c_str());
    QVERIFY2(result->warnings.empty(), result->warnings.empty() ? "" : result->warnings[0].message.c_str());
    const MeasuredFile& file = result->files.at(0);
    QCOMPARE(file.kind, MeasuredKind::rocprof);
    QCOMPARE(file.devices.value_or(0), 2);
    QCOMPARE(file.records, int64_t(5));
    QCOMPARE(result->ranks.size(), size_t(2));
    const TraceRank& first = result->ranks[0];
    QCOMPARE(first.device.value_or(-1), 4);
    QCOMPARE(first.gpu, std::string("AMD Instinct MI300X"));
    QCOMPARE(first.times->window_ns, int64_t(2900));
    QCOMPARE(first.times->compute_ns, int64_t(1100));
    QCOMPARE(first.times->comm_ns, int64_t(600));
    QCOMPARE(first.times->exposed_comm_ns, int64_t(400));
    QCOMPARE(first.times->mem_ns, int64_t(500));
    QCOMPARE(first.times->exposed_mem_ns, int64_t(400)); // 7500 to 7900
    QCOMPARE(first.times->idle_ns, int64_t(1000));       // 6000 to 7000
    QCOMPARE(first.times->device_events, int64_t(4));
    QCOMPARE(first.steps.size(), size_t(2));
    QCOMPARE(first.steps[0].name, std::string("step 1"));
    QCOMPARE(first.steps[0].bounds.value(), StepBounds::launch);
    QCOMPARE(first.steps[0].times->window_ns, int64_t(2000)); // 5000 to 7000
    QCOMPARE(first.steps[1].name, std::string("Step 2"));
    QCOMPARE(first.steps[1].times->window_ns, int64_t(900));
    QCOMPARE(result->ranks[1].device.value_or(-1), 5);
    QCOMPARE(result->ranks[1].times->window_ns, int64_t(100));
}

/// Both count their correlations and kernels by themselves, and each has a GPU that it calls by that handle.
void TestTraceRocprof::the_json_of_several_processes() {
    std::string second = process(200, kernel(9000, 9400, gpu_1, 0, 1, 2), "", call(8000, 1), "");
    const size_t at = second.find("ncclDevKernel_Generic_1");
    second.replace(at, 23, "void other(float*)");
    write(profile(one_process() + "," + second));
    const auto result = read_it();
    QVERIFY2(result, said(result).c_str());
    QCOMPARE(result->ranks.size(), size_t(2));
    QCOMPARE(result->ranks[0].times->comm_ns, int64_t(600));
    QCOMPARE(result->ranks[1].device.value_or(-1), 5);
    QCOMPARE(result->ranks[1].times->comm_ns, int64_t(0));
    QCOMPARE(result->ranks[1].times->compute_ns, int64_t(500));
    QCOMPARE(result->ranks[1].times->device_events, int64_t(2));
}

void TestTraceRocprof::calls_and_marks_are_lanes() {
    write_as_told();
    const auto result = read_it(true);
    QVERIFY2(result, said(result).c_str());
    const TraceRank& first = result->ranks.at(0);
    QVERIFY(first.lanes);
    const auto has_call = [&](std::string_view name) {
        for (uint32_t row = 0; row < first.lanes->host->events.name.size(); ++row)
            if (first.lanes->host_name_of(row) == name) return true;
        return false;
    };
    for (const char* name : {"hipLaunchKernel", "step 1", "gemm"}) QVERIFY2(has_call(name), name);
    QCOMPARE(first.lanes->name_of(1), std::string("ncclDevKernel_Generic_1"));
    QCOMPARE(first.lanes->host_name_of(first.lanes->launch.at(0)), std::string("hipLaunchKernel"));
}

/// Streams share a queue: a kernel that reaches over the starts of later ones is no fault.
void TestTraceRocprof::work_of_a_queue_may_overlap() {
    std::string kernels = kernel(0, 9000, gpu_0, 0, 1, 1);
    for (int i = 1; i < 6; ++i) kernels += "," + kernel(1000 * i, 1000 * i + 500, gpu_0, 0, 1 + i, 1);
    write(profile(process(1, kernels, "", "", "")));
    const auto of_stream = read_it();
    QVERIFY2(of_stream, said(of_stream).c_str());
    QCOMPARE(of_stream->ranks[0].times->compute_ns, int64_t(3500)); // the first one is cut at 1000
    std::string without = profile(process(1, kernels, "", "", ""));
    const std::string stream = R"(, "stream_id": {"handle": 0})";
    for (size_t at = without.find(stream); at != std::string::npos; at = without.find(stream))
        without.erase(at, stream.size());
    write(without);
    const auto of_queue = read_it();
    QVERIFY2(of_queue, said(of_queue).c_str());
    QCOMPARE(of_queue->ranks[0].times->compute_ns, int64_t(9000));
}

void TestTraceRocprof::cut_off_json() {
    const std::string whole = profile(one_process());
    write(whole.substr(0, whole.find("\"memory_copy\"")));
    const auto result = read_it();
    QVERIFY2(result, said(result).c_str());
    QCOMPARE(result->ranks.at(0).times->device_events, int64_t(3));
    QVERIFY(warns(*result, "cut off or broken"));
}

void TestTraceRocprof::nothing_of_a_gpu() {
    write(profile(process(1, "", "", "", "")));
    const auto result = read_it();
    QVERIFY2(result, said(result).c_str());
    QCOMPARE(result->ranks.size(), size_t(1));
    QVERIFY(!result->ranks[0].times);
}

void TestTraceRocprof::a_copy_within_the_host_is_no_gpu() {
    write(profile(process(1, kernel(0, 100, gpu_0, 0, 1, 1), copy(200, 300, cpu, cpu, 2), "", "")));
    const auto result = read_it();
    QVERIFY2(result, said(result).c_str());
    QCOMPARE(result->ranks.size(), size_t(1));
    QCOMPARE(result->ranks[0].times->window_ns, int64_t(100));
}

void TestTraceRocprof::nested_as_no_profile_is() {
    write("{\"rocprofiler-sdk-tool\": " + std::string(1'000'000, '['));
    const auto result = read_it();
    QVERIFY2(result, said(result).c_str());
    QVERIFY(!result->ranks.at(0).times);
    QVERIFY(warns(*result, "cut off or broken"));
}

void TestTraceRocprof::cancelled() {
    write_as_told();
    std::stop_source stop;
    stop.request_stop();
    const auto result = read_traces({path().toStdString()}, {}, stop.get_token());
    QVERIFY(!result);
    QVERIFY(said(result).find("cancelled") != std::string::npos);
}

void TestTraceRocprof::damaged_at_random() {
    write_as_told();
    QFile file(path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll();
    file.close();
    std::mt19937_64 random(20261127);
    for (int round = 0; round < roofrack::test::rounds(2000, 60); ++round) {
        QByteArray broken = whole;
        for (uint64_t i = 0, changes = 1 + random() % 8; i < changes; ++i)
            broken[static_cast<qsizetype>(random() % static_cast<uint64_t>(broken.size()))] =
                static_cast<char>(random());
        if (random() % 4 == 0)
            broken.truncate(static_cast<qsizetype>(random() % static_cast<uint64_t>(broken.size())));
        write(broken.toStdString());
        const auto result = read_it(random() % 2 == 0); // no crash, and an error that says something
        if (!result) QVERIFY(!result.error().what.empty());
    }
}

QTEST_GUILESS_MAIN(TestTraceRocprof)
#include "test_trace_rocprof.moc"
