// SPDX-License-Identifier: GPL-3.0-or-later
// What measurements set in the model, and what they cannot tell.
#include "core/study/calibration/calibration_study.h"

#include "core/base/files/file_digest.h"
#include "core/base/files/run_digest.h"
#include "core/step/engine/measured_network.h"
#include "core/study/calibration/measured_figure.h"
#include "core/study/calibration/trace_steps.h"
#include "tests/support/sample.h"

#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;
using roofrack::test::prepared;
using roofrack::test::sample;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

Evaluation run(const Scenario& scenario, double gpus = 0) {
    EvaluateOptions options;
    options.findings = false;
    options.gpus = gpus;
    if (gpus > 0) {
        const Prepared all = prepared(scenario);
        options.global_batch = scenario.workload.global_batch * gpus / all.fabric().gpus;
        Plan plan = scenario.plan;
        plan.dp = 0;
        options.plan = plan;
    }
    return evaluate(prepared(scenario), options);
}

/// The breakdown that a trace of a rank would have of this step.
MeasuredBreakdown as_traced(const StepShares& shares) {
    MeasuredBreakdown out;
    out.step = shares.step;
    out.compute = shares.compute;
    out.comm = shares.comm;
    out.exposed_comm = shares.exposed_comm;
    out.input = shares.input;
    out.slowest = shares.slowest;
    return out;
}

MeasuredRun of_steps(std::vector<double> steps) {
    MeasuredRun out;
    out.steps = std::move(steps);
    out.sources.push_back({"run.log", "0123456789abcdef", "2026-11-27", "steps", {}});
    return out;
}

bool tells(const CalibrationStudy& study, const std::string& what) {
    return std::ranges::any_of(study.values, [&](const CalibratedValue& v) { return v.name == what; });
}

bool refuses(const CalibrationStudy& study, std::string_view what) {
    return std::ranges::any_of(study.not_told,
                               [&](const NotTold& n) { return n.what.find(what) != std::string::npos; });
}

TraceRank rank_of(int number, std::initializer_list<int64_t> computations) {
    TraceRank out;
    out.rank = number;
    out.world_size = 4;
    int step = 0;
    for (const int64_t compute : computations) {
        TraceTimes times;
        times.window_ns = 1000;
        times.compute_ns = compute;
        times.comm_ns = 300;
        times.exposed_comm_ns = 100;
        out.steps.push_back({"ProfilerStep#" + std::to_string(step++), times});
    }
    return out;
}

TraceCollective call_of(const char* id, int64_t bytes, int64_t duration) {
    TraceCollective out;
    out.id = id;
    out.kind = "all_reduce";
    out.bytes = bytes;
    out.group_size = 2;
    out.duration_ns = duration;
    return out;
}

/// A profile of one of four ranks: three steps of 1 ms, a kernel of so many µs in each.
QByteArray profile_of(int rank, std::initializer_list<int> computations) {
    QByteArray out = "{\"schemaVersion\":1,\"distributedInfo\":{\"backend\":\"nccl\",\"rank\":" +
                     QByteArray::number(rank) + ",\"world_size\":4},\"traceEvents\":[";
    int step = 0;
    for (const int us : computations) {
        const QByteArray start = QByteArray::number(1000 * step), number = QByteArray::number(step);
        if (step > 0) out += ",";
        out += R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#)" + number +
               R"(","pid":1,"tid":1,"ts":)" + start + R"(,"dur":1000},)";
        out += R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":)" + start + R"(,"dur":)" +
               QByteArray::number(us) + R"(,"args":{"device":0,"stream":7}})";
        ++step;
    }
    return out + "]}";
}

} // namespace

class TestCalibration : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// One step time sets the factor of the operators, and says what it stands for.
    void one_number_sets_one_factor() {
        const Scenario scenario = sample("dgx-h100-su");
        Scenario slower = scenario;
        slower.calibration.compute_factor = 1.2;
        const double step = run(slower).productive_step.si();
        const auto study = calibrate(scenario, of_steps({step}), catalog());
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        QVERIFY(std::abs(study->calibration.compute_factor - 1.2) < 1e-5);
        QCOMPARE(study->calibration.network_factor, 1.0);
        QVERIFY(refuses(*study, "network_factor"));
        QVERIFY(!study->held_back);
        QCOMPARE(study->times.size(), size_t(1));
        QVERIFY(study->times.front().after_pct() < 1e-3);
        QVERIFY(std::abs(study->times.front().before_pct() -
                         100 * (1 - run(scenario).productive_step.si() / step)) < 1e-9);
        QCOMPARE(study->calibration.sources.size(), size_t(1));
    }

    /// Computation and exposed communication of a trace set both.
    void a_breakdown_sets_both() {
        const Scenario scenario = sample("dgx-h100-su");
        Scenario other = scenario;
        other.calibration.compute_factor = 1.15;
        other.calibration.network_factor = 1.3;
        const StepShares shares = step_shares(prepared(other), run(other));
        QVERIFY(std::abs(shares.compute + shares.exposed_comm + shares.idle - shares.step) <
                1e-12 * shares.step);
        MeasuredRun measured = of_steps({shares.step});
        measured.breakdowns = {as_traced(shares)};
        const auto study = calibrate(scenario, measured, catalog());
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        QVERIFY(std::abs(study->calibration.compute_factor - 1.15) < 1e-4);
        QVERIFY(std::abs(study->calibration.network_factor - 1.3) < 1e-3);
        QVERIFY(tells(*study, "overlap"));
    }

    /// Half of eight steps sets the factor: 1.00 s against 1.02 s is 100·(1 − 1/1.02) = 1.9608 % off.
    void the_second_half_is_held_back() {
        const Scenario scenario = sample("dgx-h100-su");
        const double step = 1.1 * run(scenario).productive_step.si();
        const double late = 1.02 * step;
        const auto study =
            calibrate(scenario, of_steps({step, step, step, step, late, late, late, late}), catalog());
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        QVERIFY(study->held_back);
        QCOMPARE(study->held_back->steps, size_t(4));
        QVERIFY(std::abs(study->held_back->after_pct() - 1.9608) < 1e-3);
        // As it was: 1/(1.1·1.02) of the second half.
        QVERIFY(std::abs(study->held_back->before_pct() - 100 * (1 - 1 / (1.1 * 1.02))) < 1e-6);
    }

    /// A profile of 8 GPUs calibrates the drawing of 1,024; their network stays as it is.
    void a_node_calibrates_the_whole() {
        Scenario scenario = sample("dgx-h100-su");
        scenario.plan.pp = 1;
        scenario.plan.vpp = 1;
        scenario.workload.model = "llama3-8b";
        scenario.workload.inline_model.reset();
        const double drawn = prepared(scenario).fabric().gpus;
        QVERIFY(drawn > 8);
        Scenario slower = scenario;
        slower.calibration.compute_factor = 1.25;
        const Evaluation of_eight = run(slower, 8);
        QVERIFY(of_eight.step_time.si() > 0);
        MeasuredRun measured = of_steps({of_eight.productive_step.si()});
        measured.gpus = 8;
        measured.breakdowns = {as_traced(step_shares(prepared(slower), of_eight))};
        const auto study = calibrate(scenario, measured, catalog());
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        QCOMPARE(study->gpus, 8.0);
        QCOMPARE(study->drawn_gpus, drawn);
        QVERIFY(std::abs(study->calibration.compute_factor - 1.25) < 1e-4);
        QCOMPARE(study->calibration.network_factor, 1.0);
        QVERIFY(refuses(*study, "network_factor"));
        Scenario calibrated = scenario;
        calibrated.calibration = study->calibration;
        QVERIFY(std::abs(run(calibrated).step_time / run(slower).step_time - 1) < 1e-4);
    }

    /// A replica of the plan that the measured GPUs do not hold is none of the drawing's runs.
    void what_is_not_the_drawn_run_is_refused() {
        const Scenario scenario = sample("dgx-h100-su");
        const double step = run(scenario).productive_step.si();
        const auto error_of = [&](const MeasuredRun& measured) {
            const auto study = calibrate(scenario, measured, catalog());
            return study ? std::string() : study.error().what;
        };
        MeasuredRun measured = of_steps({step});
        measured.gpus = 8; // tp 8, pp 4: a replica takes 32
        QVERIFY(error_of(measured).find("a model replica of the plan takes 32") != std::string::npos);
        measured.gpus = 100000;
        QVERIFY(error_of(measured).find("100,000 GPUs") != std::string::npos);
        measured.gpus.reset();
        measured.job.gpu = "NVIDIA A100-SXM4-80GB";
        QCOMPARE(error_of(measured), std::string("another job was measured: it ran on A100, drawn is H100"));
        measured.job = {};
        measured.job.global_batch = 1; // predicted with the run's batch
        QCOMPARE(error_of(measured), std::string());
        measured.job.model = "BERT";
        QVERIFY(error_of(measured).starts_with("another job was measured: BERT ran, drawn is"));
        QVERIFY(error_of(of_steps({50 * step})).find("no factor from 1/4 to 4") != std::string::npos);
        QVERIFY(error_of(of_steps({step / 50})).find("no factor") != std::string::npos);
        const auto nothing = calibrate(scenario, MeasuredRun(), catalog());
        QVERIFY(nothing);
        QVERIFY(!nothing->sets_anything());
        QVERIFY(refuses(*nothing, "compute_factor"));
    }

    /// What was measured is kept where it is off, and the model answers as without it.
    void off_is_the_model_without_it() {
        const Scenario scenario = sample("dgx-h100-su");
        Scenario calibrated = scenario;
        Calibration& calibration = calibrated.calibration;
        calibration.compute_factor = 1.3;
        calibration.network_factor = 1.2;
        calibration.power_factor = 0.8;
        calibration.straggler_cv_persistent = 0.03;
        calibration.straggler_cv_iid = 0.02;
        const Evaluation plain = run(scenario), with = run(calibrated);
        QVERIFY(with.step_time > plain.step_time);
        QVERIFY(with.power.it < plain.power.it);
        calibration.off = true;
        const Evaluation off = run(calibrated);
        QCOMPARE(off.step_time.si(), plain.step_time.si());
        QCOMPARE(off.power.it.si(), plain.power.it.si());
        QCOMPARE(off.step_time_high.si(), plain.step_time_high.si());
        QVERIFY(calibration.is_given());
        const auto again = calibrate(calibrated, of_steps({plain.productive_step.si()}), catalog());
        QVERIFY(again);
        QVERIFY(!again->calibration.off);
    }

    /// 400 W at the model's own mean of the GPU: what is above idle is scaled, and so is what is predicted.
    void sensors_set_the_power() {
        const Scenario scenario = sample("dgx-h100-su");
        Scenario frugal = scenario;
        frugal.calibration.power_factor = 0.7;
        MeasuredRun measured;
        measured.sensors.utilisation = 0.95;
        measured.sensors.gpus = 8;
        const auto power_with = [&](double watts) {
            measured.sensors.power_w = watts;
            return calibrate(scenario, measured, catalog());
        };
        // The factor is linear in the measured power: two points give the line.
        const auto low = power_with(400), high = power_with(500);
        QVERIFY(low && high);
        const double slope = (high->calibration.power_factor - low->calibration.power_factor) / 100;
        QVERIFY(slope > 1 / 700.0); // one W more is more than 1/700 of what is above idle
        const double one = 400 + (1 - low->calibration.power_factor) / slope;
        const auto same = power_with(one);
        QVERIFY(same);
        QVERIFY(std::abs(same->calibration.power_factor - 1) < 1e-9);
        measured.sensors.utilisation = 0.1;
        const auto idle = power_with(400);
        QVERIFY(idle);
        QVERIFY(refuses(*idle, "power_factor"));
    }

    /// Ranks compute 90, 100, 100, 110 in the mean, each ± 3 over three steps: the variance of a step is 9,
    /// that of the means 200/3, of which 9/3 are the steps'. CVs √(200/3 − 3)/100 and 3/100.
    void ranks_and_steps_differ() {
        const std::vector<TraceRank> ranks{rank_of(0, {87, 90, 93}), rank_of(1, {97, 100, 103}),
                                           rank_of(2, {103, 100, 97}), rank_of(3, {113, 110, 107})};
        const TraceSteps steps = trace_steps(ranks);
        QCOMPARE(steps.ranks, size_t(4));
        QCOMPARE(steps.gpus, 4.0);
        QCOMPARE(steps.breakdowns.size(), size_t(3));
        QVERIFY(steps.cv_persistent && steps.cv_iid);
        QVERIFY(std::abs(*steps.cv_iid - 0.03) < 1e-12);
        QVERIFY(std::abs(*steps.cv_persistent - std::sqrt(200.0 / 3 - 3) / 100) < 1e-12);
        const MeasuredBreakdown& first = steps.breakdowns.front(); // 87, 97, 103, 113: median 100
        QVERIFY(std::abs(first.compute - 100e-9) < 1e-18);
        QVERIFY(std::abs(first.slowest - 1.13) < 1e-12);
        QVERIFY(std::abs(first.idle() - 800e-9) < 1e-18);
        const TraceSteps two = trace_steps({ranks[0], ranks[1]});
        QVERIFY(!two.cv_persistent);
        QVERIFY(!two.refused.empty());
    }

    /// The rank that came last sent, the other waited: the shortest duration is the collective's.
    void collectives_are_told_by_who_came_last() {
        std::vector<TraceRank> ranks{rank_of(0, {100}), rank_of(1, {100})};
        ranks[0].collectives = {call_of("0:1", 1000, 900), call_of("0:2", 2000, 50)};
        ranks[1].collectives = {call_of("0:1", 1000, 30), call_of("0:2", 2000, 700)};
        const TraceSteps steps = trace_steps(ranks);
        QCOMPARE(steps.sweeps.size(), size_t(1));
        const CollectiveSweep& sweep = steps.sweeps.front();
        QCOMPARE(sweep.ranks, 2);
        QCOMPARE(sweep.points.size(), size_t(2));
        QVERIFY(std::abs(sweep.points[0].seconds.si() - 30e-9) < 1e-18);
        QVERIFY(std::abs(sweep.points[1].seconds.si() - 50e-9) < 1e-18);
        // With one of the two ranks waiting cannot be told from sending.
        QVERIFY(trace_steps({ranks[0]}).sweeps.empty());
    }

    /// Traces call it all_to_all, nccl-tests alltoall.
    void an_all_to_all_is_told_too() {
        std::vector<TraceRank> ranks{rank_of(0, {100}), rank_of(1, {100})};
        ranks[0].collectives = {call_of("0:1", 1000, 90), call_of("0:2", 2000, 50)};
        ranks[1].collectives = {call_of("0:1", 1000, 30), call_of("0:2", 2000, 70)};
        for (TraceRank& rank : ranks)
            for (TraceCollective& call : rank.collectives) call.kind = "all_to_all";
        const TraceSteps steps = trace_steps(ranks);
        QCOMPARE(steps.sweeps.size(), size_t(1));
        QVERIFY(steps.sweeps.front().collective == Collective::all_to_all);
    }

    /// One file a rank is the same run as all files in one folder.
    void files_of_ranks_are_read_together() {
        QTemporaryDir folder;
        std::vector<std::filesystem::path> files;
        const auto write = [&](const QString& name, const QByteArray& text) {
            QFile file(folder.filePath(name));
            if (!file.open(QIODevice::WriteOnly)) qFatal("%s", qPrintable(name));
            file.write(text);
            return std::filesystem::path(file.fileName().toStdString());
        };
        const auto log =
            write(QStringLiteral("train.log"),
                  " iteration 1/ 10 | elapsed time per iteration (ms): 900.0 | global batch size: "
                  "64 | lm loss: 1.0E+01 |\n"
                  " iteration 2/ 10 | elapsed time per iteration (ms): 200.0 | global batch size: "
                  "64 | lm loss: 9.0E+00 |\n");
        files.push_back(log);
        files.push_back(write(QStringLiteral("rank0.json"), profile_of(0, {870, 900, 930})));
        files.push_back(write(QStringLiteral("rank1.json"), profile_of(1, {770, 800, 830})));
        files.push_back(write(QStringLiteral("rank2.json"), profile_of(2, {770, 800, 830})));
        files.push_back(write(QStringLiteral("rank3.json"), profile_of(3, {670, 700, 730})));
        const auto apart = read_measured_run(files, {"2026-11-27", {}});
        QVERIFY2(apart, apart ? "" : apart.error().text().c_str());
        QCOMPARE(apart->ranks, size_t(4));
        QCOMPARE(apart->steps.size(), size_t(3));
        QVERIFY(apart->cv_persistent && apart->cv_iid);
        // 770, 770, 670 and 870 µs: their middle is 770.
        QVERIFY(std::abs(apart->breakdowns.front().compute - 770e-6) < 1e-9);
        const auto together = read_measured_run({folder.path().toStdString()}, {"2026-11-27", {}});
        QVERIFY(together);
        QCOMPARE(apart->cv_persistent.value_or(0), together->cv_persistent.value_or(0));
        QCOMPARE(apart->sources.size(), size_t(5));
        // The log's two times of a step are not used, and its phrase does not say so.
        QCOMPARE(apart->sources.front().told, std::string("batch and GPUs (the steps are the trace's)"));
        QVERIFY(apart->sources.back().told.find("3 steps") != std::string::npos);
    }

    /// Steps of two jobs of one GPU each are no steps of two ranks.
    void traces_of_different_runs_are_refused() {
        QTemporaryDir folder;
        const std::filesystem::path at = folder.path().toStdString();
        const auto trace_of = [](const char* file, int world_size, int rank) {
            TraceResult out;
            out.ranks = {rank_of(rank, {400, 500})};
            out.ranks.front().file = file;
            out.ranks.front().world_size = world_size;
            return out;
        };
        const auto together = measured_run({{at, trace_of("a", 2, 0)}, {at, trace_of("b", 2, 1)}}, {});
        QVERIFY2(together, together ? "" : together.error().text().c_str());
        const auto apart = measured_run({{at, trace_of("a", 1, 0)}, {at, trace_of("b", 1, 0)}}, {});
        QVERIFY(!apart);
        QCOMPARE(apart.error().where, std::string("b"));
        QVERIFY2(apart.error().what.starts_with("the traces are of 2 different runs"),
                 apart.error().what.c_str());
    }

    /// Two files of sensors are one middle over all their GPUs: 300, 400 and 650 W.
    void sensors_of_two_files_are_of_one_run() {
        const auto file_of = [](std::initializer_list<double> watts) {
            TraceResult out;
            MeasuredFile& file = out.files.emplace_back();
            file.kind = MeasuredKind::telemetry;
            for (const double each : watts) {
                LoggedSensors& gpu = file.sensors.emplace_back();
                gpu.name = "GPU";
                gpu.mean_power_w = each;
            }
            return out;
        };
        QTemporaryDir folder;
        const std::filesystem::path at = folder.path().toStdString();
        const auto run = measured_run({{at, file_of({300, 400})}, {at, file_of({650})}}, {});
        QVERIFY2(run, run ? "" : run.error().text().c_str());
        QCOMPARE(run->sensors.gpus, 3.0);
        QCOMPARE(run->sensors.power_w.value_or(0), 400.0);
    }

    /// What is printed as "after" is what the calibration says that is handed over: scatter of the ranks and
    /// their power are in it before the factors are fitted.
    void after_is_of_the_calibration_that_is_kept() {
        Scenario scenario = sample("dgx-h100-su");
        scenario.plan.pp = 1;
        scenario.plan.vpp = 1;
        scenario.workload.model = "llama3-8b";
        scenario.workload.inline_model.reset();
        Scenario other = scenario;
        other.calibration.compute_factor = 1.15;
        other.calibration.straggler_cv_persistent = 0.06;
        other.calibration.straggler_cv_iid = 0.04;
        const StepShares shares = step_shares(prepared(other), run(other));
        MeasuredRun measured = of_steps(std::vector<double>(4, shares.step));
        measured.breakdowns.assign(4, as_traced(shares));
        measured.cv_persistent = 0.06;
        measured.cv_iid = 0.04;
        measured.sensors.power_w = 650;
        measured.sensors.utilisation = 0.95;
        measured.sensors.gpus = 8;
        const auto study = calibrate(scenario, measured, catalog());
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        QVERIFY(tells(*study, "straggler_cv_persistent") && tells(*study, "power_factor"));
        QVERIFY(std::abs(study->calibration.compute_factor - 1.15) < 1e-4);
        Scenario kept = scenario;
        kept.calibration = study->calibration;
        const StepShares then = step_shares(prepared(kept), run(kept));
        const StepShares before = step_shares(prepared(scenario), run(scenario));
        QCOMPARE(study->times.front().what, std::string("step"));
        for (const CalibratedTime& time : study->times) {
            const bool is_step = time.what == "step";
            if (!is_step && time.what != "exposed communication") continue;
            const double now = is_step ? then.step : then.exposed_comm;
            const double was = is_step ? before.step : before.exposed_comm;
            QVERIFY2(std::abs(time.after / now - 1) < 1e-9, time.what.c_str());
            QVERIFY2(std::abs(time.before / was - 1) < 1e-9, time.what.c_str());
        }
        QVERIFY(study->held_back);
        QVERIFY(std::abs(study->held_back->after / then.step - 1) < 1e-6);
    }

    /// Two steps of 50 times as long, then three as predicted: their middle is met, the first half is not.
    void what_cannot_be_held_back_is_said() {
        const Scenario scenario = sample("dgx-h100-su");
        const double step = run(scenario).productive_step.si();
        const auto study = calibrate(scenario, of_steps({50 * step, 50 * step, step, step, step}), catalog());
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        QVERIFY(!study->held_back);
        QVERIFY(refuses(*study, "held"));
    }

    void a_stopped_calibration_says_so() {
        const Scenario scenario = sample("dgx-h100-su");
        std::stop_source stop;
        stop.request_stop();
        const auto study = calibrate(scenario, of_steps({1.0}), catalog(), stop.get_token());
        QVERIFY(!study);
        QCOMPARE(study.error().what, std::string("cancelled"));
    }

    /// A log whose arguments are those of no model that can be drawn leaves the drawing's, and says so.
    void arguments_that_cannot_be_drawn_are_noted() {
        const Scenario scenario = sample("dgx-h100-su");
        MeasuredRun measured = of_steps({run(scenario).productive_step.si()});
        measured.settings_texts = {"-------------------- arguments --------------------\n"
                                   "  global_batch_size ............................... 64\n"
                                   "  hidden_size ..................................... 1024\n"
                                   "  micro_batch_size ................................ 2\n"
                                   "  num_layers ...................................... 24\n"
                                   "  tensor_model_parallel_size ...................... 4\n"
                                   "---------------- end of arguments ----------------\n"};
        const auto made = measured_scenario(scenario, measured, catalog());
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        QVERIFY(!made->has_own_settings);
        QVERIFY(!made->notes.empty());
        QVERIFY2(made->notes.front().find("the shape of the model lacks") != std::string::npos,
                 made->notes.front().c_str());
    }

    void figures_as_people_say_them_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("kind"); // 0: step, 1: tokens, 2: tokens a GPU, 3: samples, 4: MFU
        QTest::newRow("step") << QStringLiteral("1.25 s") << 1.25 << 0;
        QTest::newRow("ms") << QStringLiteral("340 ms") << 0.34 << 0;
        QTest::newRow("a GPU") << QStringLiteral("200 tokens/s/GPU") << 200.0 << 2;
        QTest::newRow("all") << QStringLiteral("1.6M tokens/s") << 1.6e6 << 1;
        QTest::newRow("thousands") << QStringLiteral("12,500 tokens/s") << 12500.0 << 1;
        QTest::newRow("samples") << QStringLiteral("120 samples/s") << 120.0 << 3;
        QTest::newRow("MFU") << QStringLiteral("38 % MFU") << 0.38 << 4;
        QTest::newRow("MFU before") << QStringLiteral("MFU 0.38") << 0.38 << 4;
        QTest::newRow("typed") << QStringLiteral("trainning.log") << 0.0 << -1;
        QTest::newRow("bare") << QStringLiteral("12") << 0.0 << -1;
        QTest::newRow("none") << QStringLiteral("-3 s") << 0.0 << -1;
        QTest::newRow("too much") << QStringLiteral("380 % MFU") << 0.0 << -1;
    }
    void figures_as_people_say_them() {
        QFETCH(const QString, text);
        QFETCH(const double, value);
        QFETCH(const int, kind);
        const auto read = parse_measured_figure(text.toStdString());
        QCOMPARE(bool(read), kind >= 0);
        if (!read) return;
        const std::optional<double> figures[] = {
            read->steps.empty() ? std::nullopt : std::optional(read->steps.front()), read->tokens_per_s,
            read->tokens_per_s_per_gpu, read->samples_per_s, read->mfu};
        for (int i = 0; i < 5; ++i) QCOMPARE(figures[i].has_value(), i == kind);
        QVERIFY(std::abs(*figures[kind] - value) < 1e-9 * value);
    }

    /// A kept run and a calibration know a file by the same digest.
    void digests() {
        QTemporaryDir folder;
        const auto digest_of = [&](const QByteArray& contents) {
            QFile file(folder.filePath(QStringLiteral("f")));
            if (!file.open(QIODevice::WriteOnly)) return std::string();
            file.write(contents);
            file.close();
            return file_digest(file.fileName().toStdString()).value_or("");
        };
        for (const char* const text : {"", "a", "foobar and more"}) {
            RunDigest digest;
            digest.add(text);
            QCOMPARE(digest_of(text), digest.text());
        }
        QFile other(folder.filePath(QStringLiteral("g")));
        QVERIFY(other.open(QIODevice::WriteOnly));
        QVERIFY(file_digest(folder.path().toStdString(), 2));
        const auto cut = file_digest(folder.path().toStdString(), 1);
        QVERIFY(!cut);
        QVERIFY(cut.error().text().find("more than 1 files") != std::string::npos);
        QVERIFY(!file_digest(folder.filePath(QStringLiteral("none")).toStdString()));
    }

    /// Shown where a calibration is in force, and where it is not.
    void the_verdict_says_so() {
        Scenario scenario = sample("dgx-h100-su");
        const auto ids = [&] {
            std::vector<std::string> out;
            for (const Finding& each : measured_findings(prepared(scenario), 32)) out.push_back(each.id);
            return out;
        };
        QVERIFY(ids().empty());
        scenario.calibration.compute_factor = 1.1;
        scenario.calibration.sources.push_back({"a.log", "0", "2026-11-27", "steps", {}});
        QCOMPARE(ids(), std::vector<std::string>{"calibrated"});
        QCOMPARE(measured_by(scenario.calibration), std::string("a.log (2026-11-27)"));
        scenario.calibration.off = true;
        QCOMPARE(ids(), std::vector<std::string>{"calibration-off"});
    }
};

QTEST_GUILESS_MAIN(TestCalibration)
#include "test_calibration.moc"
