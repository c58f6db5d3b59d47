// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/compare/run_comparison.h"
#include "tests/support/planted/planted_run.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>
#include <map>

using namespace roofrack;

namespace {

/// A trace of one rank and one step: kernels by stream with their launches, in µs.
class SmallTrace {
public:
    void kernel(const std::string& op, const std::string& name, double launch_us, double start_us, double us,
                int stream = 7) {
        ++m_correlation;
        m_text +=
            fmt::format(R"(,{{"ph":"X","cat":"cpu_op","name":"{}","pid":1,"tid":1,"ts":{:.3f},"dur":3}})", op,
                        launch_us - 1);
        m_text += fmt::format(R"(,{{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,)"
                              R"("ts":{:.3f},"dur":1,"args":{{"correlation":{}}}}})",
                              launch_us, m_correlation);
        m_text +=
            fmt::format(R"(,{{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":{},"ts":{:.3f},"dur":{:.3f},)"
                        R"("args":{{"device":0,"stream":{},"correlation":{}}}}})",
                        name, stream, start_us, us, stream, m_correlation);
    }
    TraceResult read() const {
        QTemporaryDir folder;
        QFile file(folder.filePath("trace.json"));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(QByteArray::fromStdString(
            R"({"schemaVersion":1,"distributedInfo":{"rank":0,"world_size":1},"traceEvents":[)"
            R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,"dur":1000})" +
            m_text + "]}"));
        file.close();
        TraceOptions options;
        options.keep_lanes = true;
        const auto result = read_traces_with(options, {file.fileName().toStdString()});
        return result ? *result : TraceResult();
    }

private:
    std::string m_text;
    int m_correlation = 0;
};

int64_t change_of(const std::vector<ComparedPart>& parts) {
    int64_t sum = 0;
    for (const ComparedPart& part : parts) sum += part.change_ns();
    return sum;
}

int64_t time_of(const std::vector<ComparedPart>& parts, int64_t ComparedPart::*member) {
    int64_t sum = 0;
    for (const ComparedPart& part : parts) sum += part.*member;
    return sum;
}

const ComparedPart* part(const std::vector<ComparedPart>& parts, const std::string& name) {
    const auto found = std::ranges::find(parts, name, &ComparedPart::name);
    return found == parts.end() ? nullptr : &*found;
}

/// Every ns of both runs and of the difference is somewhere, once.
void check_sums(const RunComparison& runs) {
    for (const auto* computation : {&runs.operators, &runs.kernels}) {
        const auto all = [&](int64_t ComparedPart::*member) {
            return time_of(*computation, member) + time_of(runs.collectives, member) +
                   time_of(runs.copies, member) + time_of(runs.idle, member);
        };
        QCOMPARE(all(&ComparedPart::first_ns), runs.first_ns);
        QCOMPARE(all(&ComparedPart::second_ns), runs.second_ns);
        QCOMPARE(change_of(*computation) + change_of(runs.collectives) + change_of(runs.copies) +
                     change_of(runs.idle),
                 runs.change_ns());
    }
    int64_t steps = 0;
    for (const ComparedStep& step : runs.steps) steps += step.change_ns();
    QCOMPARE(steps, runs.change_ns());
    for (const auto* list : {&runs.operators, &runs.kernels, &runs.collectives, &runs.copies, &runs.idle})
        for (const ComparedPart& each : *list)
            QCOMPARE(each.matched_ns + each.only_second_ns - each.only_first_ns, each.change_ns());
}

} // namespace

class TestRunComparison : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void occurrences_are_matched_in_order();
    void a_run_and_itself();
    void a_slow_gpu_is_in_the_kernels();
    void without_a_device_there_is_nothing_to_compare();
    void other_programs_and_gpus_are_told_first();
    void recorded_pairs();
};

void TestRunComparison::occurrences_are_matched_in_order() {
    SmallTrace before, now;
    // before: two multiplications of 100 and 50 µs, a copy of 20 µs of no operator's kernel, 10 µs idle
    before.kernel("aten::mm", "gemm_a", 5, 10, 100);
    before.kernel("aten::mm", "gemm_a", 15, 110, 50);
    before.kernel("aten::relu", "relu", 160, 170, 30);
    // now: the first takes 10 µs more, the second 5 less, a third is new; no relu; an all-reduce of 60 µs
    // lies half over computation
    now.kernel("aten::mm", "gemm_b", 5, 10, 110);
    now.kernel("aten::mm", "gemm_b", 15, 120, 45);
    now.kernel("aten::mm", "gemm_b", 25, 165, 7);
    now.kernel("c10d::allreduce_", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 30, 142, 60, 20);
    const auto runs = compare_runs(before.read(), now.read());
    QVERIFY2(runs, runs ? "" : runs.error().text().c_str());
    QCOMPARE(runs->first_ns, int64_t(190'000));  // 10 … 200
    QCOMPARE(runs->second_ns, int64_t(192'000)); // 10 … 202
    check_sums(*runs);
    const ComparedPart* mm = part(runs->operators, "aten::mm");
    QVERIFY(mm);
    QCOMPARE(mm->first_count, int64_t(2));
    QCOMPARE(mm->second_count, int64_t(3));
    QCOMPARE(mm->matched_ns, int64_t(5'000)); // +10 − 5
    QCOMPARE(mm->only_second_ns, int64_t(7'000));
    const ComparedPart* relu = part(runs->operators, "aten::relu");
    QVERIFY(relu && relu->only_first_ns == 30'000 && relu->change_ns() == -30'000);
    QVERIFY(part(runs->kernels, "gemm_a") && part(runs->kernels, "gemm_a")->only_first_ns == 150'000);
    QCOMPARE(runs->collectives.size(), size_t(1));
    QCOMPARE(runs->collectives[0].change_ns(), int64_t(30'000)); // 172 … 202 lie bare
    QCOMPARE(change_of(runs->idle), int64_t(-10'000));
}

void TestRunComparison::a_run_and_itself() {
    SmallTrace trace;
    trace.kernel("aten::mm", "gemm", 5, 10, 100);
    trace.kernel("aten::mm", "gemm", 300, 310, 50);
    const TraceResult run = trace.read();
    const auto runs = compare_runs(run, run);
    QVERIFY(runs);
    check_sums(*runs);
    QCOMPARE(runs->change_ns(), int64_t(0));
    for (const auto* list : {&runs->operators, &runs->kernels, &runs->idle})
        for (const ComparedPart& each : *list) QCOMPARE(each.change_ns(), int64_t(0));
}

void TestRunComparison::a_slow_gpu_is_in_the_kernels() {
    const auto run_of = [](const test::PlantedJob& job) {
        QTemporaryDir folder;
        TraceOptions options;
        options.keep_lanes = true;
        const auto files = test::KinetoWriter(test::SimulatedJob(job)).write(folder.path());
        const auto result = read_traces_with(options, {files.begin(), files.end()});
        return result ? *result : TraceResult();
    };
    test::PlantedJob healthy = test::healthy_job(4), slow = healthy;
    QVERIFY(healthy.sharing == test::Sharing::data);
    slow.plants.push_back({test::Planted::slow_gpu, 1, 0, false, 0.5});
    const auto runs = compare_runs(run_of(healthy), run_of(slow));
    QVERIFY2(runs, runs ? "" : runs.error().text().c_str());
    check_sums(*runs);
    QCOMPARE(runs->steps.size(), static_cast<size_t>(healthy.ranks * healthy.steps));
    // one rank's kernels take half again as long; the others wait in the collectives for as long
    QVERIFY(change_of(runs->kernels) > 0);
    const double kernels = static_cast<double>(change_of(runs->kernels)) /
                           static_cast<double>(time_of(runs->kernels, &ComparedPart::first_ns));
    QVERIFY2(std::abs(kernels - 0.5 / healthy.ranks) < 0.02, std::to_string(kernels).c_str());
    QVERIFY(change_of(runs->collectives) > change_of(runs->kernels));
}

void TestRunComparison::other_programs_and_gpus_are_told_first() {
    SmallTrace first, alike, other;
    first.kernel("aten::mm", "gemm_a", 5, 10, 100);
    first.kernel("aten::relu", "relu", 160, 170, 30);
    alike.kernel("aten::mm", "gemm_b", 5, 10, 80); // another kernel, the same operator
    alike.kernel("aten::relu", "relu", 160, 170, 35);
    other.kernel("aten::bmm", "gemm_a", 5, 10, 300);
    other.kernel("aten::relu", "relu", 400, 410, 30);
    TraceResult a = first.read(), b = alike.read(), c = other.read();
    const auto same = compare_runs(a, b);
    QVERIFY(same && same->shared);
    QVERIFY(std::abs(*same->shared - 1) < 1e-12);
    QCOMPARE(difference_of(*same), std::string());
    QVERIFY(summary_of(*same).starts_with("a step takes "));
    // 60 of the 460 µs of both are in operators that both have.
    const auto apart = compare_runs(a, c);
    QVERIFY(apart && apart->shared);
    QVERIFY2(std::abs(*apart->shared - 60.0 / 460) < 1e-9, std::to_string(*apart->shared).c_str());
    QVERIFY2(summary_of(*apart).starts_with("the runs are of different programs: only 13 % of the operators' "
                                            "time stands in both; a step takes "),
             summary_of(*apart).c_str());
    a.ranks[0].gpu = "AMD Instinct MI300X";
    b.ranks[0].gpu = "NVIDIA H100 80GB HBM3";
    const auto machines = compare_runs(a, b);
    QVERIFY(machines);
    QVERIFY2(summary_of(*machines).starts_with("NVIDIA H100 80GB HBM3 against AMD Instinct MI300X; a step"),
             summary_of(*machines).c_str());
}

void TestRunComparison::without_a_device_there_is_nothing_to_compare() {
    SmallTrace trace;
    trace.kernel("aten::mm", "gemm", 5, 10, 100);
    const auto runs = compare_runs(trace.read(), TraceResult());
    QVERIFY(!runs);
    QVERIFY(runs.error().what.find("second run") != std::string::npos);
}

void TestRunComparison::recorded_pairs() {
    if (qEnvironmentVariableIsEmpty("ROOFRACK_DATA")) QSKIP("ROOFRACK_DATA is not set: no recorded traces");
    const QString traces = qEnvironmentVariable("ROOFRACK_DATA") + "/traces/";
    std::map<QString, TraceResult> read;
    const auto run_of = [&](const QString& name) -> const TraceResult& {
        const auto [at, is_new] = read.try_emplace(name);
        if (!is_new) return at->second;
        TraceOptions options;
        options.keep_lanes = true;
        if (auto result = read_traces_with(options, {(traces + name).toStdString()}))
            at->second = std::move(*result);
        return at->second;
    };
    // what the manifest says is one program: other hardware, other ranks, other versions
    std::vector<std::pair<QString, QString>> pairs{
        {"pytorch/tracelens_owlv2_1gpu_h100.json.gz", "pytorch/tracelens_owlv2_1gpu_mi300x.json.gz"},
        {"pytorch/hta_sampled_r0of128.json.gz", "pytorch/hta_sampled_r1of128.json.gz"},
        {"pytorch/hta_df_index_resolver_r1of2_v100.json.gz", "pytorch/hta_tracediff_test_r1of2_v100.json.gz"},
        {"jax/tracelens_jax_conv_mi300_legacy.xplane.pb", "jax/tracelens_jax_conv_mi300_08.xplane.pb"},
        {"nsys/h100_2gpu_1s.sqlite", "nsys/mfu_2gpu_before.sqlite"}};
    const QStringList ranks =
        QDir(traces + "pytorch/dlrm_8ranks").entryList({"*.json"}, QDir::Files, QDir::Name);
    QCOMPARE(ranks.size(), 8);
    for (qsizetype a = 0; a < ranks.size(); ++a)
        for (qsizetype b = a + 1; b < ranks.size(); ++b)
            pairs.emplace_back("pytorch/dlrm_8ranks/" + ranks[a], "pytorch/dlrm_8ranks/" + ranks[b]);
    for (const auto& [before, now] : pairs) {
        const auto runs = compare_runs(run_of(before), run_of(now));
        QVERIFY2(runs, qPrintable(before + " " + now));
        QVERIFY2(runs->first_ns > 0 && runs->second_ns > 0, qPrintable(before));
        check_sums(*runs);
        if (QTest::currentTestFailed()) QFAIL(qPrintable(before + " " + now));
    }
}

QTEST_APPLESS_MAIN(TestRunComparison)
#include "test_run_comparison.moc"
