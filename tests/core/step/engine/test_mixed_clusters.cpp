// SPDX-License-Identifier: GPL-3.0-or-later
// Unequal domains, and sites apart: each beside what one computes by hand.
#include "core/drawing/network/block_kinds.h"
#include "core/step/collectives/hierarchy.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "core/step/engine/prepared_impl.h"
#include "tests/support/mitigations_of.h"
#include "tests/support/mixed_drawings.h"

using namespace roofrack;
using namespace roofrack::test;

class TestMixedClusters : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void one_odd_server_slows_the_ring_to_its_nic() {
        // 400 MB over 65 GPUs. By hand: the ring goes through the odd server's one NIC of 50 GB/s, of which
        // 97 % are reached: 2·(64/65)·400 MB/48.5 GB/s = 16.2 ms. Latencies of 8 + 1 servers come to 1 ms.
        const double by_hand = 2 * 64.0 / 65 * 400e6 / (0.97 * 50e9);
        const Evaluation odd = run(with_odd_servers(1));
        NEAR(part(odd, StepPart::data_comm), by_hand, 0.20);
        // Without it the eight NICs of a server carry the ring: an eighth, and the latency.
        const Evaluation even = run(with_odd_servers(0));
        QVERIFY(part(even, StepPart::data_comm) < part(odd, StepPart::data_comm) / 3);
    }

    /// A faster GPU that waits for a slower one is no GPU at work by its own pace.
    void gpus_at_work_of_two_kinds_keep_the_pace_of_the_slowest() {
        const Evaluation one = run(sample("decisions/owned-h100", 0)),
                         two = run(sample("decisions/owned-h100", 1));
        const std::string pace = "at the pace of the slowest kind";
        QVERIFY(gpus_at_work_text(one).find(pace) == std::string::npos);
        QVERIFY(gpus_at_work_text(two).find(pace) != std::string::npos);
        // The share of the step is nearly the same, though the faster kind loses much of its speed.
        NEAR(two.effective_gpus / two.gpus, one.effective_gpus / one.gpus, 0.05);
        QVERIFY(two.mfu < 0.8 * one.mfu);
    }

    void blocks_are_listed_where_they_differ() {
        const Prepared odd = prepared(with_odd_servers(1));
        const FabricLevel& domain = odd.fabric().levels.front();
        QCOMPARE(domain.block_gpus, 8.0);
        QCOMPARE(domain.unequal.size(), size_t(2));
        QCOMPARE(domain.unequal[1].gpus, 1.0);
        QCOMPARE(domain.unequal[1].first, 64.0);
        QVERIFY(prepared(with_odd_servers(0)).fabric().levels.front().unequal.empty());
        // 64 of the 65 GPUs stand in the eight servers drawn first.
        const BlockSpread most = block_spread(odd.fabric(), domain, 64, 1, 64);
        QCOMPARE(most.blocks, 8.0);
        const BlockSpread all = block_spread(odd.fabric(), domain, 65, 1, 65);
        QCOMPARE(all.blocks, 9.0);
        QCOMPARE(all.members, 8.0);
        // Eight odd ones hold a whole group of eight: none of it shares a domain.
        const Prepared many = prepared(with_odd_servers(8));
        const BlockSpread worst = block_spread(many.fabric(), many.fabric().levels.front(), 8, 1, 72);
        QCOMPARE(worst.blocks, 8.0);
        QCOMPARE(worst.members, 1.0);
    }

    void tensor_parallelism_is_held_against_the_smallest_domain() {
        const auto said = [](int odd) {
            Scenario scenario = with_odd_servers(odd);
            scenario.workload.model = "llama3-8b";
            scenario.plan.tp = 8;
            const Evaluation evaluation = run(scenario);
            return std::ranges::find(evaluation.findings, "plan-tp-across-servers", &Finding::id) !=
                   evaluation.findings.end();
        };
        QVERIFY(!said(0));
        QVERIFY(said(8)); // eight servers of one GPU hold a whole group
    }

    void a_ring_across_two_sites_pays_each_slow_link_twice() {
        // 16 GB a rank in 152 buckets over 64 servers, 32 at each of two sites 5 ms apart. By hand: a chunk
        // goes twice round the ring and meets both slow links each time, 4·5 ms an all-reduce; beside it
        // 2·16 GB over eight NICs of 48.5 GB/s: 152·20 ms + 0.08 s = 3.1 s.
        const double buckets = 152, bytes = 16e9;
        const double by_hand = buckets * 4 * 5e-3 + 2 * bytes / (8 * 48.5e9);
        const Prepared two = prepared(
            read(two_sites(32), R"({"model": "generic-100m", "global_batch": 512})", R"({"zero": 0})"));
        const GroupPath path = group_path(two.fabric(), 512, 1);
        QCOMPARE(path.nodes, 64.0);
        NEAR(buckets * all_reduce_time(bytes / buckets, path), by_hand, 0.20);
        // Two reduced halves of it, as sharded optimizers do: each once round.
        NEAR(buckets * all_gather_time(bytes / buckets, path), by_hand / 2, 0.35);
        // Summed inside the sites first, a bucket crosses there and back once: half of the latency.
        const Hierarchy split = hierarchy(two.fabric(), 512, 1);
        QCOMPARE(split.across, 2.0);
        QCOMPARE(split.inside, 256.0);
        QVERIFY(hierarchical_time(bytes / buckets, split) < 0.75 * all_reduce_time(bytes / buckets, path));
    }

    void gradients_across_sites_by_plan() {
        const std::string work = R"({"model": "generic-100m", "global_batch": 512})";
        const auto comm = [&](const std::string& plan) {
            return part(run(read(two_sites(32), work, plan)), StepPart::data_comm);
        };
        const double flat = comm(R"({"zero": 0, "dp_overlap": false, "software": "fsdp"})");
        const double split =
            comm(R"({"zero": 0, "dp_overlap": false, "software": "fsdp", "hierarchical": true})");
        const double seldom =
            comm(R"({"zero": 0, "dp_overlap": false, "software": "fsdp", "sync_every": 8})");
        QVERIFY2(split < 0.8 * flat, qPrintable(QString("%1 against %2").arg(split).arg(flat)));
        // Local SGD: an eighth of the exchanges.
        NEAR(seldom, flat / 8, 1e-9);
        // What the search is told to leave as it is: in one site nothing is gained.
        const Scenario one = with_odd_servers(0);
        Scenario same = one;
        same.plan.hierarchical = true;
        QVERIFY(part(run(same), StepPart::data_comm) <= part(run(one), StepPart::data_comm));
    }

    void sites_are_mitigated_by_fewer_crossings() {
        const Scenario far = read(two_sites(8), R"({"model": "generic-100m", "global_batch": 128})",
                                  R"({"zero": 0, "dp_overlap": false, "software": "fsdp"})");
        const auto found = test::mitigations_of(far);
        QVERIFY(found.has_value());
        QVERIFY(std::ranges::find(found->found, "hierarchical", &Mitigation::id) != found->found.end());
    }
};

QTEST_APPLESS_MAIN(TestMixedClusters)

#include "test_mixed_clusters.moc"
