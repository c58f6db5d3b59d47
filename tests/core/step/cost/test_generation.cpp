// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/generation.h"

#include "core/step/engine/evaluate.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "tests/support/sample.h"

#include <QTest>

#include <cmath>

using namespace roofrack;

namespace {

bool is_near(double value, double expected, double part = 1e-9) {
    return std::abs(value - expected) <= part * std::abs(expected);
}

/// 256 H100 that train Llama 3 8B on 2,048 sequences of 4,096 tokens a step, a replica a GPU, all alike.
Scenario scenario_of(TrainingKind kind) {
    Scenario out = test::sample("dgx-h100-su");
    out.workload.model = "llama3-8b";
    out.workload.sequence = 4096;
    out.workload.global_batch = 2048;
    out.workload.tuning.kind = kind;
    out.plan = Plan();
    out.plan.zero = 2;
    out.plan.recompute = Recompute::full;
    out.site.straggler_cv_persistent = out.site.straggler_cv_iid = 0;
    return out;
}

Evaluation evaluated(const Scenario& scenario) { return evaluate(test::prepared(scenario)); }

double part(const Evaluation& e, StepPart which) { return e.parts[static_cast<size_t>(which)]; }

double memory(const Evaluation& e, std::string_view name) {
    for (const MemoryPart& each : e.memory.stages.front().parts)
        if (each.name == name) return each.bytes.si();
    return 0;
}

std::string fault_of(const Scenario& scenario) {
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    return prepared ? std::string() : prepared.error().text();
}

const TransformerShape& llama() { return *Catalog::built_in().model("llama3-8b")->transformer; }

} // namespace

class TestGeneration : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// 32 layers · 8 key-value heads · (128 + 128) · 2 B = 131,072 B a token.
    void what_a_token_keeps() {
        QCOMPARE(cache_bytes_per_token(llama()), 131072.0);
        QVERIFY(is_near(mean_attended(llama(), 0, 4096), 2048));    // half of the square
        QVERIFY(is_near(mean_attended(llama(), 2048, 4096), 3072)); // (1 − 1/4)/(2·1/2) of it
    }

    /// A forward pass is 2 FLOPs a parameter and token, and a third of 12·L·w·s of attention.
    void what_a_forward_pass_takes() {
        const double n = 32 * (4096.0 * 4096 * 2 + 2 * 4096.0 * 1024 + 3 * 4096.0 * 14336) + 128256.0 * 4096;
        const double attention = 4.0 * 32 * 4096 * 4096;
        QVERIFY(is_near(forward_flops(llama(), 4096), 4096 * (2 * n + attention), 1e-4)); // norms apart
        Tuning tuning;
        QCOMPARE(tuning_flops(llama(), tuning, 4096), 0.0);
        tuning.kind = TrainingKind::dpo;
        QCOMPARE(tuning_flops(llama(), tuning, 4096), forward_flops(llama(), 4096));
        tuning.kind = TrainingKind::grpo; // generated, and scored once
        QCOMPARE(tuning_flops(llama(), tuning, 4096), 2 * forward_flops(llama(), 4096));
    }

    /// A copy a GPU generates its 8 sequences at a time: 16.06 GB of weights and 8 · 131,072 · 2,048 B of
    /// what attention keeps are read for each of 4,096 tokens.
    void a_batch_is_generated() {
        Scenario scenario = scenario_of(TrainingKind::grpo);
        scenario.workload.tuning.generation_gpus = 1;
        const Evaluation e = evaluated(scenario);
        QVERIFY(e.tuning);
        const Generation& g = e.tuning->generated;
        QCOMPARE(g.copies, 256.0);
        QCOMPARE(g.batch, 8.0);
        QCOMPARE(g.rounds, 1.0);
        const Prepared prepared = test::prepared(scenario);
        const Catalog& catalog = Catalog::built_in();
        const double rate = catalog.part(PartKind::accelerator, "h100-sxm5")->value_or("hbm_rate", 0) *
                            CostParameters::built_in().generation("hopper").hbm_share;
        const double token = (2 * parameter_count(llama()) + 8 * 131072.0 * 2048) / rate;
        QVERIFY(is_near(g.token_time, token));
        QVERIFY(is_near(e.tuning->generation.si(), 4096 * token));
        QVERIFY(is_near(e.tuning->tokens_per_s_per_gpu, 8 / token));
        QVERIFY(is_near(part(e, StepPart::inference), (e.tuning->generation + e.tuning->scoring).si()));
        double sum = 0;
        for (const double seconds : e.parts) sum += seconds;
        QVERIFY(is_near(sum, e.step_time.si()));
        // Two at a time: four rounds, each of which reads the weights again.
        scenario.workload.tuning.generation_batch = 2;
        const Evaluation two = evaluated(scenario);
        QCOMPARE(two.tuning->generated.rounds, 4.0);
        QVERIFY(is_near(two.tuning->generation.si(),
                        4 * 4096 * (2 * parameter_count(llama()) + 2 * 131072.0 * 2048) / rate));
    }

    /// The fastest copies are no slower than any that is asked for.
    void copies_are_chosen() {
        Scenario scenario = scenario_of(TrainingKind::grpo);
        const double chosen = evaluated(scenario).tuning->generation.si();
        for (const int gpus : {1, 2, 4, 8}) {
            scenario.workload.tuning.generation_gpus = gpus;
            QVERIFY(chosen <= evaluated(scenario).tuning->generation.si() * (1 + 1e-12));
        }
    }

    /// A split of 60, 10 and 30 %: the step is its training ÷ 0.3.
    void a_split_that_is_given() {
        Scenario scenario = scenario_of(TrainingKind::fine_tuning);
        const double trained = evaluated(scenario).productive_step.si();
        scenario.workload.tuning.kind = TrainingKind::grpo;
        scenario.workload.tuning.split = {0.6, 0.1, 0.3};
        const Evaluation e = evaluated(scenario);
        QVERIFY(is_near(e.tuning->training.si(), trained, 1e-6));
        QVERIFY(is_near(e.productive_step.si(), trained / 0.3, 1e-6));
        QVERIFY(is_near(e.tuning->generation.si(), trained * 2, 1e-6));
        QVERIFY(e.tuning->split_is_given);
        QVERIFY(tuning_lines(*e.tuning).at(1).find("(60 %)") != std::string::npos);
    }

    /// A reference model is held besides: 2 B a parameter on the GPU, and scores the batch once forward.
    void preferences() {
        const Evaluation plain = evaluated(scenario_of(TrainingKind::fine_tuning));
        const Evaluation dpo = evaluated(scenario_of(TrainingKind::dpo));
        QVERIFY(
            is_near(memory(dpo, "weights") - memory(plain, "weights"), 2 * parameter_count(llama()), 1e-3));
        QVERIFY(dpo.tuning->scoring > Seconds(0));
        QVERIFY(is_near(dpo.tuning->training.si(), plain.productive_step.si()));
        // A forward pass is less than half of a step that recomputes.
        QVERIFY(dpo.tuning->scoring < 0.5 * plain.productive_step);
        // Model FLOPs: 6 + 2 instead of 6 for each parameter and token.
        QVERIFY(is_near(model_flops_per_gpu(dpo).si() * dpo.productive_step.si() /
                            (model_flops_per_gpu(plain).si() * plain.productive_step.si()),
                        4.0 / 3));
        // With adapters the frozen model is the reference.
        Scenario adapted = scenario_of(TrainingKind::dpo);
        adapted.workload.tuning.lora.rank = 16;
        Scenario alone = scenario_of(TrainingKind::fine_tuning);
        alone.workload.tuning.lora.rank = 16;
        QVERIFY(is_near(memory(evaluated(adapted), "weights"), memory(evaluated(alone), "weights")));
    }

    /// Rank 16 on QKV and the output of 32 layers: 16·((4096 + 6144) + (4096 + 4096)) = 294,912 a layer.
    void adapters_alone_are_trained() {
        Scenario scenario = scenario_of(TrainingKind::fine_tuning);
        const Evaluation all = evaluated(scenario);
        scenario.workload.tuning.lora.rank = 16;
        const Evaluation e = evaluated(scenario);
        QCOMPARE(e.tuning->trained_parameters, 32 * 294912.0);
        QVERIFY(is_near(memory(e, "gradients") / memory(all, "gradients"),
                        32 * 294912.0 / parameter_count(llama()), 1e-2));
        QVERIFY(is_near(memory(e, "optimizer") / memory(all, "optimizer"),
                        32 * 294912.0 / parameter_count(llama()), 1e-2));
        QVERIFY(part(e, StepPart::optimizer) < 0.01 * part(all, StepPart::optimizer));
        // Frozen weights get no gradient: 4 instead of 6 FLOPs a parameter and token, attention as it was.
        const double n = (model_flops(llama(), 4096).palm / 4096 - 12.0 * 32 * 4096 * 4096) / 6;
        QVERIFY(is_near(model_flops_per_gpu(e).si() * e.productive_step.si() * 256 / 2048 / 4096,
                        4 * (n + 32 * 294912.0) + 12.0 * 32 * 4096 * 4096));
        // Held in 4 bits with 0.127 bits of scales instead of 16.
        const double held = memory(e, "weights");
        scenario.workload.tuning.lora.base_bits = 4;
        QVERIFY(is_near(memory(evaluated(scenario), "weights") / held, 4.127 / 16));
    }

    void what_cannot_be_is_said() {
        Scenario scenario = scenario_of(TrainingKind::grpo);
        const auto said = [&](auto change) {
            Scenario changed = scenario;
            change(changed.workload.tuning);
            return QString::fromStdString(fault_of(changed));
        };
        QVERIFY(said([](Tuning&) {}).isEmpty());
        QVERIFY(said([](Tuning& t) {
                    t.lora.rank = 5000;
                }).startsWith("/workload/tuning/lora/rank: a rank of 5000"));
        QVERIFY(said([](Tuning& t) {
                    t.lora.rank = 8;
                    t.lora.base_bits = 5;
                }).contains("5 bits"));
        QVERIFY(said([](Tuning& t) { t.split = {0.5, 0.1, 0.3}; }).contains("0.9 of the step"));
        QVERIFY(said([](Tuning& t) { t.split = {0.6, 0.4, 0}; }).contains("split/training"));
        QVERIFY(said([](Tuning& t) { t.prompt = 4096; }).contains("leaves nothing"));
        QVERIFY(said([](Tuning& t) {
                    t.kind = TrainingKind::fine_tuning;
                    t.split = {0.5, 0.2, 0.3};
                }).contains("has no split"));
        Scenario profile = test::sample("generic-100m-2gpu");
        profile.workload.tuning.kind = TrainingKind::dpo;
        QVERIFY(fault_of(profile).find("profile") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestGeneration)
#include "test_generation.moc"
