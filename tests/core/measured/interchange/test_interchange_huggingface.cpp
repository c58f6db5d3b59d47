// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/files/csv_table.h"
#include "core/base/files/foreign_file.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/interchange/huggingface.h"
#include "core/measured/interchange/stated_size.h"
#include "core/measured/interchange/weight_index.h"
#include "core/measured/measure/runs.h"
#include "core/step/engine/evaluate.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace roofrack;
using Json = nlohmann::json;

namespace {

/// The keys of a published config.json that tell the shape, and what its authors print of it.
struct Published {
    const char* url; ///< place of config.json: https://huggingface.co/URL/blob/main/config.json
    const char* config;
    double parameters, active; ///< as printed; active 0: dense
    const char* source;        ///< source of the counts
};

const Published models[] = {
    {"meta-llama/Llama-3.1-8B",
     R"({"model_type":"llama","hidden_act":"silu","hidden_size":4096,"intermediate_size":14336,"num_attention_heads":32,
         "num_hidden_layers":32,"num_key_value_heads":8,"vocab_size":128256,"tie_word_embeddings":false,
         "max_position_embeddings":131072,"rope_scaling":{"factor":8.0,"original_max_position_embeddings":8192}})",
     8.03e9, 0, "model card"},
    {"mistralai/Mistral-7B-v0.1",
     R"({"model_type":"mistral","hidden_act":"silu","hidden_size":4096,"intermediate_size":14336,
         "num_attention_heads":32,"num_hidden_layers":32,"num_key_value_heads":8,"vocab_size":32000,
         "sliding_window":4096,"max_position_embeddings":32768})",
     7.24e9, 0, "model card"},
    {"mistralai/Mixtral-8x7B-v0.1",
     R"({"model_type":"mixtral","hidden_act":"silu","hidden_size":4096,"intermediate_size":14336,
         "num_attention_heads":32,"num_hidden_layers":32,"num_key_value_heads":8,"num_local_experts":8,
         "num_experts_per_tok":2,"vocab_size":32000,"sliding_window":null,"max_position_embeddings":32768})",
     46.7e9, 12.9e9, "arXiv 2401.04088"},
    {"Qwen/Qwen2.5-72B",
     R"({"model_type":"qwen2","hidden_act":"silu","hidden_size":8192,"intermediate_size":29568,"num_attention_heads":64,
         "num_hidden_layers":80,"num_key_value_heads":8,"vocab_size":152064,"use_sliding_window":false,
         "sliding_window":131072,"max_position_embeddings":131072,"tie_word_embeddings":false})",
     72.7e9, 0, "model card"},
    {"Qwen/Qwen2-57B-A14B",
     R"({"model_type":"qwen2_moe","hidden_act":"silu","hidden_size":3584,"intermediate_size":18944,
         "moe_intermediate_size":2560,"shared_expert_intermediate_size":20480,"num_experts":64,"num_experts_per_tok":8,
         "num_attention_heads":28,"num_hidden_layers":28,"num_key_value_heads":4,"vocab_size":151936,
         "decoder_sparse_step":1,"max_position_embeddings":131072,"tie_word_embeddings":false})",
     57.4e9, 14e9, "arXiv 2407.10671, table 1"},
    {"Qwen/Qwen3-30B-A3B",
     R"({"model_type":"qwen3_moe","hidden_act":"silu","hidden_size":2048,"intermediate_size":6144,
         "moe_intermediate_size":768,"num_experts":128,"num_experts_per_tok":8,"num_attention_heads":32,
         "num_hidden_layers":48,"num_key_value_heads":4,"head_dim":128,"vocab_size":151936,"mlp_only_layers":[],
         "decoder_sparse_step":1,"max_position_embeddings":40960,"tie_word_embeddings":false})",
     30.5e9, 3.3e9, "model card"},
    {"openai-community/gpt2",
     R"({"model_type":"gpt2","activation_function":"gelu_new","n_ctx":1024,"n_embd":768,"n_head":12,"n_layer":12,
         "n_positions":1024,"vocab_size":50257})",
     124e6, 0, "model card"},
    {"EleutherAI/gpt-neox-20b",
     R"({"model_type":"gpt_neox","hidden_act":"gelu_fast","hidden_size":6144,"intermediate_size":24576,
         "num_attention_heads":64,"num_hidden_layers":44,"vocab_size":50432,"tie_word_embeddings":false,
         "max_position_embeddings":2048})",
     20.55e9, 0, "arXiv 2204.06745"},
    {"openai/gpt-oss-120b",
     R"({"model_type":"gpt_oss","hidden_act":"silu","hidden_size":2880,"intermediate_size":2880,"head_dim":64,
         "num_attention_heads":64,"num_hidden_layers":36,"num_key_value_heads":8,"num_local_experts":128,
         "num_experts_per_tok":4,"vocab_size":201088,"sliding_window":128,"tie_word_embeddings":false,
         "layer_types":["sliding_attention","full_attention","sliding_attention","full_attention"],
         "max_position_embeddings":131072,"rope_scaling":{"original_max_position_embeddings":4096}})",
     116.8e9, 5.1e9, "arXiv 2508.10925, table 1"},
    {"facebook/opt-6.7b",
     R"({"model_type":"opt","activation_function":"relu","hidden_size":4096,"ffn_dim":16384,"num_attention_heads":32,
         "num_hidden_layers":32,"vocab_size":50272,"max_position_embeddings":2048})",
     6.66e9, 0, "model card"},
    {"bigscience/bloom",
     R"({"model_type":"bloom","n_embed":14336,"n_layer":70,"num_attention_heads":112,"seq_length":2048,
         "vocab_size":250880})",
     176.25e9, 0, "model card"},
    {"tiiuae/falcon-7b",
     R"({"model_type":"falcon","hidden_size":4544,"multi_query":true,"new_decoder_architecture":false,
         "num_attention_heads":71,"num_hidden_layers":32,"num_kv_heads":71,"vocab_size":65024})",
     6.92e9, 0, "model card"},
    {"tiiuae/falcon-40b",
     R"({"model_type":"falcon","hidden_size":8192,"new_decoder_architecture":true,"num_attention_heads":128,
         "num_hidden_layers":60,"num_kv_heads":8,"vocab_size":65024})",
     41.3e9, 0, "model card"},
    {"google/gemma-2-9b",
     R"({"model_type":"gemma2","hidden_activation":"gelu_pytorch_tanh","head_dim":256,"hidden_size":3584,
         "intermediate_size":14336,"max_position_embeddings":8192,"num_attention_heads":16,"num_hidden_layers":42,
         "num_key_value_heads":8,"sliding_window":4096,"vocab_size":256000})",
     9.24e9, 0, "model card"},
    {"microsoft/phi-2",
     R"({"model_type":"phi","hidden_act":"gelu_new","hidden_size":2560,"intermediate_size":10240,
         "num_attention_heads":32,"num_hidden_layers":32,"num_key_value_heads":32,"vocab_size":51200,
         "max_position_embeddings":2048,"tie_word_embeddings":false})",
     2.78e9, 0, "model card"},
    {"microsoft/Phi-3-mini-4k-instruct",
     R"({"model_type":"phi3","hidden_act":"silu","hidden_size":3072,"intermediate_size":8192,"num_attention_heads":32,
         "num_hidden_layers":32,"num_key_value_heads":32,"vocab_size":32064,"sliding_window":2047,
         "max_position_embeddings":4096,"tie_word_embeddings":false})",
     3.82e9, 0, "model card"},
    {"deepseek-ai/DeepSeek-V2",
     R"({"model_type":"deepseek_v2","hidden_act":"silu","hidden_size":5120,"intermediate_size":12288,
         "moe_intermediate_size":1536,"n_routed_experts":160,"n_shared_experts":2,"num_experts_per_tok":6,
         "first_k_dense_replace":1,"moe_layer_freq":1,"num_attention_heads":128,"num_key_value_heads":128,
         "num_hidden_layers":60,"q_lora_rank":1536,"kv_lora_rank":512,"qk_nope_head_dim":128,"qk_rope_head_dim":64,
         "v_head_dim":128,"vocab_size":102400,"max_position_embeddings":163840,
         "rope_scaling":{"original_max_position_embeddings":4096}})",
     236e9, 21e9, "arXiv 2405.04434"},
    {"deepseek-ai/DeepSeek-V3",
     R"({"model_type":"deepseek_v3","hidden_act":"silu","hidden_size":7168,"intermediate_size":18432,
         "moe_intermediate_size":2048,"n_routed_experts":256,"n_shared_experts":1,"num_experts_per_tok":8,
         "first_k_dense_replace":3,"moe_layer_freq":1,"num_attention_heads":128,"num_key_value_heads":128,
         "num_hidden_layers":61,"num_nextn_predict_layers":1,"q_lora_rank":1536,"kv_lora_rank":512,
         "qk_nope_head_dim":128,"qk_rope_head_dim":64,"v_head_dim":128,"vocab_size":129280,
         "max_position_embeddings":163840,"rope_scaling":{"original_max_position_embeddings":4096}})",
     671e9, 37e9, "arXiv 2412.19437"},
    {"allenai/Olmo-3-1025-7B",
     R"({"model_type":"olmo3","hidden_act":"silu","hidden_size":4096,"intermediate_size":11008,
         "num_attention_heads":32,"num_hidden_layers":32,"num_key_value_heads":32,"vocab_size":100278,
         "tie_word_embeddings":false,"sliding_window":4096,"layer_types":["sliding_attention",
         "sliding_attention","sliding_attention","full_attention","sliding_attention","sliding_attention",
         "sliding_attention","full_attention","sliding_attention","sliding_attention","sliding_attention",
         "full_attention","sliding_attention","sliding_attention","sliding_attention","full_attention",
         "sliding_attention","sliding_attention","sliding_attention","full_attention","sliding_attention",
         "sliding_attention","sliding_attention","full_attention","sliding_attention","sliding_attention",
         "sliding_attention","full_attention","sliding_attention","sliding_attention","sliding_attention",
         "full_attention"],"max_position_embeddings":65536})",
     7.298e9, 0, "model card"},
    {"zai-org/GLM-4.6",
     R"({"model_type":"glm4_moe","hidden_act":"silu","hidden_size":5120,"intermediate_size":12288,
         "moe_intermediate_size":1536,"num_attention_heads":96,"num_key_value_heads":8,"head_dim":128,
         "num_hidden_layers":92,"n_routed_experts":160,"n_shared_experts":1,"num_experts_per_tok":8,
         "first_k_dense_replace":3,"vocab_size":151552,"tie_word_embeddings":false,
         "num_nextn_predict_layers":1,"max_position_embeddings":202752})",
     355e9, 32e9, "model card"},
    {"ibm-granite/granite-4.0-h-small-base",
     R"({"model_type":"granitemoehybrid","hidden_act":"silu","hidden_size":4096,"intermediate_size":768,
         "shared_intermediate_size":1536,"num_attention_heads":32,"num_key_value_heads":8,
         "num_hidden_layers":40,"num_local_experts":72,"num_experts_per_tok":10,"layer_types":["mamba",
         "mamba","mamba","mamba","mamba","attention","mamba","mamba","mamba","mamba","mamba","mamba",
         "mamba","mamba","mamba","attention","mamba","mamba","mamba","mamba","mamba","mamba","mamba",
         "mamba","mamba","attention","mamba","mamba","mamba","mamba","mamba","mamba","mamba","mamba",
         "mamba","attention","mamba","mamba","mamba","mamba"],"mamba_n_heads":128,"mamba_d_head":64,
         "mamba_d_state":128,"mamba_n_groups":1,"mamba_d_conv":4,"mamba_chunk_size":256,"vocab_size":100352,
         "tie_word_embeddings":true,"max_position_embeddings":131072})",
     32.2e9, 9e9, "model card"},
    {"baidu/ERNIE-4.5-21B-A3B-PT",
     R"({"model_type":"ernie4_5_moe","hidden_act":"silu","hidden_size":2560,"intermediate_size":12288,
         "moe_intermediate_size":1536,"num_attention_heads":20,"num_key_value_heads":4,
         "num_hidden_layers":28,"moe_num_experts":64,"moe_k":6,"moe_num_shared_experts":2,
         "moe_layer_start_index":1,"vocab_size":103424,"tie_word_embeddings":true,
         "max_position_embeddings":131072})",
     21.83e9, 3e9, "model card"},
    {"tencent/Hunyuan-A13B-Pretrain",
     R"({"model_type":"hunyuan_v1_moe","hidden_act":"silu","hidden_size":4096,"intermediate_size":3072,
         "moe_intermediate_size":[3072,3072,3072,3072,3072,3072,3072,3072,3072,3072,3072,3072,3072,3072,
         3072,3072,3072,3072,3072,3072,3072,3072,3072,3072,3072,3072,3072,3072,3072,3072,3072,3072],
         "num_attention_heads":32,"num_key_value_heads":8,"head_dim":128,"num_hidden_layers":32,
         "num_experts":64,"moe_topk":[8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8],
         "num_shared_expert":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],
         "vocab_size":128167,"tie_word_embeddings":true,"max_position_embeddings":32768})",
     80.4e9, 13e9, "model card"},
    {"LGAI-EXAONE/EXAONE-4.0-32B",
     R"({"model_type":"exaone4","hidden_act":"silu","hidden_size":5120,"intermediate_size":27392,
         "num_attention_heads":40,"num_key_value_heads":8,"head_dim":128,"num_hidden_layers":64,
         "vocab_size":102400,"tie_word_embeddings":false,"sliding_window":4096,
         "sliding_window_pattern":"LLLG","max_position_embeddings":131072})",
     32e9, 0, "model card"},
    {"CohereLabs/c4ai-command-a-03-2025",
     R"({"model_type":"cohere2","hidden_act":"silu","hidden_size":12288,"intermediate_size":36864,
         "num_attention_heads":96,"num_key_value_heads":8,"head_dim":128,"num_hidden_layers":64,
         "vocab_size":256000,"sliding_window":4096,"sliding_window_pattern":4,
         "max_position_embeddings":131072})",
     111e9, 0, "model card"},
    {"ByteDance-Seed/Seed-OSS-36B-Base",
     R"({"model_type":"seed_oss","hidden_act":"silu","hidden_size":5120,"intermediate_size":27648,
         "num_attention_heads":80,"num_key_value_heads":8,"head_dim":128,"num_hidden_layers":64,
         "vocab_size":155136,"tie_word_embeddings":false,"max_position_embeddings":524288})",
     36.15e9, 0, "model card"},
};

/// Empty where there are none.
std::filesystem::path data_folder() {
    const char* data = std::getenv("ROOFRACK_DATA");
    if (!data) return {};
    const std::filesystem::path folder = std::filesystem::path(data) / "models" / "configs";
    return std::filesystem::exists(folder / "expected.csv") ? folder : std::filesystem::path();
}

Result<ImportedModel> read(const std::string& text) {
    return read_huggingface_model({"m/config.json", text});
}

std::string patched(const char* key, const Json& value) {
    Json json = Json::parse(models[0].config);
    json[key] = value;
    return json.dump();
}

} // namespace

class TestInterchangeHuggingface : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void published_counts_are_met_data();
    void published_counts_are_met();
    void details_of_families();
    void the_sequence_is_the_one_trained_on();
    void unknown_families_are_read_with_a_warning();
    void a_language_model_inside_is_found();
    void a_project_can_be_evaluated_and_saved();
    void configs_of_2026_data();
    void configs_of_2026();
    void patterns_of_layers();
    void what_python_writes_is_read();
    void a_name_that_states_another_size_is_refused();
    void names_without_the_vocabulary_are_met();
    void the_weights_beside_it_are_compared();
    void indexes_that_tell_nothing_are_said();
    void blocks_of_any_kind_never_crash();
    void bad_files_are_refused_data();
    void bad_files_are_refused();
    void cut_files_never_crash();
};

void TestInterchangeHuggingface::published_counts_are_met_data() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(std::size(models)); ++i) QTest::newRow(models[i].url) << i;
}

void TestInterchangeHuggingface::published_counts_are_met() {
    QFETCH(int, index);
    const Published& published = models[index];
    const auto done = read(published.config);
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    const double count = parameter_count(done->model);
    // Biases, learned positions and some norms are not counted: 1 %.
    QVERIFY2(std::abs(count / published.parameters - 1) < 0.01, qPrintable(QString::number(count)));
    if (published.active <= 0) return;
    // Authors round the active count, and some leave the embedding out: 0.6 billion and 5 %.
    const double active = active_parameter_count(done->model);
    QVERIFY2(std::abs(active - published.active) < 0.6e9 + 0.05 * published.active,
             qPrintable(QString::number(active)));
}

void TestInterchangeHuggingface::details_of_families() {
    const auto shape = [](const char* url) {
        for (const Published& published : models)
            if (published.url == std::string_view(url)) return *read(published.config)->model.transformer;
        return TransformerShape();
    };
    QVERIFY(shape("meta-llama/Llama-3.1-8B").gated_ffn);
    QVERIFY(!shape("meta-llama/Llama-3.1-8B").tied_embeddings);
    QCOMPARE(shape("meta-llama/Llama-3.1-8B").kv_heads, 8);
    QCOMPARE(shape("mistralai/Mistral-7B-v0.1").window, 4096.0);
    QCOMPARE(shape("Qwen/Qwen2.5-72B").window, 0.0); // use_sliding_window is false
    QCOMPARE(shape("Qwen/Qwen2-57B-A14B").moe.shared_experts, 8);
    QCOMPARE(shape("Qwen/Qwen3-30B-A3B").head_dim, 128.0);
    QCOMPARE(shape("openai-community/gpt2").ffn, 3072.0);
    QVERIFY(shape("openai-community/gpt2").tied_embeddings);
    QVERIFY(!shape("openai-community/gpt2").gated_ffn);
    QCOMPARE(shape("openai/gpt-oss-120b").window, 128.0);
    QCOMPARE(shape("openai/gpt-oss-120b").window_interval, 2);
    QVERIFY(shape("openai/gpt-oss-120b").moe.bias && shape("openai/gpt-oss-120b").moe.limited);
    QCOMPARE(shape("tiiuae/falcon-7b").kv_heads, 1);
    QCOMPARE(shape("tiiuae/falcon-40b").kv_heads, 8);
    QCOMPARE(shape("google/gemma-2-9b").window_interval, 2);
    QCOMPARE(shape("deepseek-ai/DeepSeek-V3").moe.leading_dense_layers, 3);
    QCOMPARE(shape("deepseek-ai/DeepSeek-V3").mla.kv_rank, 512.0);
    // A list of kinds says which layers have the window, also where no other key does.
    QCOMPARE(shape("allenai/Olmo-3-1025-7B").window, 4096.0);
    QCOMPARE(shape("allenai/Olmo-3-1025-7B").window_interval, -4);
    QCOMPARE(shape("LGAI-EXAONE/EXAONE-4.0-32B").window_interval, -4); // "LLLG"
    QCOMPARE(shape("CohereLabs/c4ai-command-a-03-2025").window_interval, -4);
    QVERIFY(shape("CohereLabs/c4ai-command-a-03-2025").tied_embeddings);
    QCOMPARE(shape("baidu/ERNIE-4.5-21B-A3B-PT").moe.leading_dense_layers, 1);
    QCOMPARE(shape("tencent/Hunyuan-A13B-Pretrain").moe.top_k, 8);
    QCOMPARE(shape("ibm-granite/granite-4.0-h-small-base").recurrent.layers, 36);
}

void TestInterchangeHuggingface::the_sequence_is_the_one_trained_on() {
    QCOMPARE(read(models[0].config)->model.default_sequence, 8192.0); // before the stretch to 131072
    QCOMPARE(read(models[6].config)->model.default_sequence, 1024.0);
    QCOMPARE(read(models[10].config)->model.default_sequence, 2048.0);
}

void TestInterchangeHuggingface::unknown_families_are_read_with_a_warning() {
    const auto done = read(patched("model_type", "llama_of_tomorrow"));
    QVERIFY(done);
    QVERIFY(std::abs(parameter_count(done->model) / 8.03e9 - 1) < 0.01);
    QCOMPARE(done->warnings.size(), size_t(1));
    QVERIFY(done->warnings.front().text().find("llama_of_tomorrow") != std::string::npos);
}

void TestInterchangeHuggingface::a_language_model_inside_is_found() {
    const Json whole{{"model_type", "something_with_pictures"},
                     {"text_config", Json::parse(models[0].config)},
                     {"vision_config", {{"hidden_size", 1280}}}};
    const auto done = read(whole.dump());
    QVERIFY(done);
    QCOMPARE(done->model.transformer->hidden, 4096.0);
    QVERIFY(!done->warnings.empty());
}

void TestInterchangeHuggingface::a_project_can_be_evaluated_and_saved() {
    for (const int index : {0, 6, 17}) { // small, tiny, and with 671 billion parameters
        auto done =
            import_huggingface({"m/config.json", models[index].config}, Catalog::built_in(), "fat-tree", {});
        QVERIFY2(done, done ? "" : done.error().text().c_str());
        const auto again =
            parse_project(project_text(done->project, Catalog::built_in()), Catalog::built_in());
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(again->project == done->project);
        const Evaluation result = evaluate_or_explain(again->project.scenarios.front(), Catalog::built_in());
        QVERIFY2(result.feasible, models[index].url);
    }
    const auto bad =
        import_huggingface({"c.json", models[0].config}, Catalog::built_in(), "fat-tree", {{"servers", "x"}});
    QVERIFY(!bad);
}

/// Published configurations with the parameters that their makers print: ROOFRACK_DATA/models/configs.
void TestInterchangeHuggingface::configs_of_2026_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<double>("total");
    QTest::addColumn<double>("active");
    QTest::addColumn<double>("total_tolerance");
    QTest::addColumn<double>("active_tolerance");
    const auto table = read_csv(data_folder() / "expected.csv");
    if (!table) return;
    for (size_t i = 0; i < table->rows.size(); ++i) {
        const RunRow row(*table, i);
        const std::string file(row.text("file"));
        QTest::newRow(file.c_str()) << QString::fromStdString(file) << row.number("total_b")
                                    << row.number("active_b") << row.number("tolerance_total_pct")
                                    << row.number("tolerance_active_pct");
    }
}

void TestInterchangeHuggingface::configs_of_2026() {
    if (data_folder().empty()) QSKIP("ROOFRACK_DATA has no models/configs");
    QFETCH(QString, file);
    QFETCH(double, total);
    QFETCH(double, active);
    QFETCH(double, total_tolerance);
    QFETCH(double, active_tolerance);
    const auto text =
        read_foreign_file(data_folder() / file.toStdString(), largest_text_file, "a config.json");
    QVERIFY(text);
    const auto done = read_huggingface_model({file.toStdString(), *text});
    if (total <= 0) { // read, or refused for a key that is named
        if (!done) QVERIFY2(done.error().text().find("#/") != std::string::npos, done.error().text().c_str());
        return;
    }
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    const double all = parameter_count(done->model) / 1e9,
                 of_token = active_parameter_count(done->model) / 1e9;
    QVERIFY2(std::abs(all / total - 1) <= total_tolerance / 100, qPrintable(QString::number(all)));
    // Authors print the active parameters with or without the table that a token's row is looked up in.
    const TransformerShape& shape = *done->model.transformer;
    const double looked_up = shape.tied_embeddings ? 0 : shape.vocab * shape.hidden / 1e9;
    if (active > 0)
        QVERIFY2(std::min(std::abs(of_token / active - 1), std::abs((of_token - looked_up) / active - 1)) <=
                     active_tolerance / 100,
                 qPrintable(QString::number(of_token)));
}

void TestInterchangeHuggingface::patterns_of_layers() {
    Json json = Json::parse(models[0].config);
    json["_name_or_path"] = "pattern";
    json["num_hidden_layers"] = 8;
    json["hybrid_override_pattern"] = "M-M*M-M-";
    const auto refused = read(json.dump()); // without the state space's own keys
    QVERIFY(!refused);
    QVERIFY(refused.error().text().find("mamba_num_heads") != std::string::npos);
    json["mamba_num_heads"] = 64;
    json["mamba_head_dim"] = 64;
    json["ssm_state_size"] = 128;
    json["n_groups"] = 8;
    const auto done = read(json.dump());
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    const TransformerShape& shape = *done->model.transformer;
    QCOMPARE(shape.attention_layers, 1);
    QCOMPARE(shape.ffn_layers, 3);
    QCOMPARE(shape.recurrent.layers, 4);
    QCOMPARE(shape.recurrent.key_dim, 128.0);
    for (const char* pattern : {"M-M*M-M", "M-M*M-MX"}) {
        json["hybrid_override_pattern"] = pattern;
        const auto bad = read(json.dump());
        QVERIFY(!bad);
        QVERIFY2(bad.error().text().find("#/hybrid_override_pattern") != std::string::npos,
                 bad.error().text().c_str());
    }
    // Experts in some layers only, by a list.
    Json experts = Json::parse(models[17].config);
    experts["_name_or_path"] = "list";
    Json list = Json::array();
    for (int i = 0; i < 61; ++i) list.push_back(i >= 3 ? 1 : 0);
    experts["moe_layer_freq"] = list;
    QCOMPARE(read(experts.dump())->model.transformer->moe.leading_dense_layers, 3);
    list[10] = 0;
    experts["moe_layer_freq"] = list;
    QCOMPARE(read(experts.dump())->model.transformer->moe.layers, 57);
}

void TestInterchangeHuggingface::what_python_writes_is_read() {
    std::string text = models[0].config;
    text.insert(text.find('{') + 1,
                R"("time_step_limit":[0.0, Infinity, -Infinity, NaN], "note":"\"Infinity",)");
    const auto done = read(text);
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    QCOMPARE(without_python_numbers(R"({"a": -Infinity, "b\"NaN": "NaN"})"),
             std::string(R"({"a": null, "b\"NaN": "NaN"})"));
}

void TestInterchangeHuggingface::a_name_that_states_another_size_is_refused() {
    QVERIFY(!read(patched("_name_or_path", "someone/Model-30B-Instruct")));
    QVERIFY(read(patched("_name_or_path", "someone/Model-8B-Instruct")));
    QVERIFY(read(patched("_name_or_path", "someone/Model-4x22B"))); // states no sum
    QVERIFY(size_mismatch_text("Llama-4-Scout-17B-16E", {107.8e9, 17.2e9}).empty());
    QVERIFY(!size_mismatch_text("Nano-30B-A3B", {102e9, 7.4e9}).empty());
    QVERIFY(size_mismatch_text("Meta-Llama-3.1-405B", {405.9e9}).empty());
}

void TestInterchangeHuggingface::names_without_the_vocabulary_are_met() {
    // Gemma 2 2B: 2.61 billion, of them 0.59 in the table of 256,000 words.
    const auto done = read(
        R"({"_name_or_path":"google/gemma-2-2b","model_type":"gemma2","hidden_size":2304,"intermediate_size":9216,
            "num_hidden_layers":26,"num_attention_heads":8,"num_key_value_heads":4,"head_dim":256,"vocab_size":256000,
            "sliding_window":4096,"max_position_embeddings":8192})");
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    QVERIFY(std::abs(parameter_count(done->model) / 2.61e9 - 1) < 0.01);
}

/// Llama 3.1 8B: 16,060,522,496 B in bfloat16 are 8.03 billion parameters.
void TestInterchangeHuggingface::the_weights_beside_it_are_compared() {
    Json config = Json::parse(models[0].config);
    config["torch_dtype"] = "bfloat16";
    const auto with = [&](const std::string& metadata) {
        const NamedText index{"m/model.safetensors.index.json",
                              R"({"metadata":)" + metadata + R"(,"weight_map":{}})"};
        return read_huggingface_model({"m/config.json", config.dump()}, &index);
    };
    const auto same = with(R"({"total_size": 16060522496})");
    QVERIFY2(same, same ? "" : same.error().text().c_str());
    QCOMPARE(same->indexed_parameters, 8030261248.0);
    QVERIFY(same->warnings.empty());
    // transformers writes the count itself since 4.50.
    QCOMPARE(with(R"({"total_parameters": 8030261248, "total_size": 7})")->indexed_parameters, 8030261248.0);
    const auto more = with(R"({"total_size": 17000000000})");
    QVERIFY(more);
    QCOMPARE(more->warnings.size(), size_t(1));
    // 8.03 of 8.5 billion.
    QVERIFY2(more->warnings[0].what.find("8.5 billion") != std::string::npos &&
                 more->warnings[0].what.find("5.5 % fewer") != std::string::npos,
             more->warnings[0].what.c_str());
    const auto other = with(R"({"total_size": 32000000000})");
    QVERIFY(!other && other.error().text().find("not understood") != std::string::npos);
    // An encoder of images may be as large as it likes.
    const Json whole{{"text_config", config}, {"torch_dtype", "bfloat16"}};
    const NamedText index{"i", R"({"metadata":{"total_size": 32000000000},"weight_map":{}})"};
    const auto pictures = read_huggingface_model({"m/config.json", whole.dump()}, &index);
    QVERIFY(pictures && pictures->warnings.size() == 2);
    config["torch_dtype"] = "float32";
    QCOMPARE(with(R"({"total_size": 32121044992})")->indexed_parameters, 8030261248.0);
    config["quantization_config"] = {{"quant_method", "fp8"}};
    const auto quantised = with(R"({"total_size": 8030261248})");
    QVERIFY(quantised && quantised->indexed_parameters == 0);
    QVERIFY(quantised->warnings.back().text().find("not compared") != std::string::npos);
}

void TestInterchangeHuggingface::indexes_that_tell_nothing_are_said() {
    Json config = Json::parse(models[0].config);
    const auto fault = [&](const std::string& text) {
        const NamedText index{"m/i.json", text};
        const auto done = read_huggingface_model({"m/config.json", config.dump()}, &index);
        return done ? std::string() : done.error().text();
    };
    QVERIFY(fault("{").find("m/i.json:1") != std::string::npos);
    QVERIFY(fault("[1]").find("metadata") != std::string::npos);
    QVERIFY(fault(R"({"weight_map":{}})").find("metadata") != std::string::npos);
    QVERIFY(fault(R"({"metadata":{"total_size":-3}})").find("total_size") != std::string::npos);
    QVERIFY(fault(R"({"metadata":{"total_size":"much"}})").find("total_size") != std::string::npos);
    // An index that lies beside a config which does not say how wide a weight is takes nothing from it.
    const NamedText index{"m/i.json", R"({"metadata":{"total_size":16e9}})"};
    const auto done = read_huggingface_model({"m/config.json", config.dump()}, &index);
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    QCOMPARE(done->indexed_parameters, 0.0);
    QVERIFY(done->warnings.back().text().find("torch_dtype") != std::string::npos);
    QVERIFY(is_weight_index({"a", R"({"metadata":{},"weight_map":{"a":"b"}})"}));
    QVERIFY(!is_weight_index({"a", models[0].config}));
    QVERIFY(*weight_index_beside("no/such/config.json") == std::nullopt);
}

void TestInterchangeHuggingface::blocks_of_any_kind_never_crash() {
    Json config = Json::parse(models[0].config);
    config["_name_or_path"] = "blocks";
    config.erase("intermediate_size");
    const Json sound{{"attention", {{"n_heads_in_group", 4}}}, {"ffn", {{"ffn_mult", 2.625}}}};
    config["block_configs"] = std::vector<Json>(32, sound);
    const auto done = read(config.dump());
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    QCOMPARE(done->model.transformer->ffn, 7168.0); // 2/3 · 2.625 · 4096, rounded up to 256
    for (const Json& odd :
         {Json(1), Json(), Json("x"), Json::array({1}), Json::object(), Json(-1), Json(1e300), Json(true)})
        for (const char* part : {"", "attention", "ffn"})
            for (const char* key : {"", "no_op", "replace_with_linear", "n_heads_in_group", "ffn_mult"}) {
                Json block = sound;
                if (!*part)
                    block = odd;
                else if (!*key)
                    block[part] = odd;
                else
                    block[part][key] = odd;
                config["block_configs"] = std::vector<Json>(32, block);
                if (const auto read_one = read(config.dump()))
                    QVERIFY(std::isfinite(parameter_count(read_one->model)));
            }
}

void TestInterchangeHuggingface::bad_files_are_refused_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<QString>("where");
    QTest::newRow("no JSON") << std::string("{\"hidden_size\": 4") << "config.json:1";
    QTest::newRow("a list") << std::string("[]") << "object";
    QTest::newRow("empty object") << std::string("{}") << "num_hidden_layers";
    QTest::newRow("text for a number") << patched("hidden_size", "4096") << "#/hidden_size";
    QTest::newRow("fraction") << patched("num_hidden_layers", 1.5) << "#/num_hidden_layers";
    QTest::newRow("negative") << patched("num_attention_heads", -4) << "#/num_attention_heads";
    QTest::newRow("huge") << patched("num_hidden_layers", 2e9) << "#/num_hidden_layers";
    QTest::newRow("zero") << patched("vocab_size", 0) << "#/vocab_size";
    QTest::newRow("flag") << patched("tie_word_embeddings", "no") << "#/tie_word_embeddings";
    QTest::newRow("KV heads") << patched("num_key_value_heads", 7) << "#/num_key_value_heads";
    QTest::newRow("no KV heads") << patched("num_key_value_heads", 0) << "#/num_key_value_heads";
    QTest::newRow("heads") << patched("hidden_size", 4097) << "#/num_attention_heads";
    QTest::newRow("experts") << patched("num_local_experts", 4) << "#/num_experts_per_tok";
    QTest::newRow("latent attention by half") << patched("kv_lora_rank", 512) << "#/qk_nope_head_dim";
    QTest::newRow("encoder and decoder") << patched("is_encoder_decoder", true) << "#/is_encoder_decoder";
    QTest::newRow("a kind of layers that is not known")
        << patched("layer_types", std::vector<std::string>(32, "conv")) << "'conv' is not read";
    QTest::newRow("kinds that are no words") << patched("layer_types", {1, 2}) << "#/layer_types";
    QTest::newRow("short convolutions") << patched("conv_L_cache", 3) << "#/conv_L_cache";
    QTest::newRow("a dense part beside experts")
        << patched("parallel_attn_mlp_res", true) << "#/parallel_attn_mlp_res";
    QTest::newRow("heads that differ by layer")
        << patched("num_key_value_heads", {8, 4}) << "#/num_key_value_heads";
    QTest::newRow("state space")
        << std::string(
               R"({"model_type":"mamba","hidden_size":768,"num_hidden_layers":24,"vocab_size":50280})")
        << "num_attention_heads";
}

void TestInterchangeHuggingface::bad_files_are_refused() {
    QFETCH(std::string, text);
    QFETCH(QString, where);
    const auto done = read(text);
    QVERIFY(!done);
    const QString said = QString::fromStdString(done.error().text());
    QVERIFY2(said.contains(where), qPrintable(said));
}

void TestInterchangeHuggingface::cut_files_never_crash() {
    const std::string text = models[17].config;
    for (size_t length = 0; length < text.size(); ++length) QVERIFY(!read(text.substr(0, length)));
    // Every value replaced by one of another kind.
    const Json config = Json::parse(text);
    for (const auto& [key, value] : config.items())
        for (const Json& other :
             {Json(), Json("x"), Json(-1), Json(1e300), Json::array({1}), Json::object()}) {
            Json changed = config;
            changed[key] = other;
            const auto done = read(changed.dump());
            if (done) QVERIFY(std::isfinite(parameter_count(done->model)));
        }
}

QTEST_APPLESS_MAIN(TestInterchangeHuggingface)
#include "test_interchange_huggingface.moc"
