// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/trace_text.h"

#include <QTest>

#include <vector>

using namespace roofrack;

namespace {

TraceResult traced(const char* gpu, int world, bool has_times = true) {
    TraceResult out;
    for (int rank = 0; rank < 2; ++rank) {
        TraceRank each;
        each.file = "run/timeline-7.json.gz";
        each.rank = rank;
        if (world > 0) each.world_size = world;
        each.gpu = gpu;
        if (has_times) each.times = TraceTimes{};
        out.ranks.push_back(each);
    }
    return out;
}

MeasuredFile file_of(const char* program) {
    MeasuredFile out;
    out.file = std::string(program) + ".log";
    out.program = program;
    return out;
}

} // namespace

/// What is said of a trace before its table is read.
class TestTraceText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void who_was_late_is_named() {
        TraceResult trace = traced("", 2);
        QCOMPARE(straggler_text(trace), std::string());
        trace.ranks.push_back(trace.ranks.back());
        trace.stragglers = {{7, 12, 35'500'000}, {3, 2, 100'000}};
        QCOMPARE(straggler_text(trace),
                 std::string("rank 7 came last to 12 collectives: the others waited 35.5 ms for it, "
                             "summed over 2 ranks"));
        trace.ranks.pop_back();
        QCOMPARE(straggler_text(trace),
                 std::string("rank 7 came last to 12 collectives: the other waited 35.5 ms for it"));
        // Among how many it was late, and what share of their time the others waited.
        trace.ranks[0].times->window_ns = 299'000'000;
        trace.ranks[1].rank = 7;
        trace.ranks[1].times->window_ns = 1'000'000;
        trace.stragglers[0] = {7, 22, 11'400'000, 0, {}, 33};
        QCOMPARE(straggler_text(trace),
                 std::string("rank 7 came last to 22 of 33 collectives: the other waited 11.4 ms for it "
                             "(3.8 % of its time)"));
        trace.ranks.push_back(trace.ranks.front());
        trace.stragglers[0] = {7, 1, 299'000'000, 0, {}, 1};
        QCOMPARE(straggler_text(trace),
                 std::string("rank 7 came last to 1 of 1 collective: the others waited 299 ms for it, summed "
                             "over 2 ranks (50 % of their time)"));
        trace.stragglers = {{0, 0, 0}};
        QCOMPARE(straggler_text(trace), std::string());
    }

    void a_late_rank_is_not_blamed_for_who_comes_just_before_it() {
        TraceResult trace = traced("", 8);
        trace.ranks.resize(8);
        for (int i = 0; i < 8; ++i) {
            trace.ranks[static_cast<size_t>(i)].rank = i;
            trace.ranks[static_cast<size_t>(i)].steps.resize(1);
        }
        trace.stragglers = {{7, 5, 35'543'000, 1'308'000}};
        QCOMPARE(late_gain_text(trace), std::string()); // not told
        trace.stragglers[0].longest = {26'436'000, 504'000, {2, 6}, true};
        QCOMPARE(
            late_gain_text(trace),
            std::string("74 % of the wait is in the first collective of the step, where ranks 2 and 6 came "
                        "504 µs before it: the profile's start may be why; were rank 7 alone on time, "
                        "1.31 ms would be gained at most"));
        trace.ranks[7].steps.resize(3);
        QVERIFY(late_gain_text(trace).starts_with(
            "74 % of the wait is in the first collective of the profile, "));
        trace.stragglers[0].longest = {26'436'000, 0, {0, 1, 2, 3, 4}, false};
        QVERIFY(late_gain_text(trace).starts_with(
            "74 % of the wait is in one collective, where 5 ranks came at the same time; were rank 7 "));
        // Less than half of the wait: no collective stands out.
        trace.stragglers[0].longest->wait_ns = 17'771'000;
        QCOMPARE(late_gain_text(trace),
                 std::string("were rank 7 alone on time, 1.31 ms would be gained at most"));
        trace.stragglers[0].alone_ns = 0;
        QCOMPARE(late_gain_text(trace), std::string("were rank 7 alone on time, nothing would be gained"));
        trace.stragglers[0].wait_caused_ns = 0;
        QCOMPARE(late_gain_text(trace), std::string());
    }

    void a_trace_without_a_gpu_is_no_silence() {
        QCOMPARE(nothing_measured_text(traced("", 2)), std::string());
        TraceResult nothing = traced("", 2, false);
        QCOMPARE(nothing_measured_text(nothing),
                 std::string("no GPU activity in any of 2 files, timeline-7.json.gz and others"));
        nothing.ranks.pop_back();
        QCOMPARE(nothing_measured_text(nothing), std::string("no GPU activity in timeline-7.json.gz"));
        QVERIFY(nothing_measured_fix(nothing).starts_with("record the GPU's activities"));
        QCOMPARE(nothing_measured_fix(traced("", 2)), std::string());
    }

    /// No way of recording one adds times.
    void an_execution_trace_is_told_apart() {
        TraceResult trace = traced("", 2, false);
        MeasuredFile& file = trace.files.emplace_back();
        file.file = trace.ranks.front().file;
        file.kind = MeasuredKind::execution_trace;
        QCOMPARE(nothing_measured_text(trace),
                 std::string("execution traces have no times: 2 files, timeline-7.json.gz and others"));
        trace.ranks.pop_back();
        QCOMPARE(nothing_measured_text(trace),
                 std::string("an execution trace has no times: timeline-7.json.gz"));
        QVERIFY(nothing_measured_fix(trace).starts_with("give a profile"));
        trace.files.front().kind = MeasuredKind::pytorch_profile;
        QCOMPARE(nothing_measured_text(trace), std::string("no GPU activity in timeline-7.json.gz"));
    }

    void a_log_is_told_by_its_step() {
        QCOMPARE(log_text(traced("", 2)), std::string());
        TraceResult logs;
        logs.files.push_back(file_of("nvidia-smi"));
        QCOMPARE(log_text(logs), std::string("nvidia-smi"));
        MeasuredFile& training = logs.files.emplace_back(file_of("Megatron-LM"));
        training.devices = 64;
        training.median_step_s = 124;
        training.steps.resize(5);
        for (LoggedStep& step : training.steps) step.step_s = 124;
        QCOMPARE(
            log_text(logs),
            std::string("Megatron-LM, 64 GPUs, 5 steps of 124 s (median of 4: the first warms up), and 1 "
                        "more file"));
    }
};

QTEST_APPLESS_MAIN(TestTraceText)
#include "test_trace_text.moc"
