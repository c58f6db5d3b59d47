// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/units/common_units.h"
#include "core/study/losses/blast_radius.h"
#include "core/study/losses/run_losses.h"
#include "tests/support/sample.h"

#include <QTest>
#include <fmt/format.h>

using namespace roofrack;

namespace {

BlastRadii radii_of(const Scenario& scenario) { return blast_radii(test::prepared(scenario)); }

const BlastRadius& of(const BlastRadii& radii, FailureDomainKind kind) {
    const auto found = std::ranges::find(radii.all, kind, [](const BlastRadius& r) { return r.domain.kind; });
    if (found == radii.all.end()) qFatal("no such kind");
    return *found;
}

RunLosses losses_of(const Scenario& scenario) {
    const Prepared prepared = test::prepared(scenario);
    const double gpus[] = {prepared.fabric().gpus};
    return run_losses(prepared, gpus).front();
}

} // namespace

class TestBlastRadius : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Whatever the spares, hours and failures by domain sum to what the run loses.
    void hours_sum_to_what_failures_take() {
        for (const char* name : {"llama3-405b-16k", "gb200-nvl72-x8", "dgx-h100-su", "shared-a100-hot-rack"})
            for (const std::optional<double> spares :
                 {std::optional<double>(), std::optional(0.0), std::optional(2.0), std::optional(40.0)}) {
                Scenario scenario = test::sample(name);
                scenario.site.spare_servers = spares;
                scenario.site.other_interruptions_per_1000_node_days = 2;
                const BlastRadii radii = radii_of(scenario);
                const RunLosses losses = losses_of(scenario);
                const double apart = losses.share(RunLoss::checkpoint) + losses.share(RunLoss::planned);
                const double expected = (losses.share() - apart) * hours_a_mean_year;
                double hours = radii.other_hours;
                for (const BlastRadius& radius : radii.all) hours += radius.hours;
                QVERIFY2(std::abs(hours / expected - 1) < 1e-9,
                         fmt::format("{}: {} {}", name, hours, expected).c_str());
                double failures = radii.others;
                for (const BlastRadius& radius : radii.all) failures += radius.all;
                QVERIFY(std::abs(failures * losses.cost.mttf - 1) < 1e-9);
            }
    }

    // Llama 3, 54 days: 148 faulty GPUs and 72 HBM of 16,384; the drawn network's share holds its leaves.
    void gpus_fail_as_often_as_published() {
        const BlastRadii radii = radii_of(test::sample("llama3-405b-16k"));
        const BlastRadius& gpu = of(radii, FailureDomainKind::gpu);
        QVERIFY(std::abs(gpu.all * 54 * 86400 / 220 - 1) < 0.01);
        QCOMPARE(gpu.out, 8.0);
        QVERIFY(std::abs(*gpu.each * 16384 / gpu.all - 1) < 1e-12);
        const BlastRadius& leaf = of(radii, FailureDomainKind::leaf);
        QCOMPARE(leaf.domain.gpus, 16.0);
        QCOMPARE(leaf.spare_servers, 2.0);
        QVERIFY(leaf.all * 54 * 86400 < 35); // switches and cables together
        QVERIFY(!of(radii, FailureDomainKind::row).each);
    }

    // One spare server saves from a server's failure, not from that of a leaf of two.
    void too_few_spares_wait_for_the_leaf() {
        Scenario scenario = test::sample("llama3-405b-16k");
        scenario.site.spare_servers = 1;
        const BlastRadii one = radii_of(scenario);
        QVERIFY(of(one, FailureDomainKind::gpu).resumes);
        QVERIFY(!of(one, FailureDomainKind::leaf).resumes);
        scenario.site.spare_servers = 2;
        QVERIFY(of(radii_of(scenario), FailureDomainKind::leaf).resumes);
        // All spares that single failures want: the leaves' repair is waited for no more.
        scenario.site.spare_servers = 60;
        QVERIFY(of(radii_of(scenario), FailureDomainKind::leaf).hours <
                of(one, FailureDomainKind::leaf).hours);
    }

    // A GB200 fails alone, and 72 leave the job.
    void a_gpu_takes_its_nvl72() {
        const BlastRadii radii = radii_of(test::sample("gb200-nvl72-x8"));
        QCOMPARE(radii.unit, 72.0);
        QCOMPARE(of(radii, FailureDomainKind::gpu).out, 72.0);
        const BlastRadius& leaf = of(radii, FailureDomainKind::leaf);
        QCOMPARE(leaf.out, 0.0);
        QVERIFY(leaf.domain.slowed == 576 && leaf.resumes);
    }

    void the_rate_says_whose_it_is() {
        Scenario scenario = test::sample("shared-a100-hot-rack");
        const Defaults& defaults = Defaults::built_in();
        const auto text = [&] { return used_rates(test::prepared(scenario)).text(defaults); };
        QVERIFY2(text().find("rate of A100: RSC-1") != std::string::npos, text().c_str());
        const double published = losses_of(scenario).cost.mttf;
        scenario.site.failures_per_1000_node_days = 13;
        QVERIFY2(text().find("13 failures") == 0 && text().find("said by the site") != std::string::npos,
                 text().c_str());
        QVERIFY(std::abs(published / losses_of(scenario).cost.mttf - 2) < 1e-9); // 6.5
        scenario = test::sample("gb200-nvl72-x8");
        QVERIFY2(text().find("H100, as none is published of GB200") != std::string::npos, text().c_str());
    }

    // Half A100, half H100: the mean of both.
    void generations_are_mixed_by_gpus() {
        Scenario scenario = test::sample("dgx-h100-su");
        const auto server = std::ranges::find(scenario.cluster.elements, ElementKind::server, &Element::kind);
        server->part = {};
        server->part.id = "dgx-a100";
        const Prepared prepared = test::prepared(scenario);
        const UsedRates rates = used_rates(prepared);
        QCOMPARE(rates.each.size(), size_t(2));
        const double a100 = rates.each[0].gpus, h100 = rates.each[1].gpus;
        const double expected =
            (a100 * rates.each[0].rate.value + h100 * rates.each[1].rate.value) / (a100 + h100);
        QVERIFY(std::abs(rates.value / expected - 1) < 1e-12);
        QVERIFY(rates.value > 3.79 && rates.value < 6.5);
    }
};

QTEST_APPLESS_MAIN(TestBlastRadius)
#include "test_blast_radius.moc"
