// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_file.h"
#include "core/step/cost/bands/single_source.h"
#include "core/step/cost/bands/uncertainty.h"
#include "core/step/engine/evaluate.h"
#include "core/step/search/search.h"
#include "core/study/scaling.h"
#include "validation/residual.h"

#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

using namespace roofrack;

namespace {

/// Spreads with round figures, so that bands can be added up by hand.
Uncertainty simple() {
    Uncertainty u;
    u.quantile = 1.5;
    u.families = {{"megatron-core", 0.03, 5, 10}, {"unknown", 0.01, 1, 1}};
    u.generations = {{"hopper", 0.04, 5, 10}};
    u.assumed = {0.12, 0.02, 0.03, 0.05, 0.06};
    u.spread_of(UnseenLevel::family) = 0.2;
    u.spread_of(UnseenLevel::generation) = 0.15;
    u.spread_of(UnseenLevel::newer_generation) = 0.3;
    u.spread_of(UnseenLevel::precision) = 0.1;
    u.calibrated = 0.5;
    u.widths = {{"hopper", 8}, {"hopper", 16}, {"megatron-core", 16}};
    u.combinations = {{"megatron-core", "hopper", 0}};
    return u;
}

/// Runs of two families whose residuals are normal, of known spread, with a lasting part a series.
std::vector<Residual> drawn_residuals(double narrow, double wide, int series) {
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal;
    std::vector<Residual> out;
    for (int s = 0; s < series; ++s)
        for (int i = 0; i < 3; ++i) {
            Residual r;
            r.family = s % 2 ? "wide" : "narrow";
            r.generation = s % 3 ? "new" : "old";
            r.kind = "dense";
            r.series = "s" + std::to_string(s);
            r.configuration = "m";
            r.gpus = 8 << i;
            r.error = (s % 2 ? wide : narrow) * normal(random);
            r.blanked.fill(std::nan(""));
            out.push_back(std::move(r));
        }
    return out;
}

} // namespace

class TestUncertainty : public QObject {
    Q_OBJECT
private Q_SLOTS:

    void variances_add_up() {
        const Uncertainty u = simple();
        Plan plan;
        BandBasis basis{"megatron-core", "hopper", "dense", &plan, {}, false, {}};
        QVERIFY(std::abs(u.sigma(basis) - 0.05) < 1e-12); // 3-4-5
        const Band band = u.band(10, basis);
        QVERIFY(std::abs(band.low - 10 * std::exp(-0.075)) < 1e-9);
        QVERIFY(std::abs(band.high - 10 * std::exp(0.075)) < 1e-9);
        basis.assumed[static_cast<size_t>(AssumedCell::recompute)] = true;
        QVERIFY(std::abs(u.sigma(basis) - 0.13) < 1e-12); // 5-12-13
    }

    void what_is_open_widens() {
        const Uncertainty u = simple();
        Plan plan, low;
        low.precision = Precision::fp8;
        const BandBasis known{"megatron-core", "hopper", "dense", &plan, {}, false, {}};
        const auto with = [&](auto&& change) {
            BandBasis basis = known;
            change(basis);
            return u.factor(basis);
        };
        const double factor = u.factor(known);
        QVERIFY(with([](BandBasis& b) { b.family = "unknown"; }) > factor);
        QVERIFY(with([](BandBasis& b) { b.family = "never heard of"; }) > factor);
        // Runs of stacks that nobody named, where they were farther off than those of one left out, or less.
        Uncertainty unnamed = u;
        BandBasis nameless = known;
        nameless.family = "unknown", nameless.generation = "volta";
        for (const double sigma : {0.1, 0.6}) {
            unnamed.families.back().sigma = sigma;
            const auto expected = std::hypot(std::max(sigma, 0.2), 0.15);
            QVERIFY(std::abs(unnamed.sigma(nameless) - expected) < 1e-12);
        }
        QVERIFY(with([](BandBasis& b) { b.generation = "volta"; }) > factor);
        QVERIFY(with([](BandBasis& b) { b.kind = "moe"; }) > factor);
        QVERIFY(with([](BandBasis& b) { b.single_source = {{"known from one series", 0.06}}; }) > factor);
        // FP8 has fitted runs on this generation, but none of this family.
        QVERIFY(with([&](BandBasis& b) { b.plan = &low; }) > factor); // widths: of both
        QVERIFY(with([](BandBasis& b) { b.calibrated = true; }) < factor);
        QVERIFY(!u.terms(known).empty());
        // Another vendor: neither is known, which counts once.
        Uncertainty strange = u;
        strange.spread_of(UnseenLevel::vendor) = 0.4;
        BandBasis vendor = known;
        vendor.family = "never heard of", vendor.generation = "ascend-910b";
        QVERIFY(std::abs(strange.sigma(vendor) - 0.4) < 1e-12);
        vendor.generation = "volta";                             // NVIDIA's, whose runs tell of any stack
        QVERIFY(std::abs(strange.sigma(vendor) - 0.25) < 1e-12); // 3-4-5
        // Another vendor's accelerators: no stack of others is surer than the one that they usually run, and
        // one without runs is as unsure as the vendor.
        Uncertainty amd = strange;
        amd.families.push_back({"rocm", 0.5, 3, 4, 0});
        amd.generations.push_back({"cdna3", 0.1, 3, 4, 0});
        amd.widths.insert(amd.widths.end(), {{"rocm", 16}, {"cdna3", 16}});
        amd.combinations.push_back({"megatron-core", "cdna3", 0});
        BandBasis away = known;
        away.generation = "cdna3";
        QVERIFY(std::abs(amd.sigma(away) - std::hypot(0.5, 0.1)) < 1e-12);
        for (const char* stack : {"unknown", "never heard of"}) {
            away.family = stack;
            QVERIFY(std::abs(amd.sigma(away) - 0.5) < 1e-12);
        }
        QCOMPARE(amd.factor(known), factor);
        // A release later than the newest fitted one, and more GPUs than the largest run.
        Uncertainty far = u;
        for (Uncertainty::Entry& family : far.families) family.newest = 2025.5;
        far.combinations = {{"megatron-core", "hopper", half_year(2025.5)}};
        far.spread_of(UnseenLevel::release) = 0.05;
        far.spread_of(UnseenLevel::scale) = 0.06;
        far.largest_gpus = 8192;
        BandBasis later = known, larger = known;
        later.year = larger.year = 2025.5;
        larger.gpus = 8192;
        QCOMPARE(far.factor(later), factor);
        QCOMPARE(far.factor(larger), factor);
        later.year = 2026;
        larger.gpus = 16384;
        QVERIFY(far.factor(later) > factor && far.factor(larger) > far.factor(later));
        for (const SpreadTerm& term : u.terms(known)) QVERIFY(!term.cause.empty() && term.sigma > 0);
    }

    /// What a prediction lacks, level by level; the variances of what is unseen add up.
    void unseen_levels() {
        using enum UnseenLevel;
        using Levels = std::vector<UnseenLevel>;
        Uncertainty u = simple();
        u.families.front().newest = 2025.5;
        u.combinations = {{"megatron-core", "hopper", half_year(2025.2)}};
        u.spread_of(combination) = 0.12;
        Plan plan, narrow;
        narrow.precision = Precision::nvfp4;
        const BandBasis known{"megatron-core", "hopper", "dense", &plan, {}, false, {}, 2025.2};
        const auto lacks = [&](auto&& change) {
            BandBasis basis = known;
            change(basis);
            return u.unseen(basis);
        };
        QCOMPARE(lacks([](BandBasis&) {}), Levels{});
        QCOMPARE(lacks([](BandBasis& b) { b.year = 2024.9; }), Levels{combination});
        QCOMPARE(lacks([](BandBasis& b) { b.year = 2025.9; }), Levels{release});
        QCOMPARE(lacks([](BandBasis& b) { b.family = "fsdp"; }), Levels{family});
        // Older than what has runs, newer than it, and one that nobody has heard of.
        QCOMPARE(lacks([](BandBasis& b) { b.generation = "ampere"; }), Levels{generation});
        QCOMPARE(lacks([](BandBasis& b) { b.generation = "blackwell"; }), Levels{newer_generation});
        QCOMPARE(lacks([](BandBasis& b) { b.generation = "rubin"; }), Levels{newer_generation});
        QCOMPARE(lacks([](BandBasis& b) { b.generation = "tpu-7x"; }), Levels{vendor});
        QCOMPARE(lacks([](BandBasis& b) { b.kind = "moe"; }), Levels{kind});
        QCOMPARE(lacks([&](BandBasis& b) { b.plan = &narrow; }), Levels{precision});
        BandBasis older = known;
        older.year = 2024.9;
        QVERIFY(std::abs(u.sigma(older) - 0.13) < 1e-12); // 5-12-13
        QVERIFY(std::abs(u.sigma(known, Levels{combination}) - 0.13) < 1e-12);
        // Few samples say less: Student's t of one, two, four and many.
        QVERIFY(std::abs(finite_sample_factor(2) - 3.0777 / 1.2816) < 1e-3);
        QVERIFY(std::abs(finite_sample_factor(3) - 1.8856 / 1.2816) < 1e-3);
        QVERIFY(std::abs(finite_sample_factor(5) - 1.5332 / 1.2816) < 5e-3);
        QVERIFY(std::abs(finite_sample_factor(1000) - 1) < 2e-3);
    }

    /// A plan's need of memory against what a GPU has, by the band of readings.
    void memory_may_not_fit() {
        MemorySpread spread;
        spread.dense = std::log(1.25), spread.other = std::log(2), spread.unread = std::log(1.5);
        spread.stacks = {{"megatron-core", 0, 3, 2}, {"xla-tpu", std::log(1.6), 0, 4}};
        const MemoryNeed need = spread.need(80, "megatron-core", "dense");
        QVERIFY(std::abs(need.low - 64) < 1e-9 && std::abs(need.high - 100) < 1e-9);
        QCOMPARE(need.against(100.001), MemoryVerdict::fits);
        QCOMPARE(need.against(99.9), MemoryVerdict::may_not_fit);
        QCOMPARE(need.against(64.001), MemoryVerdict::may_not_fit);
        QCOMPARE(need.against(63.9), MemoryVerdict::does_not_fit);
        QVERIFY(std::abs(spread.need(80, "megatron-core", "moe").high - 160) < 1e-9);
        QVERIFY(std::abs(spread.need(80, "never heard of", "dense").high - 120) < 1e-9);
        QVERIFY(std::abs(spread.need(80, "xla-tpu", "dense").high - 128) < 1e-9);
    }

    void spreads_are_found() {
        // 600 runs of known spread: the components add up to it, and the band holds 80 % of them.
        const auto residuals = drawn_residuals(0.04, 0.20, 200);
        const Uncertainty u = derive_uncertainty(residuals, {});
        QCOMPARE(u.families.size(), size_t(2));
        int inside = 0;
        std::array<double, 2> sigma{};
        for (const Residual& r : residuals) {
            const double limit = u.quantile * u.sigma(r.basis());
            sigma[r.family == "wide"] = limit / 1.2816;
            inside += std::abs(r.error) <= limit;
        }
        QVERIFY(std::abs(inside / double(residuals.size()) - 0.8) < 0.01);
        QVERIFY2(sigma[0] > 0.03 && sigma[0] < 0.06, std::to_string(sigma[0]).c_str());
        QVERIFY2(sigma[1] > 0.15 && sigma[1] < 0.24, std::to_string(sigma[1]).c_str());
    }

    void few_series_shrink_to_all() {
        // A family of one lucky series is not believed to be exact.
        auto residuals = drawn_residuals(0.1, 0.1, 40);
        for (int i = 0; i < 3; ++i) {
            residuals.push_back(residuals[size_t(i)]);
            residuals.back().family = "lucky";
            residuals.back().series = "lucky";
            residuals.back().error = 0;
        }
        const Uncertainty derived = derive_uncertainty(residuals, {});
        QVERIFY(!derived.families.empty());
        for (const Uncertainty::Entry& family : derived.families)
            QVERIFY2(family.sigma > 0.03, family.name.c_str());
    }

    void held_out_series_takes_no_part() {
        auto residuals = drawn_residuals(0.05, 0.1, 30);
        const Uncertainty before = derive_uncertainty(residuals, {}, "s4");
        for (Residual& r : residuals)
            if (r.series == "s4") r.error = 3;
        const Uncertainty after = derive_uncertainty(residuals, {}, "s4");
        QCOMPARE(after.json(), before.json());
        QVERIFY(derive_uncertainty(residuals, {}).json() != before.json());
    }

    void constants_of_one_series() {
        const auto residuals = drawn_residuals(0.05, 0.1, 10);
        InformedConstant one{"software", "narrow", "elementwise", {"s0"}, 3, 0.2, {0.07, 0.07, 0.07}};
        InformedConstant two{"software", "narrow", "trend", {"s0", "s2"}, 6, 0.2, {}};
        two.moves.assign(9, 0.07);
        const std::vector<InformedConstant> constants{one, two};
        const Uncertainty all = derive_uncertainty(residuals, constants);
        QVERIFY(std::abs(all.constants[0].sigma - 0.07) < 1e-12);
        QCOMPARE(all.constants[0].only_series, std::string("s0"));
        QCOMPARE(all.constants[1].sigma, 0.0);
        QCOMPARE(single_source_terms_of(0, constants).size(), size_t(1));
        QCOMPARE(single_source_terms_of(8, constants).size(), size_t(0));
        // Without the series nothing is left of the first, and one of the second.
        const Uncertainty without = derive_uncertainty(residuals, constants, "s0");
        QCOMPARE(without.constants[0].series, 0);
        QVERIFY(without.constants[0].spread > 0 && without.constants[1].spread > 0);
        QCOMPARE(single_source_terms_of(0, constants, "s0").size(), size_t(2));
        QCOMPARE(single_source_terms_of(8, constants, "s0").size(), size_t(1));
    }

    void steps_lean_on_what_they_use() {
        // The pipeline's exposed share widens the band of plans with a pipeline, of its family alone.
        const CostParameters& parameters = CostParameters::built_in();
        const Part* h100 = Catalog::built_in().part(PartKind::accelerator, "h100-sxm5");
        QVERIFY(h100);
        const auto machine = make_machine(*h100, parameters);
        QVERIFY(machine.has_value());
        TransformerShape shape;
        shape.layers = 32, shape.hidden = 4096, shape.heads = shape.kv_heads = 32;
        shape.ffn = 16384, shape.vocab = 51200;
        const Fabric fabric =
            flat_fabric(64, 8, 8, ByteRate(450e9), ByteRate(50e9), LinkClass::infiniband, "");
        Plan plan;
        plan.tp = 2, plan.pp = 4, plan.dp = 8;
        StepInputs in;
        in.shape = &shape, in.machine = &*machine, in.fabric = &fabric, in.plan = &plan;
        in.software = &parameters.stack("megatron-core");
        in.sequence = 2048, in.global_batch = 128;
        Uncertainty u = simple();
        u.constants = {{"software", "megatron-core", "pp_exposed", 1, 2, "only", 0.3, 0.02}};
        const auto single_source = single_source_terms(in, *h100, parameters, u);
        QCOMPARE(single_source.size(), size_t(1));
        QVERIFY(single_source.front().sigma > 1e-4 && single_source.front().sigma < 0.1);
        u.constants.front().name = "mlperf";
        QVERIFY(single_source_terms(in, *h100, parameters, u).empty());
        u.constants.front().name = "megatron-core";
        plan.pp = 1, plan.dp = 32;
        QVERIFY(single_source_terms(in, *h100, parameters, u).empty());
    }

    void the_file_reads_back() {
        const Uncertainty& u = Uncertainty::built_in();
        QVERIFY(!u.families.empty() && !u.generations.empty() && !u.constants.empty());
        const auto again = Uncertainty::parse(u.json(), "t");
        QVERIFY(again.has_value());
        QCOMPARE(again->json(), u.json());
        QVERIFY(!Uncertainty::parse("", "t"));
        QVERIFY(!Uncertainty::parse("{}", "t"));
        QVERIFY(!Uncertainty::parse(R"({"quantile": "wide", "families": []})", "t"));
        QVERIFY(!Uncertainty::parse(R"({"quantile": 1.5, "families": [{"name": "a", "sigma": -1}]})", "t"));
    }

    /// Whichever of the file's spreads and widths is none, the file is refused by the entry's name or the
    /// list's.
    void a_spread_that_is_none_is_refused() {
        using nlohmann::json;
        const json whole = json::parse(Uncertainty::built_in().json()), flat = whole.flatten();
        int spoilt = 0;
        for (const auto& [pointer, value] : flat.items()) {
            const bool is_spread = pointer.ends_with("/sigma") || pointer.ends_with("/spread") ||
                                   pointer.ends_with("/width") || pointer.starts_with("/assumed/") ||
                                   pointer.starts_with("/unfitted/") || pointer == "/memory/dense" ||
                                   pointer == "/memory/other" || pointer == "/memory/unread";
            if (!is_spread) continue;
            ++spoilt;
            for (const double none : {-0.1, 5.0}) {
                if (none > 0 && pointer.ends_with("/spread")) continue; // in the constant's own unit
                json changed = whole;
                changed[json::json_pointer(pointer)] = none;
                QVERIFY2(!Uncertainty::parse(changed.dump(), "t"), pointer.c_str());
            }
        }
        QVERIFY(spoilt > 30);
    }

    void evaluations_carry_a_band() {
        const auto loaded =
            read_project(ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json", Catalog::built_in());
        QVERIFY(loaded.has_value());
        Scenario scenario = loaded->project.scenarios.front();
        scenario.plan.software = "megatron-core";
        const auto width = [&] {
            const auto prepared = Prepared::make(scenario, Catalog::built_in());
            EvaluateOptions quick;
            quick.findings = false;
            const Evaluation e = evaluate(*prepared, quick);
            const double step = e.step_time.si();
            if (!(e.step_time_low.si() < step && step < e.step_time_high.si())) return 0.0;
            const double gpus[] = {e.gpus};
            const ScalePoint point = scale(*prepared, gpus).points.front();
            // The sweep's point is the same plan on the same machine.
            if (std::abs(point.step_time_high.si() / point.step_time.si() - e.step_time_high.si() / step) >
                1e-12)
                return 0.0;
            return e.step_time_high.si() / step;
        };
        const auto found = [&] {
            const auto prepared = Prepared::make(scenario, Catalog::built_in());
            SearchOptions options;
            options.top = 1;
            options.space.tp = {8};
            options.space.pp = {16};
            options.space.cp = {1};
            options.space.recompute = {Recompute::none};
            options.space.zero = {0, 1, 2, 3}; // whatever the stack has
            return search(*prepared, options);
        }();
        QVERIFY(found.has_value() && !found->best.empty());
        const RankedPlan& best = found->best.front();
        // A plan that the search found is as uncertain as when it is evaluated.
        EvaluateOptions chosen;
        chosen.findings = false;
        chosen.plan = best.plan;
        const Evaluation same = evaluate(*Prepared::make(scenario, Catalog::built_in()), chosen);
        QVERIFY(std::abs(best.step_time_high.si() / same.step_time_high.si() - 1) < 1e-9);
        QVERIFY(std::abs(best.step_time_low.si() / same.step_time_low.si() - 1) < 1e-9);
        const double known = width();
        QVERIFY(known > 1.01 && known < 2);
        scenario.calibration.compute_factor = 1.05;
        QVERIFY(width() > 1 && width() < known);
        scenario.calibration = {};
        scenario.plan.software = "unknown";
        QVERIFY(width() > known);
    }
};

QTEST_APPLESS_MAIN(TestUncertainty)
#include "test_uncertainty.moc"
