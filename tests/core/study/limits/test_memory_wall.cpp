// SPDX-License-Identifier: GPL-3.0-or-later
// Growth of the catalogue's accelerators, ridge points, and where a workload stands and comes to.
#include "core/step/cost/ridge_point.h"
#include "core/step/cost/roofline.h"
#include "core/step/engine/evaluate.h"
#include "core/study/limits/memory_wall.h"
#include "tests/support/sample.h"

#include <QTest>
#include <cmath>

using namespace roofrack;

namespace {

struct Drawn {
    Prepared prepared;
    Evaluation evaluation;
};

Drawn drawn(const char* sample) {
    Prepared prepared = test::prepared(test::sample(sample));
    Evaluation evaluation = evaluate(prepared);
    return {std::move(prepared), std::move(evaluation)};
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); }

MemoryWall wall() { return *memory_wall(Catalog::built_in()); }

constexpr WallGrowth growth{1.6, 1.25, 1.2, 5};

} // namespace

class TestMemoryWall : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_series_by_hand_has_its_growth();
    void the_scatter_is_that_of_the_parts();
    void what_does_not_determine_a_line_has_none();
    void ridge_points_are_the_rooflines();
    void one_of_a_generation_leads();
    void nics_are_a_gpus_share();
    void options_are_checked();
    void a_vendor_without_a_leading_part_is_told_so();
    void operators_pass_the_ridge_in_time();
    void a_projection_is_its_rates();
    void traffic_is_counted_once();
};

void TestMemoryWall::a_series_by_hand_has_its_growth() {
    std::vector<std::pair<double, double>> points;
    for (const double year : {2017.0, 2019.0, 2020.0, 2024.0})
        points.emplace_back(year, 1e12 * std::pow(1.5, year - 2017));
    const GrowthFit fit = fit_growth(points);
    QVERIFY(close(fit.per_year, 1.5));
    QVERIFY(std::abs(fit.scatter - 1) < 1e-9 && std::abs(fit.error - 1) < 1e-9);
    QVERIFY(close(fit.value(2021), 1e12 * std::pow(1.5, 4)));
    QCOMPARE(fit.parts, size_t{4});
}

void TestMemoryWall::the_scatter_is_that_of_the_parts() {
    // 1.2 above and below a line of 2 a year: residuals ln 1.2, s² = 4 ln² 1.2 ÷ (4 − 2), Σ(x − x̄)² = 1.
    const GrowthFit fit = fit_growth({{2020, 1.2}, {2020, 1 / 1.2}, {2021, 2.4}, {2021, 2 / 1.2}});
    QVERIFY(close(fit.per_year, 2));
    const double deviation = std::sqrt(2.0) * std::log(1.2);
    QVERIFY(close(fit.scatter, std::exp(deviation)));
    QVERIFY(close(fit.error, std::exp(deviation)));
}

void TestMemoryWall::what_does_not_determine_a_line_has_none() {
    QCOMPARE(fit_growth({}).per_year, 0.0);
    QCOMPARE(fit_growth({{2020, 1}, {2020, 2}}).per_year, 0.0);
    const GrowthFit two = fit_growth({{2020, 1}, {2022, 4}});
    QVERIFY(close(two.per_year, 2));
    QCOMPARE(two.error, 0.0);
}

void TestMemoryWall::ridge_points_are_the_rooflines() {
    const MemoryWall all = wall();
    QVERIFY(all.parts.size() >= 25);
    int machines = 0;
    for (const WallPart& part : all.parts) {
        const Part* of = Catalog::built_in().part(PartKind::accelerator, part.id);
        auto machine = make_machine(*of, CostParameters::built_in());
        // Parts of which a figure is not published stand in the list, and no step is made up for them.
        if (!machine) {
            QVERIFY2(!part.leads, part.id.c_str());
            continue;
        }
        ++machines;
        // What has as many FLOP a byte takes as long for either in the roofline, and less waits for memory.
        KernelQuality ideal;
        ideal.gemm = ideal.hbm = 1;
        ideal.attention_forward = 1;
        Operator op;
        op.kind = OperatorKind::attention;
        op.k = 96;
        op.n = 1e12;
        op.bytes = 1e9;
        const double share = attention_shape_share(op.k, op.n, ideal);
        op.flops = part.ridges.hbm * op.bytes * share;
        const double at = op.bytes / machine->hbm_rate;
        QVERIFY(close(forward_time(op, *machine, Precision::bf16, ideal).total(), at));
        op.flops *= 0.999;
        QVERIFY(forward_time(op, *machine, Precision::bf16, ideal).memory > 0);
        op.flops *= 1.002;
        QVERIFY(forward_time(op, *machine, Precision::bf16, ideal).compute > 0);
    }
    QVERIFY(machines >= 25);
    // 989 TFLOP/s over 3.35 TB/s, 450 GB/s and 50 GB/s.
    const WallPart& h100 = *all.part("h100-sxm5");
    QVERIFY(close(h100.ridges.hbm, 989e12 / 3.35e12));
    QVERIFY(close(h100.ridges.scale_up, 989e12 / 450e9));
    QVERIFY(close(h100.ridges.nic, 989e12 / 50e9));
    QCOMPARE(ridge_point(FlopRate(1), ByteRate(0)), 0.0);
}

void TestMemoryWall::one_of_a_generation_leads() {
    const MemoryWall all = wall();
    std::map<std::string, int> leaders, candidates;
    for (const WallPart& part : all.parts) {
        leaders[part.generation] += part.leads;
        candidates[part.generation] += part.may_lead;
    }
    // A generation of announced parts and of parts without a scale-up link has none.
    int leading = 0;
    for (const auto& [generation, count] : leaders) {
        QCOMPARE(count, candidates[generation] > 0 ? 1 : 0);
        leading += count;
    }
    QVERIFY(all.part("h100-sxm5")->leads);
    QVERIFY(!all.part("h200-sxm")->leads && !all.part("h100-pcie")->leads);
    QVERIFY(all.part("gb200")->leads && !all.part("b200-sxm")->leads);
    QCOMPARE(all.base, std::string("v100-sxm2-32gb"));
    QCOMPARE(all.growth[0].parts, static_cast<size_t>(leading));
    QVERIFY(std::ranges::is_sorted(all.parts, {}, &WallPart::year));
    // Arithmetic grows faster than memory, and memory faster than links; formats grow on top.
    const auto per_year = [&](WallRate rate) { return all.growth[static_cast<size_t>(rate)].per_year; };
    QVERIFY(per_year(WallRate::compute_low) > per_year(WallRate::compute_16));
    QVERIFY(per_year(WallRate::compute_16) > per_year(WallRate::hbm));
    QVERIFY(per_year(WallRate::hbm) > per_year(WallRate::scale_up));
    const MemoryWall one = *memory_wall(Catalog::built_in(), {.vendor = "NVIDIA"});
    QVERIFY(one.parts.size() < all.parts.size());
    QCOMPARE(one.growth[0].parts, size_t{5}); // Volta to Blackwell Ultra
}

void TestMemoryWall::nics_are_a_gpus_share() {
    const MemoryWall all = wall();
    // A DGX-2: 8 NICs of 100 Gb/s for 16 GPUs; a DGX-1: 4 for 8.
    QCOMPARE(rate_of(all.part("v100-sxm2-16gb")->rates, WallRate::nic), 6.25e9);
    QCOMPARE(all.part("v100-sxm2-16gb")->server, std::string("dgx-1"));
    QCOMPARE(rate_of(all.part("gb300")->rates, WallRate::nic), 100e9);
    QCOMPARE(all.part("gb300")->low, std::string("FP4"));
    QCOMPARE(all.part("v100-sxm2-32gb")->low, std::string("BF16"));
}

void TestMemoryWall::options_are_checked() {
    const Catalog& catalog = Catalog::built_in();
    const auto where = [&](const WallOptions& options) {
        const auto made = memory_wall(catalog, options);
        return made ? std::string() : made.error().where;
    };
    QCOMPARE(where({}), std::string());
    QCOMPARE(where({.compute = 0}), std::string("--compute-growth"));
    QCOMPARE(where({.bandwidth = -1}), std::string("--bandwidth-growth"));
    QCOMPARE(where({.link = 101}), std::string("--link-growth"));
    QCOMPARE(where({.years = 0.5}), std::string("--years"));
    QCOMPARE(where({.years = std::nan("")}), std::string("--years"));
    QCOMPARE(where({.vendor = "nobody"}), std::string("--vendor"));
    QCOMPARE(wall().projected.compute, catalog.defaults().memory_wall.compute);
    QVERIFY(wall().published.size() >= 9);
}

void TestMemoryWall::a_vendor_without_a_leading_part_is_told_so() {
    const MemoryWall all = wall();
    std::map<std::string, bool> leads;
    for (const WallPart& part : all.parts) leads[part.vendor] |= part.may_lead;
    QVERIFY(leads.contains("Microsoft") && !leads["Microsoft"]); // its only part is announced
    for (const auto& [vendor, has_one] : leads) {
        const auto made = memory_wall(Catalog::built_in(), {.vendor = vendor});
        QVERIFY2(made.has_value() == has_one, vendor.c_str());
        if (made) {
            QVERIFY2(made->part(made->base), vendor.c_str());
            continue;
        }
        QCOMPARE(made.error().where, std::string("--vendor"));
        QCOMPARE(made.error().what,
                 "every accelerator of '" + vendor + "' is only announced or has no scale-up link");
        // What is offered instead does not fail.
        QVERIFY(made.error().fix.starts_with("one of "));
        QVERIFY2(made.error().fix.find("NVIDIA") != std::string::npos, made.error().fix.c_str());
        QVERIFY2(made.error().fix.find(vendor) == std::string::npos, made.error().fix.c_str());
    }
}

void TestMemoryWall::operators_pass_the_ridge_in_time() {
    const Drawn llama = drawn("llama3-405b-16k");
    const WallPosition standing = wall_position(llama.prepared, llama.evaluation, growth);
    QVERIFY(standing.operators.size() >= 6);
    double shares = 0;
    for (const WallPosition::Op& op : standing.operators) {
        shares += op.share;
        QVERIFY(op.years);
        // After so long the ridge is where the operator is.
        QVERIFY(close(op.ridge * std::pow(1.6 / 1.25, *op.years), op.intensity));
    }
    QVERIFY(close(shares, 1));
    const auto ffn = std::ranges::find(standing.operators, "ffn up", &WallPosition::Op::name);
    QVERIFY(ffn != standing.operators.end() && ffn->intensity > ffn->ridge);
    // Where memory grows as fast, nothing is caught up with.
    const WallPosition even = wall_position(llama.prepared, llama.evaluation, {1.3, 1.3, 1.2, 5});
    for (const WallPosition::Op& op : even.operators) QVERIFY(!op.years);
    QVERIFY(!even.hbm_years && even.scale_up_years);
}

void TestMemoryWall::a_projection_is_its_rates() {
    const Drawn llama = drawn("llama3-405b-16k");
    const WallPosition standing = wall_position(llama.prepared, llama.evaluation, growth);
    QCOMPARE(standing.future.size(), size_t{6});
    QCOMPARE(standing.future.front().times.arithmetic, standing.now.arithmetic);
    QCOMPARE(standing.future.front().faster, 1.0);
    QCOMPARE(standing.future.front().memory_share, standing.memory_share);
    double waits = 0, all = 0;
    for (const OperatorCost& op : llama.evaluation.operators) {
        const double compute = op.calls * op.flops.si() / op.peak.si(),
                     memory = op.calls * op.bytes.si() / 3.35e12;
        all += std::max(compute, memory);
        if (memory > compute) waits += memory;
    }
    QVERIFY(standing.memory_share > 0.01 && close(standing.memory_share, waits / all));
    const WallPosition::Future& last = standing.future.back();
    QVERIFY(close(last.ridges.hbm, standing.ridges.hbm * std::pow(1.6 / 1.25, 5)));
    QVERIFY(close(last.ridges.nic, standing.ridges.nic * std::pow(1.6 / 1.2, 5)));
    QVERIFY(close(rate_of(last.rates, WallRate::scale_up), 450e9 * std::pow(1.2, 5)));
    QVERIFY(close(last.times.hbm, standing.now.hbm / std::pow(1.25, 5)));
    for (size_t i = 1; i < standing.future.size(); ++i) {
        const auto &now = standing.future[i], &before = standing.future[i - 1];
        QVERIFY(now.memory_share >= before.memory_share);
        QVERIFY(now.faster > before.faster && now.faster < std::pow(1.6, now.year));
        QVERIFY(now.faster > std::pow(1.25, now.year));
    }
    // At that time bytes take as long as arithmetic.
    const double years = *standing.nic_years;
    QVERIFY(close(standing.now.arithmetic / std::pow(1.6, years), standing.now.nic / std::pow(1.2, years)));
}

void TestMemoryWall::traffic_is_counted_once() {
    // 400 MB go round a ring of 256 in servers of 8: an eighth of what passes a GPU leaves its server.
    const Drawn ring = drawn("generic-100m-256gpu-1nic");
    const WallPosition standing = wall_position(ring.prepared, ring.evaluation, growth);
    const double passes = 2 * 255.0 / 256 * 400e6;
    QVERIFY(close(standing.now.nic * rate_of(standing.rates, WallRate::nic), passes / 8));
    QVERIFY(close(standing.now.scale_up * rate_of(standing.rates, WallRate::scale_up), passes * 7 / 8));
    const Drawn large = drawn("dgx-h100-su");
    const WallPosition several = wall_position(large.prepared, large.evaluation, growth);
    QVERIFY(close(several.now.arithmetic * rate_of(several.rates, WallRate::compute_16),
                  several.now.nic * rate_of(several.rates, WallRate::nic) * several.nic_intensity));
    // One server: nothing leaves it.
    const Drawn small = drawn("ws-8gpu");
    const WallPosition alone = wall_position(small.prepared, small.evaluation, growth);
    QCOMPARE(alone.nic_intensity, 0.0);
    QCOMPARE(alone.now.nic, 0.0);
    QVERIFY(!alone.nic_years);
}

QTEST_APPLESS_MAIN(TestMemoryWall)
#include "test_memory_wall.moc"
