// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cli.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

using Json = nlohmann::json;

namespace {

struct Answer {
    int exit = -1;
    QByteArray out, err;
    Json json;
};

QString data(const QString& name) { return QString(ROOFRACK_SOURCE_DIR) + "/tests/data/traces/" + name; }

Answer run(const QStringList& arguments) {
    const roofrack::test::ProgramRun run = roofrack::test::run_cli(QStringList{"trace"} + arguments);
    return {run.exit_code, run.out, run.err, Json::parse(run.out.toStdString(), nullptr, false)};
}

bool has_keys(const Json& object, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        if (!object.contains(key)) {
            qWarning() << "no key" << key;
            return false;
        }
    return true;
}

} // namespace

class TestTraceCli : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void json_has_the_documented_keys();
    void unknown_is_null();
    void one_step();
    void nothing_to_read_exits_3();
    void steps_that_there_are();
    void a_project_is_no_trace();
    void wrong_usage_exits_2();
    void people_get_a_table();
    void a_replayed_run();
    void why_it_was_slow();
    void a_log_is_told_as_in_the_window();
    void a_warning_on_a_whole_file_names_no_byte();
    void beside_a_drawn_fabric();
};

void TestTraceCli::json_has_the_documented_keys() {
    const Answer answer = run({data("two_ranks"), data("good.json"), data("bad_escape.json"), "--json"});
    QCOMPARE(answer.exit, 0);
    QVERIFY(!answer.json.is_discarded());
    QVERIFY(
        has_keys(answer.json, {"ranks", "stragglers", "slowdown", "warnings"})); // docs/formats.md, `trace`
    const auto times = {
        "window_ns",       "compute_ns",           "comm_ns",        "mem_ns",      "idle_ns",
        "exposed_comm_ns", "overlap_comp_comm_ns", "exposed_mem_ns", "overlap_pct", "dataloader_ns"};
    for (const Json& rank : answer.json["ranks"]) {
        QVERIFY(has_keys(rank, {"file", "device", "rank", "world_size", "gpu", "bytes", "events", "steps",
                                "outside_steps", "collectives"}));
        QVERIFY(has_keys(rank, times));
    }
    const Json& good = answer.json["ranks"][2];
    QCOMPARE(good["compute_ns"].get<int64_t>(), int64_t(80499)); // arithmetic in test_trace_files.cpp
    QVERIFY(good["compute_ns"].is_number_integer());
    QVERIFY(has_keys(good["steps"][0], times));
    QCOMPARE(good["steps"][0]["name"].get<std::string>(), std::string("ProfilerStep#7"));
    QVERIFY(has_keys(good["outside_steps"], times));
    QVERIFY(has_keys(answer.json["stragglers"][0], {"rank", "last_in", "wait_caused_ns", "alone_ns"}));
    QVERIFY(has_keys(answer.json["warnings"][0], {"file", "offset", "message", "is_mild"}));
    QVERIFY(!answer.json["warnings"][0]["is_mild"].get<bool>()); // figures are missing
    QVERIFY(answer.err.contains("bad_escape.json"));
}

void TestTraceCli::unknown_is_null() {
    const Answer answer = run({data("execution_trace.json"), "--json"});
    QCOMPARE(answer.exit, 0);
    const Json& rank = answer.json["ranks"][0];
    for (const char* key :
         {"device", "rank", "world_size", "gpu", "window_ns", "compute_ns", "overlap_pct", "outside_steps"})
        QVERIFY2(rank[key].is_null(), key);
}

void TestTraceCli::one_step() {
    const Answer answer = run({data("good.json"), "--step", "8", "--json"});
    QCOMPARE(answer.exit, 0);
    QCOMPARE(answer.json["ranks"][0]["steps"].size(), size_t(1));
    QCOMPARE(answer.json["ranks"][0]["steps"][0]["compute_ns"].get<int64_t>(), int64_t(30000));
    const Answer none = run({data("good.json"), "--step", "99", "--json"});
    QCOMPARE(none.exit, 3);
    QVERIFY(none.err.contains("ProfilerStep#7"));
}

/// The steps that there are, each once; of many the first ones.
void TestTraceCli::steps_that_there_are() {
    QTemporaryDir folder;
    const auto trace = [&](std::initializer_list<int> steps, int more) {
        QFile file(folder.filePath(QStringLiteral("steps.json")));
        if (!file.open(QIODevice::WriteOnly)) return QString();
        file.write(R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":1})");
        const auto add = [&](int step) {
            file.write(R"(,{"ph":"X","cat":"user_annotation","name":"ProfilerStep#)" +
                       QByteArray::number(step) + R"(","pid":1,"tid":1,"ts":)" + QByteArray::number(step) +
                       R"(,"dur":1})");
        };
        for (const int step : steps) add(step);
        for (int step = 0; step < more; ++step) add(step);
        file.write("]}");
        return file.fileName();
    };
    const Answer few =
        run({trace({10, 1}, 0), "--step", "99"}); // the name of the one is in that of the other
    QCOMPARE(few.exit, 3);
    QVERIFY2(few.err.contains("these traces have ProfilerStep#1, ProfilerStep#10\n"), few.err.constData());
    const Answer many = run({trace({}, 5000), "--step", "9999"});
    QVERIFY2(many.err.contains("ProfilerStep#0, ") &&
                 many.err.contains("and 4,980 more, to ProfilerStep#4999") && many.err.size() < 1000,
             many.err.constData());
    QCOMPARE(run({trace({}, 5000), "--step", "4999", "--json"}).json["ranks"][0]["steps"].size(), size_t(1));
}

void TestTraceCli::nothing_to_read_exits_3() {
    QTemporaryDir folder;
    QFile file(folder.filePath("empty.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    for (const QString& path : {folder.filePath("empty.json"), folder.filePath("missing.json")}) {
        const Answer answer = run({path, "--json"});
        QCOMPARE(answer.exit, 3);
        QVERIFY(answer.err.startsWith("error: " + path.toUtf8()));
        QVERIFY(answer.json["ranks"].empty());
        QCOMPARE(answer.json["warnings"].size(), size_t(1));
    }
}

void TestTraceCli::a_project_is_no_trace() {
    QTemporaryDir folder;
    QFile file(folder.filePath("plain.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"name":"x","scenarios":[{}]})");
    file.close();
    const Answer answer = run({file.fileName()});
    QCOMPARE(answer.exit, 3);
    QVERIFY2(answer.err.contains("plain.json: is a project, not a trace: "), answer.err.constData());
}

void TestTraceCli::wrong_usage_exits_2() {
    QCOMPARE(run({}).exit, 2);
    QCOMPARE(run({data("good.json"), "--step", "x"}).exit, 2);
    // A comparison prints nothing else, and an analysis is on all steps.
    for (const QStringList& each :
         {QStringList{"--analysis"}, {"--project", "p"}, {"--hta"}, {"--critical-path"}, {"--step", "7"}}) {
        const Answer compared = run(QStringList{data("good.json"), "--against", data("good.json")} + each);
        QCOMPARE(compared.exit, 2);
        QVERIFY2(compared.err.startsWith("error: " + each[0].toUtf8()), compared.err.constData());
    }
    QCOMPARE(run({data("good.json"), "--analysis", "--step", "7"}).exit, 2);
    const Answer help = run({"--help"});
    QCOMPARE(help.exit, 0);
    QVERIFY(help.out.contains("Example:"));
    QVERIFY(help.out.contains("rocprofv3") && help.out.contains("DeepSpeed")); // what can be read
}

void TestTraceCli::people_get_a_table() {
    const Answer answer = run({data("good.json"), data("two_ranks")});
    QCOMPARE(answer.exit, 0);
    QVERIFY(answer.out.contains("ProfilerStep#7"));
    QVERIFY(answer.out.contains("0.080")); // compute, ms
    QVERIFY(answer.out.contains("came last"));
}

void TestTraceCli::a_replayed_run() {
    // arithmetic in tests/core/measured/analysis/test_replay.cpp
    const QString file = QString(ROOFRACK_SOURCE_DIR) + "/tests/data/pipelines/two_stages.json";
    const Answer plain = run({file, "--json"});
    QCOMPARE(plain.exit, 0);
    QVERIFY(std::abs(plain.json["slowdown"].get<double>() - 0.096 / 0.095) < 1e-9);
    QVERIFY(!plain.json.contains("critical_path"));
    const Answer answer = run({file, "--critical-path", "--json"});
    QCOMPARE(answer.exit, 0);
    const Json& study = answer.json["critical_path"][0];
    QVERIFY(has_keys(study, {"file", "workers", "recorded_s", "ideal_s", "slowdown", "steps", "without",
                             "held", "path_step", "path"}));
    QCOMPARE(study["without"][0]["name"].get<std::string>(), std::string("stage 1"));
    const Answer table = run({file, "--critical-path"});
    QVERIFY(
        table.out.contains("were stage 1 as fast as the others, a step would take 94 ms instead of 96 ms"));
    const Answer none = run({data("good.json"), "--critical-path"});
    QVERIFY(none.exit != 0);
    QVERIFY(none.err.contains("--critical-path"));
    // A digest has no order of events; where the timeline itself is gone, there is nothing to replay.
    QTemporaryDir folder;
    const QString copy = folder.filePath("timeline.json"), digest = folder.filePath("t.digest.json");
    QVERIFY(QFile::copy(file, copy));
    QCOMPARE(roofrack::test::run_cli({"digest", copy, "-o", digest}).exit_code, 0);
    QVERIFY(QFile::remove(copy));
    const Answer gone = run({digest, "--critical-path"});
    QVERIFY(gone.exit != 0);
    QVERIFY2(gone.err.contains("the timeline is not here"), gone.err.constData());
    QCOMPARE(run({digest}).exit, 0);
}

void TestTraceCli::why_it_was_slow() {
    QVERIFY(run({data("two_ranks"), "--json"}).json["analysis"].is_null());
    const Answer answer = run({data("two_ranks"), "--analysis", "--json"});
    QCOMPARE(answer.exit, 0);
    const Json& analysis = answer.json["analysis"];
    QVERIFY(has_keys(analysis,
                     {"verdict", "idle", "ranks", "collectives", "kernels", "gemms"})); // docs/formats.md
    QVERIFY(has_keys(analysis["verdict"], {"cause", "sentence", "causes"}));
    QCOMPARE(analysis["ranks"].size(), size_t{2});
    for (size_t i = 0; i < 2; ++i) {
        const Json &all = analysis["ranks"][i]["all"], &times = answer.json["ranks"][i];
        int64_t idle = 0;
        for (const char* cause :
             {"host", "synchronise", "input", "allocation", "between_kernels", "dependency", "unknown"})
            idle += all["idle_" + std::string(cause) + "_ns"].get<int64_t>();
        QCOMPARE(idle, times["idle_ns"].get<int64_t>());
        QCOMPARE(all["waiting_ns"].get<int64_t>() + all["transfer_ns"].get<int64_t>(),
                 times["exposed_comm_ns"].get<int64_t>());
    }
    const Answer text = run({data("two_ranks"), "--analysis"});
    QVERIFY2(text.out.startsWith("Verdict: "), text.out.constData());
    const QByteArray first = text.out.left(text.out.indexOf("\n\n") + 2);
    QVERIFY(first.contains(analysis["verdict"]["sentence"].get<std::string>().c_str()));
    // Without the analysis no event is kept: where the time went is told, and how to learn why.
    const Answer plain = run({data("two_ranks")});
    QVERIFY2(plain.out.contains("add --analysis") && !plain.out.contains("Verdict"), plain.out.constData());
    QVERIFY(!plain.out.contains("Where the time went"));
    const Answer one_step = run({data("good.json"), "--step", "8"});
    QCOMPARE(one_step.exit, 0);
    QVERIFY(!one_step.out.isEmpty() && !one_step.out.contains("Verdict")); // a verdict is on all steps
    for (const char* part : {"Where the time went", "of all time of all ranks",
                             "Collectives, longest exposed first", "Kernels, longest first"})
        QVERIFY2(text.out.contains(part), part);
    // Devices of one file that tell no rank are called devices, as in the window.
    QTemporaryDir folder;
    QFile file(folder.filePath("devices.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"ts":100,"dur":10,"args":{"device":0}},
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"ts":300,"dur":10,"args":{"device":0}},
        {"ph":"X","cat":"kernel","name":"gemm","pid":1,"ts":100,"dur":10,"args":{"device":1}},
        {"ph":"X","cat":"kernel","name":"gemm","pid":1,"ts":300,"dur":30,"args":{"device":1}}]})");
    file.close();
    const Answer devices = run({file.fileName(), "--analysis"});
    QVERIFY2(devices.out.contains("of all time of all devices, "), devices.out.constData());
}

/// No verdict on events that a log does not hold.
void TestTraceCli::a_log_is_told_as_in_the_window() {
    const QString log = QString(ROOFRACK_SOURCE_DIR) + "/tests/data/logs/megatron_timers.log";
    const Answer plain = run({log}), text = run({log, "--analysis"}),
                 json = run({log, "--analysis", "--json"});
    QCOMPARE(text.exit, 0);
    QVERIFY2(text.out.startsWith(plain.out), text.out.constData());
    QVERIFY2(!text.out.contains("no GPU activity"), text.out.constData());
    const std::string where = json.json["where"].get<std::string>();
    QVERIFY(!where.empty());
    QVERIFY(where.starts_with(json.json["analysis"]["verdict"]["sentence"].get<std::string>()));
}

void TestTraceCli::a_warning_on_a_whole_file_names_no_byte() {
    QTemporaryDir folder;
    QFile file(folder.filePath("run.log"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(" iteration 1/ 2 | elapsed time per iteration (ms): 12.0 | lm loss: nan |\n"
               " iteration 2/ 2 | elapsed time per iteration (ms): 12.0 | lm loss: nan |\n");
    file.close();
    const Answer whole = run({file.fileName()});
    QVERIFY2(whole.err.contains("run.log: the loss is NaN or infinite"), whole.err.constData());
    const Answer within = run({data("bad_escape.json")});
    QVERIFY2(within.err.contains("bad_escape.json: byte "), within.err.constData());
}

void TestTraceCli::beside_a_drawn_fabric() {
    // An all-reduce of 256 MiB over eight ranks in 2 ms: 134 GB/s, times 2 · 7 / 8.
    QTemporaryDir folder;
    QFile file(folder.filePath("trace.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("{'traceEvents':[{'ph':'X','cat':'kernel','name':'ncclDevKernel_AllReduce_Sum_bf16'"
                          ",'pid':0,'tid':7,"
                          "'ts':1,'dur':2000,'args':{'device':0,'stream':7,'Collective name':'allreduce','In "
                          "msg nelems':134217728,"
                          "'Out msg nelems':134217728,'Group size':8,'dtype':'BFloat16','Process Group "
                          "Name':'0','Seq':1}}]}")
                   .replace('\'', '"'));
    file.close();
    const QString project = QString(ROOFRACK_SOURCE_DIR) + "/samples/dgx-h100-su.roofrack.json";
    const Answer answer = run({file.fileName(), "--project", project, "--json"});
    QCOMPARE(answer.exit, 0);
    const Json& reduced = answer.json["analysis"]["collectives"][0];
    const double achieved = reduced["bus_bytes_per_s"].get<double>();
    QVERIFY(std::abs(achieved / (268435456.0 / 2e-3 * 1.75) - 1) < 1e-9);
    const roofrack::test::ProgramRun expected = roofrack::test::run_cli(
        {"collectives", project, "--gpus", "8", "--op", "all_reduce", "--sizes", "256M", "--json"});
    const double fabric =
        Json::parse(expected.out.toStdString())["rows"][0]["busbw_bytes_per_s"].get<double>();
    QCOMPARE(reduced["expected_bus_bytes_per_s"].get<double>(), fabric);
    QCOMPARE(reduced["of_expected"].get<double>(), achieved / fabric);
    QCOMPARE(run({file.fileName(), "--project", "none.roofrack.json"}).exit, 3);
}

QTEST_GUILESS_MAIN(TestTraceCli)
#include "test_trace_cli.moc"
