// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts on runs made here: eight ranks of data-parallel steps, in which one thing or two are slow.
#include "core/measured/analysis/verdict/verdict.h"

#include "core/measured/analysis/verdict/found_causes.h"
#include "core/measured/lanes/lane_builder.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <random>

using namespace roofrack;

namespace {

constexpr int64_t us = 1000;

/// What is slow, and by how much.
struct Slow {
    int64_t input_us = 0;      ///< every rank's dataloader, a step
    int64_t allocation_us = 0; ///< every rank's cudaFree and cudaMalloc, a layer
    int64_t launch_us = 6;     ///< from one launch to the next
    int64_t kernel_us = 200;
    int64_t host_delay_us = 0; ///< the host of rank 3, a step
    double slow_gpu = 1;       ///< kernels of rank 5
    double throttled = 1;      ///< kernels of all ranks in the second half
    double slow_link = 1;      ///< collectives of the second of two groups
    int64_t input_of_rank_2_us = 0;
    int64_t copy_us = 0; ///< from the host, every rank's, at the start of a step
};

/// Eight ranks in two groups of four, six steps of a batch, forty kernels and four all-reduces that nothing
/// hides. Within a step the ranks of a group meet in every all-reduce, and all eight in the last one.
TraceResult run_of(const Slow& slow, unsigned seed = 7) {
    constexpr int ranks = 8, steps = 6, parts = 4, kernels = 10;
    std::mt19937_64 random(seed);
    std::normal_distribution<double> noise(1, 0.01);
    struct Rank {
        LaneBuilder builder;
        std::vector<LaneActivity> activities;
        std::vector<LaneStep> steps;
        std::vector<TraceCollective> collectives;
        int64_t host = 0, device = 0, correlation = 0; ///< ns until which they are busy
    };
    std::vector<Rank> all(ranks);
    const auto host = [](Rank& rank, LaneCategory category, const char* name, int64_t duration,
                         std::optional<int64_t> correlation = std::nullopt) {
        rank.builder.host(category, name, rank.host, duration, "1/1", correlation);
        rank.host += duration;
    };
    int64_t sequence = 0;
    const auto meet = [&](int first, int last, const std::string& group, double times, int64_t bytes) {
        ++sequence;
        int64_t latest = 0;
        std::vector<int64_t> starts;
        for (int r = first; r < last; ++r) {
            Rank& rank = all[static_cast<size_t>(r)];
            host(rank, LaneCategory::launch, "cudaLaunchKernel", 5 * us, ++rank.correlation);
            starts.push_back(std::max(rank.host, rank.device + us));
            latest = std::max(latest, starts.back());
        }
        const auto takes = static_cast<int64_t>(times * 150 * us * noise(random));
        for (int r = first; r < last; ++r) {
            Rank& rank = all[static_cast<size_t>(r)];
            const int64_t start = starts[static_cast<size_t>(r - first)], end = latest + takes;
            rank.activities.push_back(
                {start, end, rank.correlation, 20, LaneCategory::communication, "nccl"});
            TraceCollective collective;
            collective.id = fmt::format("{}:{}", group, sequence);
            collective.kind = "all_reduce";
            collective.bytes = bytes;
            collective.group_size = last - first;
            collective.group = group;
            collective.start_ns = start;
            collective.duration_ns = end - start;
            rank.collectives.push_back(collective);
            rank.device = end;
        }
    };
    for (int step = 0; step < steps; ++step) {
        for (int r = 0; r < ranks; ++r) {
            Rank& rank = all[static_cast<size_t>(r)];
            // The host reads the loss of the step before, so it cannot run ahead.
            if (rank.device > rank.host)
                host(rank, LaneCategory::synchronise, "cudaStreamSynchronize",
                     rank.device - rank.host + 3 * us);
            host(rank, LaneCategory::dataloader, "enumerate(DataLoader)#_Iter.__next__",
                 (30 + slow.input_us + (r == 2 ? slow.input_of_rank_2_us : 0)) * us);
            if (r == 3) rank.host += slow.host_delay_us * us;
            if (slow.copy_us > 0) {
                host(rank, LaneCategory::launch, "cudaMemcpyAsync", 5 * us, ++rank.correlation);
                const int64_t start = std::max(rank.host, rank.device + us);
                rank.device = start + slow.copy_us * us;
                rank.activities.push_back({start, rank.device, rank.correlation, 7, LaneCategory::memory,
                                           "Memcpy HtoD (Pageable -> Device)"});
                rank.steps.push_back({fmt::format("ProfilerStep#{}", step), start, start});
            }
        }
        for (int part = 0; part < parts; ++part) {
            for (int r = 0; r < ranks; ++r) {
                Rank& rank = all[static_cast<size_t>(r)];
                if (slow.allocation_us > 0) {
                    if (rank.device > rank.host) rank.host = rank.device; // freeing waits for the device
                    host(rank, LaneCategory::allocation, "cudaFree", slow.allocation_us * us / 2);
                    host(rank, LaneCategory::allocation, "cudaMalloc", slow.allocation_us * us / 2);
                }
                double factor = r == 5 ? slow.slow_gpu : 1;
                if (step >= steps / 2) factor *= slow.throttled;
                for (int k = 0; k < kernels; ++k) {
                    host(rank, LaneCategory::launch, "cudaLaunchKernel", slow.launch_us * us,
                         ++rank.correlation);
                    const int64_t start = std::max(rank.host, rank.device + us);
                    rank.device =
                        start + static_cast<int64_t>(factor * static_cast<double>(slow.kernel_us * us) *
                                                     noise(random));
                    rank.activities.push_back({start, rank.device, rank.correlation, 7, LaneCategory::compute,
                                               k % 2 ? "ampere_bf16_gemm_128x128" : "layer_norm"});
                    if (part == 0 && k == 0 && slow.copy_us == 0)
                        rank.steps.push_back({fmt::format("ProfilerStep#{}", step), start, start});
                }
            }
            if (part + 1 < parts) {
                meet(0, 4, "1", 1, 100'000'000);
                meet(4, 8, "2", slow.slow_link, 100'000'000);
            } else {
                meet(0, 8, "0", 1, 50'000'000);
            }
        }
    }
    TraceResult out;
    for (int r = 0; r < ranks; ++r) {
        Rank& rank = all[static_cast<size_t>(r)];
        for (size_t i = 0; i < rank.steps.size(); ++i)
            rank.steps[i].end_ns = i + 1 < rank.steps.size() ? rank.steps[i + 1].start_ns : rank.device;
        TraceRank& read = out.ranks.emplace_back();
        read.file = fmt::format("rank{}.json", r);
        read.rank = r;
        read.world_size = ranks;
        read.device = r;
        read.start_ns = rank.steps.front().start_ns;
        read.times.emplace();
        read.times->window_ns = rank.device - read.start_ns;
        read.collectives = std::move(rank.collectives);
        read.lanes = rank.builder.device(rank.activities, rank.steps);
    }
    return out;
}

TraceVerdict verdict_of(const Slow& slow, unsigned seed = 7) {
    const TraceResult trace = run_of(slow, seed);
    return verdict_on(trace, analyse(trace));
}

std::string named(const TraceVerdict& verdict) {
    std::string out(name_of(verdict.cause));
    for (const FoundCause& each : verdict.causes)
        if (verdict.cause == VerdictCause::no_single_cause)
            out += ' ' + std::string(name_of(each.cause));
        else if (each.rank)
            out += fmt::format(" {}", *each.rank);
    return out;
}

} // namespace

class TestVerdict : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void one_cause_data();
    void one_cause();
    void nothing_in_clean_runs();
    void words_and_evidence();
    void a_clock_that_is_held_down();
    void idle_without_a_fault();
    void one_cause_that_explains_too_little_is_told_by_its_measure();
    void kernels_that_come_to_run_slower();
    void phases_of_a_step_are_not_throttled();
    void nobody_is_late_where_most_ranks_are_not_known();
    void copies_are_shown_and_advised_by_their_kind();
    void different_runs_have_no_common_verdict();
    void of_nothing();
};

void TestVerdict::one_cause_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("expected");
    const char* const rows[] = {"starved_input",
                                "allocation",
                                "small_kernels",
                                "late_rank 3",
                                "slow_gpu 5",
                                "throttling",
                                "slow_link",
                                "starved_input 2",
                                "no_single_cause starved_input late_rank",
                                "no_single_cause slow_gpu starved_input",
                                "no_single_cause starved_input starved_input",
                                "copies"};
    for (int i = 0; i < static_cast<int>(std::size(rows)); ++i)
        QTest::newRow(rows[i]) << i << QString(rows[i]);
}

void TestVerdict::one_cause() {
    QFETCH(int, which);
    QFETCH(QString, expected);
    Slow slow;
    switch (which) {
    case 0: slow.input_us = 2000; break;
    case 1: slow.allocation_us = 400; break;
    case 2: slow.launch_us = 14, slow.kernel_us = 6; break;
    case 3: slow.host_delay_us = 1500; break;
    case 4: slow.slow_gpu = 1.2; break;
    case 5: slow.throttled = 1.3; break;
    case 6: slow.slow_link = 4; break;
    case 7: slow.input_of_rank_2_us = 2000; break;
    case 8: slow.input_us = 2000, slow.host_delay_us = 1500; break;
    case 9: slow.input_us = 1500, slow.slow_gpu = 1.25; break;
    case 10: slow.input_us = 2000, slow.input_of_rank_2_us = 2000; break; // all ranks', and one's alone
    case 11: slow.copy_us = 4000; break;
    default: QFAIL("no such row");
    }
    for (unsigned seed = 0; seed < 5; ++seed) {
        const TraceVerdict verdict = verdict_of(slow, seed);
        QVERIFY2(QString::fromStdString(named(verdict)) == expected,
                 (named(verdict) + ": " + verdict.sentence).c_str());
    }
}

void TestVerdict::nothing_in_clean_runs() {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const TraceVerdict verdict = verdict_of({}, seed);
        QVERIFY2(verdict.cause == VerdictCause::none, verdict.sentence.c_str());
        QVERIFY(verdict.causes.empty());
        QVERIFY2(verdict.sentence.starts_with("nothing stands out; the longest kernel, ") &&
                     verdict.sentence.ends_with(" of the time of all kernels and copies"),
                 verdict.sentence.c_str());
    }
}

void TestVerdict::words_and_evidence() {
    Slow slow;
    slow.slow_gpu = 1.2;
    const TraceVerdict verdict = verdict_of(slow);
    QVERIFY2(verdict.sentence.starts_with("rank 5 late: ") &&
                 verdict.sentence.ends_with("; its GEMMs run 20 % slower"),
             verdict.sentence.c_str());
    const FoundCause& cause = verdict.causes.at(0);
    QVERIFY(cause.explained >= 0.8 && cause.explained <= 1);
    // 1.2 times of 40 kernels of 200 µs: 1.6 ms of a step of some 10 ms; a group meets more often than all
    // do.
    QVERIFY2(cause.cost > 0.05 && cause.cost < 0.17, std::to_string(cause.cost).c_str());
    QVERIFY(!cause.to_try.empty());
    QCOMPARE(cause.evidence.size(), size_t{5});
    for (const VerdictEvidence& event : cause.evidence) {
        QCOMPARE(event.why, std::string("waits for rank 5"));
        QVERIFY(event.rank != 5);
    }
    slow = {};
    slow.input_us = 2000;
    const TraceVerdict input = verdict_of(slow);
    QVERIFY2(input.sentence.starts_with("input-bound: GPUs idle "), input.sentence.c_str());
    QCOMPARE(input.causes.at(0).evidence.at(0).why, std::string("idle before it: the host waited for input"));
    slow = {};
    slow.copy_us = 4000;
    const TraceVerdict copies = verdict_of(slow); // a step takes some 12.6 ms
    QVERIFY2(copies.sentence.starts_with("copy-bound: copies take 3"), copies.sentence.c_str());
    QVERIFY2(copies.sentence.ends_with("100 % of that Memcpy HtoD (Pageable -> Device)"),
             copies.sentence.c_str());
    QCOMPARE(copies.causes.at(0).evidence.size(), size_t{5});
    VerdictEvidence copy = copies.causes[0].evidence[0];
    QCOMPARE(copy.duration_ns, 4000 * us);
    QCOMPARE(when_text(copy), fmt::format("4 ms from {} ns", copy.start_ns));
    copy.device = 1;
    copy.rank = 3;
    QCOMPARE(whose(copy), std::string("rank 3"));
    copy.rank.reset();
    QCOMPARE(whose(copy), std::string("device 1")); // as of an Nsight database
    copy.device.reset();
    QCOMPARE(whose(copy), std::string());
}

void TestVerdict::a_clock_that_is_held_down() {
    Slow slow;
    slow.slow_gpu = 1.2;
    TraceResult trace = run_of(slow);
    MeasuredFile& log = trace.files.emplace_back();
    for (int gpu = 0; gpu < 8; ++gpu) {
        LoggedSensors& sensors = log.sensors.emplace_back();
        sensors.name = std::to_string(gpu);
        sensors.mean_clock_mhz = gpu == 5 ? 1320 : 1980;
        sensors.most_temperature_c = gpu == 5 ? 91 : 60;
    }
    const TraceVerdict verdict = verdict_on(trace, analyse(trace));
    QCOMPARE(named(verdict), std::string("throttling 5"));
    QVERIFY2(
        verdict.sentence.ends_with("its GEMMs run 20 % slower at 1320 MHz (others 1980 MHz): heat, 91 °C"),
        verdict.sentence.c_str());
    for (LoggedSensors& sensors : log.sensors) sensors.mean_clock_mhz = 1980;
    QCOMPARE(named(verdict_on(trace, analyse(trace))), std::string("slow_gpu 5"));
}

void TestVerdict::idle_without_a_fault() {
    // From 10 to 700 µs; dry from 100 to 615: 10 while the host waits for the device, 505 until it launches.
    LaneBuilder builder;
    builder.host(LaneCategory::launch, "cudaLaunchKernel", 0, 2 * us, "1/1", 1);
    builder.host(LaneCategory::synchronise, "cudaStreamSynchronize", 20 * us, 90 * us, "1/1");
    builder.host(LaneCategory::launch, "cudaLaunchKernel", 610 * us, 2 * us, "1/1", 2);
    TraceResult trace;
    TraceRank& rank = trace.ranks.emplace_back();
    rank.start_ns = 10 * us;
    rank.times.emplace().window_ns = 690 * us;
    const std::vector<LaneActivity> kernels{{10 * us, 100 * us, 1, 7, LaneCategory::compute, "kernel"},
                                            {615 * us, 700 * us, 2, 7, LaneCategory::compute, "kernel"}};
    rank.lanes = builder.device(kernels, {});
    const TraceVerdict verdict = verdict_on(trace, analyse(trace));
    // Idle 515 of 690 µs, 505 of that for the host.
    QCOMPARE(verdict.sentence,
             fmt::format("no known fault; 98 % of the idle time: {}; the longest kernel, kernel, takes "
                         "100 % of the time of all kernels and copies",
                         label_of(IdleCause::host)));
}

void TestVerdict::one_cause_that_explains_too_little_is_told_by_its_measure() {
    // Kernels of 10 µs, each launched 5 µs before it starts: six gaps of 100 µs and one of 250 µs.
    LaneBuilder builder;
    std::vector<LaneActivity> kernels;
    int64_t now = 100 * us;
    for (int i = 0; i < 8; ++i) {
        if (i > 0) now += (i == 4 ? 250 : 100) * us;
        builder.host(LaneCategory::launch, "cudaLaunchKernel", now - 5 * us, 2 * us, "1/1", i + 1);
        kernels.push_back({now, now + 10 * us, i + 1, 7, LaneCategory::compute, "kernel"});
        now += 10 * us;
    }
    TraceResult trace;
    TraceRank& rank = trace.ranks.emplace_back();
    rank.start_ns = 100 * us;
    rank.times.emplace().window_ns = now - rank.start_ns;
    rank.lanes = builder.device(kernels, {});
    const TraceVerdict verdict = verdict_on(trace, analyse(trace));
    QCOMPARE(named(verdict), std::string("no_single_cause small_kernels"));
    const FoundCause& gaps = verdict.causes.at(0);
    QVERIFY2(gaps.explained > 0.65 && gaps.explained < 0.75,
             std::to_string(gaps.explained).c_str()); // 600 of 850
    QCOMPARE(verdict.sentence,
             fmt::format("no single cause explains four fifths of the idle time on the critical path; the "
                         "largest, small kernels, makes {:.0f} % ({:.0f} % of the critical path)",
                         100 * gaps.explained, 100 * gaps.cost));
}

void TestVerdict::kernels_that_come_to_run_slower() {
    RankAnalysis analysis;
    RankSums rank;
    rank.rank = &analysis;
    rank.window = 100;
    rank.compute = 50;
    const auto found = [&](std::vector<double> speed) {
        analysis.kernel_slowdown = std::move(speed);
        return causes_of_slow_kernels({rank});
    };
    // Behind the first slice, which warms up, and without the one that has no such kernels: 1, 1.3, 1.3, 1.3.
    const auto gaps = found({2, 1, 0, 1.3, 1.3, 1.3});
    QCOMPARE(gaps.size(), size_t{1});
    QVERIFY(std::abs(gaps[0].cost - 0.5 * (1.225 - 1) / 1.225) < 1e-12);
    QVERIFY(std::abs(gaps[0].explained - 1) < 1e-12);
    // 1.2 at the start, where the quickest third is 1: of (0.2 + 0.4 + 0.4) beyond it, (0.2 + 0.2) is slower
    // than at the start.
    const auto partly = found({2, 1.2, 1, 1, 1.4, 1.4});
    QCOMPARE(partly.size(), size_t{1});
    QVERIFY2(std::abs(partly[0].explained - 0.4) < 1e-12, std::to_string(partly[0].explained).c_str());
    QCOMPARE(partly[0].of, std::string("time that kernels take beyond their quickest"));
    // What is as quick at the end as at the start is not throttled, however slow it was between.
    QVERIFY(found({1, 1, 1, 1.5, 1.5, 1, 1}).empty());
    QVERIFY(found({1, 1}).empty());
}

void TestVerdict::phases_of_a_step_are_not_throttled() {
    // Steps of 100 short products and then 72 long ones of the same kernel, all steps alike.
    const auto verdict_of_steps = [](int steps) {
        LaneBuilder builder;
        std::vector<LaneActivity> kernels;
        std::vector<LaneStep> marked;
        int64_t now = 600 * us;
        for (int step = 0; step < steps; ++step) {
            const int64_t begin = now;
            for (int k = 0; k < 172; ++k) {
                const int64_t takes = (k < 100 ? 100 : 140) * us;
                const auto number = static_cast<int64_t>(kernels.size());
                builder.host(LaneCategory::launch, "cudaLaunchKernel", begin - 500 * us + k * us / 2, us / 4,
                             "1/1", number);
                kernels.push_back(
                    {now, now + takes, number, 7, LaneCategory::compute, "sm90_xmma_gemm_bf16"});
                now += takes;
            }
            marked.push_back({fmt::format("ProfilerStep#{}", step), begin, now});
        }
        TraceResult trace;
        TraceRank& rank = trace.ranks.emplace_back();
        rank.start_ns = 600 * us;
        rank.times.emplace().window_ns = now - rank.start_ns;
        rank.lanes = builder.device(kernels, marked);
        return verdict_on(trace, analyse(trace));
    };
    for (const int steps : {0, 1, 2, 3, 6}) {
        const TraceVerdict verdict = verdict_of_steps(steps);
        QVERIFY2(verdict.cause == VerdictCause::none,
                 (fmt::format("{}: ", steps) + verdict.sentence).c_str());
    }
}

void TestVerdict::nobody_is_late_where_most_ranks_are_not_known() {
    for (const bool is_host : {true, false}) {
        Slow slow;
        (is_host ? slow.host_delay_us : slow.input_of_rank_2_us) = 2000;
        TraceResult trace = run_of(slow);
        const auto of_one_rank = [&] {
            const TraceVerdict verdict = verdict_on(trace, analyse(trace));
            return std::ranges::any_of(verdict.causes,
                                       [](const FoundCause& each) { return each.of == "lateness of ranks"; });
        };
        QVERIFY(of_one_rank());
        // Eight of 128 ranks, and the collectives are of all.
        for (TraceRank& rank : trace.ranks) {
            rank.world_size = 128;
            for (TraceCollective& each : rank.collectives) each.group_size = 128;
        }
        QVERIFY(!of_one_rank());
    }
}

void TestVerdict::copies_are_shown_and_advised_by_their_kind() {
    // Many short copies within the GPU take longer than the few long ones from the host.
    const auto verdict_of_copies = [](const char* many) {
        LaneBuilder builder;
        std::vector<LaneActivity> activities;
        int64_t now = 100 * us;
        const auto add = [&](LaneCategory category, const char* name, int64_t takes) {
            const auto number = static_cast<int64_t>(activities.size());
            builder.host(LaneCategory::launch, "cudaLaunchKernel", number * us, us / 2, "1/1", number);
            activities.push_back({now, now + takes, number, 7, category, name});
            now += takes;
        };
        for (int i = 0; i < 20; ++i) {
            add(LaneCategory::memory, many, 50 * us);
            if (i % 4 == 0) add(LaneCategory::memory, "Memcpy HtoD (Pageable -> Device)", 90 * us);
            add(LaneCategory::compute, "kernel", 100 * us);
        }
        TraceResult trace;
        TraceRank& rank = trace.ranks.emplace_back();
        rank.start_ns = 100 * us;
        rank.times.emplace().window_ns = now - rank.start_ns;
        rank.lanes = builder.device(activities, {});
        return verdict_on(trace, analyse(trace));
    };
    const auto advises = [](const TraceVerdict& verdict, const char* word) {
        return std::ranges::any_of(verdict.causes.at(0).to_try, [&](const std::string& each) {
            return each.find(word) != std::string::npos;
        });
    };
    const char* const inside = "Memcpy DtoD (Device -> Device)";
    const TraceVerdict verdict = verdict_of_copies(inside);
    QCOMPARE(named(verdict), std::string("copies"));
    QVERIFY2(verdict.sentence.ends_with(inside), verdict.sentence.c_str());
    QCOMPARE(verdict.causes.at(0).evidence.size(), size_t{5});
    for (const VerdictEvidence& each : verdict.causes[0].evidence) QCOMPARE(each.name, std::string(inside));
    QVERIFY(advises(verdict, "contiguous()"));
    QVERIFY(!advises(verdict, "pinned"));
    QVERIFY(advises(verdict_of_copies("Memcpy DtoH (Device -> Pageable)"), ".item()"));
    QVERIFY(advises(verdict_of_copies("Memset (Device)"), "zero_grad"));
    QVERIFY(advises(verdict_of_copies("Memcpy HtoD (Pageable -> Device)"), "pinned memory"));
    QVERIFY(!advises(verdict_of_copies("Memcpy HtoD (Pinned -> Device)"), "pinned memory"));
}

void TestVerdict::different_runs_have_no_common_verdict() {
    Slow slow;
    slow.input_us = 2000;
    TraceResult trace = run_of(slow);
    for (TraceRank& rank : trace.ranks) rank.gpu = rank.rank == 0 ? "H100" : "A100";
    QCOMPARE(named(verdict_on(trace, analyse(trace))), std::string("starved_input")); // one job of two kinds
    for (TraceRank& rank : trace.ranks) rank.world_size = rank.rank == 0 ? 1 : 8;
    const TraceVerdict verdict = verdict_on(trace, analyse(trace));
    QVERIFY(verdict.cause == VerdictCause::none);
    QVERIFY2(verdict.sentence.starts_with("the traces are of different runs"), verdict.sentence.c_str());
}

void TestVerdict::of_nothing() {
    const TraceResult nothing;
    const TraceVerdict verdict = verdict_on(nothing, analyse(nothing));
    QVERIFY(verdict.cause == VerdictCause::none);
    QCOMPARE(verdict.sentence, std::string("no GPU activity"));
}

QTEST_APPLESS_MAIN(TestVerdict)
#include "test_verdict.moc"
