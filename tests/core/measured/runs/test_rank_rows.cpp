// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/runs/mean_step.h"
#include "core/measured/runs/rank_rows.h"
#include "core/measured/runs/run_headline.h"
#include "core/measured/runs/run_summary.h"
#include "core/measured/runs/separate_runs.h"
#include "core/measured/trace/digest/rank_digest.h"
#include "tests/support/made_logs.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

using namespace roofrack;
using namespace roofrack::test;

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
    trace.stragglers = {{2, 7, 9'000'000, 3'000'000}, {0, 1, 10'000}};
    return trace;
}

bool is_near(double a, double b) { return std::abs(a - b) < 1e-12; }

/// The file of the shared data; a log of that name is read.
TraceResult read_shared(const char* name) {
    const QString data = qEnvironmentVariable("ROOFRACK_DATA");
    const QString path = data + QStringLiteral("/traces/logs/") + QLatin1String(name);
    if (data.isEmpty() || !QFile::exists(path)) return {};
    auto result = read_traces({path.toStdString()});
    return result ? std::move(*result) : TraceResult{};
}

} // namespace

class TestRankRows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_mean_of_rows_is_of_their_ranks() {
        // One rank of 10 ms that made others wait 8 ms, three of 6 ms that did not.
        RankRow late, others;
        late.parts.compute_s = 10e-3;
        late.wait_caused_s = 8e-3;
        late.alone_s = 1e-3;
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
        QVERIFY(is_near(mean.alone_s, 0.25e-3));
        QCOMPARE(mean.ranks, size_t(4));
        QCOMPARE(mean.last_in, int64_t(6));
    }

    void who_was_late_stands_first_and_equals_are_one_row() {
        const auto rows = rank_rows(four_ranks(), false);
        QCOMPARE(rows.size(), size_t(2));
        QCOMPARE(rows[0].label, std::string("rank 2"));
        QVERIFY(is_near(rows[0].parts.compute_s, 8.95e-3)); // (8.9 + 9.0) ÷ 2
        QVERIFY(is_near(rows[0].wait_caused_s, 9e-3));
        QVERIFY(is_near(rows[0].alone_s, 3e-3));
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

    /// Bars are lengths of time: where the clock of a rank stands makes no difference.
    void another_clock_moves_no_row() {
        QTemporaryDir folder;
        const auto read = [&](int64_t ahead_us) {
            std::vector<std::filesystem::path> paths;
            for (const char* name : {"rank0.json", "rank1.json"}) {
                QFile from(QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/traces/two_ranks/") +
                           QLatin1String(name));
                QFile to(folder.filePath(QLatin1String(name)));
                if (!from.open(QIODevice::ReadOnly) || !to.open(QIODevice::WriteOnly)) return TraceResult{};
                QString text = QString::fromUtf8(from.readAll());
                static const QRegularExpression start(QStringLiteral("\"ts\": (\\d+)"));
                if (paths.size() == 1) // the second rank
                    for (qsizetype at = 0; (at = text.indexOf(start, at)) >= 0; ++at) {
                        const QRegularExpressionMatch found = start.match(text, at);
                        const QString moved = QString::number(found.captured(1).toLongLong() + ahead_us);
                        text.replace(found.capturedStart(1), found.capturedLength(1), moved);
                    }
                to.write(text.toUtf8());
                paths.emplace_back(to.fileName().toStdString());
            }
            auto result = read_traces(paths);
            return result ? std::move(*result) : TraceResult{};
        };
        const TraceResult alike = read(0), apart = read(3'000'000);
        QCOMPARE(alike.ranks.size(), size_t(2));
        QCOMPARE(apart.ranks.size(), size_t(2));
        QCOMPARE(apart.ranks[1].start_ns - alike.ranks[1].start_ns, int64_t(3'000'000'000));
        for (const bool each_step : {false, true}) {
            const auto a = rank_rows(alike, each_step), b = rank_rows(apart, each_step);
            QVERIFY(!a.empty() && a.front().wait_caused_s > 0);
            QCOMPARE(b.size(), a.size());
            for (size_t i = 0; i < a.size(); ++i) {
                QCOMPARE(b[i].label, a[i].label);
                QVERIFY(is_near(b[i].parts.window_s(), a[i].parts.window_s()));
                QVERIFY(is_near(b[i].parts.exposed_comm_s, a[i].parts.exposed_comm_s));
                QVERIFY(is_near(b[i].parts.idle_s, a[i].parts.idle_s));
                QVERIFY(is_near(b[i].wait_caused_s, a[i].wait_caused_s));
                QCOMPARE(b[i].last_in, a[i].last_in);
            }
        }
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
        QCOMPARE(rows[0].label, std::string("h100.sqlite, devices 0, 1"));
        QCOMPARE(rows[0].steps, size_t(0)); // the whole window
        QCOMPARE(run_summary(trace), std::string("profile of 2 devices"));
        QVERIFY(all_ranks_text(trace) == "all devices");
        trace.ranks[1].file = "/p/b200.sqlite"; // the first device of another file
        trace.ranks[1].device = 0;
        QVERIFY(all_ranks_text(trace) == "all ranks");
        QCOMPARE(rank_rows(trace, true).at(0).label, std::string("h100.sqlite, device 0 and 1 more alike"));
        trace.ranks[1].file = trace.ranks[0].file;
        trace.ranks[1].device = 1;
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
        QCOMPARE(shown(said.where),
                 shown("in a step of 10 ms (mean of 8) the GPUs compute 67 %, wait for communication 23 % "
                       "and idle 10 %"));
        QCOMPARE(
            shown(said.who),
            shown("rank 2 came last to 7 collectives: the others waited 9 ms for it, summed over 3 ranks "
                  "(30 % of their time)"));
        // Mean and median are told apart where they read otherwise, in the headline and in the source line.
        TraceResult uneven = four_ranks();
        uneven.ranks[2].steps[0].times->window_ns += 8'000'000;
        uneven.ranks[2].steps[0].times->idle_ns += 8'000'000;
        QVERIFY2(run_headline(uneven).where.starts_with("in a step of 11 ms (mean of 8; median 10 ms) the "),
                 run_headline(uneven).where.c_str());
        QVERIFY2(run_summary(uneven).ends_with("2 steps each of 10 ms (median of 8; mean 11 ms)"),
                 run_summary(uneven).c_str());
        TraceResult alone = four_ranks();
        alone.ranks.resize(1);
        alone.stragglers.clear();
        QCOMPARE(shown(run_headline(alone).who), shown("one rank alone does not tell who was late"));
        TraceResult even = four_ranks();
        even.stragglers = {{0, 0, 0}};
        QCOMPARE(shown(run_headline(even).who), shown("none of 4 ranks made the others wait"));
    }

    void different_runs_have_no_common_mean() {
        TraceResult two = four_ranks();
        for (size_t i = 0; i < two.ranks.size(); ++i) {
            two.ranks[i].file = i < 2 ? "runs/a.json" : "runs/b.json";
            two.ranks[i].gpu = i < 2 ? "Tesla V100" : "NVIDIA H100";
            two.ranks[i].world_size = 4;
        }
        const std::string one = run_headline(two).where; // one job may have two kinds of GPUs
        QVERIFY2(one.starts_with("in a step of 10 ms"), one.c_str());
        for (TraceRank& rank : two.ranks) rank.world_size.reset();
        const std::string said = run_headline(two).where;
        QVERIFY2(said.starts_with("the traces are of 2 different runs"), said.c_str());
        QVERIFY2(said.find("; Tesla V100, a.json, 2 ranks: in a step of ") != std::string::npos,
                 said.c_str());
        QVERIFY2(said.find("; NVIDIA H100, b.json, 2 ranks: in a step of ") != std::string::npos,
                 said.c_str());
        for (TraceRank& rank : two.ranks) rank.gpu = "NVIDIA H100";
        QCOMPARE(run_headline(two).where, one);
        two.ranks[3].file = "runs/c.json";
        two.ranks[3].world_size = 1;
        two.ranks[0].world_size = two.ranks[1].world_size = two.ranks[2].world_size = 8;
        QVERIFY(run_headline(two).where.starts_with("the traces are of 2 different runs"));
    }

    /// Two traces of jobs of one rank each are no two ranks of one job.
    void jobs_of_one_rank_are_runs_of_their_own() {
        TraceResult two = four_ranks();
        two.ranks.resize(2);
        two.stragglers.clear();
        for (TraceRank& rank : two.ranks) {
            rank.rank = 0;
            rank.world_size = 1;
            rank.gpu = "NVIDIA H100";
        }
        const RunHeadline said = run_headline(two);
        QVERIFY2(said.where.starts_with("the traces are of 2 different runs"), said.where.c_str());
        for (const char* each : {"; NVIDIA H100, rank0.json, 1 rank: in a step of ",
                                 "; NVIDIA H100, rank1.json, 1 rank: in a step of "})
            QVERIFY2(said.where.find(each) != std::string::npos, said.where.c_str());
        QCOMPARE(said.who, std::string("one rank alone does not tell who was late"));
        QCOMPARE(said.what, std::string("profile of 2 ranks of 2 different runs"));
        QCOMPARE(separate_runs(two).size(), size_t(2));
        two.ranks[1].file = two.ranks[0].file; // devices of one file ran together
        QCOMPARE(separate_runs(two).size(), size_t(1));
        QVERIFY(run_headline(two).where.starts_with("in a step of 10 ms"));
        two.ranks[1].file = "/t/rank1.json";
        for (TraceRank& rank : two.ranks) rank.world_size = 2; // the same rank of a job, told twice
        QCOMPARE(separate_runs(two).size(), size_t(1));
    }

    /// A file is of the run of all its ranks: among many files each is held against every kind.
    void ranks_of_many_files_are_told_apart_by_kind() {
        TraceResult many;
        for (int i = 0; i < 12; ++i) {
            TraceRank& rank = many.ranks.emplace_back(numbered(i, {ten_ms(6000, 3000)}));
            rank.gpu = i % 3 == 0 ? "A100" : i % 3 == 1 ? "H100" : "";
        }
        const auto runs = separate_runs(many);
        QCOMPARE(runs.size(), size_t(2));
        QCOMPARE(runs[0].size(), size_t(8)); // with those that tell no GPU
        QCOMPARE(runs[1].size(), size_t(4));
        QCOMPARE(runs[1].front()->rank.value_or(-1), 1);
        many.ranks[1].file = many.ranks[0].file; // as a file of two kinds of GPUs is
        QCOMPARE(separate_runs(many)[0].size(), size_t(2 + 4));
    }

    /// A timeline's workers are no devices: its replay tells the steps, and nothing says that none is told.
    void a_replayed_timeline_is_told_by_its_replay() {
        StragglerStudy study;
        study.slowdown = 1.18;
        study.replayed_s = 2.18;
        TraceResult timeline;
        timeline.files.emplace_back().kind = MeasuredKind::pipeline_timeline;
        timeline.ranks.emplace_back();
        QVERIFY(run_headline(timeline).where.starts_with("its files tell neither"));
        const RunHeadline said = run_headline(timeline, {study});
        QCOMPARE(shown(said.told()), shown("a step takes 1.18 times as long as one without stragglers"));
        QVERIFY(said.who.empty());
        // Beside profiles it says whom the steps waited for.
        const RunHeadline both = run_headline(four_ranks(), {study});
        QCOMPARE(both.where, run_headline(four_ranks()).where);
        QCOMPARE(shown(both.who), shown("a step takes 1.18 times as long as one without stragglers"));
        QCOMPARE(run_headline(four_ranks(), {}).who, run_headline(four_ranks()).who);
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
        QCOMPARE(shown(run_headline(trace).told()),
                 shown("a step takes 2 s (median of 4); the slowest after the first, iteration "
                       "4, 3 s (1.50 times as long)"));
        trace.files[0].steps[3].step_s = 2.05;
        QCOMPARE(shown(run_headline(trace).told()),
                 shown("a step takes 2 s (median of 4), none but the first, 9 s, takes 5 % more"));
    }

    void timers_of_one_rank_tell_where_a_step_went() {
        // 1 s: 300 ms forward, of which 50 read the batch; 500 backward, 100 for other stages, 40 optimizer
        const std::string timers = "time (ms) | forward-compute: 300.00 | backward-compute: 500.00 | "
                                   "forward-recv: 90.00 | backward-send: 10.00 | "
                                   "optimizer-unscale-and-check-inf: 30.00 | optimizer: 40.00 | "
                                   "batch-generator: 50.00\n";
        const TraceResult trace =
            read_log("using world size: 8\ntime (ms) | model-and-optimizer-setup: 4000.00\n" +
                     iteration(1, 9000) + "time (ms) | forward-compute: 8000.00\n" + iteration(2, 1000) +
                     timers + iteration(3, 1000) + timers);
        const auto& timed = trace.files.at(0).timers;
        QVERIFY(timed);
        QCOMPARE(timed->steps, 2); // the first one warms up
        QCOMPARE(timed->step_s, 1.0);
        QCOMPARE(trace.files[0].steps[0].timers.size(), size_t(1));
        QCOMPARE(trace.files[0].steps[2].timers.size(), size_t(7));
        const auto part = std::ranges::find(timed->parts, "optimizer", &TimedPart::name);
        QVERIFY(part != timed->parts.end());
        QVERIFY(is_near(part->seconds, 0.04) && is_near(part->own_s, 0.01));
        const RunHeadline said = run_headline(trace);
        QCOMPARE(
            said.told(),
            std::string(
                "in a step of 1 s (mean of 2): backward 50 %, forward 25 %, waiting for other stages 10 %, "
                "the rest 6.0 %, reading the batch 5.0 % and optimizer 4.0 %; the run took 11 s, "
                "after 4 s of initialisation; no step but the first, 9 s, takes 5 % more than the median"));
        QCOMPARE(
            said.who,
            std::string("who was late is not told: its timers are those of one rank: a newer Megatron-LM "
                        "prints every rank's with --timing-log-option all"));
        // A digest keeps all of it.
        const auto digest = read_digest(digest_text(trace));
        QVERIFY(digest);
        TraceResult again;
        again.files = digest->files;
        QCOMPARE(run_headline(again).told(), said.told());
        QCOMPARE(digest_text(again), digest_text(trace));
    }

    void extremes_over_ranks_tell_in_what_they_differ() {
        const std::string timers =
            "(min, max) time across ranks (ms):\n"
            "    forward-backward ...............................: (880.00, 900.00)\n"
            "node-07:     all-grads-sync .................................: (20.00, 220.00)\n"
            "    optimizer ......................................: (60.00, 65.00)\n";
        const RunHeadline said =
            run_headline(read_log(iteration(1, 1000) + timers + iteration(2, 1000) + timers));
        QCOMPARE(shown(said.told()),
                 shown("in a step of 1 s, by the slowest rank of each: forward and backward "
                       "68 %, gradients between ranks 22 % and optimizer 6.5 %"));
        QCOMPARE(shown(said.who), shown("ranks differ most in all-grads-sync: 20 ms to 220 ms a step; "
                                        "--timing-log-option all also prints which rank it is"));
    }

    void timers_of_every_rank_name_who_is_late() {
        const auto step = [](int number, const std::vector<double>& forward) {
            return iteration(number, 1000) + "times across ranks (ms):\n" +
                   of_ranks("forward-compute", forward) + of_ranks("backward-compute", {400, 400, 400, 400}) +
                   of_ranks("all-grads-sync", {100, 100, 5, 100});
        };
        const std::string first = step(1, {900, 200, 200, 200}); // warms up
        const TraceResult late =
            read_log(first + step(2, {200, 200, 300, 200}) + step(3, {200, 200, 300, 200}));
        QCOMPARE(late.files.at(0).timers->by_rank.size(), size_t(4));
        QCOMPARE(late.files[0].steps[1].timers[0].most_rank, std::optional(2));
        QCOMPARE(shown(run_headline(late).who),
                 shown("rank 2 was late: it computes 700 ms of a step, the median "
                       "rank 600 ms; slowest in 2 of 2 steps"));
        // Another one each time.
        const TraceResult even =
            read_log(first + step(2, {200, 200, 300, 200}) + step(3, {200, 300, 200, 200}));
        QCOMPARE(shown(run_headline(even).who),
                 shown("2 of 4 ranks compute at least 5 % longer than the median rank, none much longer than "
                       "all others: they may have other work, or wait for each other"));
        const TraceResult alike =
            read_log(first + step(2, {200, 200, 220, 200}) + step(3, {200, 220, 200, 200}));
        QCOMPARE(shown(run_headline(alike).who),
                 shown("none of 4 ranks computes 5 % longer than the median rank in most steps"));
    }

    void a_log_without_timers_says_which_option_prints_them() {
        const std::string steps = iteration(1, 1000) + iteration(2, 1000);
        QCOMPARE(shown(run_headline(read_log(steps)).who),
                 shown("who was late is not told: its timers are not printed: --timing-log-level 2 "
                       "--timing-log-option all prints every rank's"));
        const std::string off = "  timing_log_level ................................ 0\n";
        QVERIFY(run_headline(read_log(off + steps)).who.find("are off (timing_log_level 0)") !=
                std::string::npos);
        const std::string empty = iteration(1, 1000) + "time (ms)\n" + iteration(2, 1000) + "time (ms)\n";
        QVERIFY(run_headline(read_log(empty)).who.find("wall_clock_breakdown") != std::string::npos);
    }

    void what_lies_between_iterations_is_told() {
        const auto stamped = [](const char* stamp, int number) {
            return fmt::format(" [2026-01-02 10:{}]", stamp) + iteration(number, 10'000);
        };
        // 60 s from first to last, 20 of them iterations, 15 evaluated, 10 saved.
        const TraceResult trace =
            read_log(stamped("00:00", 1) + stamped("00:10", 2) +
                     "(min, max) time across ranks (ms):\n"
                     "    evaluate .......................................: (14900.00, 15000.00)\n"
                     "    save-checkpoint ................................: (9990.00, 10000.00)\n" +
                     stamped("01:00", 3));
        QCOMPARE(shown(run_headline(trace).told()),
                 shown("the run took 70 s: training 43 %, evaluation 21 %, the rest 21 % and "
                       "checkpoints 14 %; a step takes 10 s (median of 2), none takes 5 % more"));
    }

    void an_mlperf_log_tells_what_its_run_was_spent_on() {
        const std::string step =
            R"("value": {"train_step_time": 2.0, "reduced_train_loss": 5.5}, "metadata": {"step": 1})";
        const std::string second =
            R"("value": {"train_step_time": 2.0, "reduced_train_loss": 5.0}, "metadata": {"step": 2})";
        const std::string mean = R"("value": {"train_step_time": 7.0}, "metadata": {"samples_count": 64})";
        const std::string begun = mlperf(0, "init_start") + mlperf(30, "init_stop") +
                                  mlperf(30, "run_start") + mlperf(31, "block_start") +
                                  mlperf(50, "tracked_stats", step.c_str()) +
                                  mlperf(60, "tracked_stats", second.c_str());
        const TraceResult trace =
            read_log(begun + mlperf(111, "tracked_stats", mean.c_str()) + mlperf(111, "block_stop") +
                     mlperf(111, "eval_start") + mlperf(126, "eval_stop") + mlperf(130, "run_stop"));
        QCOMPARE(trace.files.at(0).steps.size(), size_t(2)); // the block's mean is none
        const RunHeadline said = run_headline(trace);
        QCOMPARE(shown(said.told()),
                 shown("the run took 100 s: training 80 %, evaluation 15 % and the rest 5.0 %, "
                       "after 30 s of initialisation; a step takes 2 s"));
        QCOMPARE(
            shown(said.who),
            shown(
                "who was late is not told: an MLPerf log does not tell one rank from another; profiles of "
                "several ranks, as of PyTorch or Nsight Systems, tell which of them the others waited for"));
        // Cut off in the middle of a block.
        QVERIFY(run_headline(read_log(begun))
                    .told()
                    .starts_with("the run took 30 s: training 97 % and the rest 3.3 %"));
    }

    void times_of_a_run_share_a_unit() {
        std::vector<RunPhase> phases(4);
        const double seconds[] = {435, 1110, 19.73, 0.293};
        const LoggedWork works[] = {LoggedWork::setup, LoggedWork::training, LoggedWork::evaluation,
                                    LoggedWork::rest};
        for (size_t i = 0; i < phases.size(); ++i) {
            phases[i].work = works[i];
            phases[i].seconds = seconds[i];
        }
        const auto told = [&phases](size_t i) { return phase_time_text(phases[i].seconds, phases); };
        QCOMPARE(told(0), std::string("7.25 min"));
        QCOMPARE(told(1), std::string("18.5 min"));
        QCOMPARE(told(2), std::string("19.7 s")); // below a minute never in minutes
        QCOMPARE(told(3), std::string("293 ms"));
        phases[1].seconds = 500; // nothing needs minutes
        QCOMPARE(told(0), std::string("435 s"));
        QCOMPARE(told(1), std::string("500 s"));
        phases[1].seconds = 24'000;
        QCOMPARE(told(0), std::string("7.25 min"));
    }

    void real_logs_say_where_the_time_went() {
        const TraceResult megatron = read_shared("megatron_gpt2_n16_tp4_pp16_v100.out");
        if (megatron.files.empty()) QSKIP("ROOFRACK_DATA names no folder with traces/logs");
        // Means of iterations 2 to 4 as printed, of 123.4942 s.
        QVERIFY2(run_headline(megatron).told().starts_with(
                     "Slurm cancelled job 1999618 on 2021-05-27 at 21:52:36: its time limit was reached, "
                     "after 4 of 1,000 iterations; all 4 iterations were skipped (loss scale): the "
                     "optimizer never stepped; in a step of 123 s (mean of 3): backward 64 %, forward 23 %, "
                     "waiting for other stages "
                     "9.5 % and "
                     "gradients between ranks (backward-embedding-all-reduce) 3.4 %; the run took 588 s: "
                     "training 89 % and lost after the last step 11 %, after 55.8 s of "
                     "initialisation; no step but the first, 151 s, takes 5 % more than the median"),
                 run_headline(megatron).told().c_str());
        QVERIFY(run_headline(read_shared("megatron_ds3d_n16_v100.out")).who.find("wall_clock_breakdown") !=
                std::string::npos);
        QVERIFY(run_headline(read_shared("megatron_deepspeed_superbench_a100.log"))
                    .who.find("timing_log_level 0") != std::string::npos);
        const std::string mlperf =
            run_headline(read_shared("mlperf51_llama31_405b_2560gpu_nvidia.txt")).told();
        QVERIFY2(
            mlperf.starts_with("the run took 18.8 min: training 98 % and evaluation 1.7 %, after 7.25 min of "
                               "initialisation; a step takes 3.2 s"),
            mlperf.c_str());
    }
};

QTEST_APPLESS_MAIN(TestRankRows)
#include "test_rank_rows.moc"
