// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite exports of Nsight Systems, in databases made here; the expected times are worked out by hand.
#include "core/answers/report/measured/trace_json.h"
#include "core/measured/trace/trace.h"
#include "tests/support/rounds.h"
#include "tests/support/trace_said.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <sqlite3.h>

using namespace roofrack;
using roofrack::test::said;
using roofrack::test::warns;

namespace {

using Connection = std::unique_ptr<sqlite3, int (*)(sqlite3*)>;

Connection open_database(const QString& path) {
    sqlite3* raw = nullptr;
    sqlite3_open(path.toUtf8().constData(), &raw);
    return {raw, sqlite3_close};
}

bool run(sqlite3* database, const std::string& sql) {
    char* error = nullptr;
    const int code = sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &error);
    if (error) qWarning("%s", error);
    sqlite3_free(error);
    return code == SQLITE_OK;
}

/// As Nsight Systems composes it: 0x01, the machine, the process, the thread.
int64_t global_id(int process, int thread = 0) { return int64_t{1} << 56 | int64_t{process} << 24 | thread; }

constexpr const char* kernel_table =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, contextId "
    "INTEGER, "
    "streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER, "
    "graphNodeId INTEGER);";
constexpr const char* copy_table =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, end INTEGER, deviceId INTEGER, contextId "
    "INTEGER, "
    "streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER, copyKind INTEGER);";
constexpr const char* string_table =
    "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
    "INSERT INTO StringIds VALUES (1, 'void gemm<float>(float*)'), (2, 'ncclDevKernel_AllReduce_Sum_f32'), "
    "(3, 'step 2, op_id = 9');";

std::string kernel(int64_t start, int64_t end, int stream, int correlation, int process, int name) {
    return fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES ({},{},0,1,{},{},{},{},{},NULL);",
                       start, end, stream, correlation, global_id(process), name, name);
}

std::string copy(int64_t start, int64_t end, int stream, int correlation, int process) {
    return fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES ({},{},0,1,{},{},{},64,1);", start, end,
                       stream, correlation, global_id(process));
}

/// Two processes, each with a GPU that it calls 0 and with correlations that it counts from 1; the device
/// runs 4 µs behind the host. All times in ns.
std::string two_processes() {
    std::string sql = kernel_table;
    sql += copy_table;
    sql += string_table;
    sql += "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INTEGER, end INTEGER, deviceId INTEGER);";
    sql += "CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT);"
           "INSERT INTO TARGET_INFO_GPU VALUES (4, 'H100'), (5, 'H200');";
    sql += "CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER, pid INTEGER);"
           "INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (4, 0, 100), (5, 0, 200);";
    sql += "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, globalTid INTEGER, "
           "correlationId INTEGER);";
    const auto launch = [&](int64_t start, int correlation, int process) {
        sql += fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES ({},{},{},{});", start, start + 5,
                           global_id(process, 7), correlation);
    };
    launch(100, 1, 100);
    launch(200, 2, 100);
    launch(1100, 3, 100);
    launch(1200, 4, 100);
    launch(1300, 1, 200); // in the first process, 1300 is in step 2
    sql += "CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid "
           "INTEGER, textId INTEGER);";
    const auto mark = [&](int64_t start, int64_t end, const char* text, int process) {
        sql += fmt::format("INSERT INTO NVTX_EVENTS VALUES ({},{},59,{},{},NULL);", start, end, text,
                           global_id(process, 8));
    };
    mark(0, 1000, "'step 1'", 100);
    sql += fmt::format("INSERT INTO NVTX_EVENTS VALUES (1000,2000,59,NULL,{},3);", global_id(100, 8));
    mark(1250, 2000, "'Iteration 1'", 200);
    mark(1250, 1400, "'step 77'", 200); // a part of the iteration
    mark(10, 20, "'stepping stone 5'", 100);
    mark(5900, 6200, "'enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__'", 100);
    sql += kernel(5000, 5600, 7, 1, 100, 1) + kernel(5400, 6000, 20, 2, 100, 2) +
           kernel(7000, 7500, 7, 3, 100, 1) + copy(7400, 7900, 9, 4, 100);
    sql += kernel(5100, 5200, 7, 1, 200, 1);
    return sql;
}

} // namespace

class TestTraceNsight : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void two_processes_with_the_same_numbers();
    void processes_without_a_table_of_gpus();
    void gpus_that_communicate_together_are_ranks();
    void missing_tables();
    void rows_that_cannot_be();
    void whole_graphs();
    void nothing_of_a_gpu();
    void refused();
    void a_view_is_no_table();
    void cancelled();
    void damaged_at_random();

private:
    QString path() const { return m_folder.filePath("a profile #1?.sqlite"); }
    /// Writes the database anew.
    bool write(const std::string& sql) {
        QFile::remove(path());
        return run(open_database(path()).get(), "BEGIN;" + sql + "COMMIT;");
    }
    Result<TraceResult> read() const { return read_traces({path().toStdString()}); }

    QTemporaryDir m_folder;
};

void TestTraceNsight::two_processes_with_the_same_numbers() {
    QVERIFY(write(two_processes()));
    int64_t done = 0, total = 0;
    const auto result = read_traces({path().toStdString()}, [&](const TraceProgress& progress) {
        done = progress.bytes_done;
        total = progress.bytes_total;
    });
    QVERIFY2(result, said(result).c_str());
    QCOMPARE(done, total);
    QVERIFY2(result->warnings.empty(), result->warnings.empty() ? "" : result->warnings[0].message.c_str());
    const MeasuredFile& file = result->files.at(0);
    QCOMPARE(file.kind, MeasuredKind::nsight_systems);
    QCOMPARE(file.devices.value_or(0), 2);
    QCOMPARE(file.duration_s.value_or(0), 2900e-9);
    QCOMPARE(file.records, int64_t(5));

    QCOMPARE(result->ranks.size(), size_t(2));
    const TraceRank& first = result->ranks[0];
    QCOMPARE(first.device.value_or(-1), 4);
    QCOMPARE(first.gpu, std::string("H100"));
    QCOMPARE(first.start_ns, int64_t(5000));
    QCOMPARE(first.times->window_ns, int64_t(2900));
    QCOMPARE(first.times->compute_ns, int64_t(1100));
    QCOMPARE(first.times->comm_ns, int64_t(600));
    QCOMPARE(first.times->overlap_comp_comm_ns, int64_t(200));
    QCOMPARE(first.times->exposed_comm_ns, int64_t(400));
    QCOMPARE(first.times->mem_ns, int64_t(500));
    QCOMPARE(first.times->exposed_mem_ns, int64_t(400)); // 7500 to 7900
    QCOMPARE(first.times->idle_ns, int64_t(1000));       // 6000 to 7000
    QCOMPARE(first.times->dataloader_ns, int64_t(300));
    QCOMPARE(first.times->device_events, int64_t(4));
    QCOMPARE(first.collectives.size(), size_t(1));
    QCOMPARE(first.collectives[0].duration_ns, int64_t(600));

    QCOMPARE(first.steps.size(), size_t(2));
    QCOMPARE(first.steps[0].name, std::string("step 1"));
    QCOMPARE(first.steps[0].bounds.value(), StepBounds::launch);
    QCOMPARE(first.steps[0].times->window_ns, int64_t(2000)); // 5000 to 7000
    QCOMPARE(first.steps[0].times->compute_ns, int64_t(600));
    QCOMPARE(first.steps[0].times->idle_ns, int64_t(1000));
    QCOMPARE(first.steps[1].name, std::string("step 2")); // its text stands in StringIds
    QCOMPARE(first.steps[1].times->window_ns, int64_t(900));
    QCOMPARE(first.steps[1].times->mem_ns, int64_t(500));

    const TraceRank& second = result->ranks[1];
    QCOMPARE(second.device.value_or(-1), 5);
    QCOMPARE(second.gpu, std::string("H200"));
    QCOMPARE(second.times->window_ns, int64_t(100));
    QCOMPARE(second.times->dataloader_ns, int64_t(0)); // that time is of the other process
    QCOMPARE(second.steps.size(), size_t(1));
    QCOMPARE(second.steps[0].name, std::string("Iteration 1"));
    QCOMPARE(second.steps[0].bounds.value(), StepBounds::launch);
    QCOMPARE(second.steps[0].times->window_ns, int64_t(100));
}

void TestTraceNsight::gpus_that_communicate_together_are_ranks() {
    std::string sql = kernel_table;
    sql += string_table;
    sql += "INSERT INTO StringIds VALUES (50, 'ncclDevKernel_SendRecv(ncclDevKernelArgs)');";
    const auto send = [](int64_t start, int64_t end, int device) {
        return fmt::format(
            "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, streamId, shortName, "
            "globalPid) VALUES ({},{},{},7,50,{});",
            start, end, device, global_id(100 + device));
    };
    // GPU 1 comes 300 ns late to the first, GPU 0 100 ns to the second.
    const std::string together =
        sql + send(1000, 1500, 0) + send(1300, 1500, 1) + send(2100, 2300, 0) + send(2000, 2300, 1);
    QVERIFY(write(together));
    auto result = read();
    QVERIFY2(result, said(result).c_str());
    QCOMPARE(result->ranks.size(), size_t(2));
    QCOMPARE(result->ranks[1].rank, std::optional(1));
    QCOMPARE(result->stragglers.size(), size_t(2));
    QCOMPARE(result->stragglers[0].rank, 1);
    QCOMPARE(result->stragglers[0].wait_caused_ns, int64_t(300));
    QCOMPARE(result->stragglers[1].wait_caused_ns, int64_t(100));
    // One more that the other lacks: what belongs together is not known.
    QVERIFY(write(together + send(5000, 5100, 1)));
    result = read();
    QVERIFY(result && !result->ranks[0].rank && result->stragglers.empty());
    // At other times.
    QVERIFY(write(sql + send(1000, 1500, 0) + send(7000, 7500, 1)));
    result = read();
    QVERIFY(result && !result->ranks[0].rank && result->stragglers.empty());
}

void TestTraceNsight::processes_without_a_table_of_gpus() {
    QVERIFY(write(two_processes() + "DROP TABLE TARGET_INFO_CUDA_DEVICE;"));
    const auto result = read();
    QVERIFY2(result, said(result).c_str());
    QCOMPARE(result->ranks.size(), size_t(2));
    QCOMPARE(result->ranks[0].times->device_events, int64_t(4));
    QCOMPARE(result->ranks[1].times->device_events, int64_t(1));
    QVERIFY(result->ranks[0].gpu.empty()); // which of the two it is stands nowhere
    QVERIFY(warns(*result, "several processes have a device 0"));
}

void TestTraceNsight::missing_tables() {
    const std::vector<std::pair<std::string, std::string>> tables{
        {"CUPTI_ACTIVITY_KIND_KERNEL", "kernels"},
        {"CUPTI_ACTIVITY_KIND_MEMCPY", "memory copies"},
        {"CUPTI_ACTIVITY_KIND_MEMSET", "memory sets"},
        {"CUPTI_ACTIVITY_KIND_RUNTIME", "launches"},
        {"NVTX_EVENTS", "marks of steps"},
        {"StringIds", "names"},
        {"TARGET_INFO_GPU", "names of GPUs"}};
    for (const auto& [table, what] : tables) {
        QVERIFY(write(two_processes() + "DROP TABLE " + table + ";"));
        const auto result = read();
        QVERIFY2(result, said(result).c_str());
        QVERIFY2(warns(*result, "has no " + what), table.c_str());
        QVERIFY2(warns(*result, ": Nsight Systems did not record them (no table " + table + ")"),
                 table.c_str());
        const bool is_mild = table == "TARGET_INFO_GPU"; // names alone
        QCOMPARE(result->warnings.front().is_mild, is_mild);
        QCOMPARE(trace_json(*result)["warnings"][0]["is_mild"].get<bool>(), is_mild);
        const TraceRank& rank = result->ranks.at(0);
        const bool kernels = table != "CUPTI_ACTIVITY_KIND_KERNEL", names = table != "StringIds";
        QCOMPARE(rank.times->comm_ns, int64_t(kernels && names ? 600 : 0));
        QCOMPARE(rank.times->compute_ns, int64_t(!kernels ? 0 : names ? 1100 : 1500));
        QCOMPARE(rank.times->mem_ns, int64_t(table == "CUPTI_ACTIVITY_KIND_MEMCPY" ? 0 : 500));
        QCOMPARE(rank.steps.empty(), table == "NVTX_EVENTS");
        if (table == "CUPTI_ACTIVITY_KIND_RUNTIME") QCOMPARE(rank.steps[0].bounds.value(), StepBounds::host);
        if (!names) QVERIFY(warns(*result, "4 kernels are without a name"));
    }
}

void TestTraceNsight::rows_that_cannot_be() {
    const std::string row = "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES ";
    QVERIFY(write(std::string(kernel_table) + string_table + kernel(1000, 2000, 7, 1, 1, 1) +
                  kernel(900, 100, 7, 2, 1, 1) + kernel(0, 90'000'000'000'000, 7, 3, 1, 1) + row +
                  "('soon',5,0,1,7,4,0,1,1,NULL)," + "(5,NULL,0,1,7,5,0,1,1,NULL)," +
                  "(-9223372036854775808,9223372036854775807,0,1,7,6,0,1,1,NULL);"));
    const auto result = read();
    QVERIFY2(result, said(result).c_str());
    QCOMPARE(result->ranks.size(), size_t(1));
    QCOMPARE(result->ranks[0].times->device_events, int64_t(1));
    QCOMPARE(result->ranks[0].times->window_ns, int64_t(1000));
    for (const char* why :
         {"ends before it starts", "more than 24 hours", "no usable start", "no usable end"})
        QVERIFY2(warns(*result, why), why);
}

void TestTraceNsight::whole_graphs() {
    QVERIFY(
        write("CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INTEGER, end INTEGER, deviceId INTEGER, "
              "streamId INTEGER); INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (10, 60, 3, 7);"));
    const auto result = read();
    QVERIFY2(result, said(result).c_str());
    QCOMPARE(result->ranks[0].times->compute_ns, int64_t(50));
    QVERIFY(warns(*result, "1 CUDA graphs were recorded as a whole"));
    QVERIFY(!warns(*result, "without a name"));
}

void TestTraceNsight::nothing_of_a_gpu() {
    QVERIFY(write(two_processes() + "DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL; DELETE FROM "
                                    "CUPTI_ACTIVITY_KIND_MEMCPY;"));
    const auto result = read();
    QVERIFY2(result, said(result).c_str());
    QCOMPARE(result->ranks.size(), size_t(1));
    QVERIFY(!result->ranks[0].times);
    QVERIFY(!result->files[0].duration_s);
}

void TestTraceNsight::refused() {
    QVERIFY(write(two_processes()));
    {
        const Connection writer = open_database(path());
        QVERIFY(run(writer.get(), "BEGIN EXCLUSIVE;"));
        QVERIFY2(said(read()).find("locked") != std::string::npos, said(read()).c_str());
    }
    QVERIFY(read());
    for (const char* suffix : {"-wal", "-journal"}) {
        QFile beside(path() + suffix);
        QVERIFY(beside.open(QIODevice::WriteOnly));
        beside.write("pages");
        beside.close();
        QVERIFY2(said(read()).find("is being written") != std::string::npos, said(read()).c_str());
        QVERIFY(beside.remove());
    }
    QVERIFY(read());

    QFile file(path());
    const qint64 whole = file.size();
    QVERIFY(whole > 3 * 4096 && file.resize(whole - 4096));
    QVERIFY2(said(read()).find("cut off") != std::string::npos, said(read()).c_str());

    QVERIFY(write("CREATE TABLE recipes (name TEXT);"));
    QVERIFY2(said(read()).find("it looks like an SQLite database") != std::string::npos,
             said(read()).c_str());
}

void TestTraceNsight::a_view_is_no_table() {
    QVERIFY(write("CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT);"
                  "CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS WITH RECURSIVE n(start) AS (SELECT 1 UNION ALL "
                  "SELECT start + 1 FROM n) SELECT start, start + 1 AS end FROM n;"));
    const auto result = read();
    QVERIFY2(result, said(result).c_str());
    QVERIFY(!result->ranks[0].times);
}

void TestTraceNsight::cancelled() {
    QVERIFY(
        write(std::string(kernel_table) +
              "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) INSERT INTO "
              "CUPTI_ACTIVITY_KIND_KERNEL SELECT i, i + 1, 0, 1, 7, i, 0, 1, 1, NULL FROM n;"));
    std::stop_source stop;
    int reports = 0;
    const auto result = read_traces(
        {path().toStdString()},
        [&](const TraceProgress& progress) {
            ++reports;
            if (progress.bytes_done * 4 > progress.bytes_total) stop.request_stop();
        },
        stop.get_token());
    QVERIFY(!result);
    QCOMPARE(result.error().what, std::string("cancelled"));
    QVERIFY2(reports >= 2 && reports <= 4, std::to_string(reports).c_str()); // each 16384 rows, and the end
}

void TestTraceNsight::damaged_at_random() {
    QVERIFY(write(two_processes()));
    QFile file(path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll();
    file.close();
    std::mt19937 random(37);
    const auto below = [&](qsizetype limit) { return static_cast<qsizetype>(random()) % limit; };
    int read_anyway = 0;
    for (int round = 0; round < test::rounds(4000, 300); ++round) {
        QByteArray bytes = whole;
        for (qsizetype hits = 1 + below(20); hits > 0; --hits)
            bytes[below(bytes.size())] = static_cast<char>(random());
        if (round % 8 == 0) bytes.truncate(below(bytes.size()));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(bytes);
        file.close();
        const auto result = read();
        if (!result) {
            QVERIFY(!result.error().what.empty());
            continue;
        }
        ++read_anyway;
        for (const TraceRank& rank : result->ranks)
            if (rank.times)
                QCOMPARE(rank.times->idle_ns + rank.times->compute_ns + rank.times->exposed_comm_ns +
                             rank.times->exposed_mem_ns,
                         rank.times->window_ns);
    }
    QVERIFY(read_anyway > 0);
}

QTEST_APPLESS_MAIN(TestTraceNsight)
#include "test_trace_nsight.moc"
