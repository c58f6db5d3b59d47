// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time went, in lanes made here with sums worked out by hand, and
// exact sums on recorded traces (ROOFRACK_DATA).
#include "core/measured/analysis/trace_analysis.h"

#include "core/measured/analysis/exposed_waits.h"
#include "core/measured/analysis/idle_summary.h"
#include "core/measured/analysis/verdict/verdict.h"
#include "core/measured/lanes/lane_builder.h"
#include "core/measured/runs/run_headline.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include <fmt/format.h>

using namespace roofrack;

namespace {

constexpr int64_t us = 1000;

/// Lanes of one device; times in µs.
class Made {
public:
    Made& host(LaneCategory category, const char* name, int64_t start, int64_t duration,
               int64_t correlation = -1) {
        m_builder.host(category, name, start * us, duration * us, m_thread,
                       correlation < 0 ? std::nullopt : std::optional(correlation));
        return *this;
    }
    Made& on_thread(const char* thread) {
        m_thread = thread;
        return *this;
    }
    Made& shape(const char* dims, const char* types) {
        m_builder.shape({dims, types});
        return *this;
    }
    Made& device(LaneCategory category, const char* name, int64_t start, int64_t end,
                 int64_t correlation = -1, uint32_t stream = 7) {
        m_activities.push_back({start * us, end * us, correlation, stream, category, name});
        return *this;
    }
    /// A kernel and its launch.
    Made& kernel(int64_t launched, int64_t start, int64_t end, const char* name = "kernel") {
        host(LaneCategory::launch, "cudaLaunchKernel", launched, 2, ++m_last);
        return device(LaneCategory::compute, name, start, end, m_last);
    }
    std::shared_ptr<const TraceLanes> lanes() { return m_builder.device(m_activities, {}); }

private:
    LaneBuilder m_builder;
    std::vector<LaneActivity> m_activities;
    const char* m_thread = "1/1";
    int64_t m_last = 1000;
};

/// "host 30, input 20" in µs.
std::string idle_text(const TraceLanes& lanes, int64_t start, int64_t end) {
    const IdleTimes idle(lanes, {start * us, end * us});
    const auto by_cause = idle.within({start * us, end * us});
    std::string out;
    for (size_t i = 0; i < by_cause.size(); ++i)
        if (by_cause[i] > 0)
            out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name_of(static_cast<IdleCause>(i)),
                               by_cause[i] / us);
    return out;
}

} // namespace

class TestTraceAnalysis : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void idle_until_the_launch();
    void idle_behind_the_launch();
    void idle_time_of_all_ranks();
    void exposed_communication_is_shared_out();
    void work_of_multiplications();
    void kernels_are_called_by_their_function();
    void two_ranks();
    void ranks_without_matrices();
    void sensors_by_time();
    void sensors_by_time_of_a_long_log();
    void sensors_of_several_nodes();
    void sensors_of_a_log();
    void exact_on_recorded_traces_data();
    void exact_on_recorded_traces();
};

void TestTraceAnalysis::idle_until_the_launch() {
    // The device is dry from 100 to 200. The launch is at 195: 5 are its own, 95
    // the host's, of which it waits for a batch for 30, and allocates for 10.
    Made made;
    made.kernel(0, 10, 100).kernel(195, 200, 300);
    QCOMPARE(idle_text(*made.lanes(), 10, 300), std::string("host 100"));
    Made loaded;
    loaded.kernel(0, 10, 100)
        .host(LaneCategory::dataloader, "enumerate(DataLoader)", 120, 30)
        .host(LaneCategory::allocation, "cudaMalloc", 145,
              15) // 5 of them in the loader's time
        .kernel(195, 200, 300);
    QCOMPARE(idle_text(*loaded.lanes(), 10, 300), std::string("host 60, input 25, allocation 15"));
    // It waited for the device until 110 and launched soon after: all of that
    // follows from waiting.
    Made waited;
    waited.kernel(0, 10, 100)
        .host(LaneCategory::synchronise, "cudaStreamSynchronize", 20, 90)
        .kernel(195, 200, 300);
    QCOMPARE(idle_text(*waited.lanes(), 10, 300), std::string("host 5, synchronise 95"));
    // 500 µs after it had waited, the launch is late by itself.
    Made later;
    later.kernel(0, 10, 100)
        .host(LaneCategory::synchronise, "cudaStreamSynchronize", 20, 90)
        .kernel(610, 615, 700);
    QCOMPARE(idle_text(*later.lanes(), 10, 700), std::string("host 505, synchronise 10"));
    // Memory that another thread frees holds up the launch; a batch that another thread waits for does not.
    Made other;
    other.kernel(0, 10, 100)
        .on_thread("1/2")
        .host(LaneCategory::allocation, "cudaFree", 120, 50)
        .host(LaneCategory::dataloader, "enumerate(DataLoader)", 172, 10)
        .on_thread("1/1")
        .kernel(195, 200, 300);
    QCOMPARE(idle_text(*other.lanes(), 10, 300), std::string("host 50, allocation 50"));
    // Without a record of the launch.
    Made unknown;
    unknown.kernel(0, 10, 100).device(LaneCategory::compute, "kernel", 200, 300);
    QCOMPARE(idle_text(*unknown.lanes(), 10, 300), std::string("unknown 100"));
}

void TestTraceAnalysis::idle_behind_the_launch() {
    // Queued before the device ran dry at 100: 10 µs are the device's, the rest
    // waits for something.
    Made queued;
    queued.kernel(0, 10, 100).kernel(50, 104, 200).kernel(60, 250, 300);
    QCOMPARE(idle_text(*queued.lanes(), 10, 300), std::string("between_kernels 14, dependency 40"));
    // Launched at 110: 20 are the launch's own.
    Made slow;
    slow.kernel(0, 10, 100).kernel(110, 180, 200);
    QCOMPARE(idle_text(*slow.lanes(), 10, 200), std::string("host 30, dependency 50"));
    // Another stream is busy in the gap: it is none. What begins within it ends
    // none either.
    Made beside;
    beside.kernel(0, 10, 100).device(LaneCategory::memory, "copy", 90, 190, -1, 8).kernel(150, 195, 200);
    QCOMPARE(idle_text(*beside.lanes(), 10, 200), std::string("between_kernels 5"));
    // A window is cut out of it: 20 of 100.
    Made made;
    made.kernel(0, 10, 100).kernel(195, 200, 300);
    const auto lanes = made.lanes();
    const IdleTimes idle(*lanes, {10 * us, 300 * us});
    QCOMPARE(idle.within({180 * us, 250 * us})[static_cast<size_t>(IdleCause::host)], 20 * us);
}

void TestTraceAnalysis::idle_time_of_all_ranks() {
    // Rank 0 has two steps of 100 ns beside a window of 900 that does not count; rank 1 has none.
    const auto window = [](int64_t ns, int64_t host, int64_t input) {
        WindowAnalysis out;
        out.window_ns = ns;
        out.idle_by_cause_ns[static_cast<size_t>(IdleCause::host)] = host;
        out.idle_by_cause_ns[static_cast<size_t>(IdleCause::input)] = input;
        return out;
    };
    TraceAnalysis analysis;
    analysis.ranks.resize(2);
    analysis.ranks[0].all = window(900, 500, 300);
    analysis.ranks[0].steps = {window(100, 10, 0), window(100, 0, 20)};
    analysis.ranks[1].all = window(200, 0, 50);
    analysis.ranks[0].longest_idle = {{{0, 8}, IdleCause::host}, {{10, 25}, IdleCause::input}};
    analysis.ranks[1].longest_idle = {{{0, 40}, IdleCause::input}};
    const IdleSummary idle = idle_summary(analysis);
    QCOMPARE(idle.window_ns, int64_t(400));
    QCOMPARE(idle.idle_ns, int64_t(80));
    QCOMPARE(idle.share(), 0.2);
    QCOMPARE(idle.causes.size(), size_t(2));
    QVERIFY(idle.causes[0].cause == IdleCause::input && idle.causes[1].cause == IdleCause::host);
    QCOMPARE(idle.causes[0].ns, int64_t(70));
    QCOMPARE(idle.causes[0].share, 0.875);       // 70 ÷ 80
    QCOMPARE(idle.causes[0].of_all_time, 0.175); // 70 ÷ 400
    QCOMPARE(idle.causes[0].longest[0].ns, int64_t(40));
    QCOMPARE(idle.causes[0].longest[0].rank, size_t(1));
    QCOMPARE(idle.causes[0].longest[1].ns, int64_t(15));
    QVERIFY(idle_summary(TraceAnalysis()).causes.empty());
    // What the host left idle, 500 ns of the whole windows, is named after small kernels where most of it
    // lies in short gaps.
    analysis.ranks[0].short_gaps_ns = 200;
    QCOMPARE(label_of(idle_summary(analysis).causes[1]), std::string("the host launched late"));
    analysis.ranks[0].short_gaps_ns = 300;
    const IdleSummary in_gaps = idle_summary(analysis);
    QCOMPARE(label_of(in_gaps.causes[1]), std::string("the host launched late: small kernels"));
    QCOMPARE(label_of(in_gaps.causes[0]), std::string(label_of(IdleCause::input)));
}

void TestTraceAnalysis::exposed_communication_is_shared_out() {
    // Computation 0–100; all-reduces 50–200 and, on another stream, 150–300. The
    // first waits for 80, the second for 100.
    Made made;
    made.device(LaneCategory::compute, "gemm", 0, 100);
    made.device(LaneCategory::communication, "nccl 1", 50, 200, -1, 20)
        .device(LaneCategory::communication, "nccl 2", 150, 300, -1, 21);
    const auto lanes = made.lanes();
    const ExposedCommunication out = exposed_communication(*lanes, {80 * us, 100 * us});
    QCOMPARE(out.exposed.measure(), 200 * us); // 100–300
    // Transfers: 130–200 and 250–300; both wait, or only the one that is there,
    // in 100–130 and 200–250.
    QCOMPARE(out.waiting.measure(), 80 * us);
    QVERIFY((out.by_collective == std::vector<int64_t>{100 * us, 100 * us})); // 100–200, 200–300
    QVERIFY((out.waited_by_collective == std::vector<int64_t>{30 * us, 50 * us}));
}

void TestTraceAnalysis::work_of_multiplications() {
    const auto work = [](const char* op, const char* dims) {
        return gemm_work(op, dims, "[\"c10::BFloat16\",\"c10::BFloat16\",\"c10::BFloat16\"]");
    };
    // 2 · 64 · 128 · 256 FLOPs; 2 bytes of (64 · 128 + 128 · 256 + 64 · 256)
    // numbers.
    const auto mm = work("aten::mm", "[[64, 128], [128, 256]]");
    QVERIFY(mm);
    QCOMPARE(mm->flops, 4194304.0);
    QCOMPARE(mm->bytes, 114688.0);
    QCOMPARE(work("aten::addmm", "[[256], [64, 128], [128, 256], [], []]")->flops, 4194304.0);
    QCOMPARE(work("aten::linear", "[[4, 16, 128], [256, 128], [256]]")->flops, 4194304.0);
    QCOMPARE(work("aten::bmm", "[[3, 64, 128], [3, 128, 256]]")->flops, 3 * 4194304.0);
    QVERIFY(!work("aten::mm", "[[64, 128], [127, 256]]")); // they do not fit
    QVERIFY(!work("aten::mm", "[[64, 128]]"));
    QVERIFY(!work("aten::mm", "no JSON"));
    QVERIFY(!work("aten::mm", "[[64, -128], [-128, 256]]") ||
            work("aten::mm", "[[64, -128], [-128, 256]]")->flops > 0);
    QVERIFY(!work("aten::add", "[[64, 128], [128, 256]]"));
}

void TestTraceAnalysis::kernels_are_called_by_their_function() {
    QCOMPARE(bare_kernel_name("void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<128>, true>(flash::P)"),
             std::string("flash_fwd_kernel"));
    QCOMPARE(bare_kernel_name("void at::native::(anonymous namespace)::norm_kernel<float>(int, T2 *)"),
             std::string("norm_kernel"));
    QCOMPARE(bare_kernel_name("void at::native::<unnamed>::norm_kernel(int)"), std::string("norm_kernel"));
    QCOMPARE(bare_kernel_name("nvjet_tst_192x192_64x4_2x1_v_bz_coopB_bias_TNN"),
             std::string("nvjet_tst_192x192_64x4_2x1_v_bz_coopB_bias_TNN"));
    QCOMPARE(bare_kernel_name("<odd>"), std::string("<odd>"));
    QCOMPARE(bare_kernel_name(""), std::string());
}

void TestTraceAnalysis::two_ranks() {
    // Rank 1 computes for 200 µs, rank 0 for 100, then both reduce: rank 0 waits
    // for 100 of its 150.
    const auto rank = [](int number, int64_t computes) {
        Made made;
        made.device(LaneCategory::compute, "gemm", 0, computes)
            .device(LaneCategory::communication, "nccl", computes, 250, -1, 20);
        TraceRank out;
        out.rank = number;
        out.world_size = 2;
        out.times.emplace();
        out.times->window_ns = 250 * us;
        TraceCollective collective;
        collective.id = "0:1";
        collective.kind = "all_reduce";
        collective.bytes = 50'000'000;
        collective.group_size = 2;
        collective.start_ns = computes * us;
        collective.duration_ns = (250 - computes) * us;
        out.collectives.push_back(collective);
        out.lanes = made.lanes();
        return out;
    };
    TraceResult trace;
    trace.ranks = {rank(0, 100), rank(1, 200)};
    const TraceAnalysis analysis = analyse(trace);
    QCOMPARE(analysis.ranks.size(), size_t{2});
    QCOMPARE(analysis.ranks[0].all.waiting_ns, 100 * us);
    QCOMPARE(analysis.ranks[0].all.transfer_ns, 50 * us);
    QCOMPARE(analysis.ranks[0].waiting_caused_ns, int64_t{0});
    QCOMPARE(analysis.ranks[1].all.waiting_ns, int64_t{0});
    QCOMPARE(analysis.ranks[1].waiting_caused_ns, 100 * us);
    // The lower median of two is the quicker one.
    QCOMPARE(*analysis.ranks[1].compute_factor, 2.0);
    QCOMPARE(analysis.ranks[1].slow_kernels_ns, 100 * us);
    QCOMPARE(analysis.collectives.size(), size_t{1});
    const CollectiveClass& reduced = analysis.collectives[0];
    QCOMPARE(reduced.count, int64_t{2});
    QCOMPARE(reduced.exposed_ns, 200 * us);
    QCOMPARE(reduced.latency_ns, 50 * us);
    QCOMPARE(*reduced.bus_bytes_per_s, 1e12); // 50 MB in 50 µs, × 2 (2 − 1) ÷ 2
    QVERIFY(reduced.without_waiting);
    // Beside what rank 0 waits both transfer for 50 µs.
    QCOMPARE(waiting_text(analysis.collectives),
             std::string("50 % of the exposed communication waits for a later rank: transfers take 100 µs of "
                         "200 µs, summed over all ranks"));
    RunHeadline headline;
    headline.where = "where";
    headline.more = "more";
    add_communication(headline, trace, analysis);
    QCOMPARE(headline.told(), "where; " + waiting_text(analysis.collectives) + "; more");
    // What one rank alone recorded tells nothing of waiting.
    CollectiveClass alone = reduced;
    alone.without_waiting = false;
    QCOMPARE(waiting_text({alone}), std::string());
    QVERIFY(waiting_text({alone, reduced})
                .starts_with("50 % of the exposed communication that several ranks recorded waits for "));
    const KernelClass& gemm = analysis.kernels.at(0);
    QCOMPARE(gemm.name, std::string("gemm"));
    QCOMPARE(gemm.mean_ns, 150 * us);
    QCOMPARE(*gemm.slowest_rank, 1);
    QCOMPARE(*gemm.slowest_factor, 2.0);
}

void TestTraceAnalysis::ranks_without_matrices() {
    const auto rank = [](int number, int64_t first, int64_t second) {
        Made made;
        made.device(LaneCategory::compute, "softmax", 0, first)
            .device(LaneCategory::compute, "dropout", first, second);
        TraceRank out;
        out.rank = number;
        out.world_size = 2;
        out.times.emplace().window_ns = second * us;
        out.lanes = made.lanes();
        return out;
    };
    TraceResult trace;
    trace.ranks = {rank(0, 100, 200), rank(1, 150, 250)};
    const TraceAnalysis analysis = analyse(trace);
    QCOMPARE(analysis.ranks[1].compute_factor, std::optional(1.25)); // (150 + 100) ÷ (100 + 100)
    for (const RankAnalysis& each : analysis.ranks) QVERIFY(!each.matrix_factor);
    // Kernels that take no time that is recorded compare nothing.
    trace.ranks = {rank(0, 0, 0), rank(1, 0, 0)};
    for (const RankAnalysis& each : analyse(trace).ranks) QVERIFY(!each.compute_factor);
}

void TestTraceAnalysis::sensors_by_time() {
    // A trace of three seconds, ten after its clock began; the log is two hours east of it and reads every
    // second.
    constexpr double epoch = 1.7e9, zone = 7200;
    TraceResult trace;
    TraceRank& rank = trace.ranks.emplace_back();
    rank.device = 1;
    rank.clock_base_ns = 1'700'000'000'000'000'000;
    rank.start_ns = 10'000'000'000;
    rank.times.emplace();
    rank.times->window_ns = 3'000'000'000;
    LoggedSensors& sensor = trace.files.emplace_back().sensors.emplace_back();
    sensor.name = "1";
    sensor.mean_clock_mhz = 1900;
    for (int second = 0; second < 60; ++second) {
        const bool is_traced = second >= 10 && second < 13;
        sensor.readings.push_back(
            {epoch + zone + second, is_traced ? 1320.0F : 1980.0F, 500, is_traced ? 90.0F : 70.0F});
    }
    const RankSensors joined = sensors_by_rank(trace).at(0);
    QVERIFY(joined.by_time);
    QCOMPARE(*joined.clock_mhz, (3 * 1320.0 + 2 * 1980.0) / 5); // with one reading before and one behind
    QCOMPARE(*joined.least_clock_mhz, 1320.0);
    QCOMPARE(*joined.temperature_c, 90.0);
    QCOMPARE(*joined.power_w, 500.0);
    // By a clock that counts from somewhere else: the whole log.
    rank.clock_base_ns = 0;
    QVERIFY(!sensors_by_rank(trace).at(0).by_time);
    QCOMPARE(*sensors_by_rank(trace).at(0).clock_mhz, 1900.0);
    // Two sensors have that name: none is known to be its own.
    trace.files.emplace_back().sensors.push_back(trace.files.front().sensors.front());
    QVERIFY(!sensors_by_rank(trace).at(0).clock_mhz);
}

void TestTraceAnalysis::sensors_by_time_of_a_long_log() {
    // A log of an hour that starts with the trace's second: it fits by its own clock, and by clocks up to
    // three quarters of an hour away.
    constexpr int64_t epoch = 1'700'000'000;
    TraceResult trace;
    TraceRank& rank = trace.ranks.emplace_back();
    rank.device = 1;
    rank.clock_base_ns = epoch * 1'000'000'000;
    rank.start_ns = 10'000'000'000;
    rank.times.emplace().window_ns = 3'000'000'000;
    LoggedSensors& sensor = trace.files.emplace_back().sensors.emplace_back();
    sensor.name = "1";
    sensor.mean_clock_mhz = 1900;
    for (int second = 0; second < 3600; ++second)
        sensor.readings.push_back({static_cast<double>(epoch + second), 1320, 500, 70});
    const RankSensors several = sensors_by_rank(trace).at(0);
    QVERIFY(!several.by_time);
    QCOMPARE(*several.clock_mhz, 1900.0);
    // A quarter of an hour fits by its own clock alone.
    sensor.readings.resize(900);
    QVERIFY(sensors_by_rank(trace).at(0).by_time);
    QCOMPARE(*sensors_by_rank(trace).at(0).clock_mhz, 1320.0);
}

void TestTraceAnalysis::sensors_of_several_nodes() {
    TraceResult trace;
    for (const int number : {0, 8, 8}) {
        TraceRank& rank = trace.ranks.emplace_back();
        rank.rank = number;
        rank.device = 0;
        rank.times.emplace().window_ns = 1;
    }
    LoggedSensors& sensor = trace.files.emplace_back().sensors.emplace_back();
    sensor.name = "0";
    sensor.mean_clock_mhz = 1900;
    // Device 0 of two nodes: whose log it is, is not known.
    for (const RankSensors& each : sensors_by_rank(trace)) QVERIFY(!each.clock_mhz);
    // Two files of one rank are of one GPU.
    trace.ranks.erase(trace.ranks.begin());
    for (const RankSensors& each : sensors_by_rank(trace)) QCOMPARE(each.clock_mhz, std::optional(1900.0));
}

void TestTraceAnalysis::sensors_of_a_log() {
    QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& text) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) return std::string();
        file.write(text);
        return file.fileName().toStdString();
    };
    const std::string log =
        write("smi.csv", "timestamp, index, clocks.sm [MHz], power.draw [W], temperature.gpu\n"
                         "2026/11/27 08:00:00.000, 0, 1980 MHz, 600.5 W, 60\n"
                         "2026/11/27 08:00:01.500, 0, 1320 MHz, 400 W, [N/A]\n");
    QByteArray trace = "{'baseTimeNanoseconds': 1795766400000000000, 'traceEvents': ["
                       "{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':1000000,'dur':100000,"
                       "'args':{'device':0,'stream':7}}]}";
    const std::string traced = write("trace.json", trace.replace('\'', '"'));
    TraceOptions options;
    options.keep_lanes = true;
    const auto result = read_traces_with(options, {log, traced});
    QVERIFY(result);
    const auto& readings = result->files.at(0).sensors.at(0).readings;
    QCOMPARE(readings.size(), size_t{2});
    QCOMPARE(readings[1].time_s - readings[0].time_s, 1.5);
    QVERIFY(std::isnan(readings[1].temperature_c));
    QCOMPARE(result->ranks.at(0).clock_base_ns, int64_t{1'795'766'400'000'000'000}); // 2026-11-27 08:00 UTC
    const TraceAnalysis analysis = analyse(*result);
    QVERIFY(analysis.ranks.at(0).sensors.by_time);
    QCOMPARE(*analysis.ranks[0].sensors.clock_mhz, 1650.0);
    // A clock without a base has none: no number that stands further on is it.
    const std::string unbased =
        write("unbased.json", trace.replace("1795766400000000000", "null, \"date\": 2026"));
    const auto none = read_traces({unbased});
    QVERIFY(none);
    QCOMPARE(none->ranks.at(0).clock_base_ns, int64_t{0});
}

void TestTraceAnalysis::exact_on_recorded_traces_data() {
    QTest::addColumn<QString>("file");
    for (const char* file :
         {"pytorch/dlrm_8ranks", "pytorch/hta_nccl_data_r0of2_a100.json.gz",
          "pytorch/hta_alexnet_a100_1gpu.json.gz", "pytorch/tracelens_ddp_resnet18_mi300x.json.gz",
          "pytorch/hta_negqueue_r0of16_a100.json.gz",
          "pytorch/kineto_resnet50_workers0_v100.pt.trace.json.gz",
          "pytorch/tracelens_owlv2_1gpu_h100.json.gz", "nsys/h100_2gpu_1s.sqlite",
          "jax/tracelens_jax_conv_mi300_08.xplane.pb"})
        QTest::newRow(file) << file;
}

void TestTraceAnalysis::exact_on_recorded_traces() {
    if (qEnvironmentVariableIsEmpty("ROOFRACK_DATA")) QSKIP("ROOFRACK_DATA is not set: no recorded traces");
    QFETCH(QString, file);
    TraceOptions options;
    options.keep_lanes = true;
    const auto trace = read_traces_with(
        options, {(qEnvironmentVariable("ROOFRACK_DATA") + "/traces/" + file).toStdString()});
    QVERIFY(trace);
    const TraceAnalysis analysis = analyse(*trace, &Catalog::built_in());
    QVERIFY(!analysis.ranks.empty());
    const auto check = [](const WindowAnalysis& window, const TraceTimes& times) {
        QCOMPARE(window.window_ns, times.window_ns);
        QCOMPARE(window.compute_ns, times.compute_ns);
        QCOMPARE(window.exposed_mem_ns, times.exposed_mem_ns);
        QCOMPARE(window.waiting_ns + window.transfer_ns, times.exposed_comm_ns);
        QCOMPARE(window.idle_ns, times.idle_ns);
        QCOMPARE(window.compute_ns + window.exposed_mem_ns + window.waiting_ns + window.transfer_ns +
                     window.idle_ns,
                 window.window_ns);
    };
    int64_t exposed = 0, by_collective = 0, caused = 0, waiting = 0;
    for (const RankAnalysis& rank : analysis.ranks) {
        const TraceRank& read = trace->ranks[rank.place];
        check(rank.all, *read.times);
        exposed += read.times->exposed_comm_ns;
        caused += rank.waiting_caused_ns;
        waiting += rank.all.waiting_ns;
        size_t step = 0;
        for (const TraceStep& each : read.steps)
            if (each.times) check(rank.steps.at(step++), *each.times);
    }
    for (const CollectiveClass& each : analysis.collectives) by_collective += each.exposed_ns;
    QCOMPARE(by_collective, exposed);
    QCOMPARE(caused, waiting);
}

QTEST_APPLESS_MAIN(TestTraceAnalysis)
#include "test_trace_analysis.moc"
