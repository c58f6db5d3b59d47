// SPDX-License-Identifier: GPL-3.0-or-later
// Timers and phases of logs that are odd or broken: nothing is counted twice, left out in silence, or blamed
// on a rank that is like others.
#include "core/measured/runs/run_headline.h"
#include "tests/support/made_logs.h"

#include <QFile>
#include <QTest>

#include <utility>

using namespace roofrack;
using namespace roofrack::test;

namespace {

std::string slowest(const std::string& timers) { return "max time across ranks (ms):\n" + timers; }

std::string stamped(const char* stamp, int number) {
    return fmt::format(" [2026-01-02 10:{}]", stamp) + iteration(number, 10'000);
}

} // namespace

class TestOddLogs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The last stage has the vocabulary: its ranks compute longer, and none of them is late.
    void ranks_that_are_alike_are_not_blamed() {
        const auto step = [](int number, double last) {
            return iteration(number, 1000) + "times across ranks (ms):\n" +
                   of_ranks("forward-compute", {200, 200, 200, 200, 200, 200, 240.01, last}) +
                   of_ranks("backward-compute", {400, 400, 400, 400, 400, 400, 480, 480});
        };
        const TraceResult stage = read_log(step(1, 240) + step(2, 240) + step(3, 240));
        QVERIFY(!late_rank(*stage.files.at(0).timers));
        QCOMPARE(shown(run_headline(stage).who),
                 shown("2 of 8 ranks compute at least 5 % longer than the median rank, none much longer than "
                       "all others: they may have other work, or wait for each other"));
        const TraceResult late = read_log(step(1, 340) + step(2, 340) + step(3, 340));
        QVERIFY(late_rank(*late.files.at(0).timers));
        QCOMPARE(late_rank(*late.files[0].timers)->rank, 7);
    }

    void a_timer_that_nobody_knows_is_of_the_rest() {
        const std::string timers = "time (ms) | forward-compute: 700.0 | my-timer: 100.0\n";
        const TraceResult trace = read_log(iteration(1, 1000) + timers + iteration(2, 1000) + timers);
        const auto shares = timed_shares(*trace.files.at(0).timers);
        QVERIFY(shares);
        QCOMPARE(shares->parts.size(), size_t(2));
        QCOMPARE(shares->parts[1].work, LoggedWork::rest);
        QVERIFY(std::abs(shares->parts[1].seconds - 0.3) < 1e-12); // 200 ms that no timer tells, and 100
    }

    /// Stamps lie 60 s apart, of which 20 are iterations; what is told behind the last one is not among them.
    void what_follows_the_last_iteration_is_not_between_them() {
        const TraceResult trace =
            read_log(stamped("00:00", 1) + stamped("00:10", 2) + stamped("01:00", 3) +
                     "(min, max) time across ranks (ms):\n"
                     "    evaluate .......................................: (14900.00, 15000.00)\n"
                     "    save-checkpoint ................................: (9990.00, 10000.00)\n");
        double all = 0;
        for (const RunPhase& phase : trace.files.at(0).phases) all += phase.seconds;
        QCOMPARE(all, 95.0); // 30 of training, 40 between iterations, 25 behind them
    }

    /// Several iterations a line: how many lines there are is not how often training was begun.
    void training_is_not_counted() {
        const TraceResult trace = read_log(stamped("00:00", 1) + stamped("01:00", 2));
        for (const RunPhase& phase : trace.files.at(0).phases)
            if (phase.work == LoggedWork::training) QCOMPARE(phase.times, 0);
    }

    void lines_of_others_are_no_timers() {
        const std::string timers = slowest("    forward-backward ...............................: 700.0\n"
                                           "step: 100\nwandb: 3 files\nloss .: 5 nats\n");
        const TraceResult trace = read_log(iteration(1, 1000) + timers + iteration(2, 1000) + timers);
        QCOMPARE(trace.files.at(0).timers->parts.size(), size_t(1));
    }

    void a_rank_that_is_told_twice_counts_once() {
        const auto step = [](int number) {
            return iteration(number, 1000) +
                   "times across ranks (ms):\n  forward-compute:\n     rank  0: 100.00\n"
                   "     rank  0: 100.00\n     rank  1: 100.00\n";
        };
        const TraceResult trace = read_log(step(1) + step(2) + step(3));
        const StepTimers& timers = *trace.files.at(0).timers;
        QCOMPARE(timers.by_rank.at(0).compute_s, 0.1);
        QCOMPARE(timers.parts.at(0).seconds, 0.1);
        QVERIFY(!late_rank(timers));
    }

    void a_step_that_cannot_be_is_in_no_mean() {
        const std::string timers = "time (ms) | forward-compute: 500.0\n";
        const TraceResult trace = read_log(iteration(1, 1000) + timers + iteration(2, 1000) + timers +
                                           iteration(3, 0) + timers + iteration(4, 1e300) + timers);
        const StepTimers& read = *trace.files.at(0).timers;
        QCOMPARE(read.steps, 1); // the first one warms up
        QCOMPARE(read.step_s, 1.0);
    }

    /// While the batch grows the median step is of the last batch, and so are the timers' means.
    void timers_are_of_the_steps_of_the_median() {
        const auto step = [](int number, int batch, double ms) {
            return fmt::format(
                " iteration {}/ 100 | elapsed time per iteration (ms): {:.1f} | global batch size: {} |\n"
                "(min, max) time across ranks (ms):\n"
                "    forward-compute ................................: ({:.2f}, {:.2f})\n",
                number, ms, batch, 0.4 * ms, 0.5 * ms);
        };
        const std::string ramp = step(1, 16, 900) + step(2, 16, 100) + step(3, 16, 100) + step(4, 32, 200) +
                                 step(5, 32, 200) + step(6, 64, 400) + step(7, 64, 440);
        const auto check = [](const std::string& log, int steps, double most_s, double median_s) {
            const TraceResult trace = read_log(log);
            const MeasuredFile& file = trace.files.at(0);
            QCOMPARE(file.median_step_s.value_or(0), median_s);
            QCOMPARE(file.timers->steps, steps);
            QCOMPARE(file.timers->parts.at(0).most_s, most_s);
            QCOMPARE(file.timers->parts.at(0).least_s, 0.8 * most_s);
            QCOMPARE(file.timers->step_s, 2 * most_s);
        };
        check(ramp, 2, 0.21, 0.42);
        // It fell back to iteration 6: what warms up again is in neither.
        check(ramp + step(6, 64, 4000) + step(7, 64, 480), 3, 0.22, 0.44);
        // Earlier steps of the last batch count.
        check(ramp + step(8, 32, 260), 3, 0.11, 0.2);
        // A step of another batch whose timers are cut off: those of the one before stand.
        check(ramp +
                  " iteration 8/ 100 | elapsed time per iteration (ms): 800.0 | global batch size: 128 |\n",
              2, 0.21, 0.8);
        // One step alone is told as it is.
        check(step(1, 16, 900), 1, 0.45, 0.9);
    }

    void timers_stand_behind_the_one_that_they_are_within() {
        const std::string timers = "time (ms) | batch-generator: 10.0 | optimizer-inner-step: 20.0 | "
                                   "forward-compute: 300.0 | optimizer: 50.0\n";
        const TraceResult trace = read_log(iteration(1, 1000) + timers + iteration(2, 1000) + timers);
        std::vector<std::string> names;
        for (const TimedPart& part : trace.files.at(0).timers->parts) names.push_back(part.name);
        QCOMPARE(names, (std::vector<std::string>{"forward-compute", "batch-generator", "optimizer",
                                                  "optimizer-inner-step"}));
        // Timers of a single step still point at the right name.
        for (const LoggedTimer& timer : trace.files[0].steps.at(1).timers)
            if (names[static_cast<size_t>(timer.timer)] == "optimizer") QCOMPARE(timer.most_s, 0.05);
    }

    /// Logs from before 2024 sum gradients behind forward-backward, all of them.
    void older_sums_of_gradients_are_not_within_the_computation() {
        const std::string timers = "time (ms) | forward-backward: 900.0 | layernorm-grads-all-reduce: 40.0 | "
                                   "embedding-grads-all-reduce: 40.0";
        const auto own = [&](const std::string& more) {
            const std::string line = timers + more + "\n";
            const TraceResult trace = read_log(iteration(1, 1000) + line + iteration(2, 1000) + line);
            for (const TimedPart& part : trace.files.at(0).timers->parts)
                if (part.name == "forward-backward") return part.own_s;
            return 0.0;
        };
        QCOMPARE(own(" | grads-all-reduce: 20.0"), 0.9);
        QVERIFY(std::abs(own("") - 0.82) < 1e-12);
    }

    /// The second run of a file, its initialisation and its training, by itself.
    void two_runs_of_mlperf_are_not_added_up() {
        const auto run = [](double at) {
            return mlperf(at, "init_start") + mlperf(at + 5, "init_start") + mlperf(at + 30, "run_start") +
                   mlperf(at + 30, "run_start") + mlperf(at + 31, "block_start") +
                   mlperf(at + 111, "block_stop") + mlperf(at + 130, "run_stop");
        };
        const TraceResult one = read_log(run(0)), both = read_log(run(0) + run(1000));
        const auto& phases = one.files.at(0).phases;
        QCOMPARE(phases.size(), size_t(3));
        QCOMPARE(both.files.at(0).phases.size(), phases.size());
        for (size_t i = 0; i < phases.size(); ++i) {
            QCOMPARE(both.files[0].phases[i].work, phases[i].work);
            QCOMPARE(both.files[0].phases[i].seconds, phases[i].seconds);
        }
        QCOMPARE(phases[0].seconds, 30.0); // initialisation
        QCOMPARE(phases[1].seconds, 80.0);
    }

    /// Several programs of MLPerf tell the samples that were trained as "step".
    void samples_of_mlperf_are_no_iterations() {
        const auto stats = [](int64_t at, double step_s) {
            const std::string rest = fmt::format(
                R"("value": {{"train_step_time": {}, "reduced_train_loss": 5.5}}, "metadata": {{"step": {}}})",
                step_s, at);
            return mlperf(static_cast<double>(at), "tracked_stats", rest.c_str());
        };
        const auto run = [&stats](int each) {
            return mlperf(0, "run_start") +
                   mlperf(1, "block_start", R"("value": null, "metadata": {"samples_count": 0})") +
                   stats(each, 9) + stats(2 * each, 2) + stats(3 * each, 2) + stats(4 * each, 3) +
                   stats(5 * each, 2);
        };
        const auto told = [](int samples) {
            const std::string rest =
                fmt::format(R"("value": 5.5, "metadata": {{"samples_count": {}}})", samples);
            return mlperf(400, "eval_accuracy", rest.c_str());
        };
        const std::string batch = mlperf(0, "global_batch_size", R"("value": 64, "metadata": {})");
        const std::string slow = "the slowest after the first, iteration 4, 3 s (1.50 times as long)";
        for (const std::string& text : {batch + run(64) + told(320), // the whole log
                                        batch + run(64),             // cut off before its first evaluation
                                        batch + run(1) + told(320)}) // steps as they are called
        {
            const TraceResult trace = read_log(text);
            QCOMPARE(trace.files.at(0).steps.at(4).iteration, int64_t(5));
            QVERIFY(!trace.files[0].counts_samples);
            const std::string said = run_headline(trace).told();
            QVERIFY2(said.find(slow) != std::string::npos, said.c_str());
        }
        // No batch to divide by: they are called what they are.
        const TraceResult samples = read_log(run(64) + told(320));
        QVERIFY(samples.files.at(0).counts_samples);
        QCOMPARE(samples.files[0].steps.at(4).iteration, int64_t(320));
        const std::string said = run_headline(samples).told();
        QVERIFY2(said.find("the slowest after the first, sample 256, 3 s") != std::string::npos,
                 said.c_str());
        QVERIFY(!read_log(run(64)).files.at(0).counts_samples); // nothing tells
        // Where both are told, a step every 64 is one of every 64.
        const std::string both = R"("value": {"train_step_time": 2}, )"
                                 R"("metadata": {"step": 128, "samples_count": 8192})";
        QCOMPARE(read_log(batch + mlperf(1, "tracked_stats", both.c_str())).files.at(0).steps.at(0).iteration,
                 int64_t(128));
    }

    /// A job that its time limit cut off in its fifth step, of whose iterations each was skipped.
    void what_a_cancelled_run_did_last_is_lost() {
        const auto step = [](int number, int skipped, int planned = 1000) {
            return fmt::format(" iteration {:8}/ {:7} | elapsed time per iteration (ms): 12000.0 | learning "
                               "rate: 0.0 | global batch size: 16 | number of skipped iterations: {:3} |\n",
                               number, planned, skipped);
        };
        const auto ended = [](const char* time) {
            return fmt::format(
                "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-01-02T{} DUE TO TIME LIMIT ***\n",
                time);
        };
        const std::string begun = "[before the start of training step] datetime: 2026-01-02 10:00:00 \n";
        const std::string steps = step(1, 1) + step(2, 1) + step(3, 1) + step(4, 1);
        const TraceResult trace = read_log(begun + begun + steps + ended("10:01:00"));
        const MeasuredFile& file = trace.files.at(0);
        QCOMPARE(*file.duration_s, 60.0);
        QCOMPARE(*file.planned_iterations, int64_t(1000));
        QCOMPARE(*file.skipped_iterations, int64_t(4));
        QCOMPARE(file.phases.size(), size_t(2));
        QCOMPARE(file.phases[1].work, LoggedWork::lost);
        const RunHeadline said = run_headline(trace);
        QCOMPARE(shown(said.where),
                 shown("Slurm cancelled job 7 on 2026-01-02 at 10:01:00: its time limit was "
                       "reached, after 4 of 1,000 iterations"));
        QCOMPARE(
            shown(said.more),
            shown("all 4 iterations were skipped (loss scale): the optimizer never stepped; the run took "
                  "60 s: training 80 % and lost after the last step 20 %; a step takes 12 s (median of "
                  "3), none takes 5 % more"));
        // Stamps of the iterations tell as well, and an attempt before this one does not count.
        const auto stamped = [&](const char* stamp, int number) {
            return fmt::format("[2026-01-02 {}]", stamp) + step(number, 0);
        };
        const TraceResult later = read_log(begun + step(1, 0) + step(2, 0) +
                                           "[before the start of training step] datetime: "
                                           "2026-01-02 12:00:00 \n" +
                                           step(1, 0) + step(2, 0) + ended("12:00:44"));
        QCOMPARE(later.files.at(0).phases.back().work, LoggedWork::lost);
        QCOMPARE(later.files[0].phases.back().seconds, 20.0);
        const TraceResult told = read_log(begun + stamped("10:00:12", 1) + stamped("10:00:24", 2) +
                                          "(min, max) time across ranks (ms):\n"
                                          "    save-checkpoint ................................: (9990.00, "
                                          "10000.00)\n" +
                                          ended("10:00:49"));
        QCOMPARE(told.files.at(0).phases.back().work, LoggedWork::lost);
        QCOMPARE(told.files[0].phases.back().seconds, 15.0);
        // Nothing is lost where the run was over, nor told where its end or its beginning is not.
        for (const std::string& text : {begun + step(3, 0, 4) + step(4, 0, 4) + ended("11:00:00"),
                                        begun + steps, steps + ended("11:00:00"),
                                        begun + steps + ended("10:00:48"), begun + steps + ended("09:00:00")})
            for (const RunPhase& phase : read_log(text).files.at(0).phases)
                QVERIFY(phase.work != LoggedWork::lost);
        // Where few are skipped the loss scale is being found.
        std::string long_run = step(1, 1);
        for (int i = 2; i <= 100; ++i) long_run += step(i, 0);
        QVERIFY(run_headline(read_log(long_run)).told().find("skipped") == std::string::npos);
        const std::string half = run_headline(read_log(step(1, 1) + step(2, 0))).told();
        QVERIFY2(
            half.starts_with("1 of 2 iterations were skipped (loss scale): the optimizer did not step in "
                             "them"),
            half.c_str());
    }

    /// Published logs, where they are at hand.
    void published_logs_tell_their_steps() {
        const QString data = qEnvironmentVariable("ROOFRACK_DATA");
        const QString folder = data + QStringLiteral("/traces/logs/");
        if (data.isEmpty() || !QFile::exists(folder)) QSKIP("ROOFRACK_DATA names no folder with logs");
        const std::pair<const char*, int64_t> last[] = {{"mlperf50_llama31_405b_1024gpu_carina.txt", 360},
                                                        {"mlperf40_llama2_70b_1024gpu_eos.txt", 87},
                                                        {"mlperf51_llama2_70b_lora_mi300x.txt", 480},
                                                        {"mlperf51_llama31_405b_2560gpu_nvidia.txt", 339},
                                                        {"mlperf51_llama31_8b_72gpu_nvidia.txt", 5119}};
        for (const auto& [name, iteration] : last) {
            const auto trace = read_traces({(folder + QLatin1String(name)).toStdString()});
            QVERIFY2(trace, name);
            QCOMPARE(trace->files.at(0).steps.back().iteration, iteration);
        }
        // Training began at 21:42:48, and was cancelled at 21:52:36 in its fifth step.
        const auto cut =
            read_traces({(folder + QStringLiteral("megatron_gpt2_n16_tp4_pp16_v100.out")).toStdString()});
        QVERIFY(cut);
        QVERIFY(std::abs(*cut->files.at(0).duration_s - 588) < 0.1);
        QCOMPARE(*cut->files[0].skipped_iterations, int64_t(4));
    }

    /// How a run went, and what it reached; of two runs of a file, the last.
    void what_a_run_of_mlperf_reached_is_said() {
        const auto run = [](double at, const char* quality, const char* status) {
            const std::string accuracy = fmt::format(R"("value": {}, "metadata": {{}})", quality),
                              stop = fmt::format(R"("value": null, "metadata": {{"status": {}}})", status);
            return mlperf(at, "init_start") + mlperf(at + 25, "run_start") + mlperf(at + 25, "block_start") +
                   mlperf(at + 90, "block_stop") +
                   mlperf(at + 90, "eval_accuracy", R"("value": 6.125, "metadata": {})") +
                   mlperf(at + 95, "eval_accuracy", accuracy.c_str()) +
                   mlperf(at + 100, "run_stop", stop.c_str());
        };
        const std::string target = mlperf(0, "target_accuracy", R"("value": 5.6, "metadata": {})");
        const auto outcome = [](const std::string& text) {
            return shown(read_log(text).files.at(0).outcome);
        };
        const TraceResult trace = read_log(target + run(0, "5.58193", R"("success")"));
        const QString reached = shown(trace.files.at(0).outcome);
        QCOMPARE(reached, shown("MLPerf's status of the run is success; its quality was 5.582 at last, the "
                                "target is 5.6"));
        QVERIFY(shown(run_headline(trace).more).endsWith(reached));
        QCOMPARE(outcome(run(0, "5.58193", R"("success")") + run(1000, "7", R"("aborted")")),
                 shown("MLPerf's status of the run is aborted; its quality was 7 at last"));
        // What no run is called is not repeated.
        QCOMPARE(outcome(run(0, "7", R"("<b>fine</b>")")), shown("its quality was 7 at last"));
        QCOMPARE(outcome(run(0, "7", "3")), shown("its quality was 7 at last"));
        QCOMPARE(outcome(mlperf(0, "run_start") + mlperf(5, "run_stop")), QString());
        // What lies before the run is a part of the job.
        const auto& phases = trace.files[0].phases;
        QCOMPARE(phases.at(0).work, LoggedWork::setup);
        QCOMPARE(share_of_job(phases[0], phases).value_or(0), 0.25); // 25 s, and a run of 75
        QVERIFY(!share_of_job(phases.at(1), phases));
        QVERIFY(!share_of_job({LoggedWork::setup, 5}, {{LoggedWork::setup, 5}}));
    }

    void a_run_of_a_thousand_years_has_no_phases() {
        const TraceResult trace = read_log(
            mlperf(0, "run_start") + mlperf(1, "block_start") + mlperf(2, "block_stop") +
            mlperf(0, "tracked_stats", R"("value": {"train_step_time": 2.0}, "metadata": {"step": 5})") +
            mlperf(1e12, "run_stop"));
        QVERIFY(trace.files.at(0).phases.empty());
    }
};

QTEST_GUILESS_MAIN(TestOddLogs)
#include "test_odd_logs.moc"
