// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/measured/measure/remat_policy.h"
#include "core/measured/measure/run_config_models.h"
#include "core/step/cost/expert_exchange.h"
#include "core/step/cost/memory_model.h"
#include "core/step/workload/layer.h"
#include "validation/validate.h"

#include <QTest>
#include <algorithm>
#include <cmath>

using namespace roofrack;

namespace {

/// One run with the cells given as "column=value".
Result<RunConfig> read(std::initializer_list<const char*> cells) {
    Table table;
    table.rows.emplace_back();
    for (const std::string_view cell : cells) {
        const size_t equals = cell.find('=');
        table.header.emplace_back(cell.substr(0, equals));
        table.rows.front().emplace_back(cell.substr(equals + 1));
    }
    auto run = run_config(RunRow(table, 0), Catalog::built_in(), CostParameters::built_in());
    if (run) choose_missing_settings(*run);
    return run;
}

const ModelSpec* named(const char* name) { return published_model(Catalog::built_in(), name); }

} // namespace

class TestExtended : public QObject {
    Q_OBJECT
private Q_SLOTS:

    void published_names_mean_catalogue_models_data() {
        QTest::addColumn<QString>("id");
        QTest::newRow("DeepSeekV3 (w/o MTP)") << "deepseek-v3";
        QTest::newRow("DeepSeek V3 671B") << "deepseek-v3";
        QTest::newRow("Qwen3_30B_a3B (tokendrop)") << "qwen3-30b-a3b";
        QTest::newRow("Qwen3 MoE 30B") << "qwen3-30b-a3b";
        QTest::newRow("Qwen2.5 7B") << "qwen2.5-7b";
        QTest::newRow("Qwen2-57B-A14B") << "qwen2-57b-a14b";
        QTest::newRow("Grok-1 314B proxy 16L") << "grok-1";
        QTest::newRow("GPT OSS 120B") << "gpt-oss-120b";
        QTest::newRow("Llama 4 Maverick 400B") << "llama4-maverick";
        QTest::newRow("Mixtral 8x7B") << "mixtral-8x7b";
        QTest::newRow("Llama 2 70B LoRA (rank 16)") << "llama2-70b-lora";
        QTest::newRow("T5 XXL 11B") << "t5-xxl";
        QTest::newRow("Something else") << "";
    }
    void published_names_mean_catalogue_models() {
        QFETCH(QString, id);
        const ModelSpec* model = named(QTest::currentDataTag());
        QCOMPARE(QString::fromStdString(model ? model->id : std::string()), id);
    }

    void routing_comes_from_the_name_and_the_shape_must_agree() {
        const auto proxy =
            read({"gpu=H100-SXM5-80GB", "gpus=16", "model=Grok-1 314B proxy 4L", "model_kind=moe", "layers=4",
                  "hidden=6144", "seq=4096", "global_batch=1024", "tp=4", "pp=1", "ep=4", "micro_batch=1"});
        QVERIFY(proxy.has_value());
        QCOMPARE(proxy->shape.layers, 4);
        QCOMPARE(proxy->shape.moe.experts, 8);
        QCOMPARE(proxy->shape.moe.top_k, 2);
        const auto other =
            read({"gpu=H100-SXM5-80GB", "gpus=16", "model=Grok-1 314B", "model_kind=moe", "layers=30",
                  "hidden=4000", "seq=4096", "global_batch=1024", "tp=4", "pp=1"});
        QVERIFY(!other.has_value()); // another shape: its routing is not known
        QVERIFY(other.error().what.find("routing") != std::string::npos);
        const auto unknown =
            read({"gpu=H100-SXM5-80GB", "gpus=16", "model=A 7x3B mixture", "model_kind=moe", "layers=32",
                  "hidden=4096", "ffn=14336", "seq=4096", "global_batch=128", "tp=1", "pp=1", "ep=1"});
        QVERIFY(unknown.has_value());
        QCOMPARE(unknown->shape.moe.experts, 7);
    }

    void open_degrees_are_chosen_to_fit() {
        // MLPerf's llama2_70b_lora on eight H100 without its configuration file.
        const auto run = read({"gpu=H100-SXM5-80GB", "gpus=8", "gpus_per_node=8", "software=MLPerf v4.1",
                               "model=Llama 2 70B LoRA (rank 16)", "model_kind=dense-lora", "layers=80",
                               "hidden=8192", "seq=8192", "global_batch=8", "precision=fp8"});
        QVERIFY(run.has_value());
        QCOMPARE(double(run->plan.tp) * run->plan.pp * run->plan.cp * run->plan.dp, 8.0);
        QVERIFY(run->plan.tp > 1 || run->plan.pp > 1); // 70 B do not fit one GPU
        QCOMPARE(run->shape.lora.rank, 16.0);
        bool named_choice = false;
        for (const std::string& text : run->assumed) named_choice |= text.starts_with("tp = ");
        QVERIFY(named_choice);
    }

    void releases_adapt_their_own_matrices() {
        const auto adapters = [](std::string software) {
            software.insert(0, "software=");
            const auto run =
                read({"gpu=H100-SXM5-80GB", "gpus=8", "gpus_per_node=8", software.c_str(), "model=A 70B LoRA",
                      "model_kind=dense-lora", "layers=80", "hidden=8192", "heads=64", "kv_heads=8",
                      "ffn=28672", "vocab=32000", "seq=4096", "global_batch=32", "tp=8", "pp=1"});
            if (!run) qFatal("%s", run.error().text().c_str());
            return run->shape.lora;
        };
        const LoraSpec first = adapters("NeMo 24.07"), second = adapters("NeMo 25.02"),
                       reference = adapters("MLPerf v4.1");
        QVERIFY(first.attention && !first.output && !first.ffn && !first.dropout && first.rank == 32);
        QVERIFY(second.attention && second.output && second.ffn && !second.dropout && second.rank == 32);
        QVERIFY(reference.attention && reference.output && !reference.ffn && reference.dropout);
        const auto on_gaudi = [](const char* notes) {
            const auto run =
                read({"gpu=Gaudi2", "gpus=8", "gpus_per_node=8", "software=optimum-habana", "model=A 7B LoRA",
                      "model_kind=dense-lora", "layers=32", "hidden=4096", "heads=32", "kv_heads=32",
                      "ffn=11008", "vocab=32000", "seq=512", "global_batch=128", "tp=1", "pp=1", notes});
            if (!run) qFatal("%s", run.error().text().c_str());
            return run->shape.lora;
        };
        const LoraSpec usual = on_gaudi("notes=LoRA");
        QVERIFY(usual.attention && !usual.output && !usual.ffn);
        const LoraSpec named = on_gaudi("notes=--lora_target_modules q_proj o_proj up_proj");
        QVERIFY(named.output && named.ffn);
        TransformerShape qkv, both;
        qkv.hidden = both.hidden = 1024, qkv.heads = both.heads = 8, qkv.kv_heads = both.kv_heads = 8;
        qkv.lora = both.lora = {.rank = 16};
        qkv.lora.output = false;
        // The output projection: h inputs and h outputs.
        QCOMPARE(adapter_parameters(both, false) - adapter_parameters(qkv, false), 16.0 * 2 * 1024);
    }

    void recipes_sum_gradients_in16_bits() {
        const auto bits = [](std::string software) {
            software.insert(0, "software=");
            const auto run =
                read({"gpu=H100-SXM5-80GB", "gpus=8", "gpus_per_node=8", software.c_str(), "model=Llama 3 8B",
                      "model_kind=dense", "layers=32", "hidden=4096", "heads=32", "ffn=14336", "vocab=128256",
                      "seq=8192", "global_batch=128", "tp=1", "pp=1"});
            if (!run) qFatal("%s", run.error().text().c_str());
            return run->plan.gradient_bits;
        };
        QCOMPARE(bits("NeMo 24.07"), 0); // the stack's 32
        QCOMPARE(bits("NeMo 25.02"), 16);
        QCOMPARE(bits("Megatron-Bridge 25.11"), 16);
        QCOMPARE(bits("Megatron-Core 2025"), 0);
        QCOMPARE(bits("NeMo AutoModel"), 0);
    }

    void encoders_are_read() {
        const auto t5 =
            read({"gpu=A100-SXM4-80GB", "gpus=8", "model=T5 3B", "model_kind=encoder-decoder", "layers=24",
                  "hidden=2048", "seq=512", "global_batch=64", "tp=1", "pp=1", "micro_batch=8"});
        QVERIFY(t5.has_value());
        QCOMPARE(t5->shape.layers, 48);
        QCOMPARE(t5->shape.encoder.layers, 24);
        const auto bert =
            read({"gpu=A100-SXM4-80GB", "gpus=8", "model=BERT 4B", "model_kind=encoder", "layers=48",
                  "hidden=2560", "heads=40", "seq=512", "global_batch=64", "tp=1", "pp=1", "micro_batch=8"});
        QVERIFY(bert.has_value());
        QCOMPARE(bert->shape.encoder.layers, 48);
        QVERIFY(std::isfinite(predict_step(*bert)) && predict_step(*bert) > 0);
    }

    void compilers_repeat_what_is_read() {
        TransformerShape gpt;
        gpt.layers = 96;
        gpt.hidden = 12288;
        gpt.heads = gpt.kv_heads = 96;
        gpt.ffn = 4 * gpt.hidden;
        // A sequence of nothing: the products alone, 4 + 8 h² a layer, of which the last are 4 h².
        QVERIFY(std::abs(*repeated_share("full", gpt, 1) - 2.0 / 3) < 1e-3);
        QVERIFY(*repeated_share("minimal (MaxText: saves matmul outputs)", gpt, 1) < 1e-3);
        QVERIFY(std::abs(*repeated_share("save_dot_except_logits_ffn1 (MaxText policy)", gpt, 1) - 1.0 / 3) <
                1e-3);
        QVERIFY(std::abs(*repeated_share("custom (MaxText: query_proj=offload, key_proj=offload, "
                                         "value_proj=remat, out_proj=device)",
                                         gpt, 1) -
                         5.0 / 12) < 1e-3);
        QVERIFY(!repeated_share("selective", gpt, 1));
        QVERIFY(*repeated_share("custom (MaxText: context=device)", gpt, 8192) <
                *repeated_share("full", gpt, 8192));
    }

    void policies_keep_what_they_name() {
        TransformerShape gpt;
        gpt.layers = 96;
        gpt.hidden = 1000;
        gpt.heads = gpt.kv_heads = 10;
        gpt.ffn = 4000;
        // A token has 16 h: query, key, value and context 4 h, four of norms and outputs, the FFN twice 4 h.
        QCOMPARE(kept_tensors("full", gpt).share, 0.0);
        QCOMPARE(kept_tensors("full", gpt).offloaded, 0.0);
        QCOMPARE(kept_tensors("custom (MaxText: query_proj=device, out_proj=device)", gpt).share, 2.0 / 16);
        QCOMPARE(kept_tensors("save_dot_except_logits_ffn1 (MaxText policy)", gpt).share, 5.0 / 16);
        const KeptTensors host =
            kept_tensors("custom (MaxText: decoder_layer_input=offload, context=offload, mlpwo=device)", gpt);
        QCOMPARE(host.share, 2.0 / 16);
        QCOMPARE(host.offloaded, 2.0 / 3); // three: the input and the two
    }

    /// Full recompute keeps a layer's input; gradients of one micro-batch take the room that activations
    /// leave.
    void what_compilers_keep_on_a_chip() {
        const auto run = [](const char* recompute) {
            return read({"gpu=TPU v5p", "gpus=64", "software=Google MaxText 2024", "model=A 10B", "layers=32",
                         "hidden=4096", "heads=32", "ffn=16384", "vocab=32000", "seq=8192", "global_batch=64",
                         "micro_batch=1", "tp=1", "pp=1", "sharding=FSDP 64", recompute});
        };
        const auto full = run("recompute=full"), keeping = run("recompute=custom (MaxText: mlpwi=device)");
        QVERIFY2(full.has_value(), full ? "" : full.error().text().c_str());
        QCOMPARE(full->plan.recompute, Recompute::full);
        QCOMPARE(full->plan.recompute_layers, 0);
        QCOMPARE(full->plan.recompute_share, *repeated_share("full", full->shape, full->sequence));
        QVERIFY(full->plan.recompute_share > 0.5 && full->plan.recompute_share < 1);
        const auto memory = [](const RunConfig& config, const char* stack) {
            return transformer_memory(config.shape, config.plan, config.sequence, config.global_batch, 4,
                                      true, memory_stack(stack));
        };
        const double input = 32 * 8192.0 * 4096 * 2;
        QCOMPARE(memory(*full, "xla-tpu").activations, input);
        QVERIFY(memory(*keeping, "xla-tpu").activations > 2 * input);
        const double gradients = memory(*full, "maxtext").gradients;
        QVERIFY(gradients > 0 && gradients < input);
        QCOMPARE(memory(*full, "xla-tpu").gradients, 0.0);
    }

    void every_nth_layer_without_window() {
        TransformerShape shape;
        shape.window = 1024;
        shape.window_interval = -6; // Gemma 3
        const double windowed = 1024.0 / 32768 * (1 - 1024.0 / 65536);
        QVERIFY(std::abs(attended_share(shape, 32768, true) - (5 * windowed + 0.5) / 6) < 1e-12);
    }

    void other_vendors_have_stacks_of_their_own() {
        const CostParameters& p = CostParameters::built_in();
        QCOMPARE(p.stack("MaxText 2024", "Google").name, std::string("xla-tpu"));
        QCOMPARE(p.stack("MaxText 2024", "NVIDIA").name, p.stack("MaxText 2024").name);
        QCOMPARE(p.stack("MLPerf v5.0", "AMD").name, std::string("rocm"));
        QCOMPARE(p.stack("", "Intel").name, std::string("gaudi"));
        QCOMPARE(p.stack("optimum-habana", "Intel").name, std::string("optimum-habana"));
        QCOMPARE(p.stack("NeMo Megatron (neuronx-nemo-megatron)", "AWS").name, std::string("neuron"));
        QCOMPARE(p.stack("NeuronX Distributed, Neuron SDK 2.16.0", "AWS").name,
                 std::string("neuronx-distributed"));
        // By the scripts of the stacks.
        QCOMPARE(default_recompute(p.stack("NeuronX Distributed", "AWS"), "llama 2 7b"),
                 std::string_view("selective"));
        QCOMPARE(default_recompute(p.stack("NeMo Megatron", "AWS"), "llama 2 7b"), std::string_view("full"));
        QCOMPARE(default_recompute(p.stack("NeMo Megatron", "AWS"), "gpt-3 23b"),
                 std::string_view("selective"));
        QCOMPARE(p.stack("NeMo AutoModel", "NVIDIA").name, std::string("automodel"));
        const Catalog& catalog = Catalog::built_in();
        for (const char* name :
             {"TPUv5p", "TPU7x-Ironwood", "AMD Instinct MI300X 192GB HBM3", "MI355X", "Gaudi2"}) {
            const Part* part = published_accelerator(catalog, name);
            QVERIFY2(part, name);
            const auto machine = make_machine(*part, p);
            QVERIFY2(machine.has_value(), name);
            QVERIFY2(machine->generation.name == part->text_or("architecture", ""), name);
        }
    }

    /// What a release's own configuration files say, where the row prints nothing of it.
    void releases_keep_and_dispatch_as_their_files_say() {
        const auto llama = [&](const char* software, const char* precision = "precision=bf16") {
            const auto run = read({"gpu=H100-SXM5-80GB", "gpus=8", "gpus_per_node=8", software,
                                   "model=Llama 3 8B", "seq=8192", "global_batch=128", "micro_batch=1",
                                   "tp=1", "pp=1", precision, "recompute=none"});
            return run ? run->plan.master_bits : -1;
        };
        QCOMPARE(llama("software=NeMo 24.07"), 16);
        QCOMPARE(llama("software=NeMo 24.07", "precision=fp32"), 0); // nothing is lacking
        QCOMPARE(llama("software=NeMo 25.02"), 0);
        QCOMPARE(llama("software=MLPerf v4.0"), 0);
        const auto deepseek = [&](const char* gpu, const char* software) {
            const auto run = read({gpu, "gpus=64", software, "model=DeepSeekV3", "model_kind=moe", "seq=4096",
                                   "global_batch=512", "micro_batch=1", "tp=1", "pp=1", "ep=64",
                                   "precision=bf16", "recompute=none"});
            return run ? run->plan.expert_dispatch : ExpertDispatch::all_to_all;
        };
        QCOMPARE(deepseek("gpu=H100-SXM5-80GB", "software=Megatron-Bridge 25.09"), ExpertDispatch::once);
        QCOMPARE(deepseek("gpu=H100-SXM5-80GB", "software=Megatron-Bridge"), ExpertDispatch::stack);
        QCOMPARE(deepseek("gpu=GB200", "software=Megatron-Bridge 25.09"), ExpertDispatch::stack);
        QCOMPARE(deepseek("gpu=GB200", "notes=cumulative optimisation step vpp3; more"),
                 ExpertDispatch::once);
        QCOMPARE(deepseek("gpu=GB200", "notes=cumulative optimisation step lossfusion; more"),
                 ExpertDispatch::stack);
        QCOMPARE(deepseek("gpu=H100-SXM5-80GB", "software=Megatron-Bridge 26.04"), ExpertDispatch::stack);
        QCOMPARE(deepseek("gpu=H100-SXM5-80GB", "software=MLPerf v4.0"), ExpertDispatch::stack);
    }

    /// Recipes set what they name on their parts and from their release.
    void recipes_of_models_and_parts() {
        const auto recipe = [&](const char* model, const char* gpu, const char* software) {
            const auto run =
                read({gpu, "gpus=64", software, model, "model_kind=moe", "seq=4096", "global_batch=512",
                      "micro_batch=1", "tp=1", "pp=1", "ep=32", "precision=bf16", "recompute=none"});
            return run ? std::pair(run->plan.graphs, run->plan.expert_dispatch)
                       : std::pair(LaunchGraphs::none, ExpertDispatch::once);
        };
        const char* qwen = "model=Qwen3_235B_a22B";
        QVERIFY(recipe(qwen, "gpu=GB200", "software=Megatron-Bridge 25.11") ==
                std::pair(LaunchGraphs::attention, ExpertDispatch::stack));
        QVERIFY(recipe(qwen, "gpu=GB200", "software=Megatron-Bridge 25.07") ==
                std::pair(LaunchGraphs::stack, ExpertDispatch::stack));
        QVERIFY(recipe(qwen, "gpu=B200-SXM-180GB", "software=Megatron-Bridge 25.11") ==
                std::pair(LaunchGraphs::stack, ExpertDispatch::stack));
        QVERIFY(recipe(qwen, "gpu=GB200", "software=MLPerf v5.1") ==
                std::pair(LaunchGraphs::stack, ExpertDispatch::stack));
        QVERIFY(recipe("model=Qwen3_30B_a3B", "gpu=GB200", "software=Megatron-Bridge 25.11") ==
                std::pair(LaunchGraphs::stack, ExpertDispatch::stack));
        QVERIFY(recipe(qwen, "gpu=H100-SXM5-80GB", "software=Megatron-Bridge 26.02") ==
                std::pair(LaunchGraphs::stack, ExpertDispatch::all_to_all));
        QVERIFY(recipe("model=GPT OSS 120B", "gpu=GB200", "software=Megatron-Bridge 26.02") ==
                std::pair(LaunchGraphs::stack, ExpertDispatch::all_to_all));
    }

    /// A token of a packed document sees half of it in the mean, not half of the sequence.
    void packed_documents_see_themselves() {
        const auto of = [](const char* notes) {
            return read({"gpu=H100-SXM5-80GB", "gpus=8", "gpus_per_node=8", "software=NeMo 24.07",
                         "model=Llama 2 7B", "model_kind=dense", "layers=32", "hidden=4096", "heads=32",
                         "ffn=11008", "vocab=32000", "seq=4096", "global_batch=32", "micro_batch=1", "tp=1",
                         "pp=1", "precision=bf16", "recompute=none", notes});
        };
        const auto packed = of("notes=packed sequences SFT"), plain = of("notes=SFT");
        QVERIFY(packed && plain);
        const auto seen = [](const RunConfig& run) {
            return run.sequence * attended_share(run.shape, run.sequence, true);
        };
        QCOMPARE(seen(*plain), 2048.0);
        QVERIFY(std::abs(seen(*packed) / 100 - 1) < 0.02);
        QVERIFY(predict_step(*packed) < predict_step(*plain));
        QVERIFY(std::ranges::any_of(packed->assumed, [](const std::string& each) {
            return each.find("packed documents") != std::string::npos;
        }));
    }

    void tokens_are_sent_once() {
        MoeSpec moe;
        moe.experts = 256;
        moe.top_k = 8;
        // Eight servers of eight: plainly 7/8 of the copies leave the server.
        const TokenCopies plain = token_copies(moe, 64, 8, false);
        QCOMPARE(plain.outside, 7.0);
        QCOMPARE(plain.inside, 8 * 7.0 / 64);
        // Once a server: 8·(1 − (7/8)^8) servers are hit, 7/8 of them others.
        const TokenCopies once = token_copies(moe, 64, 8, true);
        QVERIFY(std::abs(once.outside - 7 * (1 - std::pow(7.0 / 8, 8))) < 1e-12);
        // At most four of eight groups (DeepSeek-V3, arXiv 2412.19437): 3.5 others.
        moe.groups = 8;
        moe.used_groups = 4;
        QCOMPARE(token_copies(moe, 64, 8, true).outside, 3.5);
        // In one domain nothing leaves it.
        QCOMPARE(token_copies(moe, 8, 8, true).outside, 0.0);
        QVERIFY(token_copies(moe, 8, 8, true).inside < 7);
    }

    void fine_grained_experts_stay_whole() {
        const Catalog& catalog = Catalog::built_in();
        QCOMPARE(expert_tensor_ways(*catalog.model("deepseek-v3")->transformer, 2), 1.0);
        QCOMPARE(expert_tensor_ways(*catalog.model("grok-1")->transformer, 4), 4.0);
        // Either way a rank computes the same share of the routed tokens' FLOPs.
        for (const char* id : {"deepseek-v3", "grok-1"}) {
            const TransformerShape& shape = *catalog.model(id)->transformer;
            LayerSlice one, four;
            one.tokens = four.tokens = one.sequence = four.sequence = 4096;
            four.tp = 4;
            double whole = 0, cut = 0;
            for (const Operator& op : layer_operators(shape, one, true))
                if (op.routed && op.kind == OperatorKind::gemm) whole += op.flops;
            for (const Operator& op : layer_operators(shape, four, true))
                if (op.routed && op.kind == OperatorKind::gemm) cut += op.flops;
            QVERIFY2(std::abs(4 * cut / whole - 1) < 1e-12, id);
        }
    }

    void the_extended_runs() {
        const QByteArray data = qgetenv("ROOFRACK_DATA");
        if (data.isEmpty()) QSKIP("ROOFRACK_DATA is not set: the published runs are not at hand");
        auto table = read_csv(data.toStdString() + "/validation/training_runs.csv");
        QVERIFY(table.has_value());
        const size_t use = table->column("use");
        std::erase_if(table->rows, [&](const auto& row) { return row[use] != "extended"; });
        const auto result =
            validate_table(*table, "extended", Catalog::built_in(), CostParameters::built_in());
        QVERIFY(result.has_value());
        qInfo("%zu of %zu extended runs predicted, median %.1f %%, 90th percentile %.1f %%",
              result->rows.size(), table->rows.size(), result->median_abs_error_pct,
              result->p90_abs_error_pct);
        QVERIFY(result->rows.size() >= 9 * table->rows.size() / 10);
        QVERIFY(result->median_abs_error_pct <= 12);
    }
};

QTEST_APPLESS_MAIN(TestExtended)
#include "test_extended.moc"
