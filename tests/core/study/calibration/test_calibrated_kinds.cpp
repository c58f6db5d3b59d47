// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels of a trace set: a factor of each kind of operators.
#include "core/measured/analysis/kernel_work.h"
#include "core/measured/draft/draft.h"
#include "core/step/engine/measured_network.h"
#include "core/study/calibration/calibration_study.h"
#include "core/study/calibration/factor_fit.h"
#include "tests/support/sample.h"

#include <QTest>

#include <numeric>

using namespace roofrack;
using roofrack::test::prepared;
using roofrack::test::sample;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

Scenario drawn_scenario() { return sample("dgx-h100-su"); }

Evaluation evaluated(const Scenario& scenario) {
    EvaluateOptions options;
    options.findings = false;
    return evaluate(prepared(scenario), options);
}

StepShares shares_of(const Scenario& scenario) {
    return step_shares(prepared(scenario), evaluated(scenario));
}

/// The breakdown that a trace of a rank would have of this step, of a thousand kernels of each kind.
MeasuredBreakdown as_traced(const StepShares& shares) {
    MeasuredBreakdown out;
    out.step = shares.step;
    out.compute = shares.compute;
    out.comm = shares.comm;
    out.exposed_comm = shares.exposed_comm;
    out.works = shares.works;
    out.kernels.fill(1000);
    return out;
}

/// A breakdown where kernels of one work are called like those of another, and both take 1.3 times as long.
MeasuredBreakdown called_alike(MeasuredBreakdown out, KernelWork work, KernelWork like) {
    double &own = out.works[static_cast<size_t>(work)], &joined = out.works[static_cast<size_t>(like)];
    const double more = 0.3 * (own + joined);
    joined += own + more;
    out.compute += more;
    out.step += more;
    own = 0;
    out.kernels[static_cast<size_t>(work)] = 0;
    return out;
}

MeasuredRun run_of(const std::vector<MeasuredBreakdown>& steps) {
    MeasuredRun out;
    for (const MeasuredBreakdown& step : steps) out.steps.push_back(step.step);
    out.breakdowns = steps;
    out.sources.push_back({"trace.json", "0123456789abcdef", "2026-11-27", "steps", {}});
    return out;
}

/// The scenario on a machine whose kinds of operators are so much slower than the model's.
Scenario planted() {
    Scenario out = drawn_scenario();
    out.calibration.gemm_factor = 1.2;
    out.calibration.attention_factor = 0.8;
    out.calibration.elementwise_factor = 1.4;
    return out;
}

bool is_near(const std::optional<double>& value, double wanted) {
    return value && std::abs(*value / wanted - 1) < 1e-4;
}

bool is_met(const CalibrationStudy& study, std::string_view time) {
    return std::ranges::any_of(
        study.times, [&](const CalibratedTime& each) { return each.what == time && each.after_pct() < 0.1; });
}

const NotTold* refusal(const CalibrationStudy& study, std::string_view what) {
    for (const NotTold& each : study.not_told)
        if (each.what.find(what) != std::string::npos) return &each;
    return nullptr;
}

} // namespace

class TestCalibratedKinds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Operators of a kind take as many times longer as its factor says, and the others stay.
    void a_factor_is_of_its_kind() {
        Scenario other = planted();
        other.calibration.optimizer_factor = 1.5;
        const StepShares plain = shares_of(drawn_scenario()), slower = shares_of(other);
        QVERIFY(plain.tells_works());
        QVERIFY(std::abs(std::accumulate(plain.works.begin(), plain.works.end(), 0.0) - plain.compute) <
                1e-9 * plain.compute);
        const auto ratio = [&](KernelWork work) { return slower.work(work) / plain.work(work); };
        // What the cooling takes from the clocks may differ a little with the longer step.
        QVERIFY(std::abs(ratio(KernelWork::products) / 1.2 - 1) < 0.01);
        QVERIFY(std::abs(ratio(KernelWork::attention) / 0.8 - 1) < 0.01);
        QVERIFY(std::abs(ratio(KernelWork::others) / 1.4 - 1) < 0.01);
        QVERIFY(std::abs(ratio(KernelWork::optimizer) / 1.5 - 1) < 0.01);
        Scenario off = other;
        off.calibration.off = true;
        QCOMPARE(evaluated(off).step_time.si(), evaluated(drawn_scenario()).step_time.si());
        // The factor of all operators stands for kinds without one.
        Scenario all = drawn_scenario();
        all.calibration.compute_factor = 1.2;
        all.calibration.attention_factor = 0.8;
        all.calibration.elementwise_factor = 1.4;
        all.calibration.optimizer_factor = 1.5;
        QVERIFY(std::abs(evaluated(all).step_time / evaluated(other).step_time - 1) < 1e-12);
    }

    void planted_factors_are_found() {
        const auto study = calibrate(drawn_scenario(), run_of({as_traced(shares_of(planted()))}), catalog());
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        const Calibration& found = study->calibration;
        QVERIFY(is_near(found.gemm_factor, 1.2));
        QVERIFY(is_near(found.attention_factor, 0.8));
        QVERIFY(is_near(found.elementwise_factor, 1.4));
        // The optimizer of the sample takes less than 2 % of its computation.
        QVERIFY(!found.optimizer_factor);
        const NotTold* const optimizer = refusal(*study, "optimizer_factor");
        QVERIFY(optimizer && optimizer->why.find("too little") != std::string::npos);
        for (const CalibratedTime& time : study->times)
            if (time.what == "matrix products" || time.what == "attention") {
                QVERIFY(time.before_pct() > 10);
                QVERIFY(time.after_pct() < 0.1);
            }
        // Products reach 1/1.2 of what the model takes them to reach.
        const auto roofline = std::ranges::find_if(study->values, [](const CalibratedValue& value) {
            return value.name.starts_with("matrix products, of");
        });
        QVERIFY(roofline != study->values.end());
        QVERIFY(roofline->before > 0.2 && roofline->before < 1);
        QVERIFY(std::abs(roofline->before / roofline->after - 1.2) < 0.02);
        // One factor on all operators stands where nothing else does.
        QVERIFY(found.compute_factor > 1.1 && found.compute_factor < 1.4);
        Scenario calibrated = drawn_scenario();
        calibrated.calibration = found;
        bool is_said = false;
        for (const Finding& finding : evaluate(prepared(calibrated), {}).findings)
            is_said = is_said || (finding.id == "calibrated" &&
                                  finding.why.find("matrix products × 1.2") != std::string::npos);
        QVERIFY(is_said);
    }

    /// The last four of eight steps have products that take 5 % longer: by what the first four set, the step
    /// is short by that much of its products.
    void the_second_half_is_held_back() {
        const StepShares shares = shares_of(planted());
        const MeasuredBreakdown early = as_traced(shares);
        MeasuredBreakdown late = early;
        const double more = 0.05 * shares.work(KernelWork::products);
        late.works[static_cast<size_t>(KernelWork::products)] += more;
        late.compute += more;
        late.step += more;
        const auto study = calibrate(drawn_scenario(),
                                     run_of({early, early, early, early, late, late, late, late}), catalog());
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        QVERIFY(study->held_back);
        QVERIFY(std::abs(study->held_back->after_pct() - 100 * more / late.step) < 0.05);
        QVERIFY(is_near(study->calibration.gemm_factor, 1.2 * 1.025));
    }

    /// A kind of few kernels, or of little time, stays as it is.
    void what_is_rare_is_not_told() {
        MeasuredBreakdown few = as_traced(shares_of(planted()));
        few.kernels[static_cast<size_t>(KernelWork::attention)] = 19;
        auto study = calibrate(drawn_scenario(), run_of({few}), catalog());
        QVERIFY(study);
        QVERIFY(!study->calibration.attention_factor);
        QVERIFY(study->calibration.gemm_factor);
        QVERIFY(refusal(*study, "attention_factor")->why.find("only 19 kernels") != std::string::npos);
        // The factor of all operators is then that of attention.
        QVERIFY(is_met(*study, "computation"));
        QVERIFY(std::abs(study->calibration.compute_factor / 0.8 - 1) < 0.01);
        few.kernels[static_cast<size_t>(KernelWork::attention)] = 20;
        study = calibrate(drawn_scenario(), run_of({few}), catalog());
        QVERIFY(study && study->calibration.attention_factor);
        // A profile whose kernels have no names of products says one factor, as one without kernels does.
        MeasuredBreakdown nameless = as_traced(shares_of(planted()));
        nameless.works = {0, 0, 0, nameless.compute};
        study = calibrate(drawn_scenario(), run_of({nameless}), catalog());
        QVERIFY(study);
        QVERIFY(!study->calibration.has_operator_factors());
        QVERIFY(refusal(*study, "factors of kinds of operators"));
        QVERIFY(study->times[1].after_pct() < 0.1);
    }

    /// No factor from 1/4 to 4 stands for operators that take five times as long: one stands for all of them.
    void what_is_far_off_takes_the_kinds_along() {
        const StepShares shares = shares_of(drawn_scenario());
        MeasuredBreakdown slow = as_traced(shares);
        const double more = 4 * shares.work(KernelWork::others);
        slow.works[static_cast<size_t>(KernelWork::others)] += more;
        slow.compute += more;
        slow.step += more;
        const auto study = calibrate(drawn_scenario(), run_of({slow}), catalog());
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        QVERIFY(refusal(*study, "elementwise_factor")->why.find("no factor from") != std::string::npos);
        QVERIFY(refusal(*study, "factors of kinds of operators"));
        QVERIFY(!study->calibration.has_operator_factors());
        QVERIFY(is_met(*study, "computation"));
    }

    /// Three times as long is near enough, even in too few kernels for a factor of their own.
    void what_is_left_has_the_factor_of_all() {
        const StepShares shares = shares_of(drawn_scenario());
        MeasuredBreakdown slow = as_traced(shares);
        const double more = 2 * shares.work(KernelWork::others);
        slow.works[static_cast<size_t>(KernelWork::others)] += more;
        slow.kernels[static_cast<size_t>(KernelWork::others)] = 19;
        slow.compute += more;
        slow.step += more;
        const auto study = calibrate(drawn_scenario(), run_of({slow}), catalog());
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        QVERIFY(std::abs(study->calibration.gemm_factor.value_or(0) - 1) < 0.01);
        QVERIFY(std::abs(study->calibration.attention_factor.value_or(0) - 1) < 0.01);
        QVERIFY(!study->calibration.elementwise_factor);
        QVERIFY(std::abs(study->calibration.compute_factor / 3 - 1) < 0.01);
        QVERIFY(is_met(*study, "computation"));
    }

    /// Nothing is faster than the GPU's peaks: other work ran than is drawn.
    void what_is_too_fast_is_refused() {
        const StepShares shares = shares_of(drawn_scenario());
        MeasuredBreakdown fast = as_traced(shares);
        double& products = fast.works[static_cast<size_t>(KernelWork::products)];
        const double less = products - 0.95 * shares.least[static_cast<size_t>(KernelWork::products)];
        products -= less;
        fast.compute -= less;
        fast.step -= less;
        const auto study = calibrate(drawn_scenario(), run_of({fast}), catalog());
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        QVERIFY(!study->calibration.has_operator_factors());
        QVERIFY(refusal(*study, "gemm_factor")->why.find("peaks") != std::string::npos);
        // Other kinds then have none, which is said, too.
        const NotTold* const attention = refusal(*study, "attention_factor");
        QVERIFY(attention && attention->why.find("matrix products are not told") != std::string::npos);
    }

    /// Two models that this project traced on one H200, each predicted by what the other sets: errors of the
    /// kinds cancel in the one and not in the other, so that one factor carries little over.
    void one_model_tells_another() {
        struct Traced {
            Scenario scenario;
            MeasuredRun run;
        };
        const auto read = [](const char* name) {
            const std::filesystem::path path =
                std::filesystem::path(ROOFRACK_SOURCE_DIR) / "tests/data/measured/traces" / name;
            MeasuredRunOptions options;
            options.with_kernels = true;
            auto run = read_measured_run({path}, options);
            const auto trace = read_traces({path});
            if (!run || !trace) qFatal("%s", name);
            auto drawn = draft_project(*trace, {}, catalog());
            if (!drawn) qFatal("%s", drawn.error().text().c_str());
            return Traced{drawn->project.scenarios.front(), std::move(*run)};
        };
        const Traced wide = read("compute_bound.json.gz"), narrow = read("host_ahead.json.gz");
        const auto off = [](const Traced& by, const Traced& of, bool with_kinds) {
            MeasuredRun run = by.run;
            if (!with_kinds)
                for (MeasuredBreakdown& step : run.breakdowns) step.works = {};
            const auto study = calibrate(by.scenario, run, catalog());
            if (!study) qFatal("%s", study.error().text().c_str());
            Scenario scenario = of.scenario;
            scenario.calibration = study->calibration;
            return 100 * std::abs(evaluated(scenario).productive_step.si() / of.run.median_step() - 1);
        };
        for (const auto& [by, of] : {std::pair(&wide, &narrow), std::pair(&narrow, &wide)}) {
            const double one = off(*by, *of, false), kinds = off(*by, *of, true);
            qInfo("one factor %.1f %% off, factors of kinds %.1f %%", one, kinds);
            QVERIFY(kinds < 0.7 * one);
            QVERIFY(kinds < 10);
        }
    }

    /// Attention whose products are called like all others has one factor with them.
    void what_has_no_name_goes_with_its_like() {
        const MeasuredBreakdown joined =
            called_alike(as_traced(shares_of(drawn_scenario())), KernelWork::attention, KernelWork::products);
        const auto study = calibrate(drawn_scenario(), run_of({joined}), catalog());
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        QVERIFY(is_near(study->calibration.gemm_factor, 1.3));
        QVERIFY(is_near(study->calibration.attention_factor, 1.3));
        QVERIFY(refusal(*study, "attention apart from matrix products"));
    }

    /// An optimizer that is not fused has one factor with the operators whose kernels are called like its
    /// own, in steps so small that it is 4 % of the computation.
    void an_optimizer_without_a_name_goes_with_the_others() {
        Scenario small = drawn_scenario();
        small.workload.global_batch = 32;
        small.workload.sequence = 512;
        const StepShares shares = shares_of(small);
        QVERIFY(shares.work(KernelWork::optimizer) > 0.02 * shares.compute);
        const MeasuredBreakdown joined =
            called_alike(as_traced(shares), KernelWork::optimizer, KernelWork::others);
        const auto study = calibrate(small, run_of({joined}), catalog());
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        QVERIFY(refusal(*study, "optimizer apart from"));
        const Calibration& found = study->calibration;
        QVERIFY(std::abs(found.elementwise_factor.value_or(0) / 1.3 - 1) < 0.01);
        QVERIFY(std::abs(found.optimizer_factor.value_or(0) / 1.3 - 1) < 0.01);
        QVERIFY(is_near(found.optimizer_factor, found.elementwise_factor.value_or(0)));
    }

    /// The time of a step alone keeps how the kinds stand to each other.
    void a_log_after_a_trace_keeps_the_kinds() {
        Scenario slower = planted();
        slower.calibration.gemm_factor = 1.1 * 1.2;
        slower.calibration.attention_factor = 1.1 * 0.8;
        slower.calibration.elementwise_factor = 1.1 * 1.4;
        slower.calibration.compute_factor = 1.1;
        slower.calibration.optimizer_factor = 1.5;
        Scenario traced = planted();
        traced.calibration.optimizer_factor = 1.5;
        MeasuredRun log;
        log.steps = {evaluated(slower).productive_step.si()};
        log.sources.push_back({"train.log", "fedcba9876543210", "2026-11-27", "steps", {}});
        const auto study = calibrate(traced, log, catalog());
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        QVERIFY(is_near(study->calibration.gemm_factor, 1.1 * 1.2));
        QVERIFY(is_near(study->calibration.attention_factor, 1.1 * 0.8));
        QVERIFY(is_near(study->calibration.elementwise_factor, 1.1 * 1.4));
        QVERIFY(is_near(study->calibration.compute_factor, 1.1));
        QVERIFY(is_near(study->calibration.optimizer_factor, 1.5));
    }

    void kernels_are_told_by_their_names_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("work");
        const auto row = [](const char* kernel, const char* op, KernelWork work) {
            QTest::newRow(kernel) << QString::fromLatin1(kernel) << QString::fromLatin1(op)
                                  << static_cast<int>(work);
        };
        // As traces of PyTorch 2.11 on H200, of Megatron-LM on H100 and of ROCm have them.
        row("nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_NNT", "aten::mm", KernelWork::products);
        row("sm80_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64", "", KernelWork::products);
        row("Cijk_Ailk_Bljk_BBS_BH_MT256x256x32_MI16x16x16x1", "", KernelWork::products);
        row("void cublasLt::splitKreduce_kernel<32, 16, int, float>", "aten::mm", KernelWork::products);
        row("triton_tem_fused_mm_3", "", KernelWork::products);
        row("cudnn_generated_fort_native_sdpa_sm90_flash_bprop_wgmma_f16_knob_26_64x64x64", "",
            KernelWork::attention);
        row("void cudnn::fusion::compute_dot_do_o_specialized<true, 128>", "", KernelWork::attention);
        row("void cutlass::device_kernel<flash::FlashAttnFwdSm90<>>", "", KernelWork::attention);
        row("fmha_cutlassF_bf16_aligned_64x128_rf_sm80", "", KernelWork::attention);
        row("void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>",
            "aten::_scaled_dot_product_cudnn_attention_backward", KernelWork::attention);
        row("void at::native::multi_tensor_apply_kernel<FusedOptimizerTensorListMetadata<4>>", "",
            KernelWork::optimizer);
        row("void multi_tensor_apply_kernel<AdamFunctorMaster<float>>", "", KernelWork::optimizer);
        row("void at::native::vectorized_elementwise_kernel<8, at::native::bfloat16_copy_kernel_cuda>",
            "aten::copy_", KernelWork::others);
        row("triton_poi_fused_mm_silu_4", "", KernelWork::others);
        row("void at::native::vectorized_layer_norm_kernel<c10::BFloat16>", "aten::native_layer_norm",
            KernelWork::others);
    }
    void kernels_are_told_by_their_names() {
        QFETCH(QString, kernel);
        QFETCH(QString, op);
        QFETCH(int, work);
        QCOMPARE(static_cast<int>(kernel_work(kernel.toStdString(), op.toStdString())), work);
    }
};

QTEST_GUILESS_MAIN(TestCalibratedKinds)
#include "test_calibrated_kinds.moc"
