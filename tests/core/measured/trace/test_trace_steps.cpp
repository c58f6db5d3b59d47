// SPDX-License-Identifier: GPL-3.0-or-later
// Windows of steps and impossible durations, in traces written here event by event; steps of XLA's profiler.
#include "core/measured/trace/trace.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

using namespace roofrack;

namespace {

/// Events of one trace; times in whole µs.
class Written {
public:
    Written& host_step(int number, int start, int duration) {
        return add(R"("cat":"user_annotation","name":"ProfilerStep#{}","pid":9,"tid":9)", number, start,
                   duration);
    }
    Written& device_step(int number, int start, int duration, int stream) {
        return add(R"("cat":"gpu_user_annotation","name":"ProfilerStep#{}","pid":0,"tid":)" +
                       std::to_string(stream),
                   number, start, duration);
    }
    Written& launch(int correlation, int start) {
        return add(
            R"("cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"args":{{"correlation":{}}})",
            correlation, start, 5);
    }
    Written& kernel(int correlation, int start, int duration, int stream = 7, const char* more = "") {
        return add(fmt::format(R"("cat":"kernel","name":"gemm","pid":0,"tid":{0},)"
                               R"("args":{{{{"device":0,"stream":{0}{1},"correlation":{{}}}}}})",
                               stream, more),
                   correlation, start, duration);
    }
    Result<TraceResult> read() const {
        QTemporaryDir folder;
        const QString path = folder.filePath("trace.json");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) return fail(path.toStdString(), "cannot be written");
        file.write(QByteArray::fromStdString("{\"traceEvents\": [\n" + m_text + "\n]}"));
        file.close();
        return read_traces({path.toStdString()});
    }

private:
    Written& add(const std::string& members, int number, int start, int duration) {
        m_text += fmt::format("{}{{\"ph\":\"X\",\"ts\":{},\"dur\":{},{}}}", m_text.empty() ? "" : ",\n",
                              start, duration, fmt::format(fmt::runtime(members), number));
        return *this;
    }
    std::string m_text;
};

/// "7: 100+30, 8: none, by launch" with windows in µs and their compute; and outside.
std::string windows_of(const Result<TraceResult>& result) {
    if (!result) return result.error().text();
    std::string out;
    const TraceRank& rank = result->ranks.at(0);
    for (const TraceStep& step : rank.steps)
        out += step.name.substr(step.name.find('#') + 1) +
               (step.times
                    ? fmt::format(": {} of {}", step.times->compute_ns / 1000, step.times->window_ns / 1000)
                    : std::string(": none")) +
               (step.bounds ? " by " + std::string(name_of(*step.bounds)) : std::string()) + ", ";
    if (rank.outside_steps)
        out += fmt::format("outside {} of {}", rank.outside_steps->compute_ns / 1000,
                           rank.outside_steps->window_ns / 1000);
    return out;
}

/// The Chrome JSON of XLA's profiler, as JAX and TensorFlow leave it.
Result<TraceResult> read_xla(const QByteArray& events) {
    QTemporaryDir folder;
    const QString path = folder.filePath("vm.trace.json");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return fail(path.toStdString(), "cannot be written");
    file.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[" + events + ",{}]}");
    file.close();
    return read_traces({path.toStdString()});
}

QByteArray xla_process(int pid, const QByteArray& name) {
    return "{\"ph\":\"M\",\"pid\":" + QByteArray::number(pid) +
           ",\"name\":\"process_name\",\"args\":{\"name\":\"" + name + "\"}},";
}

QByteArray xla_thread(int pid, int tid, const QByteArray& name) {
    return "{\"ph\":\"M\",\"pid\":" + QByteArray::number(pid) + ",\"tid\":" + QByteArray::number(tid) +
           ",\"name\":\"thread_name\",\"args\":{\"name\":\"" + name + "\"}},";
}

/// Microseconds; `hlo_op` is XLA's operator.
QByteArray xla_span(int pid, int tid, int start, int duration, const QByteArray& name,
                    const QByteArray& hlo_op = "fusion.1") {
    return "{\"ph\":\"X\",\"pid\":" + QByteArray::number(pid) + ",\"tid\":" + QByteArray::number(tid) +
           ",\"ts\":" + QByteArray::number(start) + ",\"dur\":" + QByteArray::number(duration) +
           ",\"name\":\"" + name + "\",\"args\":{\"hlo_op\":\"" + hlo_op + "\"}}";
}

} // namespace

class TestTraceSteps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_step_is_what_it_launched();
    void a_step_that_launched_nothing_has_no_times();
    void annotations_of_the_device_stand_in();
    void marks_of_the_host_are_the_last_resort();
    void marks_of_one_step_that_overlap_are_one();
    void marks_of_many_steps_are_merged_each_with_its_own();
    void much_outside_of_the_steps_is_said();
    void an_impossible_duration_is_cut_data();
    void an_impossible_duration_is_cut();
    void a_cut_copy_hides_nothing();
    void four_steps_of_jax();
    void streams_of_xla_on_two_gpus();
    void a_device_of_xla_without_streams_has_no_breakdown();
};

void TestTraceSteps::a_step_is_what_it_launched() {
    // The host is done with both steps before the device begins: windows 300–400 (gap of 20 inside) and
    // 400–470.
    Written trace;
    trace.host_step(7, 0, 100).host_step(8, 100, 100);
    trace.launch(1, 10).launch(2, 99).launch(3, 100).launch(4, 150);
    trace.kernel(1, 300, 50).kernel(2, 370, 30).kernel(3, 400, 20).kernel(4, 430, 40);
    const auto result = trace.read();
    QCOMPARE(windows_of(result),
             std::string("7: 80 of 100 by launch, 8: 60 of 70 by launch, outside 0 of 0"));
    QVERIFY(result->warnings.empty());
    // A second stream whose kernel of step 7 runs on into step 8 is cut at the border, as its window is.
    trace.launch(5, 50).kernel(5, 390, 30, 8);
    QCOMPARE(windows_of(trace.read()),
             std::string("7: 80 of 100 by launch, 8: 60 of 70 by launch, outside 0 of 0"));
}

void TestTraceSteps::a_step_that_launched_nothing_has_no_times() {
    Written trace;
    trace.host_step(1, 0, 100).host_step(2, 100, 100).host_step(3, 200, 100);
    trace.launch(1, 10).launch(2, 210).kernel(1, 300, 50).kernel(2, 370, 30);
    QCOMPARE(windows_of(trace.read()),
             std::string("1: 50 of 70 by launch, 2: none by launch, 3: 30 of 30 by launch, outside 0 of 0"));
}

void TestTraceSteps::annotations_of_the_device_stand_in() {
    // No launch is known. The annotation of one stream covers 2 µs, those of all streams together the step.
    Written trace;
    trace.host_step(1, 0, 50).host_step(2, 50, 50);
    trace.kernel(1, 100, 40).kernel(2, 150, 40);
    trace.device_step(1, 100, 2, 8).device_step(1, 110, 35, 7).device_step(2, 150, 40, 7);
    QCOMPARE(windows_of(trace.read()),
             std::string("1: 40 of 45 by device, 2: 40 of 40 by device, outside 0 of 5"));
}

void TestTraceSteps::marks_of_the_host_are_the_last_resort() {
    Written trace;
    trace.host_step(1, 0, 50).host_step(2, 50, 50).kernel(1, 10, 30).kernel(2, 60, 30);
    QCOMPARE(windows_of(trace.read()),
             std::string("1: 30 of 50 by host, 2: 30 of 50 by host, outside 0 of 0"));
}

void TestTraceSteps::marks_of_one_step_that_overlap_are_one() {
    // Step 1 is marked by two threads, with a mark of step 2 between them in the file and in time; what bears
    // its name after it has ended is a step of its own, and so is what begins as it ends.
    Written trace;
    trace.host_step(1, 60, 40).host_step(2, 40, 100).host_step(1, 0, 70).host_step(1, 100, 20);
    trace.host_step(1, 300, 10).kernel(1, 10, 80);
    QCOMPARE(
        windows_of(trace.read()),
        std::string("1: 80 of 100 by host, 2: 50 of 100 by host, 1: 0 of 20 by host, 1: 0 of 10 by host, "
                    "outside 0 of 0"));
}

void TestTraceSteps::marks_of_many_steps_are_merged_each_with_its_own() {
    constexpr int many = 5000;
    Written trace;
    for (int step = 0; step < many; ++step) trace.host_step(step, step, 10);
    for (int step = many - 1; step >= 0; --step) trace.host_step(step, step + 5, 10);
    trace.kernel(1, 0, 1);
    const auto result = trace.read();
    QVERIFY(result);
    const std::vector<TraceStep>& steps = result->ranks.at(0).steps;
    QCOMPARE(steps.size(), size_t(many));
    for (size_t step = 0; step < steps.size(); ++step) {
        QCOMPARE(steps[step].name, fmt::format("ProfilerStep#{}", step));
        QCOMPARE(steps[step].times->window_ns, int64_t(15'000));
    }
}

void TestTraceSteps::much_outside_of_the_steps_is_said() {
    Written trace;
    trace.host_step(1, 0, 50).launch(1, 10).kernel(1, 100, 90).kernel(2, 200, 10);
    QVERIFY(trace.read()->warnings.empty()); // 10 of 100
    trace.kernel(3, 300, 5);
    const auto result = trace.read();
    QCOMPARE(result->warnings.size(), size_t(1));
    QVERIFY2(result->warnings[0].message.starts_with("14 % of what the device did lies outside"),
             result->warnings[0].message.c_str());
}

void TestTraceSteps::an_impossible_duration_is_cut_data() {
    QTest::addColumn<int>("later"); ///< activities whose starts are reached over
    QTest::addColumn<int>("stream");
    QTest::addColumn<QString>("graph"); ///< args of each
    QTest::addColumn<bool>("cut");
    QTest::newRow("over two") << 2 << 7 << "" << false;
    QTest::newRow("over three") << 3 << 7 << "" << true;
    QTest::newRow("over many") << 69 << 7 << "" << true;
    QTest::newRow("of another stream") << 69 << 8 << "" << false;
    QTest::newRow("nodes of a graph") << 69 << 7 << ",\"graph node id\":4" << false;
    QTest::newRow("no nodes of a graph") << 69 << 7 << ",\"graph node id\":0" << true;
}

void TestTraceSteps::an_impossible_duration_is_cut() {
    QFETCH(int, later);
    QFETCH(int, stream);
    QFETCH(QString, graph);
    QFETCH(bool, cut);
    Written trace;
    trace.kernel(1, 0, 5000, 7);
    for (int i = 0; i < later; ++i) trace.kernel(2 + i, 10 + 20 * i, 10, stream, graph.toUtf8().constData());
    const auto result = trace.read();
    QVERIFY(result);
    const TraceTimes& times = *result->ranks[0].times;
    QCOMPARE(times.device_events, int64_t(later) + 1);
    QCOMPARE(times.compute_ns / 1000, int64_t(cut ? 10 + 10 * later : 5000));
    QCOMPARE(times.window_ns / 1000, int64_t(cut ? 20 * later : 5000));
    QCOMPARE(result->warnings.size(), size_t(cut ? 1 : 0));
    if (cut)
        QCOMPARE(
            result->warnings[0].message,
            fmt::format("gemm of 5 ms reaches over the starts of {} later activities of its stream, which "
                        "works in order: cut to 10 µs",
                        later));
}

void TestTraceSteps::a_cut_copy_hides_nothing() {
    // Two impossible ones, one over the other: each is cut at the first start behind its own.
    Written trace;
    trace.kernel(1, 0, 900).kernel(2, 10, 800);
    for (int i = 0; i < 5; ++i) trace.kernel(3 + i, 30 + 20 * i, 10);
    const auto result = trace.read();
    QCOMPARE(result->warnings.size(), size_t(2));
    QCOMPARE(result->ranks[0].times->compute_ns, int64_t(80000)); // 10 + 20 + 5 × 10
    QCOMPARE(result->ranks[0].times->window_ns, int64_t(120000));
}

/// The expected times are those of the events as added up apart from this program.
void TestTraceSteps::four_steps_of_jax() {
    const auto result =
        read_traces({std::string(ROOFRACK_SOURCE_DIR "/tests/data/measured/traces/jax.trace.json.gz")});
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QVERIFY2(result->warnings.empty(), result->warnings.empty() ? "" : result->warnings[0].message.c_str());
    const MeasuredFile& file = result->files.at(0);
    QCOMPARE(file.kind, MeasuredKind::xplane);
    QCOMPARE(file.devices.value_or(0), 1);
    QCOMPARE(file.duration_s.value_or(0), 0.029225825);
    QCOMPARE(result->ranks.size(), size_t(1));
    const TraceRank& rank = result->ranks[0];
    QCOMPARE(rank.device.value_or(-1), 0);
    QVERIFY(rank.times);
    QCOMPARE(rank.times->device_events, int64_t(172));
    QCOMPARE(rank.times->window_ns, int64_t(29'225'825));
    QCOMPARE(rank.times->compute_ns, int64_t(25'279'392));
    QCOMPARE(rank.times->mem_ns, int64_t(37'154));
    QCOMPARE(rank.times->idle_ns, int64_t(3'909'279));
    struct Expected {
        const char* name;
        int64_t window, compute, idle;
    };
    const std::vector<Expected> expected{{"train 0", 7'625'926, 6'310'063, 1'306'358},
                                         {"train 1", 7'725'285, 6'316'113, 1'400'116},
                                         {"train 2", 7'495'814, 6'324'654, 1'161'815},
                                         {"train 3", 6'378'800, 6'328'562, 40'990}};
    QCOMPARE(rank.steps.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
        const TraceStep& step = rank.steps[i];
        QCOMPARE(step.name, std::string(expected[i].name));
        QVERIFY(step.bounds == StepBounds::launch && step.times);
        QCOMPARE(step.times->window_ns, expected[i].window);
        QCOMPARE(step.times->compute_ns, expected[i].compute);
        QCOMPARE(step.times->idle_ns, expected[i].idle);
    }
}

void TestTraceSteps::streams_of_xla_on_two_gpus() {
    // GPU 1: 10 µs of computation, 6 of them beside an all-reduce of 10, then a copy of 5; GPU 0 less. The
    // lane of modules covers all of it and does not count.
    const auto result = read_xla(
        xla_process(1, "/device:GPU:0") + xla_process(2, "/device:GPU:1") + xla_process(701, "/host:CPU") +
        xla_thread(1, 14, "Stream #14(Compute)") + xla_thread(2, 14, "Stream #14(Compute)") +
        xla_thread(2, 15, "Stream #15(Compute,MemcpyD2D)") + xla_thread(2, 16, "XLA Modules") +
        xla_span(2, 16, 0, 1000, "jit_step") + "," + xla_span(1, 14, 100, 7, "fusion") + "," +
        xla_span(2, 14, 100, 10, "fusion") + "," +
        xla_span(2, 15, 104, 10, "AllReduceKernel", "all-reduce-start.1") + "," +
        xla_span(2, 15, 120, 5, "MemcpyD2D", "copy"));
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QCOMPARE(result->files.at(0).devices.value_or(0), 2);
    QCOMPARE(result->ranks.size(), size_t(2));
    QCOMPARE(result->ranks[0].device.value_or(-1), 0);
    QCOMPARE(result->ranks[0].times->compute_ns, int64_t(7'000));
    const TraceTimes& times = *result->ranks[1].times;
    QCOMPARE(times.window_ns, int64_t(25'000));
    QCOMPARE(times.compute_ns, int64_t(10'000));
    QCOMPARE(times.comm_ns, int64_t(10'000));
    QCOMPARE(times.exposed_comm_ns, int64_t(4'000));
    QCOMPARE(times.mem_ns, int64_t(5'000));
    QCOMPARE(times.idle_ns, int64_t(6'000));
}

void TestTraceSteps::a_device_of_xla_without_streams_has_no_breakdown() {
    const auto result = read_xla(
        xla_process(3, "/device:TPU:0") + xla_process(4, "/device:TPU:1") + xla_thread(3, 1, "XLA Ops") +
        xla_thread(4, 1, "XLA Ops") + xla_span(3, 1, 100, 50, "while.1") + "," +
        xla_span(3, 1, 110, 20, "all-reduce.1") + "," + xla_span(4, 1, 100, 60, "while.1"));
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QCOMPARE(result->files.at(0).kind, MeasuredKind::xplane);
    QCOMPARE(result->files.at(0).devices.value_or(0), 2);
    QCOMPARE(result->files.at(0).duration_s.value_or(0), 60e-6);
    QVERIFY(!result->ranks.at(0).times);
}

QTEST_APPLESS_MAIN(TestTraceSteps)
#include "test_trace_steps.moc"
