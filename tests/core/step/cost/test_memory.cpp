// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/step/cost/memory_model.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace roofrack;

namespace {

bool near(double value, double expected, double relative) {
    return std::abs(value - expected) <= relative * std::abs(expected);
}

const MemoryStack& megatron() { return memory_stack("megatron-lm"); }

/// GPT 22B of Korthikanti 2022, table 3.
TransformerShape gpt22() {
    TransformerShape shape;
    shape.layers = 48;
    shape.hidden = 6144;
    shape.heads = shape.kv_heads = 64;
    shape.ffn = 4 * 6144;
    shape.vocab = 51200;
    return shape;
}

ActivationPieces pieces(const TransformerShape& shape, const Plan& plan, double sequence = 2048) {
    return activation_pieces(MemoryContext(shape, megatron(), sequence, 64, 4, false), plan);
}

struct Case {
    TransformerShape shape;
    Plan plan;
    double sequence = 2048, batch = 0;
    const MemoryStack* stack = nullptr;
    bool flash = true;

    MemoryContext context() const { return {shape, *stack, sequence, batch, 4, flash}; }
    double total(const Plan& with) const { return fullest_stage(context(), with).bytes.total(); }
};

Case random_case(std::mt19937& random) {
    const auto pick = [&](std::initializer_list<int> values) {
        return values.begin()[std::uniform_int_distribution<size_t>(0, values.size() - 1)(random)];
    };
    Case out;
    TransformerShape& shape = out.shape;
    shape.layers = pick({7, 12, 24, 32, 61, 80, 126});
    const int hidden = pick({2048, 4096, 8192});
    shape.hidden = hidden;
    shape.heads = hidden / 128;
    shape.kv_heads = pick({0, 1}) ? shape.heads : 8;
    shape.ffn = shape.hidden * 4;
    shape.vocab = pick({32000, 128256});
    shape.gated_ffn = pick({0, 1});
    shape.tied_embeddings = pick({0, 1});
    if (pick({0, 0, 1})) {
        shape.moe.experts = 16;
        shape.moe.top_k = 2;
        shape.moe.expert_ffn = shape.hidden / 2;
        shape.moe.leading_dense_layers = pick({0, 1, 3});
        shape.moe.interval = pick({1, 2});
    }
    Plan& plan = out.plan;
    plan.tp = pick({1, 2, 8});
    plan.pp = pick({1, 2, 4, 7});
    plan.vpp = pick({1, 1, 2});
    plan.cp = pick({1, 2});
    plan.ep = shape.moe.experts > 0 ? pick({1, 2, 4}) : 1;
    plan.dp = pick({4, 16});
    plan.micro_batch = pick({1, 2, 4});
    plan.zero = pick({0, 1, 2, 3});
    plan.sequence_parallel = pick({0, 1});
    plan.schedule = pick({0, 0, 1}) ? Schedule::zb_1p : Schedule::one_f_one_b;
    plan.precision = pick({0, 1}) ? Precision::bf16 : Precision::fp8;
    out.sequence = pick({2048, 8192});
    out.batch = plan.dp * plan.micro_batch * pick({1, 3, 16});
    out.stack =
        &memory_stack(std::array{"megatron-lm", "megatron-core", "fsdp", "torchtitan", "megatron-deepspeed",
                                 "paxml"}[static_cast<size_t>(pick({0, 1, 2, 3, 4, 5}))]);
    out.flash = pick({0, 1});
    return out;
}

} // namespace

class TestMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void korthikanti_table2() {
        // Korthikanti 2022, table 2, bytes of a layer's activations: sbh(34 + 5as/h); tensor parallel
        // sbh(10 + 24/t + 5as/ht); with sequence parallelism sbh/t(34 + 5as/h); selective recompute of the
        // attention core too sbh·34/t; tensor parallel and selective sbh(10 + 24/t); full 2sbh.
        const TransformerShape shape = gpt22();
        const double s = 2048, b = 4, h = shape.hidden, a = shape.heads, t = 8, sbh = s * b * h;
        Plan plan;
        plan.dp = 1;
        plan.micro_batch = 4;
        plan.sequence_parallel = false;
        QVERIFY(near(pieces(shape, plan).dense, sbh * (34 + 5 * a * s / h), 1e-12));
        plan.tp = 8;
        QVERIFY(near(pieces(shape, plan).dense, sbh * (10 + 24 / t + 5 * a * s / (h * t)), 1e-12));
        plan.recompute = Recompute::selective;
        QVERIFY(near(pieces(shape, plan).dense, sbh * (10 + 24 / t), 1e-12));
        plan.sequence_parallel = true;
        QVERIFY(near(pieces(shape, plan).dense, sbh * 34 / t, 1e-12));
        plan.recompute = Recompute::none;
        QVERIFY(near(pieces(shape, plan).dense, sbh / t * (34 + 5 * a * s / h), 1e-12));
        plan.recompute = Recompute::full;
        plan.sequence_parallel = false;
        QVERIFY(near(pieces(shape, plan).dense, 2 * sbh, 1e-12));
    }

    void no_dropout_keeps_no_masks() {
        // Two masks of 1 B an element are missing in 34 + 5as/h, the scores' mask of 1 B and what dropout
        // returns, 2 B: 32 + 2as/h.
        const TransformerShape shape = gpt22();
        const double s = 2048, b = 4, h = shape.hidden, a = shape.heads;
        Plan plan;
        plan.dp = 1;
        plan.micro_batch = 4;
        plan.sequence_parallel = plan.dropout = false;
        QVERIFY(near(pieces(shape, plan).dense, s * b * h * (32 + 2 * a * s / h), 1e-12));
    }

    void korthikanti_interleaving() {
        // Korthikanti 2022, section 4.2.3: the first stage holds L(1 + (p−1)/(pm)) layers when interleaved by
        // m, L without.
        Plan plan;
        plan.pp = 35;
        QVERIFY(near(in_flight(plan, 280, 0), 35, 1e-12));
        plan.vpp = 3;
        QVERIFY(near(in_flight(plan, 280, 0), 35 * (1 + 34.0 / 105), 1e-12));
        // Narayanan 2021, figure 4: 1F1B holds p − i micro-batches on stage i; the last one.
        plan.vpp = 1;
        for (int stage = 0; stage < 35; ++stage) QCOMPARE(in_flight(plan, 280, stage), 35.0 - stage);
        QCOMPARE(in_flight(plan, 4, 0), 4.0); // never more than there are
        // Qi 2023, table 2: zero bubble holds p micro-batches everywhere, without any bubble about twice
        // that.
        plan.schedule = Schedule::zb_1p;
        QCOMPARE(in_flight(plan, 280, 34), 35.0);
        plan.schedule = Schedule::zb_2p;
        QCOMPARE(in_flight(plan, 280, 34), 69.0);
    }

    void uneven_stages() {
        // Llama 3 405B (Llama team 2024, section 3.3.2): 126 layers on 16 stages, one fewer on the first and
        // the last.
        QCOMPARE(stage_layers(126, 16, 0).count, 7);
        QCOMPARE(stage_layers(126, 16, 15).count, 7);
        for (int stage = 1; stage < 15; ++stage) QCOMPARE(stage_layers(126, 16, stage).count, 8);
        for (int layers = 1; layers < 130; ++layers)
            for (int stages = 1; stages <= layers; ++stages) {
                int sum = 0;
                for (int stage = 0; stage < stages; ++stage) {
                    const StageLayers held = stage_layers(layers, stages, stage);
                    QCOMPARE(held.first, sum);
                    sum += held.count;
                }
                QCOMPARE(sum, layers);
            }
    }

    void state_bytes_a_parameter() {
        // Rajbhandari 2020 and Megatron-LM's distributed optimizer, fp32 gradients: 18 B a parameter; ZeRO-1
        // 6
        // + 12/dp; ZeRO-2 2 + 16/dp; ZeRO-3 18/dp. FSDP with fp32 weights: 16/dp.
        const TransformerShape shape = *Catalog::built_in().model("llama3-8b")->transformer;
        Plan plan;
        plan.dp = 16;
        const auto state = [&](int zero, const char* stack) {
            plan.zero = zero;
            const MemoryBytes bytes = transformer_memory(shape, plan, 8192, 16, 4, true, memory_stack(stack));
            return bytes.weights + bytes.gradients + bytes.optimizer;
        };
        const double n = state(0, "megatron-core") / 18;
        QVERIFY(near(n, 8.03e9, 0.01)); // Llama 3 8B: 8.03 B parameters (Meta)
        QVERIFY(near(state(1, "megatron-core"), n * (6 + 12.0 / 16), 1e-9));
        QVERIFY(near(state(2, "megatron-core"), n * (2 + 16.0 / 16), 1e-9));
        QVERIFY(near(state(3, "megatron-core"), n * 18 / 16, 1e-9));
        QVERIFY(near(state(3, "torchtitan"), n, 1e-9));
        // The optimizer state in host memory leaves 6 B; its two moments in 16 bits save 4.
        plan.offload_optimizer = 1;
        QVERIFY(near(state(0, "megatron-core"), 6 * n, 1e-9));
        plan.offload_optimizer = 0;
        plan.optimizer_bits = 16;
        QVERIFY(near(state(0, "megatron-core"), 14 * n, 1e-9));
        plan.master_bits = 16; // what 16-bit weights lack of 32
        QVERIFY(near(state(0, "megatron-core"), 12 * n, 1e-9));
    }

    void fp8_inputs_are_half_as_large() {
        // Transformer Engine keeps the inputs of QKV, of both FFN products and a copy of the attention's
        // output in 8 bits: of Llama 3 8B's 12h + 4h·g/a + 6f = 34h (2 B), 2h + f = 5.5h are saved, h added.
        const TransformerShape shape = *Catalog::built_in().model("llama3-8b")->transformer;
        Plan plan;
        plan.dp = 1;
        const auto kept = [&] {
            return activation_pieces(MemoryContext(shape, memory_stack("megatron-core"), 8192, 8, 4, true),
                                     plan)
                .dense;
        };
        const double bf16 = kept(), unit = 8192.0 * shape.hidden;
        QVERIFY(near(bf16, unit * 34, 1e-12));
        plan.precision = Precision::fp8;
        QVERIFY(near(bf16 - kept(), unit * (2 + 3.5 - 1), 1e-12));
        plan.activation_bits = 16;
        QVERIFY(near(kept(), bf16, 1e-12));
    }

    void parts_of_every_stage() {
        std::mt19937 random(3);
        for (int i = 0; i < 2000; ++i) {
            const Case c = random_case(random);
            const MemoryContext context = c.context();
            const std::vector<StageMemory> stages = memory_by_stage(context, c.plan);
            QCOMPARE(stages.size(), static_cast<size_t>(c.plan.pp));
            const FullestStage fullest = fullest_stage(context, c.plan);
            double most = 0;
            int layers = 0;
            for (const StageMemory& stage : stages) {
                const MemoryBytes& b = stage.bytes;
                for (const double part : {b.weights, b.gradients, b.optimizer, b.activations, b.working,
                                          b.gathered, b.communication, b.fragmentation, b.framework})
                    QVERIFY(part >= 0 && std::isfinite(part));
                QVERIFY(near(b.total(), b.allocated() + b.fragmentation + b.framework, 1e-15));
                most = std::max(most, b.total());
                layers += stage.layers;
            }
            QCOMPARE(layers, c.shape.layers);
            QCOMPARE(fullest.bytes.total(), most); // the four that are tried hold the fullest
            QCOMPARE(stages[static_cast<size_t>(fullest.stage)].bytes.total(), most);
        }
    }

    void stages_hold_the_model() {
        // With nothing sharded the stages' weights are the model's, times tp: Llama 3 70B has 70.6 B.
        const TransformerShape shape = *Catalog::built_in().model("llama3-70b")->transformer;
        for (const int pp : {1, 2, 4, 7, 16, 80}) {
            Plan plan;
            plan.tp = 8, plan.pp = pp, plan.dp = 1, plan.zero = 0;
            double weights = 0;
            for (const StageMemory& stage :
                 memory_by_stage(MemoryContext(shape, megatron(), 8192, 64, 4, true), plan))
                weights += stage.bytes.weights;
            QVERIFY(near(weights * plan.tp / 2, parameter_count(shape), 1e-4));
        }
    }

    void saving_never_costs() {
        std::mt19937 random(5);
        for (int i = 0; i < 2000; ++i) {
            Case c = random_case(random);
            const auto with = [&](auto&& edit) {
                Plan changed = c.plan;
                edit(changed);
                return c.total(changed);
            };
            double last = std::numeric_limits<double>::infinity();
            for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
                const double bytes = with([&](Plan& p) { p.recompute = recompute; });
                QVERIFY2(bytes <= last * (1 + 1e-12), "recompute needs more");
                last = bytes;
            }
            last = std::numeric_limits<double>::infinity();
            for (const int zero : {0, 1, 2}) { // ZeRO-3 also holds the layers that it gathers
                const double bytes = with([&](Plan& p) { p.zero = zero; });
                QVERIFY2(bytes <= last * (1 + 1e-12), "ZeRO needs more");
                last = bytes;
            }
            const double now = c.total(c.plan);
            QVERIFY(with([](Plan& p) { p.offload_optimizer = 1; }) <= now);
            QVERIFY(with([](Plan& p) { p.offload_activations = 0.5; }) <= now);
            QVERIFY(with([](Plan& p) { p.sequence_parallel = true; }) <=
                    with([](Plan& p) { p.sequence_parallel = false; }) * (1 + 1e-12));
            c.batch *= 2; // the same number of micro-batches
            QVERIFY(with([](Plan& p) { p.micro_batch *= 2; }) > now);
        }
    }

    void uniform_recompute_lies_between() {
        const TransformerShape shape = *Catalog::built_in().model("llama3-70b")->transformer;
        Plan plan;
        plan.tp = 8, plan.pp = 4, plan.dp = 2;
        const auto kept = [&](Recompute recompute, int layers) {
            plan.recompute = recompute;
            plan.recompute_layers = layers;
            return transformer_memory(shape, plan, 8192, 64, 4, true, megatron()).activations;
        };
        const double none = kept(Recompute::none, 0), all = kept(Recompute::full, 0);
        // 20 layers a stage: with n of them recomputed the rest is kept whole.
        for (int n = 1; n <= 20; ++n)
            QVERIFY(near(kept(Recompute::full, n), (all * n + none * (20 - n)) / 20, 1e-12));
    }
};

QTEST_APPLESS_MAIN(TestMemory)
#include "test_memory.moc"
