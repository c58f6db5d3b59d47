// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/replay/pipeline_graph.h"
#include "core/measured/analysis/replay/replayed_traces.h"
#include "core/measured/analysis/replay/straggler_study.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

using namespace roofrack;
using Json = nlohmann::json;

namespace {

/// Two stages, two microbatches, no data parallelism; all times in ms, written as microseconds.
class Timeline {
public:
    void add(int stage, const char* name, int sequence, double start_ms, double duration_ms, int step = 0) {
        m_events.push_back({{"name", name},
                            {"cat", name},
                            {"ph", "X"},
                            {"pid", 0},
                            {"tid", stage},
                            {"ts", start_ms * 1000},
                            {"dur", duration_ms * 1000},
                            {"args", {{"step", step}, {"seq_id", sequence}, {"model_chunk", 0}}}});
    }
    /// One whole step of an even pipeline: forward 10 ms, backward 20 ms, transfers 1 ms; the second stage's
    /// first forward computation takes `late_ms` longer.
    void add_step(int step, double begin, double late_ms) {
        const auto at = [&](double ms) { return begin + ms; };
        add(0, "forward-compute", 0, at(0), 10, step);
        add(0, "forward-compute", 1, at(10), 10, step);
        add(0, "forward-send", 0, at(10), 1, step);
        add(1, "forward-recv", 0, at(10), 1, step);
        add(1, "forward-compute", 0, at(11), 10 + late_ms, step);
        const double late = late_ms;
        add(1, "backward-compute", 0, at(21 + late), 20, step);
        // the second forward computation's data wait for the receive that follows the first computation
        add(0, "forward-send", 1, at(21 + late), 1, step);
        add(1, "forward-recv", 1, at(21 + late), 1, step);
        add(1, "backward-send", 0, at(41 + late), 1, step);
        add(0, "backward-recv", 0, at(41 + late), 1, step);
        add(0, "backward-compute", 0, at(42 + late), 20, step);
        add(1, "forward-compute", 1, at(41 + late), 10, step);
        add(1, "backward-compute", 1, at(51 + late), 20, step);
        add(1, "backward-send", 1, at(71 + late), 1, step);
        add(0, "backward-recv", 1, at(71 + late), 1, step);
        add(0, "backward-compute", 1, at(72 + late), 20, step);
    }
    std::string save(const QString& name) {
        Json events = m_events;
        for (int stage = 0; stage < 2; ++stage)
            events.push_back(
                {{"name", "thread_name"},
                 {"ph", "M"},
                 {"pid", 0},
                 {"tid", stage},
                 {"args", {{"name", "PP rank " + std::to_string(stage) + ", TP rank 0, compute"}}}});
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(QByteArray::fromStdString(events.dump()));
        return file.fileName().toStdString();
    }

private:
    QTemporaryDir m_folder;
    std::vector<Json> m_events;
};

Result<StragglerStudy> study_of(const std::string& file) {
    const auto timeline = read_pipeline_timeline(file);
    if (!timeline) return tl::unexpected(timeline.error());
    const auto run = replay_pipeline(*timeline);
    if (!run) return tl::unexpected(run.error());
    return study_stragglers(*run);
}

const ReplayQuestion* question(const StragglerStudy& study, BlameKind kind, const std::string& name) {
    for (const ReplayQuestion& each : study.without)
        if (each.kind == kind && each.name == name) return &each;
    return nullptr;
}

bool near(double a, double b, double relative) { return std::abs(a - b) <= relative * std::abs(b); }

} // namespace

class TestReplay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void an_even_pipeline_has_no_stragglers();
    void one_late_computation_is_found();
    void it_can_be_stopped();
    void the_path_has_no_gap();
    void a_group_starts_with_its_last();
    void a_circle_is_refused();
    void what_cannot_be_replayed_says_why();
    void published_stragglers_data();
    void published_stragglers();
};

void TestReplay::an_even_pipeline_has_no_stragglers() {
    Timeline timeline;
    timeline.add_step(0, 0, 0);
    timeline.add_step(1, 200, 0);
    const auto study = study_of(timeline.save("even.json"));
    QVERIFY2(study, study ? "" : study.error().text().c_str());
    QCOMPARE(study->workers, 2);
    // 92 ms: the last backward computation of stage 0 begins at 72 ms
    QVERIFY(near(study->recorded_s, 0.092, 1e-9));
    QVERIFY(near(study->replayed_s, 0.092, 1e-9));
    QVERIFY(near(study->slowdown, 1, 1e-9));
    QCOMPARE(study->replay_error, 0.0);
}

void TestReplay::one_late_computation_is_found() {
    Timeline timeline;
    timeline.add_step(0, 0, 0);
    timeline.add_step(1, 200, 8);
    const auto study = study_of(timeline.save("late.json"));
    QVERIFY2(study, study ? "" : study.error().text().c_str());
    // forward computation: (7 × 10 + 18) ÷ 8 = 11 ms in the ideal run. Its step is 92 ms with the three
    // forward computations on its way (stage 0's first, both of stage 1) 1 ms longer each: 95 ms.
    QVERIFY2(near(study->ideal_s, 0.095, 1e-9), std::to_string(study->ideal_s).c_str());
    QVERIFY(near(study->replayed_s, (0.092 + 0.100) / 2, 1e-9));
    QVERIFY(near(study->slowdown, 0.096 / 0.095, 1e-9));
    QVERIFY(near(study->steps[1].slowdown, 0.100 / 0.095, 1e-9));
    // without stage 1's own times: its forward computations take 11 ms, stage 0's stay at 10: 94 ms
    const ReplayQuestion* late = question(*study, BlameKind::worker, "stage 1");
    QVERIFY(late);
    QVERIFY2(near(late->step_s, 0.094, 1e-9), std::to_string(late->step_s).c_str());
    QVERIFY(near(late->saved_s, 0.002, 1e-6));
    const ReplayQuestion* other = question(*study, BlameKind::worker, "stage 0");
    QVERIFY(other && other->saved_s < 0); // it was faster than the mean
    QCOMPARE(study->steps[1].held_by, std::string("stage 1"));
}

void TestReplay::it_can_be_stopped() {
    Timeline even;
    even.add_step(0, 0, 0);
    const auto timeline = read_pipeline_timeline(even.save("stopped.json"));
    QVERIFY(timeline);
    const auto run = replay_pipeline(*timeline);
    QVERIFY(run);
    QVERIFY(study_stragglers(*run));
    std::stop_source source;
    source.request_stop();
    const auto stopped = study_stragglers(*run, source.get_token());
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().what, std::string("cancelled"));
}

void TestReplay::the_path_has_no_gap() {
    Timeline timeline;
    timeline.add_step(0, 0, 0);
    timeline.add_step(1, 200, 8);
    timeline.add_step(2, 400, 3);
    const auto study = study_of(timeline.save("path.json"));
    QVERIFY2(study, study ? "" : study.error().text().c_str());
    QCOMPARE(study->path_step, std::string("2"));
    int64_t at = 0;
    for (const PathStretch& stretch : study->path) {
        QCOMPARE(stretch.start_ns, at);
        at += stretch.duration_ns;
    }
    QCOMPARE(at, int64_t(95'000'000));
    // forward 10 (stage 0), transfer 1, forward 13, backward 20, forward 10, backward 20 (stage 1), transfer
    // 1, backward 20 (stage 0)
    QCOMPARE(study->path.size(), size_t(8));
    const ReplayedStep& step = study->steps[2];
    QCOMPARE(step.compute_ns, int64_t(93'000'000));
    QCOMPARE(step.transfer_ns, int64_t(2'000'000));
    QCOMPARE(step.wait_ns, int64_t(0));
}

void TestReplay::a_group_starts_with_its_last() {
    ReplayGraph graph;
    ReplayOperation operation;
    const auto add = [&](int32_t worker, int64_t start, int64_t work, ReplayWork kind) {
        operation.worker = worker;
        operation.recorded_start_ns = start;
        operation.work_ns = work;
        operation.work = kind;
        return graph.add(operation);
    };
    const uint32_t a = add(0, 0, 30, ReplayWork::compute), b = add(1, 0, 50, ReplayWork::compute);
    const uint32_t ar_a = add(0, 55, 7, ReplayWork::transfer), ar_b = add(1, 55, 9, ReplayWork::transfer);
    graph.add_before(a, ar_a);
    graph.add_before(b, ar_b);
    graph.join(std::array{ar_a, ar_b});
    QVERIFY(graph.finish());
    QCOMPARE(graph.wait_ns(ar_a), int64_t(5)); // ready at 50, recorded at 55
    const Replay with = graph.replay(graph.recorded_work(), true);
    QCOMPARE(with.end_ns[ar_a], int64_t(62));
    QCOMPARE(with.step_ns[0], int64_t(64));
    const Replay without = graph.replay(graph.recorded_work(), false);
    QCOMPARE(without.step_ns[0], int64_t(59));
    std::vector<int64_t> work = graph.recorded_work();
    work[b] = 10;
    QCOMPARE(graph.replay(work, false).step_ns[0], int64_t(39)); // now a is the last
    const auto path = graph.critical_path(with, 0);
    QCOMPARE(path.size(), size_t(3));
    QCOMPARE(path[0].operation, b);
    QVERIFY(path[1].waits);
    QCOMPARE(path[2].operation, ar_b);
}

void TestReplay::a_circle_is_refused() {
    ReplayGraph graph;
    const uint32_t a = graph.add({}), b = graph.add({});
    graph.add_before(a, b);
    graph.add_before(b, a);
    const auto finished = graph.finish();
    QVERIFY(!finished);
    QVERIFY(finished.error().what.find("circle") != std::string::npos);
}

void TestReplay::what_cannot_be_replayed_says_why() {
    Timeline lacking;
    lacking.add_step(0, 0, 0);
    lacking.add(1, "forward-recv", 2, 95, 1);
    const auto study = study_of(lacking.save("lacking.json"));
    QVERIFY(!study);
    QVERIFY(study.error().what.find("stage 1 of data rank 0") != std::string::npos);

    QTemporaryDir folder;
    const auto refused = [&](const char* text) {
        QFile file(folder.filePath("x.json"));
        if (!file.open(QIODevice::WriteOnly)) return std::string();
        file.write(text);
        file.close();
        const auto timeline = read_pipeline_timeline(file.fileName().toStdString());
        return timeline ? std::string() : timeline.error().what;
    };
    const char* nameless = R"([{"name":"forward-compute","ph":"X","pid":0,"tid":0,"ts":0,"dur":1,)"
                           R"("args":{"step":0,"seq_id":0}}])";
    QVERIFY(refused(nameless).find("PP rank") != std::string::npos);
    const char* interleaved = R"([{"name":"forward-compute","ph":"X","pid":0,"tid":0,"ts":0,"dur":1,)"
                              R"("args":{"step":0,"seq_id":0,"model_chunk":1}}])";
    QVERIFY(refused(interleaved).find("interleaved") != std::string::npos);
    QVERIFY(refused(R"([{"name":"forward-compute","ph":"X","ts":0,"dur":1}])").find("step") !=
            std::string::npos);
    // Two events of 99,999 × 10,000 workers.
    const char* many = R"([{"name":"thread_name","ph":"M","tid":0,"args":{"name":"PP rank 9999"}},)"
                       R"({"name":"forward-compute","ph":"X","pid":99998,"tid":0,"ts":0,"dur":1,)"
                       R"("args":{"step":0,"seq_id":0}}])";
    QCOMPARE(refused(many),
             std::string("a timeline of 99,999 data ranks × 10,000 stages, more than 1,000,000 "
                         "workers"));
    // 86,400,000,001 µs are more than a day.
    const char* long_one = R"([{"name":"forward-compute","ph":"X","pid":0,"tid":0,"ts":0,"dur":86400000001,)"
                           R"("args":{"step":0,"seq_id":0}}])";
    QVERIFY(refused(long_one).find("no event with args step and seq_id") != std::string::npos);
}

void TestReplay::published_stragglers_data() {
    QTest::addColumn<QString>("job");
    QTest::newRow("ST") << "ST";
    QTest::newRow("AR") << "AR";
}

void TestReplay::published_stragglers() {
    if (qEnvironmentVariableIsEmpty("ROOFRACK_DATA")) QSKIP("ROOFRACK_DATA is not set: no recorded traces");
    QFETCH(QString, job);
    const QString folder = qEnvironmentVariable("ROOFRACK_DATA") + "/traces/straggler/";
    const auto read = [&](const QString& name) {
        QFile file(folder + name);
        return file.open(QIODevice::ReadOnly) ? Json::parse(file.readAll().toStdString()) : Json();
    };
    const Json result = read("result-" + job + ".json"), stage = read("ms-" + job + ".json"),
               worker = read("mw-" + job + ".json");
    const auto study = study_of((folder + "timeline-" + job + ".json.gz").toStdString());
    QVERIFY2(study, study ? "" : study.error().text().c_str());
    // The authors' own program lets a call that sends and receives at once do so one after the other; that is
    // what is left of the difference.
    QVERIFY(near(study->slowdown, result["blocking_slowdown"].get<double>(), 0.003));
    QCOMPARE(study->steps.size(), result["step_t_nodelay"].size());
    for (const ReplayedStep& step : study->steps) {
        QVERIFY(near(step.replayed_s, result["step_t_nodelay"][step.name].get<double>(), 0.005));
        QVERIFY(near(step.recorded_s, result["step_t_base"][step.name].get<double>(), 1e-3));
        const int64_t path = step.compute_ns + step.transfer_ns + step.wait_ns;
        QVERIFY(near(static_cast<double>(path) * 1e-9, step.recorded_s, 1e-3));
        QVERIFY(static_cast<double>(step.wait_ns) * 1e-9 < 0.1 * step.recorded_s);
    }
    QVERIFY(study->replay_error < 1e-3);
    // Without the last stage, and without the worst 3 % of the workers, which is one of 8 and one of 16.
    const ReplayQuestion* last = question(*study, BlameKind::stage, "stage 3");
    QVERIFY(last && near(last->step_s, stage["trem"].get<double>(), 0.005));
    const auto best = std::ranges::find(study->without, BlameKind::worker, &ReplayQuestion::kind);
    QVERIFY(best != study->without.end());
    QVERIFY2(near(best->step_s, worker["trem"].get<double>(), 0.005), best->name.c_str());
}

QTEST_APPLESS_MAIN(TestReplay)
#include "test_replay.moc"
