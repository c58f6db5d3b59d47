// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/templates/templates.h"
#include "core/measured/interchange/interchange.h"
#include "core/step/engine/evaluate.h"
#include "tests/core/measured/interchange/chakra_replay.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

using namespace roofrack;
using namespace roofrack::chakra;

namespace {

Scenario scenario(const char* model, int servers) {
    auto project = make_template(
        "fat-tree", {{"server", "dgx-h100"}, {"servers", std::to_string(servers)}, {"model", model}},
        Catalog::built_in());
    if (!project) qFatal("%s", project.error().text().c_str());
    Scenario out = project->scenarios.front();
    out.plan = {};
    return out;
}

Evaluation evaluated(const Scenario& scenario) {
    EvaluateOptions options;
    options.findings = false;
    return evaluate_or_explain(scenario, Catalog::built_in(), options);
}

} // namespace

class TestInterchangeAstraSim : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plans_run_to_their_end_data();
    void plans_run_to_their_end();
    void sizes_are_those_of_the_plan();
    void network_and_system();
    void fewer_gpus_and_coarser_computation();
    void too_much_is_refused_before_it_is_written();
    void what_cannot_be_written_is_refused();
    void protoc_reads_the_bytes();
    void folders_are_not_overwritten();
};

void TestInterchangeAstraSim::plans_run_to_their_end_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QList<int>>("degrees"); // tp, pp, vpp, cp, ep, micro-batch
    QTest::addColumn<int>("zero");
    QTest::addColumn<double>("batch");
    const QString dense = "llama3-8b", moe = "mixtral-8x7b";
    QTest::newRow("data parallel, all-reduce") << dense << QList<int>{1, 1, 1, 1, 1, 1} << 0 << 32.0;
    QTest::newRow("ZeRO-1") << dense << QList<int>{1, 1, 1, 1, 1, 1} << 1 << 32.0;
    QTest::newRow("ZeRO-3") << dense << QList<int>{1, 1, 1, 1, 1, 1} << 3 << 32.0;
    QTest::newRow("tensor parallel") << dense << QList<int>{8, 1, 1, 1, 1, 1} << 1 << 16.0;
    QTest::newRow("pipeline") << dense << QList<int>{2, 4, 1, 1, 1, 1} << 1 << 32.0;
    QTest::newRow("interleaved") << dense << QList<int>{2, 4, 4, 1, 1, 1} << 1 << 32.0;
    QTest::newRow("fewer micro-batches than stages") << dense << QList<int>{2, 4, 1, 1, 1, 2} << 1 << 4.0;
    QTest::newRow("context parallel") << dense << QList<int>{2, 2, 1, 4, 1, 1} << 1 << 8.0;
    QTest::newRow("experts") << moe << QList<int>{1, 2, 1, 1, 8, 1} << 1 << 32.0;
    QTest::newRow("experts and tensor parallel") << moe << QList<int>{2, 2, 1, 1, 4, 1} << 1 << 32.0;
}

void TestInterchangeAstraSim::plans_run_to_their_end() {
    QFETCH(QString, model);
    QFETCH(QList<int>, degrees);
    QFETCH(int, zero);
    QFETCH(double, batch);
    Scenario drawn = scenario(qPrintable(model), 2);
    Plan& plan = drawn.plan;
    plan.tp = degrees[0];
    plan.pp = degrees[1];
    plan.vpp = degrees[2];
    plan.cp = degrees[3];
    plan.ep = degrees[4];
    plan.micro_batch = degrees[5];
    plan.zero = zero;
    plan.recompute = Recompute::full;
    drawn.workload.global_batch = batch;
    const auto traces = exported(drawn);
    QVERIFY2(traces, traces ? "" : traces.error().text().c_str());
    QCOMPARE(traces->ranks.size(), size_t(16));
    for (const auto& rank : traces->ranks)
        for (const Node& node : rank)
            for (const uint64_t id : node.deps) QVERIFY(id < node.id); // what is needed comes first
    const double end = replay(*traces);
    QVERIFY2(end > 0, "the ranks wait for each other");
    // With communication that takes no time the step is computation, gaps, bubble and optimizer.
    const Evaluation result = evaluated(drawn);
    const auto part = [&](StepPart p) { return result.parts[static_cast<size_t>(p)]; };
    const double expected = part(StepPart::compute) + part(StepPart::memory) + part(StepPart::launch) +
                            part(StepPart::pipeline_bubble) + part(StepPart::optimizer);
    // The cost model spreads the head over no stage but the last and counts its bubble by the slowest one.
    QVERIFY2(std::abs(end / expected - 1) < 0.04,
             qPrintable(QString("%1 s replayed, %2 s predicted").arg(end).arg(expected)));
}

void TestInterchangeAstraSim::sizes_are_those_of_the_plan() {
    Scenario drawn = scenario("llama3-8b", 2);
    drawn.plan.tp = 2;
    drawn.plan.pp = 2;
    drawn.plan.zero = 1;
    drawn.workload.sequence = 4096;
    drawn.workload.global_batch = 8;
    const auto traces = exported(drawn);
    QVERIFY(traces);
    std::map<std::string, std::pair<int, int64_t>> seen; // calls of rank 0: how often, how large
    for (const Node& node : traces->ranks[0])
        if (node.type != 4) {
            auto& entry = seen[node.name.substr(0, node.name.find(" L"))];
            ++entry.first;
            entry.second = node.numbers.at("comm_size");
        }
    // Activation of a micro-batch: 4096 tokens · 4096 wide · 2 B; a rank sends its half of it.
    const int64_t activation = 4096ll * 4096 * 2;
    // Two micro-batches, 16 layers a stage, two pairs a layer in each direction.
    QCOMPARE(seen["tensor all-gather forward"].first, 2 * 16 * 2);
    QCOMPARE(seen["tensor all-gather forward"].second, activation / 2);
    QCOMPARE(seen["tensor reduce-scatter backward"].first, 2 * 16 * 2);
    QCOMPARE(seen["tensor reduce-scatter backward"].second, activation);
    QCOMPARE(seen["send activation forward M0"].second, activation / 2);
    // Gradients of 16 layers, FP32 (Megatron-Core's default), after the last micro-batch only.
    QCOMPARE(seen["gradient reduce-scatter backward"].first, 16);
    QCOMPARE(seen["parameter all-gather backward"].first, 1);
    // Ranks 0 and 1 are the tensor-parallel pair (tp is fastest).
    for (const Node& node : traces->ranks[1])
        if (node.name.starts_with("tensor"))
            QCOMPARE(traces->groups.at(node.texts.at("pg_name")), (std::vector{0, 1}));
}

void TestInterchangeAstraSim::network_and_system() {
    Scenario drawn = scenario("llama3-8b", 64);
    drawn.plan.zero = 3;
    drawn.workload.global_batch = 512;
    AstraSimOptions options;
    options.detail = ChakraDetail::layers;
    const auto traces = exported(drawn, options);
    QVERIFY2(traces, traces ? "" : traces.error().text().c_str());
    const Json network = Json::parse(traces->files.at("network.yml"));
    int npus = 1;
    for (const Json& count : network["npus_count"]) npus *= count.get<int>();
    QCOMPARE(npus, 512);
    QCOMPARE(network["npus_count"][0].get<int>(), 8);
    const size_t dimensions = network["npus_count"].size();
    QVERIFY(dimensions > 0);
    for (const char* key : {"topology", "bandwidth", "latency"}) QCOMPARE(network[key].size(), dimensions);
    // 450 GB/s of NVLink 4 in 2^30 B/s.
    QVERIFY(std::abs(network["bandwidth"][0].get<double>() - 450e9 / (1 << 30)) < 0.01);
    for (const Json& latency : network["latency"]) QVERIFY(latency.get<double>() > 0);
    const Json system = Json::parse(traces->files.at("system.json"));
    QCOMPARE(system["all-reduce-implementation"].size(), dimensions);
    QCOMPARE(system["local-mem-bw"].get<double>(), 3350.0); // HBM of an H100 SXM, GB/s
    QVERIFY(traces->files.at("README.txt").find("comm_group.json") != std::string::npos);
}

void TestInterchangeAstraSim::fewer_gpus_and_coarser_computation() {
    Scenario drawn = scenario("llama3-8b", 8);
    drawn.plan.tp = 4;
    drawn.plan.zero = 1;
    drawn.workload.global_batch = 64;
    AstraSimOptions options;
    options.gpus = 16;
    const auto fine = exported(drawn, options);
    QVERIFY(fine);
    QCOMPARE(fine->ranks.size(), size_t(16));
    options.detail = ChakraDetail::layers;
    const auto coarse = exported(drawn, options);
    QVERIFY(coarse);
    QVERIFY(coarse->ranks[0].size() * 3 < fine->ranks[0].size() * 2);
    const double a = replay(*fine), b = replay(*coarse);
    QVERIFY(a > 0 && std::abs(a / b - 1) < 1e-4);
    // A replica has the same work on any number of GPUs, but for its share of the optimizer's.
    options.gpus = 64;
    QVERIFY(std::abs(replay(*exported(drawn, options)) / b - 1) < 0.02);
}

void TestInterchangeAstraSim::too_much_is_refused_before_it_is_written() {
    Scenario drawn = scenario("llama3-8b", 8);
    drawn.workload.global_batch = 64;
    AstraSimOptions options;
    options.most_bytes = 1e5;
    int written = 0;
    const auto done = export_astra_sim(drawn, Catalog::built_in(), options,
                                       [&](const std::string&, std::string_view) -> Result<void> {
                                           ++written;
                                           return {};
                                       });
    QVERIFY(!done);
    QVERIFY(done.error().fix.find("--gpus") != std::string::npos);
    QCOMPARE(written, 0);
}

void TestInterchangeAstraSim::what_cannot_be_written_is_refused() {
    Scenario drawn = scenario("llama3-8b", 2);
    drawn.workload.global_batch = 16;
    drawn.plan.tp = 3;
    QVERIFY(!exported(drawn));
    drawn.plan.tp = 1;
    AstraSimOptions options;
    options.gpus = 1000;
    QVERIFY(!exported(drawn, options));
    drawn.workload.model = "resnet50";
    QVERIFY(!exported(drawn));
    drawn.cluster = {};
    QVERIFY(!exported(drawn));
}

void TestInterchangeAstraSim::protoc_reads_the_bytes() {
    const QString protoc = QStandardPaths::findExecutable("protoc");
    QVERIFY2(!protoc.isEmpty(), "protoc is not installed (protobuf-compiler)");
    Scenario drawn = scenario("llama3-8b", 2);
    drawn.plan.tp = 2;
    drawn.plan.pp = 2;
    drawn.plan.zero = 1;
    drawn.workload.global_batch = 8;
    const auto traces = exported(drawn);
    QVERIFY(traces);
    const auto decode = [&](std::string_view bytes, const QString& message) {
        QProcess process;
        process.start(protoc, {"--decode=ChakraProtoMsg." + message,
                               "--proto_path=" ROOFRACK_SOURCE_DIR "/tests/data/chakra", "et_def.proto"});
        process.write(bytes.data(), static_cast<qint64>(bytes.size()));
        process.closeWriteChannel();
        if (!process.waitForFinished() || process.exitCode() != 0) return QString("failed");
        return QString::fromUtf8(process.readAllStandardOutput());
    };
    Wire wire(traces->files.at("workload/step.5.et"));
    QCOMPARE(decode(wire.chunk(), "GlobalMetadata").trimmed(), QString("version: \"0.0.4\""));
    std::set<QString> kinds;
    for (int i = 0; i < 120; ++i) {
        const QString text = decode(wire.chunk(), "Node");
        // A field that the definition does not know is printed by its number.
        static const QRegularExpression unknown_field("^\\s*\\d+[:{ ]", QRegularExpression::MultilineOption);
        QVERIFY2(!text.contains(unknown_field), qPrintable(text));
        static const QRegularExpression type_field("type: (\\w+)");
        const auto type = type_field.match(text);
        QVERIFY2(type.hasMatch(), qPrintable(text));
        kinds.insert(type.captured(1));
        if (type.captured(1) == "COMM_COLL_NODE") {
            QVERIFY(text.contains("name: \"pg_name\""));
            QVERIFY(text.contains("string_val: \""));
        }
        if (type.captured(1) == "COMP_NODE") QVERIFY(text.contains("int64_val: "));
    }
    QVERIFY(kinds.contains("COMP_NODE") && kinds.contains("COMM_COLL_NODE"));
}

void TestInterchangeAstraSim::folders_are_not_overwritten() {
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("out").toStdString();
    QVERIFY(folder_sink(path, false)("a.txt", "one"));
    const auto again = folder_sink(path, false)("a.txt", "two");
    QVERIFY(!again && again.error().fix.find("--force") != std::string::npos);
    QVERIFY(folder_sink(path, true)("a.txt", "two"));
    QCOMPARE(read_text_file(path / "a.txt")->text, std::string("two"));
    QVERIFY(!folder_sink(path / "a.txt", false)("b.txt", "three"));
}

QTEST_APPLESS_MAIN(TestInterchangeAstraSim)
#include "test_interchange_astra_sim.moc"
