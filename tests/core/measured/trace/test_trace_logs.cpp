// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of training programs, MLPerf, nccl-tests and sensors, each written here as its program prints it.
#include "core/measured/trace/readable_formats.h"
#include "core/measured/trace/trace.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fmt/format.h>

using namespace roofrack;

namespace {

Result<TraceResult> read_text(const char* name, const QByteArray& text) {
    QTemporaryDir folder;
    const QString path = folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return fail(name, "cannot be written");
    file.write(text);
    file.close();
    return read_traces({path.toStdString()});
}

std::string shown(const std::optional<double>& value) { return value ? fmt::format("{:.5g}", *value) : "-"; }

/// "training_log Megatron-LM 16 GPUs 300 s: 1: 150 s 13.7 samples …"
std::string shown(const Result<TraceResult>& result) {
    if (!result) return result.error().what;
    const MeasuredFile& file = result->files.at(0);
    std::string out = fmt::format("{} {} {} GPUs {} s", name_of(file.kind), file.program,
                                  file.devices ? std::to_string(*file.devices) : "-", shown(file.duration_s));
    for (const LoggedStep& step : file.steps)
        out +=
            fmt::format(" | {}: {} s, {} samples, {} tokens, {} a GPU, {} TFLOP/s, loss {}", step.iteration,
                        shown(step.step_s), shown(step.samples_per_s), shown(step.tokens_per_s),
                        shown(step.tokens_per_s_per_gpu), shown(step.tflops_per_gpu), shown(step.loss));
    for (const LoggedTransfer& t : file.transfers)
        out += fmt::format(" | {} {} ranks {} B {} s {} B/s", t.collective, t.ranks, shown(t.bytes),
                           shown(t.seconds), shown(t.bus_bytes_per_s));
    for (const LoggedSensors& s : file.sensors)
        out += fmt::format(" | {}: {} samples, {} W, {} W, {} MHz, {} MHz, {} C, {}", s.name, s.samples,
                           shown(s.mean_power_w), shown(s.most_power_w), shown(s.mean_clock_mhz),
                           shown(s.least_clock_mhz), shown(s.most_temperature_c), shown(s.mean_utilisation));
    return out;
}

} // namespace

class TestTraceLogs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void slow_steps_are_those_far_over_the_median();
    void logs_are_read_data();
    void logs_are_read();
    void what_can_be_read_is_listed();
    void what_nobody_knows_is_described_data();
    void what_nobody_knows_is_described();
    void lines_of_any_length();
    void times_that_no_step_takes_are_left_out();
    void waits_within_times_are_said();
};

void TestTraceLogs::times_that_no_step_takes_are_left_out() {
    MeasuredFile file;
    for (const double seconds : {2.0, 1e34, 0.0, -3.0, 3.0, 31 * 86400.0}) {
        LoggedStep& step = file.steps.emplace_back();
        step.step_s = seconds;
    }
    file.duration_s = 1e34;
    QCOMPARE(drop_impossible_times(file), size_t(4));
    QVERIFY(!file.duration_s);
    complete(file);
    QCOMPARE(*file.median_step_s, 3.0); // the first warms up
    QCOMPARE(drop_impossible_times(file), size_t(0));
}

void TestTraceLogs::slow_steps_are_those_far_over_the_median() {
    MeasuredFile file;
    QVERIFY(slow_steps(file).empty()); // no median
    for (const std::optional<double> seconds :
         {std::optional(9.0), {2.0}, {}, {2.0}, {2.1}, {2.11}, {2.0}, {4.0}}) {
        LoggedStep& step = file.steps.emplace_back();
        step.step_s = seconds;
    }
    complete(file);
    // The median of 2, 2, 2, 2.1, 2.11, 4.
    QCOMPARE(*file.median_step_s, 2.05);
    // Over 2.1525: 4 alone; 9 warms up.
    QCOMPARE(slow_steps(file), std::vector<size_t>{7});
    file.median_step_s = 2.0; // over 2.1
    QCOMPARE(slow_steps(file), (std::vector<size_t>{5, 7}));
}

void TestTraceLogs::logs_are_read_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    // 2 iterations of 16 × 1000 tokens in 2 s and 4 s
    QTest::newRow("megatron")
        << QByteArray("node-07: using world size: 8, data-parallel-size: 8, tensor-model-parallel size: 1\n"
                      "node-07: ------------------------ arguments ------------------------\n"
                      "node-07:   global_batch_size ............................... 16\n"
                      "node-07:   seq_length ...................................... 1000\n"
                      "\x1b[32m [2026-01-02 10:00:00] iteration        1/    10 | consumed samples:          "
                      " 16 | elapsed time per "
                      "iteration (ms): 2,000.0 | learning rate: 1.2E-07 | global batch size:    16 | lm "
                      "loss: 1.1E+01 | throughput "
                      "per GPU (TFLOP/s/GPU): 150.5 |\x1b[0m\n"
                      "node-07:  iteration        3/    10 | elapsed time per iteration (ms): 4000.0 | "
                      "global batch size:    16 | lm "
                      "loss: 1.0E+01 | samples per second: 4.0 | TFLOPs: 75.2 |\n")
        << "training_log Megatron-LM 8 GPUs 10 s | 1: 2 s, 8 samples, 8000 tokens, 1000 a GPU, 150.5 "
           "TFLOP/s, loss 11"
           " | 3: 4 s, 4 samples, 4000 tokens, 500 a GPU, 75.2 TFLOP/s, loss 10";
    QTest::newRow("nemo") << QByteArray("All distributed processes registered. Starting with 64 processes\n"
                                        "[2026-01-02 10:00:00] Training epoch 0, iteration 0/99 | lr: 1e-4 | "
                                        "global_batch_size: 128 | global_step: 0 | "
                                        "reduced_train_loss: 11.03 | train_step_timing in s: 12.5\n"
                                        "[2026-01-02 10:00:10] Training epoch 0, iteration 1/99 | "
                                        "global_batch_size: 128 | global_step: 1 | "
                                        "reduced_train_loss: 11.01 | train_step_timing in s: 10\n")
                          << "training_log NeMo 64 GPUs 10 s | 0: 12.5 s, 10.24 samples, - tokens, - a GPU, "
                             "- TFLOP/s, loss 11.03"
                             " | 1: 10 s, 12.8 samples, - tokens, - a GPU, - TFLOP/s, loss 11.01";
    QTest::newRow("torchtitan")
        << QByteArray("[rank0]:[titan] 2026-01-02 10:00:00,500 - root - INFO - Building 2-D device mesh with "
                      "['dp_shard', 'tp'], [4, "
                      "2]\n"
                      "[rank0]:[titan] 2026-01-02 10:00:01,000 - root - INFO - \x1b[31mstep:  1  "
                      "\x1b[32mloss:  8.1  \x1b[33mmemory: "
                      "30.1GiB(38.0%)  \x1b[34mtps: 1,000  \x1b[36mtflops: 50.5  \x1b[35mmfu: 5.1%\x1b[39m\n"
                      "[rank0]:[titan] 2026-01-02 10:00:21,000 - root - INFO - step: 11  loss:  7.0  memory: "
                      "30.1GiB(38.0%)  tps: "
                      "5,802  tflops: 340.2  mfu: 34.4%\n")
        << "training_log torchtitan 8 GPUs 20 s | 1: - s, - samples, 8000 tokens, 1000 a GPU, 50.5 TFLOP/s, "
           "loss 8.1"
           " | 11: 2 s, - samples, 46416 tokens, 5802 a GPU, 340.2 TFLOP/s, loss 7";
    QTest::newRow("deepspeed")
        << QByteArray(
               "[2026-01-02 10:00:00,000] [INFO] [launch.py:163:main] dist_world_size=16\n"
               "[2026-01-02 10:00:10,000] [INFO] [timer.py:260:stop] epoch=0/micro_step=80/global_step=10, "
               "RunningAvgSamplesPerSec=26.1, CurrSamplesPerSec=26.4, MemAllocated=1.0GB\n"
               "[2026-01-02 10:00:30,000] [INFO] [timer.py:260:stop] epoch=0/micro_step=160/global_step=20, "
               "RunningAvgSamplesPerSec=26.1, CurrSamplesPerSec=26.0, MemAllocated=1.0GB\n")
        << "training_log DeepSpeed 16 GPUs 20 s | 10: - s, 26.4 samples, - tokens, - a GPU, - TFLOP/s, loss -"
           " | 20: 2 s, 26 samples, - tokens, - a GPU, - TFLOP/s, loss -";
    QTest::newRow("composer")
        << QByteArray("n_gpus: 8\nglobal_train_batch_size: 256\nmax_seq_len: 2048\n[batch=1/4800]:\n\t Train "
                      "time/batch: 0\n\t Train loss/train/total: 11.5\n[batch=2/4800]:\n\t Train "
                      "throughput/batches_per_sec: 0.5\n\t Train throughput/tokens_per_sec: "
                      "262144\n\t Train throughput/device/flops_per_sec: 2e14\n")
        << "training_log MosaicML Composer 8 GPUs 2 s | 1: - s, - samples, - tokens, - a GPU, - TFLOP/s, "
           "loss 11.5"
           " | 2: 2 s, 128 samples, 2.6214e+05 tokens, 32768 a GPU, 200 TFLOP/s, loss -";
    QTest::newRow("maxtext") << QByteArray("Num_devices: 4\ncompleted step: 0, seconds: 30.5, "
                                           "TFLOP/s/device: 10.0, Tokens/s/device: 100.0, "
                                           "total_weights: 65536, loss: 10.9\ncompleted step: 1, seconds: "
                                           "3.0, TFLOP/s/device: 180.1, Tokens/s/device: "
                                           "1200.2, total_weights: 65536, loss: 9.1\n")
                             << "training_log MaxText 4 GPUs 33.5 s | 0: 30.5 s, - samples, 400 tokens, 100 "
                                "a GPU, 10 TFLOP/s, loss 10.9"
                                " | 1: 3 s, - samples, 4800.8 tokens, 1200.2 a GPU, 180.1 TFLOP/s, loss 9.1";
    // 2 servers of 4; 100 s between start and stop
    QTest::newRow("mlperf")
        << QByteArray(
               "0: :::MLLOG {\"time_ms\": 1000, \"key\": \"submission_platform\", \"value\": \"2xNVIDIA "
               "GB200\", \"metadata\": {}}\n"
               ":::MLLOG {\"time_ms\": 1000, \"key\": \"global_batch_size\", \"value\": 32, \"metadata\": "
               "{}}\n"
               ":::MLLOG {\"time_ms\": 2000, \"key\": \"run_start\", \"value\": null, \"metadata\": {}}\n"
               ":::MLLOG {\"time_ms\": 3000, \"key\": \"tracked_stats\", \"value\": {\"train_step_time\": "
               "0.5, "
               "\"reduced_train_loss\": 3.5}, \"metadata\": {\"step\": 31.0}}\n"
               ":::MLLOG {\"time_ms\": 4000, \"key\": \"tracked_stats\", \"value\": {\"thr\n"
               ":::MLLOG {\"time_ms\": 102000, \"key\": \"run_stop\", \"value\": null, \"metadata\": {}}\n")
        << "mlperf_log MLPerf 8 GPUs 100 s | 31: 0.5 s, 64 samples, - tokens, - a GPU, - TFLOP/s, loss 3.5";
    QTest::newRow("mlperf power")
        << QByteArray(
               ":::MLLOG {\"time_ms\":1000,\"key\":\"power_reading\",\"value\": 2000, \"metadata\": \"\"}\n"
               ":::MLLOG {\"time_ms\":3000,\"key\":\"power_reading\",\"value\": 3000, \"metadata\": \"\"}\n"
               ":::MLLOG "
               "{\"time_ms\":1000,\"key\":\"power_measurement_stop\",\"value\":\"null\",\"metadata\":\"\"}\n")
        << "mlperf_log MLPerf - GPUs 2 s | node: 2 samples, 2500 W, 3000 W, - MHz, - MHz, - C, -";
    QTest::newRow("nvidia-smi with units")
        << QByteArray("timestamp, name, index, power.draw [W], clocks.current.sm [MHz], temperature.gpu, "
                      "utilization.gpu [%]\n"
                      "2026/01/02 10:00:00.500, NVIDIA H100 80GB HBM3, 0, 400.50 W, 1980 MHz, 60, 100 %\n"
                      "2026/01/02 10:00:00.500, NVIDIA H100 80GB HBM3, 1, [N/A], 1980 MHz, 61, 98 %\n"
                      "2026/01/02 10:00:02.500, NVIDIA H100 80GB HBM3, 0, 600.50 W, 1320 MHz, 80, 50 %\n")
        << "telemetry nvidia-smi 2 GPUs 2 s | 0: 2 samples, 500.5 W, 600.5 W, 1650 MHz, 1320 MHz, 80 C, 0.75"
           " | 1: 1 samples, - W, - W, 1980 MHz, 1980 MHz, 61 C, 0.98";
    QTest::newRow("nvidia-smi without index")
        << QByteArray("timestamp,power.draw\n2026/01/02 10:00:00,100\n2026/01/02 10:00:00,"
                      "200\n2026/01/02 10:00:01,300\n2026/01/02 10:00:01,400\n")
        << "telemetry nvidia-smi 2 GPUs 1 s | 0: 2 samples, 200 W, 300 W, - MHz, - MHz, - C, -"
           " | 1: 2 samples, 300 W, 400 W, - MHz, - MHz, - C, -";
    QTest::newRow("dcgm-exporter")
        << QByteArray(
               "# HELP DCGM_FI_DEV_SM_CLOCK SM clock frequency (in MHz).\n# TYPE DCGM_FI_DEV_SM_CLOCK gauge\n"
               "DCGM_FI_DEV_SM_CLOCK{gpu=\"0\", UUID=\"GPU-1\"} 1980\n"
               "DCGM_FI_DEV_POWER_USAGE{gpu=\"0\", UUID=\"GPU-1\"} 512.5\n"
               "DCGM_FI_DEV_GPU_TEMP{gpu=\"1\", UUID=\"GPU-2\"} 9223372036854775794\n"
               "DCGM_FI_DEV_GPU_UTIL{gpu=\"1\", UUID=\"GPU-2\"} 50\n")
        << "telemetry dcgm-exporter 2 GPUs - s | 0: 1 samples, 512.5 W, 512.5 W, 1980 MHz, 1980 MHz, - C, -"
           " | 1: 1 samples, - W, - W, - MHz, - MHz, - C, 0.5";
    // Tags inside of lines; two ranks are told by the list, then a second run of a collective no project has.
    QTest::newRow("nccl-tests")
        << QByteArray(
               "[0] # nThread 1 nGpus 1\n[0] # Collective test starting: all_reduce_perf\n[0] #  Rank  0 "
               "Group  0 Pid 1 on n1 "
               "device  0 [0x9a] NVIDIA H100\n[0] #  Rank  1 Group  0 Pid 2 on n2 device  0 [0x9a] NVIDIA "
               "H100\n"
               "[0] # size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n"
               "[0]  1000000  250000  float  sum  -1[0]  100.0  10.00  10.00  0[0]  100.0  10.00  10.00  0\n"
               "[0] # Collective test starting: broadcast_perf\n[0] #  Rank  0 Group  0 Pid 1 on n1 device  "
               "0 [0x9a] NVIDIA "
               "H100\n[0]  2000000  500000  float  none  0  100.0  20.00  20.00  0  100.0  20.00  20.00  0\n")
        << "nccl_tests nccl-tests 2 GPUs - s | all_reduce 2 ranks 1e+06 B 0.0001 s 1e+10 B/s"
           " | broadcast 1 ranks 2e+06 B 0.0001 s 2e+10 B/s";
    QTest::newRow("nccl-tests that failed")
        << QByteArray("# nThread 1 nGpus 8\n# Using devices\nn1: Test NCCL failure common.cu:1005 'unhandled "
                      "system error'\n")
        << "an output of nccl-tests, but it has no line of measurements: did the launch fail?";
    QTest::newRow("megatron that failed")
        << QByteArray("using world size: 8\n------ arguments ------\nCUDA out of memory\n")
        << "an output of Megatron-LM, but it tells of no iteration";
    // 4 ranks, 1 MB in 2 ms and (the median of three) 1 ms: throughput 2 × 8 Mbit ÷ time, busbw 3/4 of it;
    // the second size in 20 ms
    QTest::newRow("all_reduce_bench")
        << QByteArray(
               "ignore me 4\n0:\n duration: 0.0020 sec\n algo throughput: 8000000000.0000 bps, 8.0000 "
               "Gbps\n busbw: 6.0000  Gbps\nignore me 4\n1:\n duration: 0.0010 sec\n algo throughput: "
               "16000000000.0000 bps, 16.0000 Gbps\n busbw: 12.0000  Gbps\n2:\n duration: 0.0010 sec\n "
               "algo throughput: 16000000000.0000 bps, 16.0000 Gbps\n busbw: 12.0000  Gbps\n3:\n "
               "duration: 0.0200 sec\n algo throughput: 8000000000.0000 bps, 8.0000 Gbps\n busbw: 6.0000 "
               " Gbps\n3:\n duration: 0.0")
        << "collectives all_reduce_bench 4 GPUs - s | all_reduce 4 ranks 1e+06 B 0.001 s 1.5e+09 B/s"
           " | all_reduce 4 ranks 1e+07 B 0.02 s 7.5e+08 B/s";
    QTest::newRow("all_reduce_bench of the ranks that NCCL counts")
        << QByteArray(
               "n1:5:7 [0] NCCL INFO comm 0x14 rank 1 nranks 2000 cudaDev 0 busId 1 - Init COMPLETE\n"
               "1:\n duration: 1.0000 sec\n algo throughput: 16000000000.0000 bps, 16.0000 Gbps\n busbw: "
               "15.9921  Gbps\n")
        << "collectives all_reduce_bench 2000 GPUs - s | all_reduce 2000 ranks 1e+09 B 1 s 1.999e+09 B/s";
    QTest::newRow("all_reduce_bench without a measurement")
        << QByteArray("python all_reduce_bench.py\n algo throughput: 1 bps, 0 Gbps\n busbw: 0  Gbps\n")
        << "an output of all_reduce_bench, but it has no measurement: did the launch fail?";
    // 1 MiB in 1 ms: 7/8 of it a millisecond on the bus
    QTest::newRow("tracelens")
        << QByteArray("Collective name,dtype,In msg nelems,Process Group Name,Group size,Full msg size "
                      "(MB),comm_latency_mean,comm_latency_median,count\n"
                      "_allgather_base,BFloat16,65536,0,8,1,1000,900,10\nallreduce,Float,4,0,8,,18.5,18,1\n"
                      "recv,Float,262144,0,2,1,1000,900,10\n_broadcast_oop,Float,262144,0,8,1,500,500,1\n")
        << "collectives TraceLens 8 GPUs - s | all_gather 8 ranks 1.0486e+06 B 0.001 s 9.175e+08 B/s"
           " | broadcast 8 ranks 1.0486e+06 B 0.0005 s 2.0972e+09 B/s";
    // the shortest mean of the ranks
    QTest::newRow("tracelens, ranks")
        << QByteArray(
               "rank,Process Group Name,Process Group Ranks,Collective name,Group size,dtype,In msg "
               "nelems,Out msg nelems,In msg size (MB)_first,Out msg size (MB)_first,dur_sum,dur_mean\n"
               "0,0,\"[0, 1]\",_reduce_scatter_base,2,Float,524288,262144,2,1,0,5000\n"
               "1,0,\"[0, 1]\",_reduce_scatter_base,2,Float,524288,262144,2,1,0,1000\n"
               "0,0,\"[0, 1]\",allreduce,2,Float,262144,262144,1,1,0,4000\n"
               "2,1,\"[2, 3]\",allreduce,2,Float,262144,262144,1,1,0,8000\n")
        << "collectives TraceLens 2 GPUs - s | reduce_scatter 2 ranks 2.0972e+06 B 0.001 s 1.0486e+09 B/s"
           " | all_reduce 2 ranks 1.0486e+06 B 0.004 s 2.6214e+08 B/s"
           " | all_reduce 2 ranks 1.0486e+06 B 0.008 s 1.3107e+08 B/s";
    QTest::newRow("pipeline stage")
        << QByteArray("{\"2\": {\"total\": 1500.0, \"fwd_start\": [0.1, 2.0], \"fwd_end\": [1, 3]}, \"1\": "
                      "{\"total\": 2500.0, "
                      "\"fwd_start\": [0.1, 2.0]}}")
        << "pipeline_timeline  1 GPUs 4 s | 1: 2.5 s, - samples, - tokens, - a GPU, - TFLOP/s, loss -"
           " | 2: 1.5 s, - samples, - tokens, - a GPU, - TFLOP/s, loss -";
    QTest::newRow("pipeline of Chrome events")
        << QByteArray("[{\"name\":\"backward-compute\",\"cat\":\"backward-compute\",\"pid\":0,\"tid\":0,"
                      "\"ts\":100.5,\"dur\":10,\"ph\":\"X\"},"
                      "{\"name\":\"forward-compute\",\"cat\":\"forward-compute\",\"pid\":1,\"tid\":0,\"ts\":"
                      "0.5,\"dur\":10,\"ph\":\"X\"}]")
        << "pipeline_timeline  2 GPUs 0.00011 s";
    QTest::newRow("another Chrome trace")
        << QByteArray(
               "{\"traceEvents\": [{\"name\":\"a\",\"pid\":0,\"tid\":0,\"ts\":1,\"dur\":10,\"ph\":\"X\"}]}")
        << "chrome_trace  - GPUs 1e-05 s";
}

void TestTraceLogs::logs_are_read() {
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    const auto result = read_text("log.txt", text);
    QCOMPARE(QString::fromStdString(shown(result)), expected);
    if (!result || result->files.at(0).program.empty()) return;
    // The list of what can be read names its program, and that it may time parts where it did.
    const MeasuredFile& file = result->files[0];
    const auto formats = readable_formats();
    const auto listed = std::ranges::find_if(
        formats, [&](const ReadableFormat& format) { return format.program == file.program; });
    QVERIFY(listed != formats.end());
    if (file.timers || !file.phases.empty()) QVERIFY(listed->tells == FormatTells::timed_log);
}

void TestTraceLogs::what_can_be_read_is_listed() {
    using enum FormatTells;
    QCOMPARE(programs_that_tell({profile}, "or"),
             std::string("PyTorch, XLA, Nsight Systems or rocprofv3")); // both formats of ROCm
    QCOMPARE(programs_that_tell({operators}, "or"), std::string("PyTorch or Chakra"));
    QCOMPARE(programs_that_tell({timed_log}, "or"), std::string("MLPerf, Megatron-LM or DeepSpeed"));
    QCOMPARE(programs_that_tell({step_log}, "and"),
             std::string("NeMo, MosaicML Composer, MaxText and torchtitan"));
    QCOMPARE(programs_that_tell({transfers, sensors}, "or"),
             std::string("nvidia-smi, dcgm-exporter, nccl-tests, all_reduce_bench or TraceLens"));
    QCOMPARE(programs_that_tell({profile, operators}, "or"),
             std::string("PyTorch, Chakra, XLA, Nsight Systems or rocprofv3")); // PyTorch once
    QCOMPARE(programs_that_tell({}, "or"), std::string());
}

void TestTraceLogs::what_nobody_knows_is_described_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("table") << QByteArray("file,test,N\na,b,1\n") << "a table with the columns file,test,N";
    QTest::newRow("yaml") << QByteArray("trial_name: ST\nrun_id: 0\n") << "YAML: trial_name: ST";
    QTest::newRow("parquet") << QByteArray("PAR1\x15\x04", 6) << "a Parquet table";
    QTest::newRow("binary") << QByteArray(100, '\x01') << "binary data";
    // A gzip file, stored as it is within another.
    QTest::newRow("packed twice") << QByteArray::fromHex(
                                         "1f8b0800000000000403010a00f5ff1f8b08000000000000038e66c39b0a000000")
                                  << "a file that was compressed twice";
    QTest::newRow("database") << QByteArray("SQLite format 3\0", 16) << "an SQLite database";
    QTest::newRow("text") << QByteArray("Dear all\n") << "text that begins with “Dear all”";
    QTest::newRow("nccl counters") << QByteArray("DCGM_FI_DEV_SM_CLOCK,  gauge, SM clock.\n")
                                   << "a table with the columns";
}

void TestTraceLogs::what_nobody_knows_is_described() {
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    const auto result = read_text("file", text);
    QVERIFY(!result);
    QVERIFY2(QString::fromStdString(result.error().what).contains("it looks like " + expected),
             result.error().what.c_str());
}

void TestTraceLogs::lines_of_any_length() {
    // A line of 3 MB and a progress bar do not hide the iteration behind them.
    const QByteArray step = " iteration 5/ 10 | elapsed time per iteration (ms): 1500.0 | lm loss: 2.5 |";
    const auto result = read_text("long.log", step + "\n" + QByteArray(3'000'000, 'x') + "\r 5 % |###   |\r" +
                                                  QByteArray(step).replace("5/", "6/"));
    QVERIFY(result);
    QCOMPARE(result->files[0].steps.size(), size_t(2));
    QCOMPARE(result->files[0].steps[1].iteration, int64_t(6));
    QCOMPARE(*result->files[0].median_step_s, 1.5);
}

void TestTraceLogs::waits_within_times_are_said() {
    const QByteArray of_ranks =
        "rank,Collective name,Group size,dtype,In msg nelems,In msg size (MB)_first,dur_mean\n"
        "0,allreduce,2,Float,262144,1,4000\n0,send,2,Float,262144,1,4000\n";
    const auto result = read_text("nccl_summary_long.csv", of_ranks);
    QVERIFY(result);
    QCOMPARE(result->warnings.size(), size_t(1));
    QCOMPARE(
        result->warnings[0].message,
        std::string("1 row without a known collective, size or time left out; times of ranks hold their "
                    "waits for each other: the shortest mean of a rank stands for each collective, which "
                    "took no longer"));
    const auto itself = read_text("nccl_summary_implicit_sync.csv",
                                  QByteArray(of_ranks)
                                      .replace("dur_mean", "comm_latency_mean")
                                      .replace("In msg size (MB)_first", "Full msg size (MB)")
                                      .replace("0,send,2,Float,262144,1,4000\n", ""));
    QVERIFY(itself && itself->warnings.empty());
    QCOMPARE(itself->files.at(0).transfers.at(0).seconds, 0.004);
}

QTEST_APPLESS_MAIN(TestTraceLogs)
#include "test_trace_logs.moc"
