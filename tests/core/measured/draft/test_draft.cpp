// SPDX-License-Identifier: GPL-3.0-or-later
// What runs left behind is drawn: what files tell is told, what follows from them is a guess, the rest is
// asked for.
#include "core/base/catalog/catalog.h"
#include "core/measured/draft/draft.h"
#include "core/measured/draft/draft_machine.h"
#include "core/measured/draft/job_match.h"
#include "core/measured/draft/told_run.h"

#include "tests/support/protobuf_writer.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fmt/format.h>

using namespace roofrack;

namespace {

const char* const megatron_log =
    "+ LAUNCHER='python -u -m torch.distributed.launch --nproc_per_node 4 --nnodes 2 '\n"
    "2021-05-27 10:00:00 node-0 starts\n"
    "|   0  Tesla V100-SXM2...  On   | 00000000:1A:00.0 Off |                    0 |\n"
    "| N/A   47C    P0    46W / 300W |      0MiB / 32510MiB |      0%      Default |\n"
    "|   3  Tesla V100-SXM2...  On   | 00000000:8A:00.0 Off |                    0 |\n"
    "| N/A   47C    P0    46W / 300W |      0MiB / 32510MiB |      0%      Default |\n"
    "node-0:1:1 [0] NCCL INFO NET/IB : Using [0]hfi1_2:1/IB [1]hfi1_0:1/IB [2]hfi1_3:1/IB [3]hfi1_1:1/IB ; "
    "OOB ib0:10.0<0>\n"
    "using world size: 8, data-parallel-size: 1, tensor-model-parallel size: 4, pipeline-model-parallel "
    "size: 2\n"
    "-------------------- arguments --------------------\n"
    "  checkpoint_activations .......................... True\n"
    "  ffn_hidden_size ................................. 4096\n"
    "  fp16 ............................................ True\n"
    "  global_batch_size ............................... 64\n"
    "  hidden_size ..................................... 1024\n"
    "  micro_batch_size ................................ 2\n"
    "  num_attention_heads ............................. 16\n"
    "  num_layers ...................................... 24\n"
    "  pipeline_model_parallel_size .................... 2\n"
    "  seq_length ...................................... 1024\n"
    "  tensor_model_parallel_size ...................... 4\n"
    "  world_size ...................................... 8\n"
    "---------------- end of arguments ----------------\n"
    " > padded vocab (size: 50257) with 175 dummy tokens (new size: 50432)\n"
    " iteration        1/     10 | elapsed time per iteration (ms): 9000.0 | global batch size:    64 | lm "
    "loss: 1.0E+01 |\n"
    " iteration        2/     10 | elapsed time per iteration (ms): 2000.0 | global batch size:    64 | lm "
    "loss: 9.0E+00 |\n"
    " iteration        3/     10 | elapsed time per iteration (ms): 2000.0 | global batch size:    64 | lm "
    "loss: 8.0E+00 |\n";

const char* const mlperf_log =
    ":::MLLOG {\"time_ms\": 1714000000000, \"key\": \"submission_benchmark\", \"value\": \"gpt3\", "
    "\"metadata\": {}}\n"
    ":::MLLOG {\"time_ms\": 1714000000000, \"key\": \"submission_platform\", \"value\": \"64xNVIDIA DGX "
    "H100\", \"metadata\": {}}\n"
    ":::MLLOG {\"time_ms\": 1714000000000, \"key\": \"global_batch_size\", \"value\": 256, \"metadata\": "
    "{}}\n"
    ":::MLLOG {\"time_ms\": 1714000000000, \"key\": \"max_sequence_length\", \"value\": 2048, \"metadata\": "
    "{}}\n"
    ":::MLLOG {\"time_ms\": 1714000000000, \"key\": \"gradient_accumulation_steps\", \"value\": 16, "
    "\"metadata\": {}}\n"
    ":::MLLOG {\"time_ms\": 1714000001000, \"key\": \"run_start\", \"value\": null, \"metadata\": {}}\n"
    ":::MLLOG {\"time_ms\": 1714000009000, \"key\": \"run_stop\", \"value\": null, \"metadata\": {}}\n";

/// A layer of a transformer of width 512 with 8 heads and a feed-forward part of 2048, twice, in a step.
std::string operator_event(const char* name, const char* dims, const char* type = "c10::BFloat16") {
    return fmt::format(R"({{"ph":"X","cat":"cpu_op","name":"{}","pid":1,"tid":1,"ts":5,"dur":1,)"
                       R"("args":{{"Input Dims":{},"Input type":["{}","{}","{}"]}}}})",
                       name, dims, type, type, type);
}

QByteArray transformer_profile() {
    std::vector<std::string> events{
        R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#3","pid":1,"tid":1,"ts":0,"dur":900})",
        R"({"ph":"X","cat":"user_annotation","name":"DistributedDataParallel.forward","pid":1,"tid":1,"ts":1,"dur":9})",
        R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":10,"dur":800,"args":{"device":0,"stream":7}})",
        operator_event("aten::embedding", "[[32000, 512], [4, 128], []]")};
    for (int layer = 0; layer < 2; ++layer) {
        events.push_back(operator_event("aten::linear", "[[4, 128, 512], [1536, 512], [1536]]"));
        events.push_back(operator_event("aten::scaled_dot_product_attention",
                                        "[[4, 8, 128, 64], [4, 8, 128, 64], [4, 8, 128, 64]]"));
        events.push_back(operator_event("aten::linear", "[[4, 128, 512], [512, 512], [512]]"));
        events.push_back(operator_event("aten::linear", "[[4, 128, 512], [2048, 512], [2048]]"));
        events.push_back(operator_event("aten::linear", "[[4, 128, 2048], [512, 2048], [512]]"));
        events.push_back(operator_event("aten::addmm", "[[512], [512, 2048], [2048, 512]]"));
    }
    events.push_back(operator_event("torch::autograd::AccumulateGrad", "[[512, 512]]"));
    return QByteArray::fromStdString(fmt::format(
        R"({{"schemaVersion":1,"distributedInfo":{{"backend":"nccl","rank":0,"world_size":16,"pg_config":[)"
        R"({{"pg_desc":"default_pg","pg_size":16}},{{"pg_desc":"mesh_tp","pg_size":1}}]}},)"
        R"("deviceProperties":[{0},{0},{0},{0},{0},{0},{0},{0}],"traceEvents":[{1}]}})",
        R"({"id":0,"name":"NVIDIA H100 80GB HBM3","totalGlobalMem":85018279936})", fmt::join(events, ",")));
}

/// How often the operators of a layer ran forward for each time backward.
struct LayerPasses {
    int products = 1, attention = 1;
    bool trains = true; ///< its matrices have gradients
};

/// Layers of width 512 with 8 heads and a feed-forward part of 2048, recorded within autocast, which records
/// operators that call others twice.
QByteArray profile_of_layers(const std::vector<LayerPasses>& layers) {
    std::vector<std::string> events{
        R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":10,"dur":800,"args":{"device":0,"stream":7}})",
        operator_event("aten::embedding", "[[32000, 512], [8, 128], []]")};
    const auto add = [&](const char* name, const char* dims) {
        events.push_back(operator_event(name, dims));
    };
    const char* const heads = "[[8, 8, 128, 64], [8, 8, 128, 64], [8, 8, 128, 64]]";
    for (const LayerPasses& layer : layers) {
        for (int i = 0; i < layer.products; ++i) {
            for (int twice = 0; twice < 2; ++twice) add("aten::linear", "[[8, 128, 512], [2048, 512], []]");
            add("aten::mm", "[[1024, 512], [512, 2048]]");
            for (int twice = 0; twice < 2; ++twice) add("aten::linear", "[[8, 128, 2048], [512, 2048], []]");
            add("aten::mm", "[[1024, 2048], [2048, 512]]");
        }
        for (int i = 0; i < layer.attention; ++i) {
            for (int twice = 0; twice < 2; ++twice) add("aten::scaled_dot_product_attention", heads);
            add("aten::_scaled_dot_product_flash_attention", heads);
        }
        add("aten::mm", "[[1024, 512], [512, 2048]]");
        add("aten::mm", "[[1024, 2048], [2048, 512]]");
        if (layer.trains) {
            add("aten::mm", "[[512, 1024], [1024, 2048]]");
            add("aten::mm", "[[2048, 1024], [1024, 512]]");
        }
        add("aten::_scaled_dot_product_flash_attention_backward", heads);
    }
    add("torch::autograd::AccumulateGrad", "[[512, 512]]");
    return QByteArray::fromStdString(
        fmt::format(R"({{"schemaVersion":1,"traceEvents":[{}]}})", fmt::join(events, ",")));
}

} // namespace

class TestDraft : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_megatron_log();
    void an_mlperf_log();
    void a_profile_of_a_transformer();
    void recompute_by_what_ran_twice_data();
    void recompute_by_what_ran_twice();
    void recorded_profiles_without_recompute_data();
    void recorded_profiles_without_recompute();
    void notes_answer_as_the_file_data();
    void notes_answer_as_the_file();
    void one_profile_of_several_is_noted();
    void an_xplane_of_tpus();
    void adapters_of_a_line_are_counted();
    void large_batches_stay_whole();
    void a_platform_without_a_number();
    void a_file_that_is_gone_is_said();
    void what_is_missing_is_asked_for();
    void answers_go_before_files();
    void wrong_answers_are_said_data();
    void wrong_answers_are_said();
    void another_model_is_said();
    void another_job_is_told_by_gpu_number_and_batch();
    void the_same_job_in_other_words();
    void a_name_is_no_beginning_of_a_longer_number();
    void what_tells_of_no_run();
    void files_that_contradict_each_other();
    void dlrm_of_eight_ranks();
    void recorded_megatron_log();
    void recorded_mlperf_log();
    void recorded_xplane();

private:
    Result<DraftedProject> draft(const std::vector<std::string>& paths, const DraftAnswers& answers = {}) {
        const auto trace = read_traces({paths.begin(), paths.end()});
        if (!trace) return tl::unexpected(trace.error());
        return draft_project(*trace, answers, Catalog::built_in());
    }
    std::string write(const char* name, const QByteArray& text) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(text);
        return file.fileName().toStdString();
    }
    /// "64 told"; of a key that the draft lacks: "none".
    static std::string row(const Result<DraftedProject>& draft, const char* key) {
        if (!draft) return draft.error().text();
        const auto found = std::ranges::find(draft->entries, key, &DraftEntry::key);
        return found == draft->entries.end() ? "none"
                                             : fmt::format("{} {}", found->value, name_of(found->standing));
    }
    static std::vector<std::string> recorded(const QString& folder) {
        const QString root = qEnvironmentVariable("ROOFRACK_DATA") + "/traces/";
        if (qEnvironmentVariableIsEmpty("ROOFRACK_DATA")) return {};
        return {(root + folder).toStdString()};
    }
    QTemporaryDir m_folder;
};

#define NEED_RECORDED(paths)                                                                                 \
    if (paths.empty()) QSKIP("ROOFRACK_DATA is not set: no recorded traces")

void TestDraft::a_megatron_log() {
    const auto drawn = draft({write("megatron.log", megatron_log)});
    QCOMPARE(row(drawn, "gpu"), std::string("V100 SXM2 32GB guessed"));
    QCOMPARE(row(drawn, "gpus"), std::string("8 told"));
    QCOMPARE(row(drawn, "gpus_per_server"), std::string("4 told"));
    QCOMPARE(row(drawn, "servers"), std::string("2 told"));
    QCOMPARE(row(drawn, "scale_up"), std::string("NVLink guessed"));
    QCOMPARE(row(drawn, "network"), std::string("Omni-Path told"));
    QCOMPARE(row(drawn, "network_gbps"), std::string("100 guessed")); // 4 adapters of 100 over 4 GPUs
    QCOMPARE(row(drawn, "tp"), std::string("4 told"));
    QCOMPARE(row(drawn, "pp"), std::string("2 told"));
    QCOMPARE(row(drawn, "cp"), std::string("1 told"));
    QCOMPARE(row(drawn, "dp"), std::string("1 told"));
    QCOMPARE(row(drawn, "micro_batch"), std::string("2 told"));
    QCOMPARE(row(drawn, "global_batch"), std::string("64 told"));
    QCOMPARE(row(drawn, "sequence"), std::string("1024 told"));
    QCOMPARE(row(drawn, "precision"), std::string("fp16 told"));
    QCOMPARE(row(drawn, "recompute"), std::string("full told"));
    QCOMPARE(row(drawn, "software"), std::string("Megatron-LM 2021 guessed"));
    const Scenario& scenario = drawn->project.scenarios.front();
    QVERIFY(scenario.workload.inline_model);
    const TransformerShape& shape = *scenario.workload.inline_model->transformer;
    QCOMPARE(shape.layers, 24);
    QCOMPARE(shape.hidden, 1024.0);
    QCOMPARE(shape.vocab, 50432.0);
    QVERIFY(shape.tied_embeddings);
    QCOMPARE(scenario.plan.tp, 4);
    QCOMPARE(scenario.plan.pp, 2);
    // Two steps of 2 s behind the first, which warms up.
    QVERIFY(drawn->measured_step_s.has_value());
    QCOMPARE(*drawn->measured_step_s, 2.0);
    QCOMPARE(drawn->not_compared, std::string());
    QVERIFY(scenario.published.has_value());
    QCOMPARE(scenario.published->step.si(), 2.0);
}

void TestDraft::an_mlperf_log() {
    const auto drawn = draft({write("result_0.txt", mlperf_log)});
    QCOMPARE(row(drawn, "gpu"), std::string("H100 SXM5 80 GB guessed"));
    QCOMPARE(row(drawn, "servers"), std::string("64 told"));
    QCOMPARE(row(drawn, "gpus"), std::string("512 guessed")); // 64 servers, of 8 as a rule
    QCOMPARE(row(drawn, "model"), std::string("GPT-3 175B told"));
    QCOMPARE(row(drawn, "sequence"), std::string("2048 told"));
    QCOMPARE(row(drawn, "global_batch"), std::string("256 told"));
    QCOMPARE(row(drawn, "network"), std::string("InfiniBand missing"));
    // 256 sequences in 16 micro-batches: 16 sequences at a time, so 512 ÷ 16 GPUs work on each of a
    // micro-batch.
    const Plan& plan = drawn->project.scenarios.front().plan;
    QCOMPARE(plan.tp * plan.pp * plan.cp, 32 * plan.micro_batch);
    QVERIFY(row(drawn, "tp").ends_with(" guessed"));
    QCOMPARE(drawn->not_compared, std::string("no file times a step"));
    QVERIFY(!drawn->project.scenarios.front().published);
}

void TestDraft::a_profile_of_a_transformer() {
    const auto drawn = draft({write("rank0.json", transformer_profile())});
    QCOMPARE(row(drawn, "gpu"), std::string("H100 SXM5 80 GB told"));
    QCOMPARE(row(drawn, "gpus"), std::string("16 told"));
    QCOMPARE(row(drawn, "gpus_per_server"), std::string("8 guessed")); // the other server was not recorded
    QCOMPARE(row(drawn, "servers"), std::string("2 guessed"));
    QCOMPARE(row(drawn, "tp"), std::string("1 told"));
    QCOMPARE(row(drawn, "sharding"), std::string("0 told"));
    QCOMPARE(row(drawn, "precision"), std::string("bf16 told"));
    QCOMPARE(row(drawn, "micro_batch"), std::string("4 guessed"));
    QCOMPARE(row(drawn, "sequence"), std::string("128 guessed"));
    QVERIFY(drawn->project.scenarios.front().workload.inline_model);
    const TransformerShape& shape = *drawn->project.scenarios.front().workload.inline_model->transformer;
    QCOMPARE(shape.layers, 2);
    QCOMPARE(shape.hidden, 512.0);
    QCOMPARE(shape.heads, 8);
    QCOMPARE(shape.ffn, 2048.0);
    QCOMPARE(shape.vocab, 32000.0);
    QVERIFY(!shape.gated_ffn);
}

void TestDraft::recompute_by_what_ran_twice_data() {
    QTest::addColumn<QByteArray>("profile");
    QTest::addColumn<QString>("recompute"); ///< as guessed; empty: it is not told
    const LayerPasses once, attention{.attention = 2}, whole{.products = 2, .attention = 2};
    const LayerPasses frozen{.trains = false}, frozen_attention{.attention = 2, .trains = false};
    QTest::newRow("nothing") << profile_of_layers({once, once}) << "none";
    QTest::newRow("attention") << profile_of_layers({attention, attention}) << "selective";
    QTest::newRow("all") << profile_of_layers({whole, whole}) << "full";
    QTest::newRow("one layer of two") << profile_of_layers({whole, once}) << "";
    // Attention that runs once was not recomputed, whatever the products show.
    QTest::newRow("frozen") << profile_of_layers({frozen, frozen}) << "none";
    QTest::newRow("frozen, attention twice") << profile_of_layers({frozen_attention, frozen_attention}) << "";
    QTest::newRow("a contradiction") << profile_of_layers({{.products = 2}, {.products = 2}}) << "";
}

void TestDraft::recompute_by_what_ran_twice() {
    QFETCH(QByteArray, profile);
    QFETCH(QString, recompute);
    const auto drawn = draft({write("layers.json", profile)});
    QVERIFY2(drawn, drawn ? "" : drawn.error().text().c_str());
    const QString found = QString::fromStdString(row(drawn, "recompute"));
    if (recompute.isEmpty())
        QVERIFY2(found.endsWith(" missing"), qPrintable(found));
    else
        QCOMPARE(found, QString(recompute + " guessed"));
    const Scenario& scenario = drawn->project.scenarios.front();
    if (!recompute.isEmpty()) QCOMPARE(QString::fromUtf8(name_of(scenario.plan.recompute).data()), recompute);
    QVERIFY(scenario.workload.inline_model);
    QCOMPARE(scenario.workload.inline_model->transformer->layers, 2);
}

/// What this project profiled recomputes nothing: within autocast each call of attention is recorded twice.
void TestDraft::recorded_profiles_without_recompute_data() {
    QTest::addColumn<QString>("file");
    for (const char* name : {"allocation.json.gz", "compute_bound.json.gz", "execution_trace.json.gz",
                             "execution_trace.et.json.gz", "host_ahead.json.gz", "plain.json.gz"})
        QTest::newRow(name) << QString(ROOFRACK_SOURCE_DIR "/tests/data/measured/traces/") + name;
}

void TestDraft::recorded_profiles_without_recompute() {
    QFETCH(QString, file);
    const auto drawn = draft({file.toStdString()});
    QCOMPARE(row(drawn, "recompute"), std::string("none guessed"));
    QCOMPARE(drawn->project.scenarios.front().plan.recompute, Recompute::none);
}

void TestDraft::notes_answer_as_the_file_data() {
    QTest::addColumn<QByteArray>("profile");
    QTest::newRow("transformer") << transformer_profile();
    QTest::newRow("full recompute") << profile_of_layers({{2, 2}, {2, 2}});
    QByteArray tf32 = transformer_profile();
    tf32.replace("c10::BFloat16", "float").replace(R"("name":"gemm")", R"("name":"gemm_tf32")");
    QTest::newRow("tf32") << tf32;
    QByteArray behind = transformer_profile(); // what stands before the events may stand behind them
    const qsizetype from = behind.indexOf("\"distributedInfo\""), to = behind.indexOf("\"traceEvents\"");
    const QByteArray moved = behind.mid(from, to - from - 1);
    behind.remove(from, to - from);
    behind.insert(behind.size() - 1, ',' + moved);
    QTest::newRow("facts behind the events") << behind;
}

void TestDraft::notes_answer_as_the_file() {
    QFETCH(QByteArray, profile);
    const Catalog& catalog = Catalog::built_in();
    const std::string path = write("rank0.json", profile);
    const auto plain = read_traces({path});
    TraceOptions options;
    options.keep_notes = true;
    const auto noted = read_traces_with(options, {path});
    QVERIFY(plain && noted);
    QVERIFY(!plain->ranks.front().notes && noted->ranks.front().notes);
    const auto by_file = draft_project(*plain, {}, catalog);
    const ToldJob job = told_job(*plain, catalog);
    QVERIFY(by_file && job.shape);
    QVERIFY(QFile::remove(QString::fromStdString(path))); // who reads it again fails
    const auto by_notes = draft_project(*noted, {}, catalog);
    QVERIFY(by_notes);
    QVERIFY(told_job(*noted, catalog) == job);
    QVERIFY(!(told_job(*plain, catalog) == job));
    QCOMPARE(by_notes->warnings.size(), by_file->warnings.size());
    QCOMPARE(by_notes->entries.size(), by_file->entries.size());
    for (size_t i = 0; i < by_file->entries.size(); ++i) {
        const DraftEntry &a = by_notes->entries[i], &b = by_file->entries[i];
        QCOMPARE(a.key, b.key);
        QVERIFY2(a.value == b.value && a.standing == b.standing && a.reason == b.reason, b.key.c_str());
    }
    QVERIFY(by_notes->project == by_file->project);
}

void TestDraft::one_profile_of_several_is_noted() {
    const std::string log = write("a.log", megatron_log), first = write("rank0.json", transformer_profile()),
                      second = write("rank1.json", transformer_profile());
    TraceOptions options;
    options.keep_notes = true;
    const auto trace = read_traces_with(options, {log, first, second});
    QVERIFY(trace);
    QCOMPARE(trace->ranks.size(), size_t(2));
    for (const TraceRank& rank : trace->ranks) QCOMPARE(rank.notes != nullptr, rank.file == first);
}

void TestDraft::an_xplane_of_tpus() {
    using test::ProtobufWriter;
    ProtobufWriter space;
    for (int chip = 0; chip < 4; ++chip) {
        // Names of statistics are a map of number to name; the plane's own statistic is the type of its
        // device.
        ProtobufWriter plane, entry, name, statistic, line, event;
        plane.number(1, chip).bytes(2, fmt::format("/device:TPU:{}", chip));
        name.number(1, 7).bytes(2, "device_type_string");
        entry.number(1, 7).message(2, name);
        statistic.number(1, 7).bytes(5, "TPU v6 Lite");
        event.number(1, 1).number(2, 0).number(3, 1000);
        line.bytes(2, "XLA Ops").number(3, 100).message(4, event);
        space.message(1, plane.message(3, line).message(5, entry).message(6, statistic));
    }
    space.bytes(4, "host-0");
    const auto drawn = draft({write("tpu.xplane.pb", QByteArray::fromStdString(space.text()))});
    QCOMPARE(row(drawn, "gpu"), std::string("TPU v6e Trillium told"));
    QCOMPARE(row(drawn, "gpus"), std::string("4 guessed")); // other hosts may have run beside it
    QCOMPARE(row(drawn, "gpus_per_server"), std::string("4 told"));
    QCOMPARE(row(drawn, "scale_up"), std::string("ICI guessed"));
    QVERIFY(row(drawn, "model").ends_with(" missing"));
}

/// "[RO]" behind them is no adapter, and what follows ";" is the network of the control messages.
void TestDraft::adapters_of_a_line_are_counted() {
    QByteArray log(megatron_log);
    log.replace("[3]hfi1_1:1/IB ; OOB ib0:10.0<0>", "[3]hfi1_1:1/IB [RO]; OOB ib0:[fe80::1]<0>");
    QVERIFY(log.contains("[RO]"));
    QCOMPARE(row(draft({write("ordered.log", log)}), "network_gbps"), std::string("100 guessed"));
}

void TestDraft::large_batches_stay_whole() {
    QByteArray log(megatron_log);
    log.replace("global_batch_size ............................... 64",
                "global_batch_size ............................... 1048576");
    log.replace("global batch size:    64", "global batch size: 1048576");
    QCOMPARE(row(draft({write("large.log", log)}), "global_batch"), std::string("1048576 told"));
}

void TestDraft::a_platform_without_a_number() {
    QByteArray log(mlperf_log);
    log.replace("64xNVIDIA DGX H100", "max H100");
    const auto drawn = draft({write("result_1.txt", log)});
    QVERIFY2(row(drawn, "servers").find("told") == std::string::npos, row(drawn, "servers").c_str());
}

void TestDraft::a_file_that_is_gone_is_said() {
    const std::string gone = write("gone.log", megatron_log), stays = write("stays.log", megatron_log);
    const auto trace = read_traces({gone, stays});
    QVERIFY(trace);
    QVERIFY(QFile::remove(QString::fromStdString(gone)));
    const auto drawn = draft_project(*trace, {}, Catalog::built_in());
    QVERIFY2(drawn, drawn ? "" : drawn.error().text().c_str());
    QVERIFY(std::ranges::any_of(drawn->warnings, [](const Diagnostic& warning) {
        return warning.text().find("gone.log") != std::string::npos;
    }));
}

void TestDraft::what_is_missing_is_asked_for() {
    QByteArray log(megatron_log);
    log.replace("Tesla V100-SXM2...", "some device       ");
    log.replace("NCCL INFO", "NCCL WARN");
    const auto drawn = draft({write("nameless.log", log)});
    QCOMPARE(row(drawn, "gpu"), std::string("H100 SXM5 80 GB missing"));
    QCOMPARE(row(drawn, "network"), std::string("InfiniBand missing"));
    QVERIFY(row(drawn, "network_gbps").ends_with(" missing"));
    QCOMPARE(drawn->not_compared, std::string("GPU is not told: what is drawn may be another job"));
    QVERIFY(!drawn->project.scenarios.front().published);
    const Cluster& cluster = drawn->project.scenarios.front().cluster;
    const auto note = std::ranges::find(cluster.elements, "as-it-ran", &Element::id);
    QVERIFY(note != cluster.elements.end());
    QVERIFY(note->text.find("Not told, stands in:\nGPU: H100 SXM5 80 GB") != std::string::npos);
}

void TestDraft::answers_go_before_files() {
    QByteArray log(megatron_log);
    log.replace("Tesla V100-SXM2...", "some device       ");
    const auto drawn = draft({write("told.log", log)},
                             {{"gpu", "a100-sxm4-80gb"}, {"network", "roce"}, {"network_gbps", "25"}});
    QCOMPARE(row(drawn, "gpu"), std::string("A100 SXM4 80GB told"));
    QCOMPARE(row(drawn, "network"), std::string("RoCE told"));
    QCOMPARE(row(drawn, "network_gbps"), std::string("25 told"));
    QCOMPARE(drawn->not_compared, std::string());
}

void TestDraft::wrong_answers_are_said_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("what");
    QTest::newRow("no key") << "colour"
                            << "red"
                            << "a run is not described by that";
    QTest::newRow("derived") << "dp"
                             << "4"
                             << "a run is not described by that";
    QTest::newRow("no GPU") << "gpu"
                            << "abacus"
                            << "'abacus': the catalogue has no such accelerator";
    QTest::newRow("no count") << "gpus"
                              << "8.5"
                              << "'8.5': it is no whole number from 1";
    QTest::newRow("none") << "gpus"
                          << "0"
                          << "'0': it is no whole number from 1";
    QTest::newRow("no network") << "network"
                                << "string"
                                << "'string': it is none of";
    QTest::newRow("no stage") << "sharding"
                              << "4"
                              << "'4': it is no stage of ZeRO, 0 to 3";
    QTest::newRow("no rate") << "network_gbps"
                             << "-1"
                             << "'-1': it is not a number above 0";
    QTest::newRow("no precision") << "precision"
                                  << "int4"
                                  << "'int4': it is none of";
    // 8 GPUs are no multiple of tensor and pipeline groups of 3 · 2.
    QTest::newRow("no multiple") << "tp"
                                 << "3"
                                 << "8 GPUs are not a multiple of tp·pp·cp = 6";
}

void TestDraft::wrong_answers_are_said() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, what);
    const auto drawn = draft({write("wrong.log", megatron_log)}, {{key.toStdString(), value.toStdString()}});
    QVERIFY(!drawn);
    QVERIFY2(QString::fromStdString(drawn.error().what).startsWith(what), drawn.error().text().c_str());
    QVERIFY(!drawn.error().fix.empty());
}

void TestDraft::another_model_is_said() {
    const auto trace = read_traces({write("mine.log", megatron_log)});
    QVERIFY(trace);
    const auto own = draft_project(*trace, {}, Catalog::built_in());
    QVERIFY(own);
    Scenario scenario = own->project.scenarios.front();
    const Catalog& catalog = Catalog::built_in();
    const auto why = [&](const TraceResult& of, double gpus) {
        return job_mismatch_text(told_job(of, catalog),
                                 drawn_job(scenario, catalog, {"V100 SXM2 32GB"}, gpus));
    };
    const double gpus = told_job(*trace, catalog).gpus.value_or(0);
    QCOMPARE(gpus, 8.0);
    QCOMPARE(why(*trace, gpus), std::string());
    scenario.workload.inline_model.reset();
    scenario.workload.model = "gpt3-175b";
    scenario.workload.global_batch = 0;
    // 24 · 12 · 1024² and 50432 · 1024 are 0.354 billion.
    QCOMPARE(why(*trace, gpus),
             std::string("a model of 0.354 billion parameters (24 layers of width 1024) ran, drawn is GPT-3 "
                         "175B"));
    const auto mlperf = read_traces({write("mine.txt", mlperf_log)});
    QVERIFY(mlperf);
    QCOMPARE(told_job(*mlperf, catalog).model, std::string("GPT-3 175B"));
    scenario.workload.model = "llama3-8b";
    QVERIFY(why(*mlperf, gpus).starts_with("GPT-3 175B ran"));
}

void TestDraft::another_job_is_told_by_gpu_number_and_batch() {
    const DrawnJob h100{.accelerators = {"h100-sxm5"}, .gpus = 768, .model = "Llama 3 8B", .shape = {}};
    ToldJob told;
    QCOMPARE(job_mismatch_text(told, h100), std::string()); // what is not known is not said
    told.gpus = 64;
    QCOMPARE(job_mismatch_text(told, h100), std::string("it ran on 64 GPUs, drawn are 768 GPUs"));
    told.gpu = "NVIDIA A100-SXM4-80GB";
    QCOMPARE(job_mismatch_text(told, h100), std::string("it ran on 64 A100, drawn are 768 H100"));
    told.model = "GPT-3 175B";
    QCOMPARE(job_mismatch_text(told, h100),
             std::string("GPT-3 175B ran on 64 A100, drawn is Llama 3 8B on 768 H100"));
    told.model.clear();
    told.gpus = 768;
    QCOMPARE(job_mismatch_text(told, h100), std::string("it ran on A100, drawn is H100"));
    told.guessed_model = "DLRM";
    QCOMPARE(job_mismatch_text(told, h100),
             std::string("it ran on A100, drawn is H100; by its operators it was DLRM, not Llama 3 8B"));
    told.guessed_model = ToldRun::unnamed_profile;
    QCOMPARE(
        job_mismatch_text(told, h100),
        std::string("it ran on A100, drawn is H100; by its operators it was another model than Llama 3 8B"));
    told.gpu = "NVIDIA H100 80GB HBM3";
    QCOMPARE(job_mismatch_text(told, h100), std::string()); // a guess alone makes no other job
    DrawnJob of_512 = h100;
    of_512.global_batch = 512;
    told.global_batch = 1536;
    told.guessed_model.clear();
    QCOMPARE(job_mismatch_text(told, of_512),
             std::string("it ran with a batch of 1,536, drawn is a batch of 512"));
    told.global_batch = 510; // what the replicas do not divide
    QCOMPARE(job_mismatch_text(told, of_512), std::string());
    told.gpu = "some accelerator";
    QCOMPARE(job_mismatch_text(told, h100), std::string());
    told.gpu = "Tesla V100-SXM2-16GB";
    DrawnJob own = h100;
    own.accelerators = {"own part"};
    QCOMPARE(job_mismatch_text(told, own), std::string());
    own.accelerators.clear();
    QCOMPARE(job_mismatch_text(told, own), std::string());
}

/// A run of the drawn job is never called another for how a driver spells its GPU or whether a file says that
/// embeddings are tied.
void TestDraft::the_same_job_in_other_words() {
    const std::vector<std::pair<const char*, const char*>> alike{
        {"AMD Instinct MI250", "MI250X"},       {"NVIDIA L40", "L40S"},
        {"NVIDIA PG509-210", "A100 SXM4 80GB"}, {"gfx942", "MI300X"},
        {"NVIDIA H100 NVL", "H100 SXM5 80 GB"}, {"NVIDIA GB200", "GB200 (one GPU)"}};
    ToldJob told;
    DrawnJob drawn;
    for (const auto& [gpu, part] : alike) {
        told.gpu = gpu;
        drawn.accelerators = {part};
        QVERIFY2(job_mismatch_text(told, drawn).empty(), gpu);
    }
    for (const auto& [gpu, part] :
         {std::pair("NVIDIA H20", "H200 SXM 141 GB"), std::pair("AMD Instinct MI300A", "MI300X"),
          std::pair("NVIDIA B200", "GB200 (one GPU)")}) {
        told.gpu = gpu;
        drawn.accelerators = {part};
        QVERIFY2(!job_mismatch_text(told, drawn).empty(), gpu);
    }
    const ModelSpec* const model = Catalog::built_in().model("llama3-8b");
    QVERIFY(model && model->transformer);
    told = {};
    drawn = {};
    drawn.accelerators = {"H100"};
    drawn.model = model->name;
    told.model = "a model";
    told.shape = drawn.shape = *model->transformer;
    told.shape->tied_embeddings = true;
    drawn.shape->tied_embeddings = false;
    QCOMPARE(job_mismatch_text(told, drawn), std::string());
    told.shape->layers -= 1;
    QVERIFY(!job_mismatch_text(told, drawn).empty());
    told.shape.reset(); // a profile as measured is the one that was drawn of it
    drawn.shape.reset();
    QVERIFY(!job_mismatch_text(told, drawn).empty());
    told.model = drawn.model;
    QCOMPARE(job_mismatch_text(told, drawn), std::string());
}

/// 141 GB are no reason to take an H20 for an H200.
void TestDraft::a_name_is_no_beginning_of_a_longer_number() {
    QVERIFY(!find_accelerator("NVIDIA H20-3e", 141e9, Catalog::built_in()).part);
    const auto found = find_accelerator("NVIDIA H20-96GB", 96e9, Catalog::built_in());
    QVERIFY(found.part && found.part->id == "h20-sxm5");
}

void TestDraft::what_tells_of_no_run() {
    const auto drawn =
        draft({write("lanes.json", R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2}])")});
    QVERIFY(!drawn);
    QCOMPARE(drawn.error().what,
             std::string("it tells neither of GPUs nor of a model: nothing can be drawn of it"));
}

void TestDraft::files_that_contradict_each_other() {
    QByteArray other(megatron_log);
    other.replace("world size: 8", "world size: 16");
    other.replace("world_size ...................................... 8",
                  "world_size ...................................... 16");
    const auto drawn = draft({write("one.log", megatron_log), write("two.log", other)});
    QVERIFY(drawn);
    QCOMPARE(row(drawn, "gpus"), std::string("8 told"));
    const auto said = std::ranges::find_if(drawn->warnings, [](const Diagnostic& warning) {
        return warning.what == "the files contradict each other on gpus: one.log says 8, two.log says 16";
    });
    QVERIFY(said != drawn->warnings.end());

    // Where nothing can be drawn of them together, that they are of different runs comes first.
    QByteArray odd(megatron_log);
    odd.replace("world size: 8", "world size: 7");
    odd.replace("world_size ...................................... 8",
                "world_size ...................................... 7");
    const auto alone = draft({write("odd.log", odd)});
    QVERIFY(!alone);
    QVERIFY2(alone.error().what.find("different runs") == std::string::npos, alone.error().what.c_str());
    const auto both = draft({write("odd.log", odd), write("one.log", megatron_log)});
    QVERIFY(!both);
    QVERIFY2(
        both.error().what.starts_with("the files are of different runs: they contradict each other on gpus: "
                                      "odd.log says 7, one.log says 8"),
        both.error().what.c_str());
    QVERIFY(both.error().what.ends_with(alone.error().what));
    QVERIFY(both.error().fix.starts_with("give the files of one run"));
}

void TestDraft::dlrm_of_eight_ranks() {
    const auto paths = recorded("pytorch/dlrm_8ranks");
    NEED_RECORDED(paths);
    const auto drawn = draft(paths);
    QCOMPARE(row(drawn, "gpu"), std::string("V100 SXM2 32GB told"));
    QCOMPARE(row(drawn, "gpus"), std::string("8 told"));
    QCOMPARE(row(drawn, "gpus_per_server"), std::string("8 told"));
    QCOMPARE(row(drawn, "servers"), std::string("1 told"));
    QCOMPARE(row(drawn, "scale_up"), std::string("NVLink guessed"));
    QCOMPARE(row(drawn, "network"), std::string("none told"));
    QCOMPARE(row(drawn, "model"), std::string("Recommendation model (DLRM) guessed"));
    QCOMPARE(row(drawn, "micro_batch"), std::string("16 guessed"));
    QCOMPARE(row(drawn, "global_batch"), std::string("128 guessed"));
    QCOMPARE(row(drawn, "precision"), std::string("fp32 told"));
    QCOMPARE(row(drawn, "sharding"), std::string("0 told"));
    // Its perceptrons: 13·256 + 256, 256·128 + 128, 128·16 + 16, 367·512 + 512, 512·512 + 512, 512·256 + 256,
    // 256 + 1; a small table of 112, and a scalar.
    constexpr double values = 3584 + 32896 + 2064 + 188416 + 262656 + 131328 + 257 + 112 + 1;
    const auto& model = drawn->project.scenarios.front().workload.inline_model;
    QVERIFY(model && model->generic);
    QCOMPARE(model->generic->parameters, values);
    QVERIFY(drawn->measured_step_s.has_value());
}

void TestDraft::recorded_megatron_log() {
    const auto paths = recorded("logs/megatron_gpt2_n16_tp4_pp16_v100.out");
    NEED_RECORDED(paths);
    const auto drawn = draft(paths);
    QCOMPARE(row(drawn, "gpu"), std::string("V100 SXM2 32GB guessed"));
    QCOMPARE(row(drawn, "gpus"), std::string("64 told"));
    QCOMPARE(row(drawn, "servers"), std::string("16 told"));
    QCOMPARE(row(drawn, "gpus_per_server"), std::string("4 told"));
    QCOMPARE(row(drawn, "network"), std::string("Omni-Path told"));
    QCOMPARE(row(drawn, "tp"), std::string("4 told"));
    QCOMPARE(row(drawn, "pp"), std::string("16 told"));
    QCOMPARE(row(drawn, "dp"), std::string("1 told"));
    QCOMPARE(row(drawn, "global_batch"), std::string("1024 told"));
    QCOMPARE(row(drawn, "micro_batch"), std::string("4 told"));
    QCOMPARE(row(drawn, "precision"), std::string("fp16 told"));
    QCOMPARE(row(drawn, "recompute"), std::string("full told"));
    // 64 · 12 · 8192² and a table of 50688 · 8192, norms aside.
    const auto& model = drawn->project.scenarios.front().workload.inline_model;
    QVERIFY(model);
    constexpr double parameters = 64 * 12 * 8192.0 * 8192 + 50688 * 8192.0;
    QVERIFY(std::abs(parameter_count(*model) / parameters - 1) < 0.001);
    QVERIFY(drawn->project.scenarios.front().published.has_value());
}

void TestDraft::recorded_mlperf_log() {
    const auto paths = recorded("logs/mlperf40_gpt3_10752gpu_eos.txt");
    NEED_RECORDED(paths);
    const auto drawn = draft(paths);
    QCOMPARE(row(drawn, "gpu"), std::string("H100 SXM5 80 GB told"));
    QCOMPARE(row(drawn, "gpus"), std::string("10752 told")); // 1344 · 8
    QCOMPARE(row(drawn, "servers"), std::string("1344 told"));
    QCOMPARE(row(drawn, "network"), std::string("InfiniBand told"));
    QCOMPARE(row(drawn, "network_gbps"), std::string("400 told")); // 8 adapters of 400 over 8 GPUs
    QCOMPARE(row(drawn, "model"), std::string("GPT-3 175B told"));
    QCOMPARE(row(drawn, "global_batch"), std::string("2688 told"));
    QCOMPARE(row(drawn, "sequence"), std::string("2048 told"));
    // 2688 sequences in 6 micro-batches are 448 at a time: 10752 ÷ 448 GPUs work on each.
    const Plan& plan = drawn->project.scenarios.front().plan;
    QCOMPARE(plan.tp * plan.pp * plan.cp, 24 * plan.micro_batch);
}

void TestDraft::recorded_xplane() {
    const auto paths = recorded("jax/tracelens_jax_conv_mi300_08.xplane.pb");
    NEED_RECORDED(paths);
    const auto drawn = draft(paths);
    QCOMPARE(row(drawn, "gpu"),
             std::string("MI300X guessed")); // the file says AMD, 304 compute units, 206 GB
    QCOMPARE(row(drawn, "gpus"), std::string("8 guessed"));
    QCOMPARE(row(drawn, "servers"), std::string("1 guessed"));
    QCOMPARE(row(drawn, "scale_up"), std::string("Infinity Fabric guessed"));
    QVERIFY(row(drawn, "model").ends_with(" missing"));
}

QTEST_APPLESS_MAIN(TestDraft)
#include "test_draft.moc"
