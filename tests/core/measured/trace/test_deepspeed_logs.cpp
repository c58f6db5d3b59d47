// SPDX-License-Identifier: GPL-3.0-or-later
// Timers of DeepSpeed in its own logs and in those of Megatron-LM that runs on it; how Slurm ended a job.
#include "core/measured/runs/run_headline.h"
#include "core/measured/trace/logs/deepspeed_timers.h"
#include "core/measured/trace/logs/job_end.h"
#include "core/measured/trace/trace.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

using namespace roofrack;

namespace {

Result<TraceResult> read_log(const QByteArray& text) {
    QTemporaryDir folder;
    QFile file(folder.filePath("train.log"));
    if (!file.open(QIODevice::WriteOnly)) return fail("train.log", "cannot be written");
    file.write(text);
    file.close();
    return read_traces({file.fileName().toStdString()});
}

/// "4 of 2.5 s: fwd 1000 (forward), bwd_inner 400 in bwd (backward)": ms of the means.
std::string timers_of(const Result<TraceResult>& log) {
    if (!log) return log.error().what;
    const MeasuredFile& file = log->files.front();
    if (!file.timers) return file.program + " without timers";
    std::string out =
        fmt::format("{} {} of {:.6g} s:", file.program, file.timers->steps, file.timers->step_s);
    for (const TimedPart& part : file.timers->parts)
        out += fmt::format(" {}{}{} {:.6g} ({})", part.name, part.within.empty() ? "" : " in ", part.within,
                           1000 * part.seconds, name_of(part.work));
    return out;
}

/// The lines of a step as DeepSpeed 0.14 prints them.
QByteArray newer_step(int number, double scale) {
    const QByteArray stamp = "[2024-04-04 09:09:" + QByteArray::number(50 + 2 * number) + ",313] [INFO] ";
    const auto ms = [&](double value) { return QByteArray::number(scale * value, 'f', 2); };
    return stamp + "[logging.py:96:log_dist] [Rank 0] time (ms) | optimizer_allgather: " + ms(80) +
           " | optimizer_gradients: " + ms(6) + " | optimizer_step: " + ms(24) + "\n" + stamp +
           "[logging.py:96:log_dist] [Rank 0] step=" + QByteArray::number(number) +
           ", skipped=0, lr=[0.0003, 0.0003], mom=[(0.9, 0.999), (0.9, 0.999)]\n" + stamp +
           "[logging.py:96:log_dist] [Rank 0] time (ms) | fwd_microstep: " + ms(400) +
           " | bwd_microstep: " + ms(900) + " | bwd_inner_microstep: " + ms(800) +
           " | bwd_allreduce_microstep: " + ms(100) + " | step_microstep: " + ms(200) + "\n" + stamp +
           "[logging.py:96:log_dist] [Rank 0] time (ms) | fwd: " + ms(500) + " | bwd: " + ms(1000) +
           " | bwd_inner: " + ms(800) + " | bwd_allreduce: " + ms(100) + " | step: " + ms(200) + "\n";
}

QByteArray throughput(int number) {
    return "[2024-04-04 09:09:" + QByteArray::number(50 + 2 * number) +
           ",312] [INFO] [timer.py:260:stop] epoch=0/micro_step=" + QByteArray::number(2 * number) +
           "/global_step=" + QByteArray::number(number) +
           ", RunningAvgSamplesPerSec=26.1, CurrSamplesPerSec=26.4, MemAllocated=1.0GB\n";
}

constexpr const char* newer_means =
    "fwd 500 (forward) bwd 1000 (backward) bwd_inner in bwd 800 (backward) bwd_allreduce in bwd 100 "
    "(gradients) step 200 (optimizer) optimizer_allgather in step 80 (parameters) optimizer_gradients in "
    "step "
    "6 (optimizer) optimizer_step in step 24 (optimizer)";

/// True where the parts are those expected, whatever their order.
bool has_parts(const std::string& timers, const char* head, const char* parts) {
    if (!QString::fromStdString(timers).startsWith(QLatin1String(head))) return false;
    for (const QString& part : QString::fromLatin1(parts).split(QStringLiteral(") "))) {
        const QString whole = part.endsWith(QLatin1Char(')')) ? part.chopped(1) : part;
        if (!QString::fromStdString(timers).contains(whole)) return false;
    }
    return true;
}

} // namespace

class TestDeepspeedLogs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Four steps by stamps 2 s apart: the first has no time, and the second warms up.
    void timers_alone_are_steps() {
        const auto log = read_log(newer_step(1, 3) + newer_step(2, 2) + newer_step(3, 1) + newer_step(4, 1));
        QVERIFY2(log, log ? "" : log.error().text().c_str());
        const MeasuredFile& file = log->files.front();
        QCOMPARE(file.steps.size(), size_t(4));
        QCOMPARE(file.steps[2].iteration, int64_t(3));
        QVERIFY(std::abs(file.steps[2].step_s.value_or(0) - 2) < 1e-9);
        const std::string timers = timers_of(log);
        QVERIFY2(has_parts(timers, "DeepSpeed 2 of 2 s:", newer_means), timers.c_str());
        const std::string where = run_headline(*log).where;
        QVERIFY2(where.starts_with("in a step of 2 s (mean of 2): backward 45 %, forward 25 %"),
                 where.c_str());
        QVERIFY(run_headline(*log).who.find("DeepSpeed times one rank") != std::string::npos);
    }

    /// With steps_per_print 10 every tenth step has a number, and each has timers: here the steps 11 to 33 of
    /// a run that was resumed, the last of which have none behind them.
    void steps_without_a_number_are_counted() {
        QByteArray text;
        for (int number = 11; number <= 33; ++number) {
            const QByteArray seconds = QByteArray::number(2 * number % 60).rightJustified(2, '0');
            const QByteArray stamp = "[2024-04-04 09:" + QByteArray::number(10 + 2 * number / 60) + ":" +
                                     seconds + ",313] [INFO] [logging.py:96:log_dist] [Rank 0] ";
            if (number % 10 == 0)
                text += stamp + "step=" + QByteArray::number(number) +
                        ", skipped=0, lr=[0.0003, 0.0003], mom=[(0.9, 0.999), (0.9, 0.999)]\n";
            text += stamp + "time (ms) | fwd: 500.00 | bwd: 1000.00 | step: 200.00\n";
        }
        const auto log = read_log(text);
        QVERIFY2(log, log ? "" : log.error().text().c_str());
        const MeasuredFile& file = log->files.front();
        QCOMPARE(file.steps.size(), size_t(23));
        for (size_t i = 0; i < file.steps.size(); ++i) {
            QCOMPARE(file.steps[i].iteration, static_cast<int64_t>(i) + 11);
            QCOMPARE(file.steps[i].step_s.has_value(), i > 0);
            QVERIFY(i == 0 || std::abs(*file.steps[i].step_s - 2) < 1e-9);
        }
    }

    /// Where a line tells of the rate of a step, timers behind it are that step's.
    void timers_stand_behind_the_rate() {
        QByteArray text;
        for (int i = 1; i <= 4; ++i) text += throughput(i) + newer_step(i, i < 3 ? 3 : 1);
        const auto log = read_log(text);
        const std::string timers = timers_of(log);
        QVERIFY2(has_parts(timers, "DeepSpeed 2 of 2 s:", newer_means), timers.c_str());
        QCOMPARE(log->files.front().steps.size(), size_t(4));
    }

    /// Where the batch is told, its rate tells how long the first step took, which then is the one that warms
    /// up: 52.8 ÷ 26.4 is 2 s.
    void a_rate_tells_how_long_the_first_step_took() {
        QByteArray text =
            "[2024-04-04 09:09:40,312] [INFO] [config.py:1000:print]   train_batch_size = 52.8\n";
        for (int i = 1; i <= 4; ++i) text += throughput(i) + newer_step(i, i < 3 ? 3 : 1);
        const auto log = read_log(text);
        const std::string timers = timers_of(log);
        QVERIFY2(has_parts(timers, "DeepSpeed 3 of 2 s:", "fwd 833.333 (forward)"), timers.c_str());
        QCOMPARE(steps_in_median(log->files.front()), size_t(3));
    }

    /// DeepSpeed until 2023, whose rank is named otherwise, and without time stamps: a step is its timers'
    /// sum.
    void older_names_are_known() {
        QByteArray text;
        for (int i = 0; i < 3; ++i)
            text += "rank=0 time (ms) | forward_microstep: 1425.28 | backward_microstep: 211.13 | "
                    "backward_inner_microstep: 209.05 | backward_allreduce_microstep: 1.99 | step_microstep: "
                    "649.10\n"
                    "rank=0 time (ms) | forward: 1425.20 | backward: 211.12 | backward_inner: 209.05 | "
                    "backward_allreduce: 1.99 | step: 649.10\n";
        const auto log = read_log(text);
        const std::string timers = timers_of(log);
        QVERIFY2(has_parts(timers, "DeepSpeed 2 of 2.28542 s:",
                           "fwd 1425.2 (forward) bwd 211.12 (backward) bwd_inner in bwd 209.05 (backward) "
                           "bwd_allreduce in bwd 1.99 (gradients) step 649.1 (optimizer)"),
                 timers.c_str());
        QCOMPARE(log->warnings.size(), size_t(1));
        QVERIFY(log->warnings.front().message.find("sum of its timers") != std::string::npos);
    }

    /// A pipeline's timers are sums of the ten steps since its line before (GPT-NeoX).
    void a_pipeline_sums_its_steps() {
        QByteArray text;
        for (const char* step : {"10", "20", "30"})
            text +=
                QByteArray("steps: ") + step +
                " loss: 10.7133 iter time (s): 0.283 samples/sec: 226.2\n"
                "[2023-02-27 23:34:53,987] [INFO] [logging.py:60:log_dist] [Rank 0] rank=0 time (ms) | "
                "train_batch: 0.00 | batch_input: 7.57 | forward: 519.08 | backward_microstep: 1815.10 | "
                "backward: 1814.87 | backward_inner_microstep: 1814.17 | backward_inner: 1813.91 | "
                "backward_allreduce_microstep: 0.35 | backward_allreduce: 0.12 | reduce_tied_grads: 0.33 | "
                "comms: 126.14 | reduce_grads: 125.80 | step: 18.64 | _step_clipping: 0.10\n";
        const std::string timers = timers_of(read_log(text));
        QVERIFY2(
            has_parts(timers, "DeepSpeed 2 of 0.283 s:",
                      "batch_input 0.757 (input) fwd 51.908 (forward) bwd 181.487 (backward) comms 12.614 "
                      "(gradients) reduce_grads in comms 12.58 (gradients) step 1.864 (optimizer)"),
            timers.c_str());
    }

    /// Megatron-LM on DeepSpeed prints them before the line of the iteration that they are of.
    void timers_stand_before_an_iteration_of_megatron() {
        QByteArray text;
        for (int i = 1; i <= 3; ++i)
            text += newer_step(i, i < 3 ? 3 : 1) + " iteration " + QByteArray::number(i) +
                    "/ 10 | elapsed time per iteration (ms): 2000.0 | global batch size: 64 | lm loss: "
                    "1.0E+01 |\n"
                    "time (ms)\n";
        const std::string timers = timers_of(read_log(text));
        // Means of the second, 3 times as long, and the third.
        QVERIFY2(has_parts(timers, "Megatron-LM 2 of 2 s:",
                           "fwd 1000 (forward) bwd 2000 (backward) bwd_inner in bwd 1600 (backward) step 400 "
                           "(optimizer) optimizer_allgather in step 160 (parameters)"),
                 timers.c_str());
    }

    void slurm_says_how_a_job_ended_data() {
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const char* lines, const char* text) {
            QTest::newRow(name) << QByteArray(lines) << QString::fromLatin1(text);
        };
        row("time limit",
            "slurmstepd: error: *** JOB 123 ON node7 CANCELLED AT 2026-09-21T10:00:00 DUE TO TIME LIMIT ***\n"
            "slurmstepd: error: *** STEP 123.0 ON node8 CANCELLED AT 2026-09-21T10:00:02 DUE TO TIME LIMIT "
            "***",
            "Slurm cancelled job 123 on 2026-09-21 at 10:00:00: its time limit was reached");
        row("preemption",
            "[2026-09-21T10:00:00.123] error: *** JOB 7 ON node1 CANCELLED AT 2026-09-21T10:00:00 DUE TO "
            "PREEMPTION ***",
            "Slurm cancelled job 7 on 2026-09-21 at 10:00:00: another job preempted it");
        row("node failure",
            "slurmstepd-lulu: error: *** JOB 9 ON lulu CANCELLED AT 2026-09-21T08:12:01 DUE TO NODE FAILURE, "
            "SEE SLURMCTLD LOG FOR DETAILS ***",
            "Slurm cancelled job 9 on 2026-09-21 at 08:12:01: a node failed");
        row("behind a progress bar",
            "  4%|4 | 2/50 [19:06<7:42:04]slurmstepd: error: *** STEP 43230.0 ON gpu03 CANCELLED AT "
            "2025-04-15T19:07:03 ***",
            "Slurm cancelled step 43230.0 on 2025-04-15 at 19:07:03");
        row("no memory",
            "slurmstepd: error: Detected 1 oom_kill event in StepId=22035606.1. Some of the step tasks have "
            "been "
            "OOM Killed.\nslurmstepd: error: Detected 3 oom_kill events in StepId=22035606.1. Some of the "
            "step "
            "tasks have been OOM Killed.",
            "Slurm saw 4 processes of step 22035606.1 killed for want of the host's memory");
        row("no memory, then cancelled",
            "[2026-09-14T17:14:38.784] error: Detected 1 oom-kill event(s) in StepId=7.batch. Some of your "
            "processes may have been killed by the cgroup out-of-memory handler.\nslurmstepd: error: *** JOB "
            "7 ON "
            "n1 CANCELLED AT 2026-09-14T17:15:00 ***",
            "Slurm saw 1 process of step 7.batch killed for want of the host's memory on 2026-09-14 at "
            "17:14:38; "
            "Slurm cancelled job 7 on 2026-09-14 at 17:15:00");
        row("the last of two jobs",
            "slurmstepd: error: *** JOB 1 ON a CANCELLED AT 2026-09-21T10:00:00 DUE TO TIME LIMIT ***\n"
            "slurmstepd: error: *** JOB 2 ON a CANCELLED AT 2026-09-22T10:00:00 DUE TO PREEMPTION ***",
            "Slurm cancelled job 2 on 2026-09-22 at 10:00:00: another job preempted it");
        row("no memory in the last of two jobs",
            "slurmstepd: error: Detected 2 oom_kill events in StepId=1.0. Some of the step tasks have been "
            "OOM Killed.\nslurmstepd: error: Detected 3 oom_kill events in StepId=2.0. Some of the step "
            "tasks have been OOM Killed.",
            "Slurm saw 3 processes of step 2.0 killed for want of the host's memory");
        row("no memory after another job was cancelled",
            "slurmstepd: error: *** JOB 1 ON a CANCELLED AT 2026-09-21T10:00:00 DUE TO TIME LIMIT ***\n"
            "slurmstepd: error: Detected 1 oom_kill event in StepId=2.batch. Some of the step tasks have "
            "been "
            "OOM Killed.",
            "Slurm saw 1 process of step 2.batch killed for want of the host's memory");
        row("other words",
            "run cancelled at step 3\nCANCELLED AT *** \nDetected 4 GPUs\n*** JOB x CANCELLED AT ", "");
    }
    void slurm_says_how_a_job_ended() {
        QFETCH(QByteArray, lines);
        QFETCH(QString, text);
        JobEnd end;
        for (const QByteArray& line : lines.split('\n'))
            end.line(std::string_view(line.constData(), static_cast<size_t>(line.size())));
        QCOMPARE(QString::fromStdString(end.text()), text);
    }

    /// A job that is queued again writes behind what its earlier attempt wrote.
    void an_earlier_attempt_is_not_the_end() {
        const auto steps = [](int from, int to) {
            QByteArray out;
            for (int i = from; i <= to; ++i)
                out += " iteration " + QByteArray::number(i) +
                       "/ 100 | elapsed time per iteration (ms): 2000.0 | global batch size: 64 | lm loss: "
                       "1.0E+01 |\n";
            return out;
        };
        const auto ended = [](const QByteArray& text) {
            const auto log = read_log(text);
            return QString::fromStdString(log ? log->files.front().ended : log.error().text());
        };
        const QByteArray preempted = "slurmstepd: error: *** JOB 123 ON node7 CANCELLED AT "
                                     "2026-09-21T10:00:00 DUE TO PREEMPTION ***\n";
        const QString was_preempted =
            QStringLiteral("Slurm cancelled job 123 on 2026-09-21 at 10:00:00: another job preempted it");
        QCOMPARE(ended(steps(1, 9) + preempted), was_preempted);
        // It goes on at the checkpoint of iteration 7, and has no end.
        QCOMPARE(ended(steps(1, 9) + preempted + steps(8, 8)), QString());
        // The second attempt has an end of its own.
        QCOMPARE(
            ended(steps(1, 9) + preempted + steps(8, 12) +
                  "slurmstepd: error: *** JOB 123 ON node7 CANCELLED AT 2026-09-22T11:00:00 DUE TO TIME "
                  "LIMIT ***\n"),
            QStringLiteral("Slurm cancelled job 123 on 2026-09-22 at 11:00:00: its time limit was reached"));
        // Three late steps are still of the attempt that ends, four are not.
        QCOMPARE(ended(steps(1, 9) + preempted + steps(10, 12)), was_preempted);
        QCOMPARE(ended(steps(1, 9) + preempted + steps(10, 13)), QString());
    }

    void a_cancelled_run_says_so() {
        const auto log = read_log(" iteration 1/ 10 | elapsed time per iteration (ms): 2000.0 | global batch "
                                  "size: 64 | lm loss: 1.0E+01 |\n"
                                  " iteration 2/ 10 | elapsed time per iteration (ms): 2000.0 | global batch "
                                  "size: 64 | lm loss: 1.0E+01 |\n"
                                  "slurmstepd: error: *** JOB 123 ON node7 CANCELLED AT 2026-09-21T10:00:00 "
                                  "DUE TO TIME LIMIT ***\n");
        QVERIFY(log);
        const RunHeadline said = run_headline(*log);
        QCOMPARE(said.where,
                 std::string(
                     "Slurm cancelled job 123 on 2026-09-21 at 10:00:00: its time limit was reached, after 2 "
                     "of 10 iterations"));
        QCOMPARE(said.more, std::string("a step takes 2 s"));
        // A log without an iteration is none, and says why it ended.
        const auto none =
            read_log("------ arguments ------\nusing world size: 8\nslurmstepd: error: *** JOB 123 ON "
                     "node7 CANCELLED AT 2026-09-21T10:00:00 ***\n");
        QVERIFY(!none);
        QVERIFY2(none.error().what.find("Slurm cancelled job 123") != std::string::npos,
                 none.error().what.c_str());
    }
};

QTEST_GUILESS_MAIN(TestDeepspeedLogs)
#include "test_deepspeed_logs.moc"
