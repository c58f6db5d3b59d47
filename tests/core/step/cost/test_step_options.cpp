// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/step/cost/memory_model.h"
#include "core/step/cost/stage.h"

#include <QTest>
#include <cmath>

using namespace roofrack;

namespace {

/// One step of a catalogue model on a flat fabric of 8-GPU servers.
struct Run {
    const ModelSpec* model;
    Machine machine;
    Fabric fabric;
    Plan plan;
    double sequence, batch;

    Run(const char* model_id, const char* accelerator, double gpus)
        : model(Catalog::built_in().model(model_id))
        , machine(*make_machine(*Catalog::built_in().part(PartKind::accelerator, accelerator),
                                CostParameters::built_in()))
        , fabric(flat_fabric(gpus, 8, 8, ByteRate(450e9), ByteRate(50e9), LinkClass::infiniband, accelerator))
        , sequence(model->default_sequence)
        , batch(512) {}

    StepCost step(const char* software = "megatron-core", double year = 0) const {
        StepInputs in;
        in.shape = &*model->transformer;
        in.machine = &machine;
        in.software = &CostParameters::built_in().stack(software);
        in.fabric = &fabric;
        in.plan = &plan;
        in.sequence = sequence;
        in.global_batch = batch;
        in.software_year = year;
        return transformer_step(in);
    }
};

} // namespace

class TestStepOptions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// DeepSpeed of early 2021: each gather of a tensor makes a view and a copy of each rank's part.
    void gathers_by_rank_cost_host_time() {
        Run run("gpt3-175b", "a100-sxm4-80gb", 384);
        run.plan.dp = 384, run.plan.zero = 3, run.batch = 384;
        run.plan.dp_overlap = false; // else the later release hides some of its traffic
        const SoftwareParameters& stack = CostParameters::built_in().stack("deepspeed-zero");
        const double once = run.step("deepspeed-zero", 2022).data_comm,
                     by_rank = run.step("deepspeed-zero", 2021.3).data_comm;
        const double gathers = 2 * 96 * 12; // forward and backward, of each tensor of a layer
        QCOMPARE(stack.gathers_per_layer, 12.0);
        QVERIFY(std::abs(by_rank - once - gathers * 384 * 2 * stack.host_per_kernel) < 1e-9);
        // A release that is not named is taken for one that gathers in one call.
        QCOMPARE(run.step("deepspeed-zero").data_comm, once);
        // Nothing runs beside it.
        run.plan.dp_overlap = true;
        QCOMPARE(run.step("deepspeed-zero", 2021.3).data_comm, by_rank);
        QVERIFY(run.step("deepspeed-zero", 2022).data_comm < once);
    }

    void offload_costs_what_the_link_cannot_hide() {
        Run run("gpt3-175b", "h100-sxm5", 512);
        run.plan.tp = 8, run.plan.pp = 8, run.plan.dp = 8;
        const double before = run.step().total();
        run.plan.offload_activations = 1;
        run.machine.host_rate = 1e9; // a link that hides nothing
        const double slow = run.step().total();
        run.machine.host_rate = 1e15;
        QCOMPARE(run.step().total(), before);
        QVERIFY(slow > 1.5 * before);

        run.plan.offload_activations = 0;
        run.plan.offload_optimizer = 1;
        run.machine.host_rate = 50e9;
        run.machine.host_memory_rate = 50e9;
        // 175e9/64 parameters on a GPU, an eighth of their state: 28 B each at 50 GB/s.
        const double parameters = run.step().parameters_per_gpu;
        QVERIFY(std::abs(run.step().optimizer / (parameters / 8 * 28 / 50e9) - 1) < 1e-12);
        QVERIFY(std::abs(parameters / (175e9 / 64) - 1) < 0.1);
    }

    void gathered_keys_hide_behind_nothing() {
        Run run("llama3-405b", "h100-sxm5", 1024);
        run.plan.tp = 8, run.plan.pp = 16, run.plan.cp = 4, run.plan.dp = 2;
        run.sequence = 131072;
        run.batch = 32;
        const StepCost ring = run.step();
        run.plan.cp_gather = true;
        const StepCost gathered = run.step();
        QVERIFY(gathered.context_comm > ring.context_comm);
        QCOMPARE(gathered.compute, ring.compute);
    }

    void overlapped_experts_still_slow_the_computation() {
        Run run("mixtral-8x7b", "h100-sxm5", 64);
        run.plan.ep = 8, run.plan.dp = 64;
        const StepCost exposed = run.step();
        run.plan.ep_overlap = true;
        const StepCost hidden = run.step();
        QVERIFY(exposed.expert_comm > 0);
        QVERIFY(hidden.expert_comm < exposed.expert_comm);
        QVERIFY(hidden.expert_comm >=
                run.machine.generation.overlap_slowdown * exposed.expert_comm * (1 - 1e-12));
    }

    /// Eight of DeepSeek-V3's experts a token, over eight servers: 7 copies leave as drawn, 3.5 where its
    /// routing keeps them to four servers and each gets one. The plan says which, else the stack's release.
    void tokens_leave_as_the_plan_says() {
        Run run("deepseek-v3", "h100-sxm5", 64);
        run.plan.ep = 64, run.plan.dp = 64;
        run.plan.expert_dispatch = ExpertDispatch::all_to_all;
        const auto bytes = [&](double year = 0) {
            return run.step("megatron-core", year).comms[StepCost::expert].bytes;
        };
        const double each = bytes();
        run.plan.expert_dispatch = ExpertDispatch::once;
        const double once = bytes();
        QVERIFY(std::abs(once / each - 3.5 / 7) < 1e-12);
        run.plan.expert_dispatch = ExpertDispatch::stack;
        const SoftwareParameters& stack = CostParameters::built_in().stack("megatron-core");
        QVERIFY(stack.dispatch_once_since > stack.reference_year);
        QCOMPARE(bytes(), each);
        QCOMPARE(bytes(stack.dispatch_once_since), once);
    }

    /// A small MoE whose host is slower than its GPUs: a step never runs faster than its launches, of which
    /// graphs of attention and router leave half and graphs of whole layers only the gaps.
    void graphs_take_launches_from_the_host() {
        Run run("qwen3-30b-a3b", "b200-sxm", 8);
        run.plan.ep = 8, run.plan.dp = 8, run.sequence = 512;
        const auto step = [&](LaunchGraphs graphs, double year = 0) {
            run.plan.graphs = graphs;
            return run.step("megatron-core", year);
        };
        const SoftwareParameters& stack = CostParameters::built_in().stack("megatron-core");
        const double layers = 48, micro_batches = 512 / 8;
        const double host =
            layers * micro_batches * 3 *
            ((stack.kernels_per_layer + moe_kernels) * stack.host_per_kernel + stack.expert_host);
        const StepCost none = step(LaunchGraphs::none), attention = step(LaunchGraphs::attention),
                       whole = step(LaunchGraphs::layers);
        const auto ends = [&](const StepCost& cost) { // logits and loss launch less than they compute
            return cost.compute + cost.memory + cost.expert_comm + cost.launch;
        };
        QVERIFY(std::abs((ends(none) - ends(attention)) / (host / 2) - 1) < 1e-9);
        const double gaps = layers * micro_batches * 3 * (stack.kernels_per_layer + moe_kernels) *
                            run.machine.generation.kernel_gap;
        QVERIFY(whole.launch >= gaps && whole.launch < attention.launch);
        QCOMPARE(step(LaunchGraphs::stack).launch, none.launch);
        QVERIFY(step(LaunchGraphs::stack, stack.expert_graphs_since).launch <
                step(LaunchGraphs::none, stack.expert_graphs_since).launch);
    }

    /// Where the plan leaves it to the stack, its recipe of the model on the part counts.
    void recipes_stand_for_the_stack() {
        Run run("qwen3-235b-a22b", "gb200", 64);
        run.plan.ep = 32, run.plan.pp = 2, run.plan.dp = 32;
        const SoftwareParameters& stack = CostParameters::built_in().stack("megatron-core");
        const StackRecipe* recipe = recipe_of(stack, 2026, run.model->id, run.machine.accelerator);
        QVERIFY(recipe && recipe->graphs == LaunchGraphs::attention);
        QVERIFY(!recipe_of(stack, 2025, run.model->id, run.machine.accelerator));
        QVERIFY(!recipe_of(stack, 2026, run.model->id, "b200-pcie"));
        StepInputs in;
        in.shape = &*run.model->transformer;
        in.machine = &run.machine;
        in.software = &stack;
        in.plan = &run.plan;
        in.sequence = 4096, in.global_batch = 512, in.software_year = 2026;
        const auto launched = [&](LaunchGraphs graphs) {
            run.plan.graphs = graphs;
            return launched_shares(StepContext(in), run.plan);
        };
        QCOMPARE(launched(LaunchGraphs::stack).experts, 1.0);
        in.recipe = recipe;
        QCOMPARE(launched(LaunchGraphs::stack).experts, launched(LaunchGraphs::attention).experts);
        QCOMPARE(launched(LaunchGraphs::none).experts, 1.0);
        StackRecipe once = *recipe;
        once.dispatch = ExpertDispatch::all_to_all;
        in.recipe = &once;
        QVERIFY(!StepContext(in).dispatch_once);
        in.recipe = nullptr;
        QVERIFY(StepContext(in).dispatch_once);
    }

    /// A profile's kernels are launched one by one, or not at all.
    void graphs_take_a_profiles_launches() {
        GenericProfile profile;
        profile.parameters = 1e6;
        profile.flops_per_sample = Flops(1e6);
        profile.kernels_per_step = 1e5;
        Run run("llama3-8b", "h100-sxm5", 8);
        run.plan.dp = 8;
        GenericInputs in;
        in.profile = &profile;
        in.machine = &run.machine;
        in.software = &CostParameters::built_in().stack("megatron-core");
        in.fabric = &run.fabric;
        in.plan = &run.plan;
        in.global_batch = 8;
        const double launched = generic_step(in).launch;
        run.plan.graphs = LaunchGraphs::layers;
        QVERIFY(launched > 0.4);
        QVERIFY(std::abs(generic_step(in).launch - 1e5 * run.machine.generation.kernel_gap) < 1e-12);
    }

    /// 126 layers on 16 stages: the last holds seven and the logits, others eight (Llama 3, section 3.3.2).
    void the_stage_with_the_head_holds_a_layer_less() {
        Run run("llama3-405b", "h100-sxm5", 128);
        run.plan.tp = 8, run.plan.pp = 16, run.plan.dp = 1;
        QCOMPARE(run.step().stage_layers, 8.0);
        // A vocabulary that outweighs a layer makes the last stage the slowest.
        ModelSpec wide = *run.model;
        wide.transformer->vocab *= 40;
        run.model = &wide;
        QCOMPARE(run.step().stage_layers, 7.0);
    }

    /// A pipeline that too few micro-batches fill has its bubble under every schedule.
    void no_schedule_fills_an_empty_pipeline() {
        Plan plan;
        plan.pp = 16;
        const auto share = [&](Schedule schedule, int vpp, double m) {
            plan.schedule = schedule;
            plan.vpp = vpp;
            return bubble_share(plan, m);
        };
        for (const double m : {1.0, 8.0, 64.0}) QCOMPARE(share(Schedule::one_f_one_b, 1, m), 1.0);
        QCOMPARE(share(Schedule::one_f_one_b, 4, 16), 0.25);
        QCOMPARE(share(Schedule::one_f_one_b, 4, 1), 1.0); // one micro-batch goes through all chunks in turn
        QCOMPARE(share(Schedule::zb_1p, 1, 16), 1.0 / 3);
        QCOMPARE(share(Schedule::zb_1p, 1, 1), 2.0 / 3);
        QCOMPARE(share(Schedule::zb_2p, 1, 31), 0.0);
        QCOMPARE(share(Schedule::zb_2p, 1, 1), 2.0 / 3);
        QVERIFY(share(Schedule::zb_2p, 1, 16) > 0.3);
    }

    /// NeMo before 2023.4 and Megatron-LM before 2023 kept the scores in HBM.
    void chunks_hide_all_but_the_last_ones_share() {
        Plan plan;
        plan.pp = 8;
        // One chunk: its last pass.
        QCOMPARE(hidden_by_chunks(plan, 16, 2, 1), 1.0);
        QCOMPARE(hidden_by_chunks(plan, 16, 0.5, 1), 0.5);
        // Four: a quarter of what the last pass has no time for is left over, and no more than
        // (3 · 8 + 1)/4 passes hide anything.
        plan.vpp = 4;
        QCOMPARE(hidden_by_chunks(plan, 16, 2, 1), 2 - 0.25);
        QCOMPARE(hidden_by_chunks(plan, 16, 20, 1), 6.25);
        QCOMPARE(hidden_by_chunks(plan, 2, 20, 1), 1.75); // two micro-batches
        QCOMPARE(hidden_by_chunks(plan, 16, 0.9, 1), 0.9);
        QCOMPARE(hidden_by_chunks(plan, 16, 3, 0), 0.0); // nothing overlaps

        // In a step of a stack with buckets.
        Run run("llama3-70b", "h100-sxm5", 2048);
        run.batch = 2048, run.sequence = 1024; // passes shorter than the exchange
        run.plan.tp = 4, run.plan.pp = 4, run.plan.dp = 128, run.plan.vpp = 5, run.plan.zero = 1;
        const double chunks = run.step().data_comm;
        run.plan.vpp = 1;
        const double whole = run.step().data_comm;
        QVERIFY2(chunks < 0.8 * whole, qPrintable(QString("%1 s, %2 s").arg(chunks).arg(whole)));
    }

    void flash_attention_by_release() {
        const CostParameters& p = CostParameters::built_in();
        QCOMPARE(attention_kernel(p.stack("NeMo 22.07"), release_year("NeMo 22.07")),
                 AttentionKernel::unfused);
        QCOMPARE(attention_kernel(p.stack("NeMo 24.11"), release_year("NeMo 24.11")), AttentionKernel::tuned);
        QCOMPARE(attention_kernel(p.stack("Megatron-LM 2021"), 2021.5), AttentionKernel::unfused);
        QVERIFY(flash_attention(p.stack("Megatron-LM 2023"), 2023.5));
        Run run("gpt3-175b", "a100-sxm4-80gb", 64);
        run.plan.tp = 8, run.plan.pp = 8, run.plan.dp = 1;
        QVERIFY(run.step("megatron-lm", 2023.5).memory < run.step("megatron-lm", 2021.5).memory);
    }

    /// BLOOM's chronicles: heads of 150 elements keep the batched products off the tensor cores' fast path.
    void heads_off_the_tensor_cores_grid() {
        KernelQuality unfused;
        unfused.flash = false;
        QCOMPARE(attention_shape_share(128, 2048, unfused), 1.0);
        QVERIFY(attention_shape_share(150, 2048, unfused) < 0.5);
        KernelQuality flash;
        QVERIFY(attention_shape_share(64, 2048, flash) < attention_shape_share(128, 2048, flash));
        QVERIFY(attention_shape_share(128, 1024, flash) < attention_shape_share(128, 16384, flash));
    }
};

QTEST_APPLESS_MAIN(TestStepOptions)
#include "test_step_options.moc"
