// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of each size of a study beside its rate, Amdahl's law of it, and other scenarios beside it.
#include "core/drawing/project/project_file.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/curve/serial_law.h"
#include "core/study/scale_quantity.h"
#include "core/study/scenario_curve.h"
#include "core/study/sizes.h"
#include "tests/support/sample.h"

#include <QDir>
#include <QTest>

#include <cmath>

using namespace roofrack;

namespace {

bool near(double a, double b, double tolerance = 1e-12) {
    return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

Project sample(const QString& name) {
    auto loaded = read_project((QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/") + name).toStdString(),
                               Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return loaded->project;
}

ScaleResult study_of(const Scenario& scenario, ScaleMetric metric = ScaleMetric::goodput) {
    const Prepared drawn = test::prepared(scenario);
    const Fabric& fabric = drawn.fabric();
    return scale(
        drawn,
        dense_counts(fabric.gpus, fabric.scale_up_domain, study_range(fabric.gpus, fabric.scale_up_domain)),
        {.metric = metric});
}

/// A study whose parts are as the function says, in s, at 8 GPUs times n.
ScaleResult made(auto part_at, ScaleMetric metric = ScaleMetric::goodput, double last = 256) {
    ScaleResult out;
    out.metric = metric;
    for (double n = 1; n <= last; n *= 2) {
        ScalePoint point;
        point.gpus = 8 * n;
        double step = 0;
        for (size_t i = 0; i < step_part_count; ++i) {
            point.parts[i] = part_at(static_cast<StepPart>(i), n);
            step += point.parts[i];
        }
        point.step_time = point.wall_step = Seconds(step);
        point.progress = point.rate = 1 / step;
        out.points.push_back(point);
    }
    return out;
}

constexpr ScaleMetric all_metrics[] = {ScaleMetric::goodput, ScaleMetric::fixed_batch,
                                       ScaleMetric::throughput, ScaleMetric::time_to_loss};

} // namespace

class TestScaleQuantity : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_drawn_size_is_the_verdicts_data();
    void the_drawn_size_is_the_verdicts();
    void less_time_is_more_rate_and_fewer_days();
    void the_ideal_goes_through_its_size();
    void a_speedup_is_held_against_the_smallest_size();
    void doublings_cost_what_the_line_does();
    void what_is_not_known_says_why();
    void names_are_read_back();
    void amdahl_finds_the_parts_again();
    void a_tenth_that_is_serial_is_never_beyond_ten();
    void of_a_part_no_more_is_serial_than_there_is();
    void no_law_where_the_batch_grows_or_sizes_are_few();
    void the_law_is_close_to_the_samples();
    void scenarios_beside_each_other();
};

void TestScaleQuantity::the_drawn_size_is_the_verdicts_data() {
    QTest::addColumn<QString>("file");
    for (const char* folder : {"", "mechanisms/"}) {
        const QDir samples(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/") + QLatin1String(folder));
        for (const QString& file : samples.entryList({QStringLiteral("*.roofrack.json")}))
            QTest::newRow(qPrintable(file)) << QLatin1String(folder) + file;
    }
}

/// Days, money, energy and band of a size are those that `evaluate` and the verdict have of it, whatever is
/// counted.
void TestScaleQuantity::the_drawn_size_is_the_verdicts() {
    QFETCH(QString, file);
    for (const Scenario& scenario : sample(file).scenarios) {
        const Prepared drawn = test::prepared(scenario);
        const Evaluation e = evaluate(drawn);
        if (!e.feasible || e.memory.refused()) continue;
        const double useful = e.tokens_per_s > 0 ? e.tokens_per_s : e.samples_per_s;
        for (const ScaleMetric metric : all_metrics) {
            const double sizes[] = {e.gpus};
            const ScaleResult study = scale(drawn, sizes, {.metric = metric});
            const ScalePoint& here = *study.at(e.gpus);
            const auto value = [&](ScaleQuantity quantity) { return quantity_of(quantity, here, study); };
            if (e.time_to_budget > Seconds(0)) {
                QCOMPARE(here.run_time.si(), e.time_to_budget.si());
                QCOMPARE(value(ScaleQuantity::days), e.time_to_budget.si() / 86400);
                QVERIFY(near(value(ScaleQuantity::energy),
                             e.power.run_facility.si() * e.time_to_budget.si() / 3.6e9, 1e-9));
            } else {
                QVERIFY(std::isnan(value(ScaleQuantity::days)) && std::isnan(value(ScaleQuantity::energy)));
            }
            QVERIFY(near(here.running.per_hour.si(), e.cost_per_hour.si(), 1e-9));
            if (metric == ScaleMetric::time_to_loss) continue; // pays the extra tokens, too
            QVERIFY(near(value(ScaleQuantity::dollars), e.cost_per_hour.si() / 3600 / useful * 1e6, 1e-9));
            if (!counts_failures(metric)) continue;
            QCOMPARE(here.step_time_low.si(), e.step_time_low.si());
            QCOMPARE(here.step_time_high.si(), e.step_time_high.si());
            const Band rate = quantity_band(ScaleQuantity::rate, here, study);
            QVERIFY(near(rate.low, useful * e.step_time.si() / e.step_time_high.si()));
            QVERIFY(near(rate.high, useful * e.step_time.si() / e.step_time_low.si()));
        }
    }
}

void TestScaleQuantity::less_time_is_more_rate_and_fewer_days() {
    const ScaleResult study = study_of(sample(QStringLiteral("dgx-h100-su.roofrack.json")).scenarios[0]);
    int compared = 0;
    for (const ScalePoint& point : study.points) {
        if (!point.feasible) continue;
        const double wide = point.step_time_high / point.step_time;
        QVERIFY(wide > 1.01);
        for (const ScaleQuantity quantity : scale_quantities) {
            const double value = quantity_of(quantity, point, study);
            const Band band = quantity_band(quantity, point, study);
            QVERIFY(band.low < value && value < band.high);
            QVERIFY(near(less_is_better(quantity) ? band.high / value : value / band.low, wide));
            ++compared;
        }
    }
    QVERIFY(compared > 100);
}

void TestScaleQuantity::the_ideal_goes_through_its_size() {
    for (const ScaleMetric metric : all_metrics) {
        const ScaleResult study =
            study_of(sample(QStringLiteral("dgx-h100-su.roofrack.json")).scenarios[1], metric);
        for (const ScaleQuantity quantity : scale_quantities) {
            QVERIFY(near(ideal_quantity(quantity, study.ideal_gpus, study),
                         quantity_of(quantity, study.ideal, study)));
            if (less_is_better(quantity) || !counts_failures(metric)) continue;
            for (const ScalePoint& point : study.points)
                if (point.feasible)
                    QVERIFY(quantity_of(quantity, point, study) <=
                            ideal_quantity(quantity, point.gpus, study) * (1 + 1e-12));
        }
        // Twice the GPUs, half the days; the same $ and MWh.
        QVERIFY(near(ideal_quantity(ScaleQuantity::days, 64, study),
                     2 * ideal_quantity(ScaleQuantity::days, 128, study)));
        QCOMPARE(ideal_quantity(ScaleQuantity::energy, 64, study),
                 ideal_quantity(ScaleQuantity::energy, 128, study));
    }
}

void TestScaleQuantity::a_speedup_is_held_against_the_smallest_size() {
    const ScaleResult study =
        study_of(sample(QStringLiteral("mechanisms/flat-rings.roofrack.json")).scenarios[0]);
    const auto first = std::ranges::find_if(study.points, &ScalePoint::feasible);
    QVERIFY(first != study.points.end());
    QCOMPARE(study.smallest.gpus, first->gpus);
    QCOMPARE(quantity_of(ScaleQuantity::speedup, *first, study), 1.0);
    for (const ScalePoint& point : study.points)
        if (point.feasible) {
            QCOMPARE(point.speedup, quantity_of(ScaleQuantity::speedup, point, study));
            QCOMPARE(point.efficiency, quantity_of(ScaleQuantity::efficiency, point, study));
            QVERIFY(near(point.speedup, point.progress / first->progress));
        }
}

void TestScaleQuantity::doublings_cost_what_the_line_does() {
    for (const ScaleMetric metric : all_metrics) {
        const ScaleResult study =
            study_of(sample(QStringLiteral("llama3-405b-16k.roofrack.json")).scenarios[0], metric);
        int compared = 0;
        for (const ScaleDoubling& each : study.doublings)
            for (const ScaleCost& cost : {each.now, each.then}) {
                const ScalePoint* point = study.at(cost.gpus);
                if (!point) continue;
                ++compared;
                QCOMPARE(cost.dollars_per_million(), quantity_of(ScaleQuantity::dollars, *point, study));
                // The meter's J a million, over the budget.
                if (metric != ScaleMetric::time_to_loss)
                    QVERIFY(near(cost.joules_per_million() * 15.6e12 / 1e6 / 3.6e9,
                                 quantity_of(ScaleQuantity::energy, *point, study)));
            }
        QVERIFY(compared >= 2);
    }
}

void TestScaleQuantity::what_is_not_known_says_why() {
    Scenario scenario = sample(QStringLiteral("dgx-h100-su.roofrack.json")).scenarios[0];
    for (const ScaleQuantity quantity : scale_quantities)
        QCOMPARE(missing_quantity(quantity, study_of(scenario)), std::string());
    scenario.workload.token_budget = 0;
    scenario.site.gpu_hour_price = 0;
    const ScaleResult study = study_of(scenario);
    for (const ScaleQuantity quantity : {ScaleQuantity::days, ScaleQuantity::energy})
        QVERIFY(missing_quantity(quantity, study).find("token budget") != std::string::npos);
    QVERIFY(missing_quantity(ScaleQuantity::dollars, study).find("price") != std::string::npos);
    QCOMPARE(require_quantity(ScaleQuantity::days, study).error().where,
             std::string("/workload/token_budget"));
    QCOMPARE(require_quantity(ScaleQuantity::energy, study).error().where,
             std::string("/workload/token_budget"));
    QCOMPARE(require_quantity(ScaleQuantity::dollars, study).error().where,
             std::string("/site/gpu_hour_price"));
    QVERIFY(require_quantity(ScaleQuantity::rate, study));
    for (const ScaleQuantity quantity :
         {ScaleQuantity::rate, ScaleQuantity::speedup, ScaleQuantity::efficiency})
        QCOMPARE(missing_quantity(quantity, study), std::string());
    for (const ScalePoint& point : study.points)
        QVERIFY(std::isnan(quantity_of(ScaleQuantity::dollars, point, study)));
}

void TestScaleQuantity::names_are_read_back() {
    for (const ScaleQuantity quantity : scale_quantities)
        QCOMPARE(scale_quantity(name_of(quantity)), std::optional(quantity));
    QVERIFY(!scale_quantity("weeks"));
}

/// t = a/n + b + c·log2 n + d(n − 1) in different parts.
void TestScaleQuantity::amdahl_finds_the_parts_again() {
    const auto parts = [](StepPart part, double n) {
        switch (part) {
        case StepPart::compute: return 8 / n + 0.5;
        case StepPart::tensor_comm: return 0.25;
        case StepPart::data_comm: return 0.75 / n + 0.02 * std::log2(n);
        case StepPart::failure: return 0.5 / n + 0.003 * (n - 1);
        default: return 0.0;
        }
    };
    const SerialLaw law = serial_law(made(parts));
    QVERIFY2(law.missing.empty(), law.missing.c_str());
    QCOMPARE(law.gpus, 8.0);
    QVERIFY(near(law.step.divides, 9.25, 1e-6) && near(law.step.constant, 0.75, 1e-6));
    QVERIFY(near(law.step.logarithmic, 0.02, 1e-6) && near(law.step.linear, 0.003, 1e-6));
    QVERIFY(near(law.share(), 0.075, 1e-6));
    QVERIFY(near(law.parts[static_cast<size_t>(StepPart::tensor_comm)].constant, 0.25, 1e-6));
    QVERIFY(law.rms < 1e-6);
    // Between its sizes the law is the one that was made.
    for (const double n : {1.0, 3.0, 40.0, 256.0}) {
        double step = 0;
        for (size_t i = 0; i < step_part_count; ++i) step += parts(static_cast<StepPart>(i), n);
        QVERIFY(near(law.grown(8 * n), 10 / step, 1e-6));
    }
    QCOMPARE(law.most_gpus, 8 * 64.0);
    // Failures are not of the productive step.
    const SerialLaw productive = serial_law(
        made([&](StepPart part, double n) { return part == StepPart::failure ? 0 : parts(part, n); },
             ScaleMetric::fixed_batch));
    QVERIFY(near(productive.step.linear + 1, 1, 1e-9));
    QCOMPARE(productive.parts[static_cast<size_t>(StepPart::failure)].divides, 0.0);
}

void TestScaleQuantity::a_tenth_that_is_serial_is_never_beyond_ten() {
    const SerialLaw law = serial_law(
        made([](StepPart part, double n) { return part == StepPart::compute ? 0.9 / n + 0.1 : 0.0; }));
    QVERIFY(near(law.share(), 0.1, 1e-9) && near(law.ceiling(), 10, 1e-9));
    QVERIFY(near(law.amdahl(8 * 9), 1 / (0.1 + 0.9 / 9), 1e-9));
    QVERIFY(law.amdahl(8e9) < 10 && law.amdahl(8e9) > 9.999);
    const SerialLaw none =
        serial_law(made([](StepPart part, double n) { return part == StepPart::compute ? 1 / n : 0.0; }));
    QVERIFY(none.share() < 1e-9 && none.ceiling() > 1e6);
}

/// A part that comes with the second size and then stays looks like a constant.
void TestScaleQuantity::of_a_part_no_more_is_serial_than_there_is() {
    const SerialLaw law = serial_law(made([](StepPart part, double n) {
        return part == StepPart::compute           ? 1 / n
               : part == StepPart::pipeline_bubble ? (n > 1 ? 0.2 : 0.05)
                                                   : 0.0;
    }));
    const SerialTime& bubble = law.parts[static_cast<size_t>(StepPart::pipeline_bubble)];
    QVERIFY(bubble.constant > 0.049 && bubble.constant <= 0.05);
    QVERIFY(bubble.serial(32) > 0.1); // the rest of it grows
}

void TestScaleQuantity::no_law_where_the_batch_grows_or_sizes_are_few() {
    const auto parts = [](StepPart part, double n) { return part == StepPart::compute ? 1 / n : 0.0; };
    QVERIFY(serial_law(made(parts, ScaleMetric::throughput)).missing.find("batch grows") !=
            std::string::npos);
    QVERIFY(!serial_law(made(parts, ScaleMetric::goodput, 4)).missing.empty()); // three sizes
    QVERIFY(serial_law(made(parts, ScaleMetric::goodput, 8)).missing.empty());
    QVERIFY(!serial_law(ScaleResult{}).missing.empty());
    // Sizes that divide badly are not of the line.
    ScaleResult pits = made(parts, ScaleMetric::goodput, 8);
    pits.points[1].divides_badly = true;
    QVERIFY(!serial_law(pits).missing.empty());
}

void TestScaleQuantity::the_law_is_close_to_the_samples() {
    const QDir folder(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples"));
    int laws = 0, corners = 0;
    for (const QString& file : folder.entryList({QStringLiteral("*.roofrack.json")}))
        for (const Scenario& scenario : sample(file).scenarios) {
            const SerialLaw law = serial_law(study_of(scenario));
            if (!law.missing.empty()) continue;
            ++laws;
            const ScaleResult study = study_of(scenario);
            // The four shapes are smooth. Where a replica has as many micro-batches as stages on one size and
            // fewer on the next the curve has a corner: each added replica then leaves stages idle. At it,
            // and nowhere else, the law may be a little farther off.
            const auto fills = [&](const ScalePoint& point) {
                return scenario.workload.global_batch / (point.plan.dp * point.plan.micro_batch) >=
                       point.plan.pp;
            };
            for (size_t i = 0; i < study.points.size(); ++i) {
                const ScalePoint& point = study.points[i];
                if (!point.feasible || point.divides_badly) continue;
                const bool corner = point.plan.pp > 1 && i + 1 < study.points.size() &&
                                    study.points[i + 1].feasible && fills(point) &&
                                    !fills(study.points[i + 1]);
                corners += corner;
                const double off =
                    std::abs(std::log(law.step.at(point.gpus / law.gpus) / point.step_time.si()));
                QVERIFY2(off < (corner ? 4.5 : 4) * law.rms + 1e-9,
                         qPrintable(QStringLiteral("%1 at %2").arg(file).arg(point.gpus)));
                QVERIFY2(off < 0.2, qPrintable(QStringLiteral("%1 at %2").arg(file).arg(point.gpus)));
            }
            for (const SerialTime& part : law.parts)
                QVERIFY(part.divides >= 0 && part.constant >= 0 && part.logarithmic >= 0 && part.linear >= 0);
            QVERIFY(law.share() >= 0 && law.share() <= 1);
            QVERIFY(law.grown(4 * law.gpus) <= law.amdahl(4 * law.gpus) * (1 + 1e-12));
        }
    QVERIFY(laws >= 5 && corners >= 1);
    // From one board to eight, then through a slow network.
    const SerialLaw none = serial_law(study_of(sample(QStringLiteral("ws-8gpu.roofrack.json")).scenarios[0]));
    QVERIFY2(none.missing.find("jumps") != std::string::npos, none.missing.c_str());
}

void TestScaleQuantity::scenarios_beside_each_other() {
    const Project project = sample(QStringLiteral("ws-8gpu.roofrack.json"));
    const Scenario& scenario = project.scenarios[1];
    const ScenarioCurve curve =
        scenario_curve(scenario, Catalog::built_in(), {1, 2, 4, 8}, {.metric = ScaleMetric::goodput});
    QCOMPARE(curve.scenario, scenario.name);
    QCOMPARE(curve.reason, std::string());
    const double sizes[] = {1, 2, 4, 8};
    const ScaleResult alone = scale(test::prepared(scenario), sizes);
    QCOMPARE(curve.study.points.size(), alone.points.size());
    for (size_t i = 0; i < alone.points.size(); ++i)
        QCOMPARE(curve.study.points[i].wall_step.si(), alone.points[i].wall_step.si());
    // At its own sizes where none are given.
    QCOMPARE(scenario_curve(scenario, Catalog::built_in(), {}, {}).study.points.size(),
             study_of(scenario).points.size());

    const RunWork work = work_of(test::prepared(scenario));
    QVERIFY(work_differences(work, work).empty());
    Scenario other = scenario;
    other.workload.sequence = work.sequence; // as it is, but said
    other.name = "renamed";
    QVERIFY(work_differences(work, work_of(test::prepared(other))).empty());
    other.workload.sequence = work.sequence / 2;
    other.workload.global_batch *= 2;
    other.workload.token_budget += 1e9;
    QCOMPARE(work_differences(work, work_of(test::prepared(other))),
             (std::vector<std::string>{"sequence", "batch", "token budget"}));
    RunWork model = work;
    model.model.transformer->layers += 1;
    QCOMPARE(work_differences(work, model), std::vector<std::string>{"model"});

    Scenario empty = scenario;
    empty.cluster = {};
    QVERIFY(!scenario_curve(empty, Catalog::built_in(), {}, {}).reason.empty());
}

QTEST_GUILESS_MAIN(TestScaleQuantity)
#include "test_scale_quantity.moc"
