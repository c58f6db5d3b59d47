// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/step/collectives/collectives.h"
#include "core/step/cost/convergence.h"
#include "core/step/cost/machine.h"
#include "core/step/cost/roofline.h"
#include "core/step/cost/step.h"
#include "core/step/cost/stragglers.h"
#include "core/step/workload/layer.h"
#include "core/step/workload/layer_parameters.h"

#include <QTest>
#include <cmath>
#include <random>

using namespace roofrack;

namespace {

Fabric flat(double gpus, double domain, double scale_up, double nic, const char* accelerator = "h100-sxm5") {
    return flat_fabric(gpus, domain, domain, ByteRate(scale_up), ByteRate(nic), LinkClass::infiniband,
                       accelerator);
}

Machine machine(const char* id) {
    const Part* part = Catalog::built_in().part(PartKind::accelerator, id);
    return *make_machine(*part, CostParameters::built_in());
}

bool near(double actual, double expected, double relative) {
    return std::abs(actual / expected - 1) <= relative;
}

} // namespace

class TestCost : public QObject {
    Q_OBJECT
private Q_SLOTS:

    void layer_flops() {
        // GPT-3 175B: forward FLOPs of a layer = 24·T·h² + 4·T·s·h with the full square (Narayanan 2021,
        // appendix).
        const ModelSpec* gpt3 = Catalog::built_in().model("gpt3-175b");
        QVERIFY(gpt3);
        LayerSlice slice;
        slice.tokens = slice.sequence = 2048;
        slice.flash_attention = false;
        double flops = 0;
        for (const Operator& op : layer_operators(*gpt3->transformer, slice, false)) flops += op.flops;
        const double h = 12288, t = 2048;
        QVERIFY(near(flops, 24 * t * h * h + 4 * t * t * h, 1e-12));
        slice.flash_attention = true; // causal half
        flops = 0;
        for (const Operator& op : layer_operators(*gpt3->transformer, slice, false)) flops += op.flops;
        QVERIFY(near(flops, 24 * t * h * h + 2 * t * t * h, 1e-12));
    }

    void tensor_parallel_cuts_the_work() {
        const TransformerShape shape = *Catalog::built_in().model("llama3-70b")->transformer;
        LayerSlice one, eight;
        one.tokens = eight.tokens = one.sequence = eight.sequence = 8192;
        eight.tp = 8;
        double whole = 0, cut = 0;
        for (const Operator& op : layer_operators(shape, one, false)) whole += op.flops;
        for (const Operator& op : layer_operators(shape, eight, false)) cut += op.flops;
        QVERIFY(near(8 * cut, whole, 1e-12));
    }

    void model_flops_are_palms() {
        // PaLM 540B: 6N + 12·L·h_attention·s a token, N = 540.35e9, L = 118, 48 heads of 256, s = 2048
        // (Chowdhery 2022, appendix B).
        const TransformerShape shape = *Catalog::built_in().model("palm-540b")->transformer;
        const double expected = 2048 * (6 * 540.35e9 + 12.0 * 118 * 48 * 256 * 2048);
        QVERIFY2(near(model_flops(shape, 2048).palm, expected, 0.02),
                 "within the parameters that the shape leaves out");
    }

    void gemm_efficiency_falls_with_small_shapes() {
        KernelQuality q;
        q.work_half = 0.5;
        q.depth_half = 300;
        q.units = 132;
        QVERIFY(gemm_shape_share(8192, 8192, 8192, 1, q) > gemm_shape_share(512, 8192, 8192, 1, q));
        QVERIFY(gemm_shape_share(8192, 8192, 8192, 1, q) > gemm_shape_share(8192, 8192, 128, 1, q));
        QVERIFY(gemm_shape_share(8192, 8192, 8192, 1, q) > gemm_shape_share(129, 8192, 8192, 1, q));
        QVERIFY(gemm_shape_share(8192, 8192, 8192, 1, q) <= 1);
    }

    void dense_arithmetic_is_never_faster_than_the_peak() {
        const Machine h100 = machine("h100-sxm5");
        const KernelQuality q = kernel_quality(h100, CostParameters::built_in().stack("megatron-core"));
        Operator op;
        op.m = op.n = op.k = 16384;
        op.flops = 2.0 * 16384 * 16384 * 16384;
        op.bytes = 2.0 * 3 * 16384 * 16384;
        const double seconds = forward_time(op, h100, Precision::bf16, q).total();
        // 989 TFLOP/s dense; the best measured GEMM reaches 0.803 of it (stas00/ml-engineering).
        QVERIFY(op.flops / seconds < 989e12);
        QVERIFY(op.flops / seconds > 0.6 * 989e12);
        QVERIFY(forward_time(op, h100, Precision::fp8, q).total() < seconds);
    }

    void all_reduce_in_one_server() {
        // Large messages: bus bandwidth of a ring = 0.81 × 300 GB/s on A100 (measured 235: NCCL tests,
        // ml-engineering).
        const Fabric a100 = flat(8, 8, 300e9, 25e9, "a100-sxm4-80gb");
        const GroupPath path = group_path(a100, 8, 1);
        const double seconds = all_reduce_time(4e9, path);
        QVERIFY(near(all_reduce_bus_bandwidth(4e9, seconds, 8), 235e9, 0.05));
        QCOMPARE(all_reduce_time(4e9, group_path(a100, 1, 1)), 0.0);
        // In-switch reduction on H100: 480 GB/s bus bandwidth for eight (ml-engineering).
        const GroupPath nvls = group_path(flat(8, 8, 450e9, 50e9), 8, 1, {}, 1, true);
        QVERIFY(near(all_reduce_bus_bandwidth(4e9, all_reduce_time(4e9, nvls), 8), 480e9, 0.05));
    }

    void ring_across_servers_shares_the_nics() {
        const Fabric fabric = flat(1024, 8, 450e9, 50e9);
        // All eight GPUs of a server in one ring use all eight NICs; one GPU a server uses one.
        const GroupPath dense = group_path(fabric, 1024, 1), sparse = group_path(fabric, 128, 8);
        QCOMPARE(dense.domain, 8.0);
        QCOMPARE(dense.nodes, 128.0);
        QCOMPARE(sparse.domain, 1.0);
        QVERIFY(near(dense.inter_bus, 8 * sparse.inter_bus, 1e-12));
        QVERIFY(near(dense.inter_rank, sparse.inter_rank, 1e-12));
    }

    void collectives_are_monotone_in_bandwidth() {
        for (double bytes = 64; bytes < 1e10; bytes *= 7)
            for (const double factor : {1.1, 2.0, 10.0}) {
                const GroupPath slow = group_path(flat(256, 8, 300e9, 25e9), 256, 1);
                const GroupPath fast = group_path(flat(256, 8, 300e9 * factor, 25e9 * factor), 256, 1);
                QVERIFY(all_reduce_time(bytes, fast) <= all_reduce_time(bytes, slow));
                QVERIFY(all_gather_time(bytes, fast) <= all_gather_time(bytes, slow));
                QVERIFY(all_to_all_time(bytes, fast) <= all_to_all_time(bytes, slow));
                QVERIFY(send_time(bytes, fast) <= send_time(bytes, slow));
            }
    }

    void no_network_is_infinite() {
        const GroupPath path = group_path(flat(16, 8, 450e9, 0), 16, 1);
        QVERIFY(std::isinf(all_reduce_time(1e6, path)));
        QVERIFY(std::isinf(all_to_all_time(1e6, path)));
    }

    void a_barrier_waits_for_the_slowest() {
        // 100,000 steps of a barrier, every rank a draw a step.
        std::mt19937 random(1);
        std::normal_distribution<double> draw;
        for (const int ranks : {2, 8, 64}) {
            double sum = 0;
            for (int step = 0; step < 100000; ++step) {
                double slowest = draw(random);
                for (int rank = 1; rank < ranks; ++rank) slowest = std::max(slowest, draw(random));
                sum += slowest;
            }
            QVERIFY(near(expected_maximum(ranks), sum / 100000, 0.02));
        }
    }
    void slowest_of_many() {
        QCOMPARE(expected_maximum(1), 0.0);
        // Two and three draws in closed form; more from tables of order statistics (Harter 1961).
        QVERIFY(near(expected_maximum(2), 1 / std::sqrt(M_PI), 1e-12));
        QVERIFY(near(expected_maximum(3), 1.5 / std::sqrt(M_PI), 1e-12));
        QVERIFY(near(expected_maximum(10), 1.53875, 1e-5));
        QVERIFY(near(expected_maximum(100), 2.50759, 1e-5));
        QVERIFY(near(expected_maximum(1000), 3.24144, 1e-5));
        QVERIFY(expected_maximum(16384) > expected_maximum(64));
        // 63 GPUs at 180 ms and one at 240 ms, 100,000 steps: 105 GPU-hours.
        QVERIFY(near(gpu_hours_lost(0.060, 64, 1, 100000), 105.0, 1e-12));
    }

    void critical_batch() {
        // Zhang's batch has 20 % overhead by definition: B = B_crit/5.
        const double critical = critical_batch_zhang(15e12);
        QVERIFY(near(token_overhead(critical / 5, critical), 1.2, 1e-12));
        // Llama 3 at 16M tokens pays 11 %.
        QVERIFY(near(token_overhead(16.78e6, critical) - 1, 0.11, 0.25));
    }

    void amdahl_never_passes_ten() {
        // 10 % serial: speed-up below 10 for any number of GPUs (Amdahl 1967), by the mechanism: serial time
        // does not shrink.
        GenericProfile profile;
        profile.parameters = 1;
        profile.flops_per_sample = Flops(1e12);
        profile.bytes_per_sample = Bytes(1);
        const Machine h100 = machine("h100-sxm5");
        SoftwareParameters ideal = CostParameters::built_in().stack("unknown");
        ideal.host_per_kernel = 0;
        Plan plan;
        plan.dp = 1;
        plan.zero = 0;
        Fabric fabric = flat(1 << 20, 8, 1e30, 1e30);
        GenericInputs in{&profile, &h100, &ideal, &fabric, &plan, double(1 << 20), 1, 1, {}};
        const double work = generic_step(in).compute;
        profile.serial_per_step = Seconds(work / 9);
        const double one = generic_step(in).total();
        double last = 1;
        for (int gpus = 2; gpus <= 1 << 20; gpus *= 4) {
            plan.dp = gpus;
            const StepCost step = generic_step(in);
            const double speedup = one / (step.compute + step.memory + step.launch);
            QVERIFY(speedup < 10 && speedup > last);
            last = speedup;
        }
        QVERIFY(last > 9.99);
    }

    void software_families() {
        const CostParameters& p = CostParameters::built_in();
        QCOMPARE(p.stack("NeMo 25.02").name, std::string("megatron-core"));
        QCOMPARE(p.stack("NeMo 99.12").name,
                 std::string("megatron-core")); // a release not seen falls back to its family
        QCOMPARE(p.stack("Megatron-LM 2021").name, std::string("megatron-lm"));
        QCOMPARE(p.stack("something else").name, std::string("unknown"));
        QVERIFY(near(release_year("NeMo 24.11.1"), 2024.875, 1e-4));
        QVERIFY(near(release_year("Megatron-LM 2021"), 2021.5, 1e-9));
        QCOMPARE(release_year("InternEvo"), 0.0);
        QVERIFY(near(release_year("PyTorch 2.1 (eager)"), 2023.76, 1e-9)); // 2.11 begins with it
        QVERIFY(near(release_year("TorchTitan, PyTorch 2.11"), 2026.22, 1e-9));
    }
};

QTEST_APPLESS_MAIN(TestCost)
#include "test_cost.moc"
