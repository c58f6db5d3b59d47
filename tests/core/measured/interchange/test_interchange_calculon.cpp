// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/network/fabric.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/interchange/interchange.h"
#include "core/measured/interchange/machine_drawing.h"
#include "core/step/engine/evaluate.h"

#include <QTest>
#include <map>
#include <nlohmann/json.hpp>

using namespace roofrack;
using Json = nlohmann::ordered_json;

namespace {

// In the form of github.com/calculon-ai/calculon (Apache-2.0), models/, examples/ and systems/ of January
// 2023, with figures of our own.
constexpr const char* application = R"({"hidden": 6144, "feedforward": 24576, "seq_size": 1024,
    "attn_heads": 48, "attn_size": 128, "num_blocks": 24})";
constexpr const char* execution = R"({"num_procs": 192, "tensor_par": 8, "pipeline_par": 4, "data_par": 6,
    "tensor_par_net": 0, "pipeline_par_net": 1, "data_par_net": 1, "batch_size": 384, "microbatch_size": 2,
    "datatype": "float16", "fused_activation": true, "attention_type": "multihead",
    "activation_recompute": "attn_only", "pipeline_interleaving": 3, "optimizer_sharding": true,
    "tensor_par_comm_type": "rs_ag", "tensor_par_overlap": "pipe", "seq_par_ag_redo": true,
    "data_par_overlap": true, "weight_offload": false, "activations_offload": true, "optimizer_offload": false,
    "training": true})";
constexpr const char* machine = R"({
    "matrix": {"float16": {"tflops": 333, "gflops_efficiency": [[100, 0.9], [0, 0.2]]}},
    "vector": {"float16": {"tflops": 77, "gflops_efficiency": [[0, 0.7]]}},
    "mem1": {"GiB": 72, "GBps": 1900, "MB_efficiency": [[10, 0.8], [0, 0.4]]},
    "mem2": {"GiB": 512, "GBps": 30, "MB_efficiency": [[0, 0.9]]},
    "processing_mode": "no_overlap",
    "networks": [
      {"bandwidth": 270, "efficiency": 0.6, "size": 8, "latency": 1e-5, "must_be_filled": true, "processor_usage": 0.1,
       "ops": {"p2p": [1.0, null], "reduce_scatter": [1.5, -1], "all_gather": [1.5, -1], "all_reduce": [2.0, -1]}},
      {"bandwidth": 20, "efficiency": 0.9, "size": 65536, "latency": 2e-5, "must_be_filled": false, "processor_usage": 0.02,
       "ops": {"p2p": [1.0, null], "reduce_scatter": [1.0, 0], "all_gather": [1.0, 0], "all_reduce": [1.0, 0]}}]})";

std::vector<NamedText> files(std::string a = application, std::string e = execution,
                             std::string s = machine) {
    return {{"dir/gpt.json", std::move(a)}, {"dir/run.json", std::move(e)}, {"dir/box.json", std::move(s)}};
}

Result<Imported> import(const std::vector<NamedText>& texts) {
    return import_calculon(texts, Catalog::built_in());
}

std::string patched(const char* text, const char* key, const Json& value) {
    Json json = Json::parse(text);
    if (value.is_discarded())
        json.erase(key);
    else
        json[key] = value;
    return json.dump();
}

/// The files that an export writes, by name.
std::map<std::string, Json> exported(const Scenario& scenario, std::vector<Diagnostic>* warnings = nullptr) {
    std::map<std::string, Json> out;
    const auto done = export_calculon(scenario, Catalog::built_in(),
                                      [&](const std::string& name, std::string_view text) -> Result<void> {
                                          out[name] = Json::parse(text);
                                          return {};
                                      });
    if (!done) qWarning("%s", done.error().text().c_str());
    if (done && warnings) *warnings = done->warnings;
    return out;
}

EvaluateOptions without_findings() {
    EvaluateOptions options;
    options.findings = false;
    return options;
}

bool mentions(const std::vector<Diagnostic>& warnings, const std::string& text) {
    return std::ranges::any_of(
        warnings, [&](const Diagnostic& each) { return each.text().find(text) != std::string::npos; });
}

} // namespace

class TestInterchangeCalculon : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void import_reads_model_plan_and_machine();
    void what_is_lost_is_said();
    void a_file_read_and_written_keeps_its_meaning();
    void an_edit_reaches_the_files();
    void a_project_survives_the_way_there_and_back_data();
    void a_project_survives_the_way_there_and_back();
    void keys_changed_by_hand_win();
    void the_project_can_be_saved_and_read();
    void older_files_are_read();
    void bad_files_are_refused_data();
    void bad_files_are_refused();
    void cut_files_never_crash();
};

void TestInterchangeCalculon::import_reads_model_plan_and_machine() {
    const auto done = import(files());
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    const Scenario& scenario = done->project.scenarios.front();
    const TransformerShape& shape = *scenario.workload.inline_model->transformer;
    QCOMPARE(shape.layers, 24);
    QCOMPARE(shape.hidden, 6144.0);
    QCOMPARE(shape.kv_heads, 48);
    QCOMPARE(shape.ffn, 24576.0);
    QCOMPARE(scenario.workload.sequence, 1024.0);
    QCOMPARE(scenario.workload.global_batch, 384.0);
    const Plan& plan = scenario.plan;
    QCOMPARE((std::array{plan.tp, plan.pp, plan.dp, plan.vpp, plan.micro_batch, plan.zero}),
             (std::array{8, 4, 6, 3, 2, 1}));
    QVERIFY(plan.sequence_parallel && plan.tp_overlap && plan.dp_overlap);
    QCOMPARE(plan.recompute, Recompute::selective);
    QCOMPARE(plan.schedule, Schedule::interleaved);
    QCOMPARE(plan.precision, Precision::fp16);
    // TFLOP/s, GiB and GB/s of the system file.
    const auto figures = machine_figures(scenario.cluster, Catalog::built_in());
    QVERIFY(figures);
    QCOMPARE(figures->dense_bf16, 333e12);
    QCOMPARE(figures->hbm_capacity, 72.0 * 1024 * 1024 * 1024);
    QCOMPARE(figures->hbm_rate, 1900e9);
    QCOMPARE(figures->scale_up_rate, 270e9);
    QCOMPARE(figures->domain, 8.0);
    QVERIFY(std::abs(figures->scale_out_rate / 20e9 - 1) < 1e-9);
    // The prediction computes with them, not with the catalogue's.
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    QVERIFY(prepared);
    QCOMPARE(prepared->fabric().gpus, 192.0);
    const Evaluation slow = evaluate(*prepared, without_findings());
    QVERIFY(slow.feasible);
    const auto faster =
        import(files(application, execution, QString(machine).replace("333", "666").toStdString()));
    QVERIFY(faster);
    const Evaluation fast =
        evaluate(*Prepared::make(faster->project.scenarios.front(), Catalog::built_in()), without_findings());
    QVERIFY(fast.parts[0] < 0.6 * slow.parts[0]); // arithmetic at twice the rate
}

void TestInterchangeCalculon::what_is_lost_is_said() {
    const auto done = import(files());
    QVERIFY(done);
    for (const char* text : {"vocabulary", "seq_par_ag_redo", "activations_offload", "tensor_par_overlap",
                             "processing_mode", "mem2", "vector", "efficienc"})
        QVERIFY2(mentions(done->warnings, text), text);
    QVERIFY(!mentions(done->warnings, "weight_offload"));
}

void TestInterchangeCalculon::a_file_read_and_written_keeps_its_meaning() {
    const auto done = import(files());
    QVERIFY(done);
    auto out = exported(done->project.scenarios.front());
    QCOMPARE(out.size(), size_t(3));
    for (auto& [name, json] : out) json.erase("roofrack");
    QCOMPARE(out["application.json"].dump(), Json::parse(application).dump());
    QCOMPARE(out["execution.json"].dump(), Json::parse(execution).dump());
    QCOMPARE(out["system.json"].dump(), Json::parse(machine).dump());
}

void TestInterchangeCalculon::an_edit_reaches_the_files() {
    const auto done = import(files());
    QVERIFY(done);
    Scenario scenario = done->project.scenarios.front();
    scenario.plan.tp = 4;
    scenario.plan.dp = 12;
    scenario.plan.precision = Precision::bf16;
    for (Element& element : scenario.cluster.elements)
        if (element.kind == ElementKind::server)
            element.part.inline_part->figures["gpu_hbm_rate"].value = 2.5e12;
    const auto out = exported(scenario);
    QCOMPARE(out.size(), size_t(3));
    const Json& run = out.at("execution.json");
    QCOMPARE(run["tensor_par"].get<int>(), 4);
    QCOMPARE(run["data_par"].get<int>(), 12);
    QCOMPARE(run["datatype"].get<std::string>(), std::string("bfloat16"));
    QVERIFY(run["activations_offload"].get<bool>()); // untouched, still as it was
    const Json& box = out.at("system.json");
    QCOMPARE(box["mem1"]["GBps"].get<double>(), 2500.0);
    QCOMPARE(box["mem1"]["GiB"].get<double>(), 72.0);
    QCOMPARE(box["matrix"]["float16"]["gflops_efficiency"].dump(), std::string("[[100,0.9],[0,0.2]]"));
    // Calculon looks its rates up by the execution's data type.
    QCOMPARE(box["matrix"]["bfloat16"]["tflops"].get<double>(), 333.0);
    QVERIFY(box["vector"].contains("bfloat16"));
}

void TestInterchangeCalculon::a_project_survives_the_way_there_and_back_data() {
    QTest::addColumn<QString>("sample");
    QTest::newRow("dense, three tiers of parallelism") << "megatron-1t-3072";
    QTest::newRow("gated feed-forward, grouped keys") << "dgx-h100-su";
    QTest::newRow("NVLink domain of a rack") << "gb200-nvl72-x8";
}

void TestInterchangeCalculon::a_project_survives_the_way_there_and_back() {
    QFETCH(QString, sample);
    const QString path = QString(ROOFRACK_SOURCE_DIR "/samples/%1.roofrack.json").arg(sample);
    const auto loaded = read_project(path.toStdString(), Catalog::built_in());
    QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
    const Scenario& before = loaded->project.scenarios.front();
    auto out = exported(before);
    QCOMPARE(out.size(), size_t(3));
    const auto done = import({{"a.json", out["application.json"].dump()},
                              {"b.json", out["execution.json"].dump()},
                              {"c.json", out["system.json"].dump()}});
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    const Scenario& after = done->project.scenarios.front();
    QVERIFY(after.workload == before.workload);
    QVERIFY(after.plan == before.plan);
    const auto was = machine_figures(before.cluster, Catalog::built_in());
    const auto is = machine_figures(after.cluster, Catalog::built_in());
    QVERIFY(was && is);
    for (const auto figure :
         {&MachineFigures::dense_bf16, &MachineFigures::dense_fp8, &MachineFigures::dense_fp32,
          &MachineFigures::hbm_capacity, &MachineFigures::hbm_rate, &MachineFigures::scale_up_rate,
          &MachineFigures::domain})
        QCOMPARE((*is).*figure, (*was).*figure);
    QVERIFY(std::abs(is->scale_out_rate / was->scale_out_rate - 1) < 1e-6);
    QVERIFY(fabric(after.cluster, Catalog::built_in())->gpus ==
            fabric(before.cluster, Catalog::built_in())->gpus);
}

void TestInterchangeCalculon::keys_changed_by_hand_win() {
    const auto done = import(files());
    QVERIFY(done);
    auto out = exported(done->project.scenarios.front());
    out["application.json"]["num_blocks"] = 48;
    const auto again = import({{"a.json", out["application.json"].dump()},
                               {"b.json", out["execution.json"].dump()},
                               {"c.json", out["system.json"].dump()}});
    QVERIFY(again);
    QCOMPARE(again->project.scenarios.front().workload.inline_model->transformer->layers, 48);
    QVERIFY(mentions(again->warnings, "no longer agrees"));
}

void TestInterchangeCalculon::the_project_can_be_saved_and_read() {
    auto done = import(files());
    QVERIFY(done);
    const auto again = parse_project(project_text(done->project, Catalog::built_in()), Catalog::built_in());
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(again->project == done->project);
    QVERIFY(again->warnings.empty());
}

void TestInterchangeCalculon::older_files_are_read() {
    // Keys of 2022: one rate for all types, "bw" and "eff", no overlap and attention types.
    Json box = Json::parse(machine);
    box["matrix"] = {{"tflops", 312}, {"efficiency", 0.8}};
    box["networks"] = {{{"bw", 300}, {"eff", 0.6}, {"size", 8}}, {{"bw", 25}, {"eff", 0.9}, {"size", 65536}}};
    Json run = Json::parse(execution);
    for (const char* key : {"fused_activation", "attention_type", "tensor_par_overlap"}) run.erase(key);
    const auto done = import(files(application, run.dump(), box.dump()));
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    const auto figures = machine_figures(done->project.scenarios.front().cluster, Catalog::built_in());
    QCOMPARE(figures->dense_bf16, 312e12);
    QCOMPARE(figures->scale_up_rate, 300e9);
}

void TestInterchangeCalculon::bad_files_are_refused_data() {
    QTest::addColumn<std::string>("a");
    QTest::addColumn<std::string>("e");
    QTest::addColumn<std::string>("s");
    QTest::addColumn<QString>("where");
    const std::string A = application, E = execution, S = machine;
    const Json gone(Json::value_t::discarded);
    QTest::newRow("no JSON") << std::string("hidden: 6144") << E << S << "gpt.json";
    QTest::newRow("another JSON") << std::string("[1, 2]") << E << S << "gpt.json";
    QTest::newRow("twice the same") << E << E << S << "run.json";
    QTest::newRow("a key is missing") << patched(application, "hidden", gone) << E << S << "#/hidden";
    QTest::newRow("a text for a number") << patched(application, "hidden", "wide") << E << S << "#/hidden";
    QTest::newRow("a fraction") << patched(application, "num_blocks", 2.5) << E << S << "#/num_blocks";
    QTest::newRow("zero") << patched(application, "attn_heads", 0) << E << S << "#/attn_heads";
    QTest::newRow("huge") << patched(application, "num_blocks", 2000000000) << E << S << "#/num_blocks";
    QTest::newRow("more than a double")
        << QString(application).replace("6144", "1e999").toStdString() << E << S << "gpt.json";
    QTest::newRow("degrees") << A << patched(execution, "data_par", 5) << S << "#/num_procs";
    QTest::newRow("inference") << A << patched(execution, "training", false) << S << "#/training";
    QTest::newRow("a type that is none") << A << patched(execution, "datatype", "int4") << S << "#/datatype";
    QTest::newRow("a flag that is none")
        << A << patched(execution, "optimizer_sharding", 3) << S << "#/optimizer_sharding";
    QTest::newRow("no networks") << A << E << patched(machine, "networks", Json::array()) << "#/networks";
    QTest::newRow("networks of texts")
        << A << E << patched(machine, "networks", {"nvlink"}) << "#/networks/0";
    QTest::newRow("no rate") << A << E << patched(machine, "matrix", Json::object()) << "#/matrix";
    QTest::newRow("negative memory") << A << E << patched(machine, "mem1", {{"GiB", -1}, {"GBps", 1}})
                                     << "#/mem1/GiB";
    QTest::newRow("memory is a list") << A << E << patched(machine, "mem1", {1, 2}) << "#/mem1";
}

void TestInterchangeCalculon::bad_files_are_refused() {
    QFETCH(std::string, a);
    QFETCH(std::string, e);
    QFETCH(std::string, s);
    QFETCH(QString, where);
    const auto done = import(files(a, e, s));
    QVERIFY(!done);
    const QString text = QString::fromStdString(done.error().text());
    QVERIFY2(text.contains(where), qPrintable(text));
    QVERIFY2(!done.error().fix.empty() || where.endsWith("json"), qPrintable(text));
}

void TestInterchangeCalculon::cut_files_never_crash() {
    const std::string texts[3] = {application, execution, machine};
    for (int which = 0; which < 3; ++which)
        for (size_t length = 0; length < texts[which].size(); length += 7) {
            auto cut = files();
            cut[static_cast<size_t>(which)].text.resize(length);
            QVERIFY(!import(cut));
        }
}

QTEST_APPLESS_MAIN(TestInterchangeCalculon)
#include "test_interchange_calculon.moc"
