// SPDX-License-Identifier: GPL-3.0-or-later
// What people start a training with, read into model, plan, batch and precision.
#include "core/base/catalog/catalog.h"
#include "core/measured/recipes/recipe.h"
#include "core/measured/recipes/recipe_run.h"
#include "core/measured/recipes/shell_settings.h"
#include "core/step/cost/memory_model.h"

#include <QFile>
#include <QtTest>

#include <random>

using namespace roofrack;

namespace {

const std::string megatron_script = R"(#!/bin/bash
# Runs the "345M" model
export CUDA_DEVICE_MAX_CONNECTIONS=1
GPUS_PER_NODE=8
NNODES=${NNODES:-16}
WORLD_SIZE=$(($GPUS_PER_NODE*$NNODES))
TP=4; PP=2
DISTRIBUTED_ARGS="--nproc_per_node $GPUS_PER_NODE --nnodes $NNODES --master_port 6000"
GPT_ARGS="
    --tensor-model-parallel-size ${TP} \
    --pipeline-model-parallel-size $PP \
    --sequence-parallel \
    --num-layers 32 --hidden-size 4096 --ffn-hidden-size 11008 \
    --num-attention-heads 32 --group-query-attention --num-query-groups 8 \
    --swiglu --untie-embeddings-and-output-weights --vocab-size 32000 \
    --seq-length 4096 --micro-batch-size 2 --global-batch-size $((4*128)) \
    --use-distributed-optimizer --overlap-grad-reduce \
    --recompute-method uniform --recompute-num-layers 1 \
    --recompute-granularity selective --bf16 --lr 0.00015 --some-new-switch 3
"
torchrun $DISTRIBUTED_ARGS pretrain_gpt.py $GPT_ARGS
)";

RecipeRun run_of(const std::string& text, const std::string& name = "recipe") {
    const auto recipe = read_recipe({name, text});
    if (!recipe) qFatal("%s", recipe.error().text().c_str());
    return read_run(std::vector{*recipe});
}

} // namespace

class TestRecipes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_script_of_megatron();
    void arguments_that_megatron_printed();
    void rates_of_zero_are_no_dropout();
    void yaml_of_nemo();
    void toml_of_torchtitan();
    void deepspeed_beside_megatron();
    void variables_of_mlperf();
    void shells_are_read_and_not_run();
    void arrays_give_all_their_arguments();
    void variables_that_nothing_sets_are_said();
    void a_project_of_a_script();
    void what_lacks_is_said();
    void what_may_change_a_step_is_never_passed_over();
    void flags_and_words();
    void broken_ones_are_said_data();
    void broken_ones_are_said();
    void noise_never_crashes();
    void recorded_logs();
};

void TestRecipes::a_script_of_megatron() {
    const RecipeRun run = run_of(megatron_script);
    QCOMPARE(run.shape.layers, 32);
    QCOMPARE(run.shape.hidden, 4096.0);
    QCOMPARE(run.shape.ffn, 11008.0);
    QCOMPARE(run.shape.kv_heads, 8);
    QCOMPARE(run.shape.vocab, 32000.0);
    QVERIFY(run.shape.gated_ffn && !run.shape.tied_embeddings);
    QCOMPARE(run.plan.tp, 4);
    QCOMPARE(run.plan.pp, 2);
    QCOMPARE(run.plan.micro_batch, 2);
    QCOMPARE(run.plan.zero, 1);
    QVERIFY(run.plan.sequence_parallel && run.plan.dp_overlap);
    QVERIFY(run.plan.recompute == Recompute::selective && run.plan.precision == Precision::bf16);
    QCOMPARE(run.plan.recompute_layers, 0);        // uniform: it is the size of a piece
    QCOMPARE(run.global_batch.value_or(0), 512.0); // 4 · 128
    QCOMPARE(run.sequence.value_or(0), 4096.0);
    QCOMPARE(gpus_of(run).value_or(0), 128.0); // 8 · 16
    QCOMPARE(run.not_understood, std::vector<std::string>{"some_new_switch"});
}

void TestRecipes::arguments_that_megatron_printed() {
    const RecipeRun run = run_of("[0]: using world size: 64\n"
                                 "[0]:------------------------ arguments ------------------------\n"
                                 "[0]:  bf16 ............................................ True\n"
                                 "  group_query_attention ........................... False\n"
                                 "  num_query_groups ................................ 1\n"
                                 "  hidden_size ..................................... 8192\n"
                                 "  num_attention_heads ............................. 64\n"
                                 "  num_layers ...................................... 48\n"
                                 "  num_layers_per_virtual_pipeline_stage ........... 3\n"
                                 "  pipeline_model_parallel_size .................... 4\n"
                                 "  tensor_model_parallel_size ...................... 8\n"
                                 "  world_size ...................................... 64\n"
                                 "  virtual_pipeline_model_parallel_size ............ None\n");
    QCOMPARE(run.shape.layers, 48);
    QCOMPARE(run.shape.kv_heads, 64); // no groups, although it prints one
    QCOMPARE(run.shape.ffn, 4 * 8192.0);
    QCOMPARE(run.plan.vpp, 4); // 48 layers over 4 stages in chunks of 3
    QCOMPARE(gpus_of(run).value_or(0), 64.0);
    QVERIFY(run.not_understood.empty());
}

void TestRecipes::rates_of_zero_are_no_dropout() {
    const std::string model =
        "python pretrain_gpt.py --num-layers 2 --hidden-size 64 --num-attention-heads 4 ";
    QVERIFY(!run_of(model + "--attention-dropout 0.0 --hidden-dropout 0").plan.dropout);
    QVERIFY(run_of(model + "--attention-dropout 0.0 --hidden-dropout 0.1").plan.dropout);
    QVERIFY(run_of(model + "--hidden-dropout 0.0").plan.dropout); // Megatron-LM's own rate is 0.1
    QVERIFY(run_of(model).plan.dropout);
    const RecipeRun wrong = run_of(model + "--attention-dropout 7 --hidden-dropout 0");
    QVERIFY(wrong.plan.dropout);
    QCOMPARE(wrong.not_understood, (std::vector<std::string>{"attention_dropout"}));
}

void TestRecipes::yaml_of_nemo() {
    const RecipeRun run =
        run_of("trainer:\n  num_nodes: 4\n  devices: 8\n  precision: bf16-mixed\n"
               "model:\n  micro_batch_size: 1\n  global_batch_size: 256\n"
               "  tensor_model_parallel_size: 2\n  context_parallel_size: 2\n"
               "  encoder_seq_length: 8192\n  num_layers: 32\n  hidden_size: 4096\n"
               "  ffn_hidden_size: 14336\n  num_attention_heads: 32\n  num_query_groups: 8\n"
               "  activation: fast-swiglu\n  sequence_parallel: true\n"
               "  activations_checkpoint_granularity: full\n  fp8: true\n"
               "  optim: {name: distributed_fused_adam, lr: 1e-4}\n"
               "  data: {data_prefix: [1.0, /data/a]}\n");
    QCOMPARE(run.plan.tp, 2);
    QCOMPARE(run.plan.cp, 2);
    QCOMPARE(run.sequence.value_or(0), 8192.0);
    QVERIFY(run.shape.gated_ffn && run.plan.recompute == Recompute::full);
    QVERIFY(run.plan.precision == Precision::fp8);
    QCOMPARE(gpus_of(run).value_or(0), 32.0);
    QVERIFY(run.not_understood.empty());
}

void TestRecipes::toml_of_torchtitan() {
    const RecipeRun run =
        run_of("[model]\nname = \"llama3\"\nflavor = \"8B\"\n"
               "[training]\nlocal_batch_size = 2\nseq_len = 8192\n"
               "[parallelism]\ndata_parallel_shard_degree = 32\ntensor_parallel_degree = 2\n"
               "[activation_checkpoint]\nmode = \"selective\"\n");
    QCOMPARE(run.model, std::string("llama3 8B"));
    QCOMPARE(run.plan.zero, 3);
    QCOMPARE(run.plan.micro_batch, 2);
    QVERIFY(run.plan.recompute == Recompute::selective);
    QCOMPARE(gpus_of(run).value_or(0), 64.0); // 32 replicas of two
    const auto project = import_recipes(
        std::vector<NamedText>{{"train.toml", "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\n"
                                              "local_batch_size = 1\nseq_len = 8192\n[parallelism]\n"
                                              "data_parallel_shard_degree = 64\n"}},
        Catalog::built_in(), "fat-tree", {});
    QVERIFY2(project, project ? "" : project.error().text().c_str());
    QCOMPARE(project->project.scenarios.front().workload.model, std::string("llama3-8b"));
    QCOMPARE(project->project.scenarios.front().workload.global_batch, 64.0);
}

void TestRecipes::deepspeed_beside_megatron() {
    const auto script = read_recipe({"run.sh", megatron_script});
    const auto json = read_recipe(
        {"ds.json", R"({"train_batch_size": 512, "zero_optimization": {"stage": 2}, "fp16": {"enabled": true},
                        "bf16": {"enabled": false}})"});
    QVERIFY(script && json);
    const RecipeRun run = read_run(std::vector{*script, *json});
    QCOMPARE(run.plan.zero, 2);
    QCOMPARE(run.shape.layers, 32);
    QCOMPARE(run.software, std::string("megatron-deepspeed"));
    QVERIFY(run.plan.precision == Precision::fp16);
}

void TestRecipes::variables_of_mlperf() {
    const RecipeRun run =
        run_of("source $(dirname ${BASH_SOURCE[0]})/config_common.sh\nexport DGXNNODES=72\nexport DGXNGPU=8\n"
               "export TP=4\nexport PP=8\nexport CP=2\nexport MINIBS=16\nexport MICRO_BATCH_SIZE=1\n"
               "export INTERLEAVED_PIPELINE=8\nexport FP8=True\nexport SEQ_PARALLEL=True\n"
               "export WALLTIME=120\nexport SBATCH_NETWORK=sharp\n");
    QCOMPARE(gpus_of(run).value_or(0), 576.0);
    QCOMPARE(run.plan.pp, 8);
    QCOMPARE(run.plan.vpp, 8);
    QCOMPARE(run.replica_batch.value_or(0), 16.0);
    QVERIFY(run.plan.precision == Precision::fp8);
    QCOMPARE(run.software, std::string("mlperf"));
}

void TestRecipes::shells_are_read_and_not_run() {
    const ShellSettings shell =
        read_shell("A=3\nB=\"$A x ${A}\"\nC=${MISSING:-$((A*4+2))}\nD='$A'\nE=$(touch never)\n"
                   "F=$((7/2-1))\nX=${X}\nrun --one=1 --two \"2 3\" --three # --four 4\n"
                   "run \\\n  --five 5\n");
    QCOMPARE(shell.variables.at("B"), std::string("3 x 3"));
    QCOMPARE(shell.variables.at("C"), std::string("14"));
    QCOMPARE(shell.variables.at("D"), std::string("$A"));
    QCOMPARE(shell.variables.at("E"), std::string());
    QCOMPARE(shell.variables.at("F"), std::string("2"));
    QCOMPARE(shell.variables.at("X"), std::string());
    using Argument = std::pair<std::string, std::string>;
    const std::vector<Argument> expected{{"one", "1"}, {"two", "2 3"}, {"three", ""}, {"five", "5"}};
    QCOMPARE(shell.arguments, expected);
}

void TestRecipes::arrays_give_all_their_arguments() {
    const ShellSettings shell = read_shell(
        "A=(--one 1 --two 2)\nB=( --three 3 )\nC=(\n--four\n4 # --four 5\n--five $((2+3))\n)\n"
        "C+=(--six 6)\nD=\"--seven 7\"\nD+=\" --eight 8\"\nrun \"${A[@]}\" ${B[@]} --flag ${C[@]}\n");
    using Argument = std::pair<std::string, std::string>;
    const std::vector<Argument> expected{{"one", "1"},   {"two", "2"},   {"three", "3"},
                                         {"four", "4"},  {"five", "5"},  {"six", "6"},
                                         {"seven", "7"}, {"eight", "8"}, {"flag", ""}};
    QCOMPARE(shell.arguments, expected);
    QCOMPARE(shell.variables.at("D"), std::string("--seven 7 --eight 8"));
    QVERIFY(shell.unset.empty());
    const RecipeRun run =
        run_of("DIST=(--nproc_per_node 8 --nnodes 2)\n"
               "PAR=(--tensor-model-parallel-size 8)\nPAR+=(--pipeline-model-parallel-size 2)\n"
               "MODEL=(--num-layers 32)\n"
               "torchrun \"${DIST[@]}\" pretrain_gpt.py ${PAR[@]} ${MODEL[@]}\n");
    QCOMPARE(run.plan.tp, 8);
    QCOMPARE(run.plan.pp, 2);
    QCOMPARE(run.shape.layers, 32);
    QCOMPARE(gpus_of(run).value_or(0), 16.0);
}

void TestRecipes::variables_that_nothing_sets_are_said() {
    const ShellSettings shell =
        read_shell("E=\nrun --a ${A-8} --b ${B:-2} --c ${E-3} --d ${E:-4} --e=${F} --f "
                   "$((2*G)) --g $E --h ${A:+1} --i \"x$J\"\n");
    using Argument = std::pair<std::string, std::string>;
    const std::vector<Argument> expected{{"a", "8"}, {"b", "2"}, {"c", ""}, {"d", "4"}, {"e", ""},
                                         {"f", ""},  {"g", ""},  {"h", ""}, {"i", "x"}};
    QCOMPARE(shell.arguments, expected);
    const std::map<std::string, std::string> unset{{"c", "E"}, {"e", "F"}, {"f", "G"}, {"g", "E"}};
    QCOMPARE(shell.unset, unset);
    const std::string script =
        "torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py --num-layers 8 "
        "--hidden-size 512 --num-attention-heads 8 --seq-length 512 --vocab-size 50304 "
        "--tensor-model-parallel-size ${TP} --pipeline-model-parallel-size=$PP --bf16 $MORE\n";
    QCOMPARE(run_of(script).unset, (std::vector<std::string>{"tensor_model_parallel_size ($TP)",
                                                             "pipeline_model_parallel_size ($PP)"}));
    const auto imported =
        import_recipes(std::vector<NamedText>{{"run.sh", script}}, Catalog::built_in(), "fat-tree", {});
    QVERIFY2(imported, imported ? "" : imported.error().text().c_str());
    QCOMPARE(imported->warnings.at(0).what,
             std::string("not set by the script: tensor_model_parallel_size ($TP), "
                         "pipeline_model_parallel_size ($PP)"));
    QVERIFY(imported->warnings.at(0).fix.find("set the variable") != std::string::npos);
    QVERIFY(run_of("TP=8\n" + script).plan.tp == 8);
}

void TestRecipes::a_project_of_a_script() {
    const auto imported = import_recipes(std::vector<NamedText>{{"pretrain.sh", megatron_script}},
                                         Catalog::built_in(), "fat-tree", {{"server", "dgx-a100"}});
    QVERIFY2(imported, imported ? "" : imported.error().text().c_str());
    const Scenario& scenario = imported->project.scenarios.front();
    QCOMPARE(scenario.workload.global_batch, 512.0);
    QCOMPARE(scenario.workload.sequence, 4096.0);
    QCOMPARE(scenario.workload.inline_model->transformer->layers, 32);
    QCOMPARE(scenario.plan.tp, 4);
    QCOMPARE(imported->warnings.size(), size_t(1)); // the new switch
    QVERIFY2(imported->warnings[0].what.find("some_new_switch") != std::string::npos,
             imported->warnings[0].what.c_str());
}

void TestRecipes::what_lacks_is_said() {
    const auto nothing = import_recipes(
        std::vector<NamedText>{
            {"ds.json", R"({"train_batch_size": 512, "zero_optimization": {"stage": 2}})"}},
        Catalog::built_in(), "fat-tree", {});
    QVERIFY(!nothing);
    QVERIFY(nothing.error().what.find("what is trained") != std::string::npos);
    const auto no_heads = import_recipes(
        std::vector<NamedText>{
            {"run.sh", "python x.py --num-layers 8 --hidden-size 512 --micro-batch-size 1"}},
        Catalog::built_in(), "fat-tree", {});
    QVERIFY(!no_heads);
    QVERIFY(no_heads.error().what.find("attention heads") != std::string::npos);
    const auto no_gpus = import_recipes(
        std::vector<NamedText>{{"run.sh",
                                "python x.py --num-layers 8 --hidden-size 512 --num-attention-heads 8 "
                                "--seq-length 512 --vocab-size 50257"}},
        Catalog::built_in(), "fat-tree", {});
    QVERIFY2(no_gpus, no_gpus ? "" : no_gpus.error().text().c_str());
    QVERIFY(no_gpus->warnings.at(0).what.find("how many GPUs") != std::string::npos);
}

void TestRecipes::what_may_change_a_step_is_never_passed_over() {
    const std::vector<std::string> keys{"cpu_offloading", "lora_rank",      "hybrid_override_pattern",
                                        "sliding_window", "moe_layer_freq", "optimizer_cpu_offload",
                                        "window_size",    "kv_lora_rank",   "moe_router_load_balancing"};
    std::string script = "python x.py --num-layers 8 --micro-batch-size 1 --log-interval 1 --lr-decay 3";
    for (std::string key : keys) {
        std::ranges::replace(key, '_', '-');
        script += " --" + key + " 4";
    }
    QCOMPARE(run_of(script).not_understood, keys);
}

void TestRecipes::flags_and_words() {
    const RecipeRun run =
        run_of("ARGS=\"--num-layers 8 --swiglu\"\n"
               "torchrun $ARGS --bf16 pretrain.py --num-attention-heads 8 --num-query-groups 2 "
               "--recompute-activations\n");
    QVERIFY(run.plan.precision == Precision::bf16 && run.shape.gated_ffn);
    QCOMPARE(run.shape.kv_heads, 8); // without --group-query-attention no queries are grouped
    QVERIFY(run.plan.recompute == Recompute::selective);
    QVERIFY(run.not_understood.empty());
    const RecipeRun blocks =
        run_of("python x.py --num-layers 8 --recompute-granularity full --recompute-method block "
               "--recompute-num-layers 3\n");
    QCOMPARE(blocks.plan.recompute_layers, 3);
    const RecipeRun nested = run_of("model:\n  micro_batch_size: 1\n  hidden_size: 4096\n  vision:\n"
                                    "    hidden_size: 1024\n  optim:\n    name: distributed_fused_adam\n");
    QCOMPARE(nested.shape.hidden, 4096.0);
    QCOMPARE(nested.plan.zero, 1);
}

void TestRecipes::broken_ones_are_said_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("said");
    QTest::newRow("nothing") << QByteArray("just a note") << "no recipe";
    QTest::newRow("yaml") << QByteArray("model:\n  micro_batch_size: 1\n bad: [1\n") << "YAML is broken";
    QTest::newRow("toml") << QByteArray("[training]\nseq_len = \n[parallelism]\n") << "TOML is broken";
    QTest::newRow("json") << QByteArray("{\"train_batch_size\": 1,") << "JSON is broken";
}

void TestRecipes::broken_ones_are_said() {
    QFETCH(QByteArray, text);
    QFETCH(QString, said);
    const auto recipe = read_recipe({"file", text.toStdString()});
    QVERIFY(!recipe);
    QVERIFY2(QString::fromStdString(recipe.error().what).contains(said), recipe.error().text().c_str());
    QVERIFY(!recipe.error().fix.empty());
}

void TestRecipes::noise_never_crashes() {
    std::mt19937 random(11);
    const std::vector<std::string> whole{
        megatron_script,
        "trainer:\n  num_nodes: &a 4\nmodel:\n  micro_batch_size: *a\n  num_layers: 32\n  list: [1, {x: "
        "2}]\n",
        "[training]\nseq_len = 8192\n[parallelism]\ntensor_parallel_degree = 2\nlist = [\"a\", 'b']\n",
        R"({"train_batch_size": 512, "zero_optimization": {"stage": 2}, "list": [1, "two"]})"};
    for (const std::string& text : whole)
        for (int round = 0; round < 500; ++round) {
            std::string bytes = text;
            for (int flips = 1 + static_cast<int>(random() % 4); flips > 0; --flips)
                bytes[random() % bytes.size()] = static_cast<char>(32 + random() % 96);
            const auto recipe = read_recipe({"file", bytes});
            if (recipe) (void)gpus_of(read_run(std::vector{*recipe}));
        }
    // Anchors that stand for each other: 10^9 scalars of 200 bytes.
    std::string bomb = "micro_batch_size: 1\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 9; ++i) {
        const std::string last = "*a" + std::to_string(i - 1);
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " {";
        for (int k = 0; k < 10; ++k) bomb += (k ? ", k" : "k") + std::to_string(k) + ": " + last;
        bomb += "}\n";
    }
    const auto recipe = read_recipe({"bomb.yaml", bomb});
    QVERIFY(!recipe && recipe.error().what.find("more than 20000 settings") != std::string::npos);
}

void TestRecipes::recorded_logs() {
    if (qEnvironmentVariableIsEmpty("ROOFRACK_DATA")) QSKIP("ROOFRACK_DATA is not set: no recorded logs");
    QFile file(qEnvironmentVariable("ROOFRACK_DATA") + "/traces/logs/megatron_gpt2_n16_tp4_pp16_v100.out");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const RecipeRun run = run_of(file.readAll().toStdString());
    QCOMPARE(run.shape.layers, 64);
    QCOMPARE(run.shape.hidden, 8192.0);
    QCOMPARE(run.shape.heads, 32);
    QCOMPARE(run.shape.head_dim, 256.0);
    QCOMPARE(run.plan.tp, 4);
    QCOMPARE(run.plan.pp, 16);
    QCOMPARE(run.plan.micro_batch, 4);
    QCOMPARE(run.global_batch.value_or(0), 1024.0);
    QVERIFY(run.plan.precision == Precision::fp16 && run.plan.recompute == Recompute::full);
    QCOMPARE(gpus_of(run).value_or(0), 64.0);
    QCOMPARE(run.shape.vocab, 50688.0); // 50257 and 431 dummy tokens
    QFile deepspeed(qEnvironmentVariable("ROOFRACK_DATA") + "/traces/logs/megatron_ds3d_n16_v100.out");
    QVERIFY(deepspeed.open(QIODevice::ReadOnly));
    const RecipeRun other = run_of(deepspeed.readAll().toStdString());
    QCOMPARE(gpus_of(other).value_or(0), 64.0); // DeepSpeed prints a world of 1 further down
    QCOMPARE(other.software, std::string("megatron-deepspeed"));
    QCOMPARE(other.plan.zero, 0);
    // 6.65 billion parameters, micro-batch 2, nothing recomputed, dropout of 0: it allocated 68,582 MiB at
    // most.
    QFile bench(qEnvironmentVariable("ROOFRACK_DATA") +
                "/traces/logs/megatron_deepspeed_superbench_a100.log");
    QVERIFY(bench.open(QIODevice::ReadOnly));
    const RecipeRun run_7b = run_of(bench.readAll().toStdString());
    QVERIFY(!run_7b.plan.dropout);
    Plan plan = run_7b.plan;
    plan.dp = 16;
    const MemoryStack& stack = memory_stack(run_7b.software);
    const auto allocated = [&](const Plan& of) {
        return transformer_memory(run_7b.shape, of, 2048, 2048, 4, false, stack).allocated();
    };
    constexpr double measured = 68581.81 * 1048576;
    QVERIFY2(std::abs(allocated(plan) / measured - 1) < 0.06, qPrintable(QString::number(allocated(plan))));
    plan.dropout = true;
    QVERIFY(allocated(plan) > 1.3 * measured);
}

QTEST_APPLESS_MAIN(TestRecipes)
#include "test_recipes.moc"
