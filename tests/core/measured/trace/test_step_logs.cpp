// SPDX-License-Identifier: GPL-3.0-or-later
// Which steps of a log stand for how many iterations, and which of them are held against each other: batches
// that grow, runs that begin again, lines that several ranks print or that are cut off.
#include "core/measured/runs/run_headline.h"
#include "core/measured/trace/logs/step_roles.h"
#include "tests/support/made_logs.h"

#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

namespace {

/// A line of Megatron-LM at `second` of the day, as of a rank with that tag.
std::string iteration_at(int second, int number, double ms, int batch = 16, const char* tag = "",
                         const char* loss = "6.1E+00") {
    return fmt::format(
        "{} [2026-01-02 {:02}:{:02}:{:02}] iteration {:8}/ 500 | elapsed time per iteration (ms): "
        "{:.1f} | global batch size: {:5} | lm loss: {} | loss scale: 1.0 |\n",
        tag, second / 3600, second / 60 % 60, second % 60, number, ms, batch, loss);
}

std::string job_header(int gpus, int batch = 16) {
    return fmt::format("using world size: {}, data-parallel size: 8\n------ arguments ------\n"
                       "  global_batch_size ............................... {}\n"
                       "  seq_length ...................................... 1000\n",
                       gpus, batch);
}

std::string warnings_of_log(const TraceResult& trace) {
    std::string out;
    for (const TraceWarning& warning : trace.warnings) out += warning.message + "\n";
    return out;
}

} // namespace

class TestStepLogs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Steps of 8, 8, 16 and 16 samples at 1 s for each 8: the rate is the same, and none is slow.
    void a_growing_batch_is_each_step_s_own() {
        std::string text = job_header(8);
        for (int i = 1; i <= 8; ++i) text += iteration_at(10 * i, i, i > 4 ? 2000 : 1000, i > 4 ? 16 : 8);
        const TraceResult trace = read_log(text);
        const MeasuredFile& file = trace.files.at(0);
        for (const LoggedStep& step : file.steps) QCOMPARE(*step.tokens_per_s, 8000.0);
        QCOMPARE(*file.steps.at(0).global_batch, 8.0);
        QCOMPARE(*file.global_batch, 16.0);
        QCOMPARE(*file.median_step_s, 2.0);
        QCOMPARE(compared_times(file), std::vector<double>(4, 2.0));
        QVERIFY(slow_steps(file).empty());
        QCOMPARE(
            shown(summary_of(file)),
            shown("Megatron-LM, 8 GPUs, 8 steps of 2 s (median of 4: 3 of another batch or number of GPUs "
                  "left out)"));
        QVERIFY(
            run_headline(trace).told().find(
                "a step takes 2 s (median of 4, without 3 of another batch or number of GPUs), none takes "
                "5 % more") != std::string::npos);
    }

    /// NeMo's, whose batch stands in the line as well.
    void a_growing_batch_of_nemo_is_each_step_s_own() {
        std::string text = "All distributed processes registered. Starting with 8 processes\n";
        for (int i = 0; i < 6; ++i)
            text += fmt::format(
                "Training epoch 0, iteration {0}/99 | global_batch_size: {1} | global_step: {0} | "
                "reduced_train_loss: 9.5 | train_step_timing in s: {2} |\n",
                i, i > 2 ? 16 : 8, i > 2 ? 2 : 1);
        const TraceResult trace = read_log(text);
        for (const LoggedStep& step : trace.files.at(0).steps) QCOMPARE(*step.samples_per_s, 8.0);
        QCOMPARE(*trace.files[0].median_step_s, 2.0);
        QVERIFY(slow_steps(trace.files[0]).empty());
    }

    /// Two jobs in one file: rates are those of each, and the second is the run's.
    void another_job_before_is_not_compared() {
        std::string text = job_header(8);
        for (int i = 1; i <= 3; ++i) text += iteration_at(2 * i, i, 2000);
        text += job_header(16, 64);
        for (int i = 1; i <= 4; ++i) text += iteration_at(600 + 4 * i, i, i == 1 ? 9000 : 4000, 64);
        const TraceResult trace = read_log(text);
        const MeasuredFile& file = trace.files.at(0);
        QCOMPARE(*file.steps.at(1).tokens_per_s, 8000.0);
        QCOMPARE(*file.steps.at(1).tokens_per_s_per_gpu, 1000.0);
        QCOMPARE(*file.steps.at(4).tokens_per_s, 16000.0);
        QCOMPARE(*file.steps.at(4).tokens_per_s_per_gpu, 1000.0);
        QCOMPARE(compared_times(file), std::vector<double>(3, 4.0));
        QVERIFY2(file.began_again.starts_with("it began again at iteration 1 on 16 GPUs instead of 8 after "),
                 file.began_again.c_str());
        QVERIFY(file.began_again.find("twice") == std::string::npos);
    }

    /// A line every 100 iterations: the first stands for 100 as well, of a run that goes on for as many.
    void the_first_line_stands_for_as_many_iterations() {
        for (const int from : {0, 1000}) {
            std::string text;
            for (int i = 1; i <= 5; ++i)
                text += fmt::format(" iteration {}/ 9000 | elapsed time per iteration (ms): 2000.0 |\n",
                                    from + 100 * i);
            const TraceResult trace = read_log(text);
            const MeasuredFile& file = trace.files.at(0);
            QCOMPARE(*file.duration_s, 1000.0);
            QCOMPARE(*file.iterations, int64_t(500));
            QCOMPARE(shown(summary_of(file)),
                     shown("Megatron-LM, 500 steps of 2 s in 5 lines (median of 4: the first warms up)"));
        }
        // A single line, whose program tells how often it prints one.
        const TraceResult one = read_log("  log_interval .................................... 50\n"
                                         " iteration 50/ 9000 | elapsed time per iteration (ms): 2000.0 |\n");
        QCOMPARE(*one.files.at(0).duration_s, 100.0);
        // NeMo counts from 0: the first line is of 10.
        std::string nemo;
        for (int i = 1; i <= 3; ++i)
            nemo += fmt::format("global_step: {} | train_step_timing in s: 2.5 |\n", 10 * i - 1);
        const TraceResult trace = read_log(nemo);
        QCOMPARE(*trace.files.at(0).duration_s, 75.0);
        QCOMPARE(*trace.files[0].iterations, int64_t(30));
    }

    /// Iterations 1 to 4, ten minutes of nothing, 3 to 6 by the same program.
    void a_run_that_began_again_is_said() {
        std::string text = job_header(8);
        for (int i = 1; i <= 4; ++i) text += iteration_at(2 * i, i, i == 1 ? 8000 : 2000);
        text += job_header(8);
        for (int i = 3; i <= 6; ++i) text += iteration_at(610 + 2 * (i - 3), i, i == 3 ? 9000 : 2000);
        const TraceResult trace = read_log(text);
        const MeasuredFile& file = trace.files.at(0);
        // 610 s behind 8 s lies the step of 9 s.
        QCOMPARE(shown(file.began_again),
                 shown("it began again at iteration 3 after 593 s: 2 iterations were done twice"));
        QCOMPARE(compared_times(file), std::vector<double>(6, 2.0));
        QVERIFY(slow_steps(file).empty());
        double run = 0;
        for (const RunPhase& phase : file.phases) run += phase.seconds;
        QCOMPARE(run, 622.0); // 29 of training, 593 between
        QCOMPARE(*file.duration_s, run);
        const RunHeadline headline = run_headline(trace);
        QVERIFY2(headline.told().find("it began again at iteration 3") != std::string::npos,
                 headline.told().c_str());
        QVERIFY2(
            headline.told().find("a step takes 2 s (median of 6), none but the first, 9 s, takes 5 % more") !=
                std::string::npos,
            headline.told().c_str());
        QVERIFY(summary_of(file).ends_with("(median of 6: the first after each start warms up)"));
    }

    /// Ranks print the same a little later, each behind its tag, or a rank is ahead of another by a line.
    void an_iteration_that_several_ranks_tell_is_one() {
        std::string text = job_header(8);
        for (int i = 1; i <= 5; ++i)
            for (const char* tag : {"0: ", "1: ", "2: "}) text += iteration_at(2 * i, i, 2000, 16, tag);
        const TraceResult four = read_log(text);
        QCOMPARE(four.files.at(0).steps.size(), size_t(5));
        QCOMPARE(*four.files[0].duration_s, 10.0);
        const TraceResult ahead = read_log(
            job_header(8) + iteration_at(2, 1, 2000, 16, "0: ") + iteration_at(4, 2, 2000, 16, "0: ") +
            iteration_at(2, 1, 2000, 16, "1: ") + iteration_at(4, 2, 2000, 16, "1: "));
        QCOMPARE(ahead.files.at(0).steps.size(), size_t(2));
        QVERIFY(ahead.files[0].began_again.empty());
        std::string titan;
        for (int i = 1; i <= 3; ++i)
            for (const char* rank : {"0", "1"})
                titan += fmt::format(
                    "[rank{}]:[titan] 2026-01-02 10:00:{}0,100 - root - INFO - step: {}  loss:  7.02  "
                    "memory: 30.1GiB(38.0%)  tps: 4,096  tflops: 340.2  mfu: 34.4%\n",
                    rank, i, 10 * i);
        QCOMPARE(read_log(titan).files.at(0).steps.size(), size_t(3));
    }

    void a_number_that_is_cut_off_tells_no_step() {
        const std::string whole = iteration_at(2, 1, 2000) + iteration_at(4, 2, 2000),
                          next = iteration_at(6, 3, 2000);
        const size_t number = next.find("(ms): 2") + std::string_view("(ms): 2").size();
        const TraceResult cut = read_log(whole + next.substr(0, number));
        QCOMPARE(cut.files.at(0).steps.size(), size_t(2));
        QVERIFY2(warnings_of_log(cut).find("ends within a line") != std::string::npos,
                 warnings_of_log(cut).c_str());
        // Behind the number it is known to be whole.
        const TraceResult later = read_log(whole + next.substr(0, next.find("| global")));
        QCOMPARE(later.files.at(0).steps.size(), size_t(3));
        QCOMPARE(later.warnings.size(), size_t(0));
    }

    void a_loss_that_is_no_number_is_said() {
        const TraceResult trace =
            read_log(iteration_at(2, 1, 2000) + iteration_at(4, 2, 2000, 16, "", "nan") +
                     iteration_at(6, 3, 2000, 16, "", "NaN"));
        QCOMPARE(shown(warnings_of_log(trace)),
                 shown("the loss is NaN or infinite in 2 lines, from iteration 2 to 3\n"));
        QVERIFY(!trace.files.at(0).steps.at(1).loss);
        const TraceResult titan =
            read_log("[titan] step:  1  loss:  inf  memory: 30.1GiB  tps: 1,000  mfu: 5.1%\n");
        QCOMPARE(shown(warnings_of_log(titan)), shown("the loss is NaN or infinite at iteration 1\n"));
        QVERIFY(read_log(iteration_at(2, 1, 2000)).warnings.empty());
    }

    /// Summer time begins between two iterations: nobody waited for an hour.
    void a_clock_that_is_set_is_no_pause() {
        for (const int hour : {3600, -3600}) {
            std::string text;
            for (int i = 1; i <= 6; ++i) text += iteration_at(7200 + 10 * i + (i > 3 ? hour : 0), i, 10'000);
            const TraceResult trace = read_log(text);
            QVERIFY(trace.files.at(0).phases.empty());
            QCOMPARE(*trace.files[0].duration_s, 60.0);
            QVERIFY2(warnings_of_log(trace).find("by an hour before iteration 4") != std::string::npos,
                     warnings_of_log(trace).c_str());
        }
    }

    void iterations_of_another_program_are_counted() {
        const TraceResult trace = read_log("global_step: 9 | train_step_timing in s: 2.5 |\n"
                                           "global_step: 19 | train_step_timing in s: 2.5 |\n" +
                                           iteration_at(2, 1, 2000) + iteration_at(4, 2, 2000));
        QCOMPARE(trace.files.at(0).steps.size(), size_t(2));
        QVERIFY2(warnings_of_log(trace).starts_with("2 lines tell iterations as NeMo does"),
                 warnings_of_log(trace).c_str());
    }

    /// Lines of MLPerf are means of blocks, single steps or a loss alone: how many there are says nothing.
    void a_log_of_mlperf_does_not_count_its_lines() {
        std::string text;
        for (int i = 1; i <= 4; ++i)
            text += fmt::format(":::MLLOG {{\"time_ms\": {}, \"key\": \"tracked_stats\", \"value\": "
                                "{{{}\"reduced_train_loss\": "
                                "3.5}}, \"metadata\": {{\"step\": {}}}}}\n",
                                1000 * i, i == 4 ? "" : "\"train_step_time\": 0.5, ", 32 * i - 1);
        QCOMPARE(shown(summary_of(read_log(text).files.at(0))),
                 shown("MLPerf, a step of 500 ms (median of 2: the first warms up)"));
    }

    /// The line at the top is of one file and says of which.
    void one_log_of_several_is_named() {
        TraceResult both = read_log(iteration_at(2, 1, 2000) + iteration_at(4, 2, 2000));
        QVERIFY(run_headline(both).told().find("run.log") == std::string::npos);
        both.files.push_back(both.files.front());
        both.files.back().file = "/runs/other.log";
        const std::string told = run_headline(both).told();
        QVERIFY2(told.starts_with("run.log: a step takes 2 s"), told.c_str());
        QVERIFY2(told.ends_with("; 1 other log is not told here"), told.c_str());
    }
};

QTEST_APPLESS_MAIN(TestStepLogs)
#include "test_step_logs.moc"
