// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/runs/mean_step.h"
#include "core/measured/runs/rank_rows.h"
#include "core/measured/runs/run_headline.h"

#include <QTest>

using namespace roofrack;

namespace {

/// A window of 10 ms.
TraceTimes ten_ms(int64_t compute_us, int64_t comm_us, int64_t mem_us = 0) {
    TraceTimes times;
    times.window_ns = 10'000'000;
    times.compute_ns = compute_us * 1000;
    times.exposed_comm_ns = comm_us * 1000;
    times.exposed_mem_ns = mem_us * 1000;
    times.idle_ns = times.window_ns - times.compute_ns - times.exposed_comm_ns - times.exposed_mem_ns;
    return times;
}

TraceRank numbered(int number, const std::vector<TraceTimes>& steps) {
    TraceRank rank;
    rank.file = "/t/rank" + std::to_string(number) + ".json";
    rank.rank = number;
    rank.device = 0;
    rank.times = steps.front();
    for (size_t i = 0; i < steps.size(); ++i)
        rank.steps.push_back({"ProfilerStep#" + std::to_string(i), steps[i]});
    return rank;
}

/// Four ranks, of which 2 is late and 0, 1, 3 are alike within a hundredth.
TraceResult four_ranks() {
    TraceResult trace;
    trace.ranks = {numbered(0, {ten_ms(6000, 3000), ten_ms(6000, 3000)}),
                   numbered(1, {ten_ms(6050, 2950), ten_ms(6000, 3000)}),
                   numbered(2, {ten_ms(8900, 100), ten_ms(9000, 0)}),
                   numbered(3, {ten_ms(6000, 3000), ten_ms(5920, 3080)})};
    trace.stragglers = {{2, 7, 9'000'000}, {0, 1, 10'000}};
    return trace;
}

bool is_near(double a, double b) { return std::abs(a - b) < 1e-12; }

} // namespace

class TestRankRows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_mean_of_rows_is_of_their_ranks() {
        // One rank of 10 ms that made others wait 8 ms, three of 6 ms that did not.
        RankRow late, others;
        late.parts.compute_s = 10e-3;
        late.wait_caused_s = 8e-3;
        late.last_in = 5;
        others.ranks = 3;
        others.parts.compute_s = 4e-3;
        others.parts.idle_s = 2e-3;
        others.last_in = 1;
        const RankRow both[] = {late, others};
        const RankRow mean = mean_of(both);
        QVERIFY(is_near(mean.parts.compute_s, 5.5e-3)); // (10 + 3 × 4) ÷ 4
        QVERIFY(is_near(mean.parts.idle_s, 1.5e-3));    // 3 × 2 ÷ 4
        QVERIFY(is_near(mean.wait_caused_s, 2e-3));     // 8 ÷ 4
        QCOMPARE(mean.ranks, size_t(4));
        QCOMPARE(mean.last_in, int64_t(6));
    }

    void who_was_late_stands_first_and_equals_are_one_row() {
        const auto rows = rank_rows(four_ranks(), false);
        QCOMPARE(rows.size(), size_t(2));
        QCOMPARE(rows[0].label, std::string("rank 2"));
        QVERIFY(is_near(rows[0].parts.compute_s, 8.95e-3)); // (8.9 + 9.0) ÷ 2
        QVERIFY(is_near(rows[0].wait_caused_s, 9e-3));
        QCOMPARE(rows[0].last_in, int64_t(7));
        QCOMPARE(rows[0].steps, size_t(2));
        QCOMPARE(rows[0].step, std::string());
        QCOMPARE(rows[1].label, std::string("ranks 0, 1, 3"));
        QCOMPARE(rows[1].ranks, size_t(3));
        QVERIFY(is_near(rows[1].parts.compute_s, (6.0 + 6.0 + 6.05 + 6.0 + 6.0 + 5.92) / 6 * 1e-3));
        QVERIFY(is_near(rows[1].parts.window_s(), 10e-3));
        QVERIFY(is_near(rows[1].wait_caused_s, 10e-6 / 3));
    }

    void each_step_is_a_row() {
        const auto rows = rank_rows(four_ranks(), true);
        QCOMPARE(rows.size(), size_t(4));
        QCOMPARE(rows[0].step, std::string("ProfilerStep#0"));
        QVERIFY(is_near(rows[0].parts.exposed_comm_s, 0.1e-3));
        QCOMPARE(rows[1].step, std::string("ProfilerStep#1"));
        QVERIFY(is_near(rows[1].parts.exposed_comm_s, 0));
        QCOMPARE(rows[3].label, std::string("ranks 0, 1, 3"));
    }

    /// More than a hundredth of the step apart, in one part of one step.
    void ranks_that_differ_stand_apart() {
        TraceResult trace = four_ranks();
        trace.ranks[3].steps[1].times = ten_ms(5880, 3120);
        QCOMPARE(rank_rows(trace, false).size(), size_t(3));
        trace = four_ranks();
        trace.ranks[1].steps[0].name = "ProfilerStep#9"; // another step is not the same one
        QCOMPARE(rank_rows(trace, false).size(), size_t(3));
        trace = four_ranks();
        trace.stragglers.push_back({1, 3, 200'000}); // 0.2 ms of 10
        QCOMPARE(rank_rows(trace, false).size(), size_t(3));
    }

    void devices_without_a_rank_have_the_name_of_their_file() {
        TraceResult trace;
        for (int device = 0; device < 2; ++device) {
            TraceRank rank = numbered(0, {ten_ms(5000, 0)});
            rank.rank.reset();
            rank.device = device;
            rank.steps.clear();
            rank.file = "/p/h100.sqlite";
            trace.ranks.push_back(rank);
        }
        auto rows = rank_rows(trace, true);
        QCOMPARE(rows.size(), size_t(1));
        QCOMPARE(rows[0].label, std::string("h100.sqlite, device 0 and 1 more alike"));
        QCOMPARE(rows[0].steps, size_t(0)); // the whole window
        trace.ranks[1].times = ten_ms(9000, 0);
        rows = rank_rows(trace, false);
        QCOMPARE(rows.size(), size_t(2));
        QCOMPARE(rows[1].label, std::string("h100.sqlite, device 1"));
        trace.ranks[1].times.reset(); // no activity: no row
        QCOMPARE(rank_rows(trace, false).size(), size_t(1));
    }

    void long_lists_of_ranks_are_told_by_their_ends() {
        TraceResult trace;
        for (const int rank : {0, 1, 2, 3, 5, 6, 8})
            trace.ranks.push_back(numbered(rank, {ten_ms(5000, 1000)}));
        const auto rows = rank_rows(trace, false);
        QCOMPARE(rows.size(), size_t(1));
        QCOMPARE(rows[0].label, std::string("ranks 0–3, 5, 6, 8"));
    }

    void the_mean_is_over_all_steps() {
        const auto mean = mean_step(four_ranks());
        QVERIFY(mean);
        QCOMPARE(mean->ranks, size_t(4));
        QCOMPARE(mean->windows, size_t(8));
        QVERIFY(mean->has_steps);
        const double compute = (6.0 + 6.0 + 6.05 + 6.0 + 8.9 + 9.0 + 6.0 + 5.92) / 8 * 1e-3;
        QVERIFY(is_near(mean->parts.compute_s, compute));
        QVERIFY(is_near(mean->parts.window_s(), 10e-3));
        TraceResult nothing;
        nothing.ranks.emplace_back();
        QVERIFY(!mean_step(nothing));
    }

    void a_headline_says_where_the_time_went_and_who_was_late() {
        const RunHeadline said = run_headline(four_ranks());
        // 53.87 ÷ 80 of the time, 18.13 ÷ 80, 8 ÷ 80.
        QCOMPARE(said.where,
                 std::string("in a step of 10 ms the GPUs compute 67 %, wait for communication 23 % "
                             "and idle 10 %"));
        QCOMPARE(said.who, std::string("rank 2 came last to 7 collectives: the others waited 9 ms for it"));
        TraceResult alone = four_ranks();
        alone.ranks.resize(1);
        alone.stragglers.clear();
        QCOMPARE(run_headline(alone).who, std::string("one rank alone does not tell who was late"));
        TraceResult even = four_ranks();
        even.stragglers = {{0, 0, 0}};
        QCOMPARE(run_headline(even).who, std::string("none of 4 ranks made the others wait"));
    }

    void a_log_tells_its_steps() {
        TraceResult trace;
        MeasuredFile file;
        file.file = "train.log";
        file.kind = MeasuredKind::training_log;
        for (int i = 1; i <= 5; ++i) {
            LoggedStep step;
            step.iteration = i;
            step.step_s = i == 1 ? 9.0 : i == 4 ? 3.0 : 2.0; // the first one warms up
            file.steps.push_back(step);
        }
        complete(file);
        trace.files.push_back(file);
        QCOMPARE(run_headline(trace).where,
                 std::string("a step takes 2 s (median of 5); the slowest, iteration "
                             "4, 3 s (1.50 times as long)"));
        trace.files[0].steps[3].step_s = 2.05;
        QCOMPARE(run_headline(trace).where,
                 std::string("a step takes 2 s (median of 5), none takes 5 % more"));
    }
};

QTEST_APPLESS_MAIN(TestRankRows)
#include "test_rank_rows.moc"
