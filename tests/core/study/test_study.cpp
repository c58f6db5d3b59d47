// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/ideal_gap.h"
#include "core/study/regimes.h"
#include "core/study/sizes.h"
#include "core/study/verdict.h"
#include "tests/support/random_scenario.h"
#include "tests/support/rounds.h"
#include "tests/support/sample.h"

#include <QDir>
#include <QTest>

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

using namespace roofrack;

namespace {

const Defaults::Regimes& constants() { return Defaults::built_in().regimes; }

std::vector<double> sizes_of(const Prepared& drawn) {
    const Fabric& fabric = drawn.fabric();
    return dense_counts(fabric.gpus, fabric.scale_up_domain,
                        study_range(fabric.gpus, fabric.scale_up_domain));
}

bool near(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

/// Regimes with where they begin and end.
struct Span {
    Regime regime;
    double from, to;
};

std::vector<Span> spans_of(const ScaleResult& study) {
    std::vector<const ScalePoint*> points;
    for (const ScalePoint& point : study.points)
        if (point.feasible) points.push_back(&point);
    if (points.size() < 2) return {};
    std::vector<Span> out{{*points[1]->regime, points.front()->gpus, points.back()->gpus}};
    for (const ScaleBorder& border : study.borders) {
        out.back().to = border.gpus;
        out.push_back({border.to, border.gpus, points.back()->gpus});
    }
    return out;
}

/// What breaks a rule of the study, empty when nothing does.
QString faults(const ScaleResult& study) {
    QStringList out;
    double before = 0;
    for (const ScalePoint& p : study.points) {
        if (p.gpus <= before) out << QStringLiteral("sizes do not ascend at %1").arg(p.gpus);
        before = p.gpus;
        if (p.feasible != p.reason.empty()) out << QStringLiteral("%1 runs, or has a reason").arg(p.gpus);
        if (!p.feasible) continue;
        const auto wrong = [&](bool is, const char* what) {
            if (is) out << QStringLiteral("%1 GPUs: %2").arg(p.gpus).arg(QLatin1String(what));
        };
        wrong(!near(p.batch, p.rate * p.step_time.si(), 1e-12), "step x rate is not the batch");
        const Seconds own = counts_failures(study.metric) ? p.wall_step : p.productive_step;
        wrong(p.step_time != own, "the step is not the metric's");
        wrong(p.step_time_low > p.step_time || p.step_time_high < p.step_time, "outside its band");
        wrong(!near(std::accumulate(p.parts.begin(), p.parts.end(), 0.0), p.wall_step.si(), 1e-9),
              "the parts are not the wall step");
        const double ideal = study.ideal_rate * p.gpus;
        const double lost = std::accumulate(p.lost.begin(), p.lost.end(), p.lost_to_batch);
        wrong(std::abs(ideal - p.progress - lost) > 1e-9 * std::max(ideal, p.progress),
              "the losses are not the gap");
        wrong(!near(p.efficiency, p.progress / ideal, 1e-12), "efficiency");
        wrong(p.efficiency > 1 + 1e-12, "better than ideal");
    }
    const std::vector<Span> spans = spans_of(study);
    const ScalePoint* last = nullptr;
    for (const ScalePoint& p : study.points) {
        if (!p.feasible) continue;
        const double middle = last ? std::sqrt(last->gpus * p.gpus) : p.gpus;
        last = &p;
        const auto span =
            std::ranges::find_if(spans, [&](const Span& each) { return middle <= each.to * (1 + 1e-9); });
        if (p.regime && span != spans.end() &&
            (span->regime == Regime::degrading) != (p.regime == Regime::degrading))
            out << QStringLiteral("%1 GPUs degrade, or their span does, not both").arg(p.gpus);
    }
    for (size_t i = 0; i < spans.size(); ++i) {
        const Span& span = spans[i];
        const auto text = QStringLiteral("%1 from %2 to %3")
                              .arg(QLatin1String(name_of(span.regime).data()))
                              .arg(span.from)
                              .arg(span.to);
        // Borders where a limit begins to hold the clocks may be nearer to the next one.
        const bool is_at_limit = std::ranges::any_of(study.points, [](const ScalePoint& p) {
            return p.feasible && p.throttle_cause != ThrottleCause::none;
        });
        const double narrowest = is_at_limit ? std::cbrt(constants().narrowest) : constants().narrowest;
        if (spans.size() > 1 && span.to < span.from * narrowest * (1 - 1e-9)) out << text + " is narrow";
        if (i > 0 && spans[i - 1].regime == span.regime) out << text + " follows its like";
        if (span.regime != Regime::degrading) continue;
        // The points inside, with one that it begins and ends at.
        const ScalePoint *low = nullptr, *high = nullptr;
        for (const ScalePoint& p : study.points) {
            if (!p.feasible) continue;
            if (p.gpus <= span.from * (1 + 1e-9) || !low) low = &p;
            if (p.gpus <= span.to * (1 + 1e-9)) high = &p;
        }
        if (!(high->progress < low->progress)) out << text + " rises";
    }
    if (study.peak_gpus > 0 && !study.at(study.peak_gpus)) out << QStringLiteral("no point at the peak");
    for (const ScaleBorder& border : study.borders)
        if (border.cause.empty()) out << QStringLiteral("a border without a cause");
    return out.join(QStringLiteral("; "));
}

/// A study of a curve made by hand: sizes and their rates. From `held_from` GPUs on the site holds the
/// clocks.
ScaleResult made(std::vector<std::pair<double, double>> rates, double drawn,
                 const std::vector<ScaleStep>& fabric = {},
                 double held_from = std::numeric_limits<double>::infinity()) {
    ScaleResult out;
    out.drawn_gpus = drawn;
    for (const auto& [gpus, rate] : rates) {
        ScalePoint point;
        point.gpus = gpus;
        point.batch = 1e6;
        point.rate = point.progress = rate;
        point.step_time = point.wall_step = point.productive_step = Seconds(point.batch / rate);
        point.step_time_low = point.step_time_high = point.step_time;
        point.parts[0] = point.step_time.si();
        if (gpus >= held_from) point.throttle_cause = ThrottleCause::site;
        out.points.push_back(point);
    }
    find_regimes(out, constants(), fabric);
    find_gap(out, constants());
    return out;
}

std::vector<std::pair<double, double>> curve(double first, double last, auto rate) {
    std::vector<std::pair<double, double>> out;
    for (double gpus = first; gpus <= last * 1.001; gpus *= std::pow(2, 0.25))
        out.emplace_back(gpus, rate(gpus));
    return out;
}

} // namespace

class TestStudy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rows_and_regimes_of_samples_data();
    void rows_and_regimes_of_samples();
    void rows_and_regimes_of_templates_data();
    void rows_and_regimes_of_templates();
    void rows_and_regimes_of_random_projects();
    void sizes_that_cannot_run_are_named_once();
    void the_verdict_is_the_studys();
    void borders_stand_where_a_known_curve_bends();
    void sizes_that_divide_badly_make_no_regime();
    void an_uneven_batch_makes_no_regime_at_the_end();
    void what_makes_the_step_longer_makes_the_curve_fall();
    void a_step_at_a_border_of_the_fabric_is_no_regime();
    void borders_of_a_network_do_not_flap();
    void what_rises_to_a_peak_does_not_degrade();
    void linear_ends_where_a_limit_begins_to_hold_the_clocks();
    void what_diminishes_before_a_fall_is_named();
    void the_onset_of_a_limit_is_evaluated();
    void what_is_not_drawn_says_nothing_of_what_is();
    void a_second_box_is_not_the_workstations_regime();
    void sizes();
    void what_does_not_fit_has_a_reason();
    void replanned_is_never_slower();
    void a_site_that_stays_ends_the_curve();
    void a_site_that_grows_is_no_limit_of_the_curve();
    void so_many_drawings_draw_so_much();
    void it_stops();
};

void TestStudy::rows_and_regimes_of_samples_data() {
    QTest::addColumn<QString>("file");
    const QDir folder(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples"));
    for (const QString& file : folder.entryList({QStringLiteral("*.roofrack.json")}))
        QTest::newRow(qPrintable(file)) << folder.filePath(file);
}

void TestStudy::rows_and_regimes_of_samples() {
    QFETCH(QString, file);
    const auto loaded = read_project(file.toStdString(), Catalog::built_in());
    QVERIFY(loaded);
    for (const Scenario& scenario : loaded->project.scenarios) {
        const auto drawn = Prepared::make(scenario, Catalog::built_in());
        QVERIFY(drawn);
        const std::vector<double> sizes = sizes_of(*drawn);
        for (const ScaleMetric metric : {ScaleMetric::goodput, ScaleMetric::fixed_batch,
                                         ScaleMetric::throughput, ScaleMetric::time_to_loss})
            QCOMPARE(faults(scale(*drawn, sizes, {.metric = metric})), QString());
        QCOMPARE(faults(scale(*drawn, sizes, {.replan = true})), QString());
        // Every view of the drawn count shows one step.
        const Evaluation evaluation = verdict(scenario, Catalog::built_in());
        const ScaleResult study = scale(*drawn, sizes, {.metric = natural_metric(*drawn)});
        const ScalePoint* here = study.at(evaluation.gpus);
        QVERIFY(here);
        QCOMPARE(here->wall_step.si(), evaluation.step_time.si());
        QCOMPARE(here->parts, evaluation.parts);
        const ScaleResult best = scale(*drawn, sizes, {.metric = study.metric, .replan = true});
        QCOMPARE(here->regime ? here->regime : best.at(evaluation.gpus)->regime, evaluation.regime);
        QVERIFY(evaluation.regime);
    }
}

void TestStudy::rows_and_regimes_of_templates_data() {
    QTest::addColumn<QString>("name");
    for (const TemplateInfo& info : list_templates())
        QTest::newRow(info.name.c_str()) << QString::fromStdString(info.name);
}

void TestStudy::rows_and_regimes_of_templates() {
    QFETCH(QString, name);
    const auto project = make_template(name.toStdString(), {}, Catalog::built_in());
    QVERIFY(project);
    const Scenario& scenario = project->scenarios.front();
    const auto drawn = Prepared::make(scenario, Catalog::built_in());
    QVERIFY(drawn);
    QCOMPARE(faults(scale(*drawn, sizes_of(*drawn))), QString());
    QCOMPARE(faults(scale(*drawn, sizes_of(*drawn), {.replan = true})), QString());
    const Evaluation evaluation = verdict(scenario, Catalog::built_in());
    if (!evaluation.feasible) return;
    const ScaleResult study = scale(*drawn, sizes_of(*drawn), {.metric = natural_metric(*drawn)});
    if (study.at(evaluation.gpus)->regime) QCOMPARE(study.at(evaluation.gpus)->regime, evaluation.regime);
    QCOMPARE(study.at(evaluation.gpus)->wall_step.si(), evaluation.step_time.si());
}

void TestStudy::rows_and_regimes_of_random_projects() {
    std::mt19937 random(12);
    const int projects = test::rounds(10000, 160);
    int regimes[3] = {}, with_borders = 0;
    for (int i = 0; i < projects; ++i) {
        const auto drawn = Prepared::make(test::random_scenario(random), Catalog::built_in());
        QVERIFY(drawn);
        const ScaleMetric metrics[] = {ScaleMetric::goodput, ScaleMetric::fixed_batch,
                                       ScaleMetric::throughput, ScaleMetric::time_to_loss};
        const ScaleMetric metric = metrics[i % 4];
        const ScaleResult study = scale(*drawn, sizes_of(*drawn), {.metric = metric});
        const QString wrong = faults(study);
        QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("project %1: %2").arg(i).arg(wrong)));
        const ScalePoint* here = study.at(drawn->fabric().gpus);
        if (here && here->regime) QCOMPARE(regime_as_drawn(*drawn, metric).regime, here->regime);
        if (here && here->regime) ++regimes[static_cast<int>(*here->regime)];
        with_borders += !study.borders.empty();
        if (i % 50 == 0)
            QCOMPARE(faults(scale(*drawn, sizes_of(*drawn), {.metric = metric, .replan = true})), QString());
    }
    for (const int count : regimes) QVERIFY(count > 0);
    QVERIFY2(with_borders > projects / 5, qPrintable(QString::number(with_borders)));
}

void TestStudy::sizes_that_cannot_run_are_named_once() {
    QCOMPARE((SizesWithoutPlan{8, 2048, ""}.sizes_text()), std::string("8 to 2,048 GPUs"));
    QCOMPARE((SizesWithoutPlan{200, 200, ""}.sizes_text()), std::string("200 GPUs"));
    QCOMPARE((SizesWithoutPlan{1, 1, ""}.sizes_text()), std::string("1 GPU"));
    QCOMPARE((SizesWithoutPlan{1, 8, ""}.sizes_text()), std::string("1 to 8 GPUs"));
}

void TestStudy::the_verdict_is_the_studys() {
    // Also where fewer GPUs cannot run the plan as given, and at other metrics.
    const auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json", Catalog::built_in());
    Scenario scenario = loaded->project.scenarios.front();
    const auto published = Prepared::make(scenario, Catalog::built_in());
    // As published it runs on fewer, too, where it may not fit: its own study has the regime.
    for (const ScaleMetric metric : {ScaleMetric::goodput, ScaleMetric::fixed_batch}) {
        const ScaleResult given = scale(*published, sizes_of(*published), {.metric = metric});
        QVERIFY(given.at(8192)->feasible && given.at(16384)->regime);
        const DrawnRegime verdict = regime_as_drawn(*published, metric);
        QCOMPARE(verdict.regime, given.at(16384)->regime);
        QVERIFY(!verdict.of_best_plans);
    }
    // With longer sequences the micro-batches of fewer replicas do not fit even at the lower end of the band.
    scenario.workload.sequence = 10240;
    const auto drawn = Prepared::make(scenario, Catalog::built_in());
    for (const ScaleMetric metric : {ScaleMetric::goodput, ScaleMetric::fixed_batch}) {
        const ScaleResult given = scale(*drawn, sizes_of(*drawn), {.metric = metric});
        QVERIFY(!given.at(14336)->feasible && given.at(16384)->feasible);
        QVERIFY(!given.at(16384)->regime);
        const auto regime =
            scale(*drawn, sizes_of(*drawn), {.metric = metric, .replan = true}).at(16384)->regime;
        QVERIFY(regime);
        QCOMPARE(regime_as_drawn(*drawn, metric).regime, regime);
    }
}

/// rate = N/(1 + aN + (bN)²): elasticity 1 − (aN + 2(bN)²)/(1 + aN + (bN)²).
void TestStudy::borders_stand_where_a_known_curve_bends() {
    const double a = 1e-3, b = 1e-4;
    const auto below = [&](double n) { return 1 + a * n + b * b * n * n; };
    const auto elasticity = [&](double n) { return 1 - (a * n + 2 * b * b * n * n) / below(n); };
    const ScaleResult study = made(curve(8, 131072, [&](double n) { return n / below(n); }), 131072);
    QCOMPARE(faults(study), QString());
    QCOMPARE(study.borders.size(), size_t(2));
    QVERIFY2(std::abs(elasticity(study.borders[0].gpus) - 0.9) < 0.01,
             qPrintable(QString::number(study.borders[0].gpus)));
    QVERIFY2(std::abs(elasticity(study.borders[1].gpus)) < 0.02,
             qPrintable(QString::number(study.borders[1].gpus)));
    QVERIFY(std::abs(elasticity(study.knee_gpus) - 0.5) < 0.02);
    QVERIFY(std::abs(std::log(study.peak_gpus * b)) < std::log(1.2)); // 1/b
}

void TestStudy::a_step_at_a_border_of_the_fabric_is_no_regime() {
    const std::vector<ScaleStep> leaf{{64, "leaf uplinks", 1}};
    const auto stepped = [](double left) {
        return curve(4, 1024, [left](double gpus) { return gpus * (gpus > 64.5 ? left : 1); });
    };
    // Unnamed it is a regime of its own, and the curve flaps.
    QVERIFY(!made(stepped(0.88), 1024).borders.empty());
    const ScaleResult named = made(stepped(0.88), 1024, leaf);
    QVERIFY2(named.borders.empty(), qPrintable(QString::number(named.borders.size())));
    QCOMPARE(named.steps.size(), size_t(1));
    QCOMPARE(named.steps[0].gpus, 64.0);
    QVERIFY(near(named.steps[0].left, 0.88, 0.01));
    QCOMPARE(named.steps[0].text(), std::string("a drop of 12 % beyond 64 GPUs, over leaf uplinks"));
    for (const ScalePoint& point : named.points) QCOMPARE(point.regime, std::optional(Regime::linear));
    // Small ones are none, and elsewhere there is none.
    QVERIFY(made(stepped(0.98), 1024, leaf).steps.empty());
    QVERIFY(made(stepped(0.88), 1024, {{256, "spine uplinks", 1}}).steps.empty());
    // A curve that falls has the step, and degrades all the same.
    const ScaleResult fallen = made(stepped(0.5), 1024, leaf);
    QCOMPARE(fallen.steps.size(), size_t(1));
    QVERIFY(
        std::ranges::any_of(fallen.borders, [](const ScaleBorder& b) { return b.to == Regime::degrading; }));
    // A slope that goes on beyond the border is a regime, with the step beside it.
    const auto bent =
        curve(4, 1024, [](double gpus) { return gpus > 64.5 ? 0.9 * 64 * std::pow(gpus / 64, 0.6) : gpus; });
    const ScaleResult both = made(bent, 1024, leaf);
    QCOMPARE(both.steps.size(), size_t(1));
    QCOMPARE(both.borders.size(), size_t(1));
    QCOMPARE(both.borders[0].to, Regime::diminishing);
}

/// One NIC for eight GPUs: 8 GPUs in a domain, 64 under a leaf. It was diminishing to 23 GPUs, linear to 62,
/// diminishing to 85 and linear again.
void TestStudy::borders_of_a_network_do_not_flap() {
    const Prepared drawn = test::prepared(test::sample("generic-100m-256gpu-1nic"));
    const ScaleResult study = scale(drawn, sizes_of(drawn), {.metric = natural_metric(drawn)});
    // Among the first servers a ring has more and more of its links out of them: no step.
    QCOMPARE(study.borders.size(), size_t(1));
    QVERIFY(study.borders[0].gpus < 32);
    QCOMPARE(study.steps.size(), size_t(1));
    QCOMPARE(study.steps[0].gpus, 64.0);
    QVERIFY(study.steps[0].left > 0.85 && study.steps[0].left < 0.95 && !study.steps[0].links.empty());
    QCOMPARE(faults(study), QString());
}

void TestStudy::sizes_that_divide_badly_make_no_regime() {
    // A tenth is lost between the powers of two: the curve is linear all the same.
    auto teeth = curve(8, 65536, [](double n) { return n; });
    for (size_t i = 0; i < teeth.size(); ++i)
        if (i % 2 != 0) teeth[i].second *= 0.8;
    const ScaleResult study = made(teeth, 65536);
    QCOMPARE(study.borders.size(), size_t(0));
    QCOMPARE(*study.points.back().regime, Regime::linear);
    // But a step down that lasts is seen: twice the GPUs give less than before.
    const ScaleResult step = made(curve(8, 65536, [](double n) { return n <= 1024.5 ? n : n / 3; }), 65536);
    QVERIFY(std::ranges::any_of(step.borders,
                                [](const ScaleBorder& border) { return border.to == Regime::degrading; }));
}

/// The batch of 512 divides over 32 and 64 replicas, not over those between: the bubble, no rest of a batch,
/// ends the linear regime, and it does not come back.
void TestStudy::an_uneven_batch_makes_no_regime_at_the_end() {
    const Prepared ready = test::prepared(test::sample("dgx-h100-su"));
    const ScaleResult study = scale(ready, sizes_of(ready));
    QVERIFY(study.at(1280) && study.at(1280)->is_uneven && study.at(1280)->divides_badly);
    QVERIFY(study.at(2048) && !study.at(2048)->is_uneven);
    QCOMPARE(study.borders.size(), size_t{1});
    QVERIFY(study.borders[0].worsens());
    QCOMPARE(study.borders[0].cause, std::string("pipeline_bubble"));
    QVERIFY2(study.borders[0].gpus > 700 && study.borders[0].gpus < 1024,
             fmt::format("{}", study.borders[0].gpus).c_str());
}

/// The bubble takes more of the ideal all the way, but it is the throttling that makes steps longer.
void TestStudy::what_makes_the_step_longer_makes_the_curve_fall() {
    ScaleResult study = made({}, 16);
    study.drawn_gpus = 1024;
    for (double gpus = 64; gpus <= 4097; gpus *= std::sqrt(2)) {
        ScalePoint point;
        point.gpus = gpus;
        point.batch = 1e6;
        point.parts[static_cast<size_t>(StepPart::compute)] = 100 / gpus;
        point.parts[static_cast<size_t>(StepPart::pipeline_bubble)] = 0.05;
        if (gpus > 1024.5) point.parts[static_cast<size_t>(StepPart::throttle)] = (gpus - 1024) / 10000;
        double seconds = 0;
        for (const double part : point.parts) seconds += part;
        point.step_time = point.wall_step = point.productive_step = Seconds(seconds);
        point.rate = point.progress = point.batch / seconds;
        point.feasible = true;
        study.points.push_back(point);
    }
    find_regimes(study, constants(), {});
    find_gap(study, constants());
    const auto falls = std::ranges::find(study.borders, Regime::degrading, &ScaleBorder::to);
    QVERIFY(falls != study.borders.end() && falls != study.borders.begin());
    QCOMPARE((falls - 1)->cause, std::string("pipeline_bubble"));
    QCOMPARE(falls->cause, std::string("throttle"));
}

void TestStudy::what_rises_to_a_peak_does_not_degrade() {
    const ScaleResult study = made({{4, 13.2},
                                    {5, 16.1},
                                    {6, 18.9},
                                    {7, 20.6},
                                    {8, 25.4},
                                    {16, 15.2},
                                    {24, 15.9},
                                    {32, 16.8},
                                    {64, 17.1}},
                                   64);
    QCOMPARE(faults(study), QString());
    QVERIFY(study.at(8)->regime != Regime::degrading);
    QCOMPARE(study.at(16)->regime, std::optional(Regime::degrading));
    const auto peak = std::ranges::find(study.borders, Regime::degrading, &ScaleBorder::to);
    QVERIFY(peak != study.borders.end() && near(peak->gpus, 8, 1e-9));
}

/// 512 GPUs of a hall of 2 MW. Over a window of the slope linear seemed to end at 1,545.
void TestStudy::linear_ends_where_a_limit_begins_to_hold_the_clocks() {
    const auto rate = [](double gpus) {
        const double most = 1792 * std::pow(2048.0 / 1792, 0.55);
        return gpus <= 1792 ? gpus : gpus == 2048 ? most : most * (gpus == 2560 ? 0.985 : 0.93);
    };
    std::vector<std::pair<double, double>> rates;
    for (const double gpus : {256, 512, 768, 1024, 1280, 1536, 1792, 2048, 2560, 3072})
        rates.emplace_back(gpus, rate(gpus));
    const ScaleResult smooth = made(rates, 512), held = made(rates, 512, {}, 1792);
    QCOMPARE(smooth.borders.size(), held.borders.size());
    QVERIFY(smooth.borders[0].gpus > 1500 && smooth.borders[0].gpus < 1700);
    QCOMPARE(held.borders[0].gpus, 1792.0);
    QCOMPARE(held.borders[0].to, Regime::diminishing);
    QCOMPARE(held.at(1792)->regime, std::optional(Regime::linear));
    QVERIFY(near(held.at(1792)->elasticity, 1, 1e-9));
    QCOMPARE(held.at(2048)->regime, std::optional(Regime::diminishing));
    // Where the limit begins at a drawn size nothing is bent beyond it.
    QCOMPARE(made(rates, 2048, {}, 1792).borders[0].gpus, made(rates, 2048).borders[0].gpus);
}

/// 528 GPUs: a quarter more of 1,056 and of 1,320 bring less and less, and more than 1,848 are slower. It was
/// linear up to 1,848.
void TestStudy::what_diminishes_before_a_fall_is_named() {
    const ScaleResult study = made({{176, 74.5},
                                    {264, 111.2},
                                    {352, 148.1},
                                    {440, 184.4},
                                    {528, 220.4},
                                    {792, 327.9},
                                    {1056, 431.2},
                                    {1320, 533.2},
                                    {1584, 598.8},
                                    {1848, 616.5},
                                    {2112, 526.0},
                                    {2640, 318.3}},
                                   528, {}, 1584);
    QCOMPARE(study.borders.size(), size_t(2));
    QCOMPARE(study.borders[0].to, Regime::diminishing);
    QCOMPARE(study.borders[0].gpus, 1320.0);
    QCOMPARE(study.borders[1].to, Regime::degrading);
    QCOMPARE(study.borders[1].gpus, 1848.0);
    QCOMPARE(faults(study), QString());
}

/// The sizes between which the site begins to hold the clocks are next to each other, and evaluated.
void TestStudy::the_onset_of_a_limit_is_evaluated() {
    const Prepared drawn = test::prepared(test::sample("decisions/owned-h100", 0));
    const std::vector<double> sizes = sizes_of(drawn);
    const ScaleResult asked = scale(drawn, sizes), study = scale(drawn, sizes, {.onsets = true});
    QCOMPARE(asked.points.size(), sizes.size());
    QVERIFY(study.points.size() > sizes.size());
    for (const ScalePoint& point : asked.points) QVERIFY(study.at(point.gpus));
    std::vector<const ScalePoint*> run;
    for (const ScalePoint& point : study.points)
        if (point.feasible) run.push_back(&point);
    const auto held = std::ranges::find_if(run, [](const ScalePoint* point) {
        return point->gpus > 512 && point->throttle_cause == ThrottleCause::site;
    });
    QVERIFY(held != run.begin() && held != run.end());
    const ScalePoint& before = **(held - 1);
    QVERIFY(before.throttle_cause == ThrottleCause::none);
    QVERIFY2((*held)->gpus <= 1.02 * before.gpus, fmt::format("{}", before.gpus).c_str());
    QVERIFY(before.parts[static_cast<size_t>(StepPart::throttle)] == 0);
    QVERIFY((*held)->parts[static_cast<size_t>(StepPart::throttle)] > 0);
    QCOMPARE(faults(study), QString());
    // Linear ends there, not where a window of the slope feels it.
    QVERIFY(!study.borders.empty() && study.borders[0].limit == ThrottleCause::site);
    const double end = study.borders[0].gpus;
    QVERIFY2(end == before.gpus || end == (*held)->gpus, fmt::format("{}", end).c_str());
}

void TestStudy::what_is_not_drawn_says_nothing_of_what_is() {
    const auto falls_beyond = [](double n) { return n <= 1024.5 ? n : 1024 * 1024 / n; };
    const ScaleResult study = made(curve(8, 65536, falls_beyond), 1024.2);
    QCOMPARE(study.borders.size(), size_t(1));
    QVERIFY(near(study.borders.front().gpus, 1024, 1e-3));
    for (const ScalePoint& point : study.points)
        QCOMPARE(*point.regime, point.gpus < 1024.5 ? Regime::linear : Regime::degrading);
}

void TestStudy::a_second_box_is_not_the_workstations_regime() {
    const auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/ws-8gpu.roofrack.json", Catalog::built_in());
    const Evaluation evaluation = verdict(loaded->project.scenarios.front(), Catalog::built_in());
    QVERIFY(evaluation.regime);
    QVERIFY(*evaluation.regime != Regime::degrading);
    // Beyond it a stack with pipelines sends little through the one NIC; one without reduces all gradients
    // there, and is slower with a second box.
    const auto falls = [&](const char* stack) {
        Scenario scenario = loaded->project.scenarios.front();
        scenario.plan.software = stack;
        const auto drawn = Prepared::make(scenario, Catalog::built_in());
        const ScaleResult best = scale(*drawn, sizes_of(*drawn), {.replan = true});
        const bool is_slower = best.at(16)->progress < best.at(8)->progress;
        const bool degrades = std::ranges::any_of(
            best.points, [](const ScalePoint& point) { return point.regime == Regime::degrading; });
        return std::pair(is_slower, degrades);
    };
    QCOMPARE(falls("megatron-core"), std::pair(false, false));
    QCOMPARE(falls("fsdp"), std::pair(true, true));
}

void TestStudy::sizes() {
    const std::vector<double> dense = dense_counts(16384, 8, {8, 131072});
    for (double n = 8; n < 512; n += 8) QVERIFY(std::ranges::count(dense, n) == 1);
    for (const double n : {16384.0, 8192.0, 20480.0, 131072.0, 98304.0})
        QVERIFY(std::ranges::count(dense, n) == 1);
    for (double decade = 16; decade * 10 <= 131072; decade *= 1.3)
        QVERIFY(std::ranges::count_if(dense, [&](double n) { return n >= decade && n < 10 * decade; }) >= 12);
    for (const double n : dense) QCOMPARE(std::fmod(n, 8), 0.0);
    QVERIFY(std::ranges::is_sorted(dense) && std::ranges::adjacent_find(dense) == dense.end());
    const std::vector<double> small = dense_counts(8, 8, {1, 64});
    for (const double n : {1.0, 2.0, 3.0, 7.0, 8.0, 16.0, 24.0, 64.0})
        QVERIFY(std::ranges::count(small, n) == 1);
    QVERIFY(dense_counts(1000, 8, {8, 8000}).size() < 200);
    QVERIFY(dense_counts(16, 8, {32, 8}).empty());
}

void TestStudy::what_does_not_fit_has_a_reason() {
    const auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json", Catalog::built_in());
    const auto drawn = Prepared::make(loaded->project.scenarios.front(), Catalog::built_in());
    const ScaleResult study = scale(*drawn, std::vector<double>{8, 16, 64, 1024, 16384}, {.replan = true});
    QCOMPARE(study.gaps.size(), size_t(1));
    QCOMPARE(study.gaps[0].from, 8.0);
    QCOMPARE(study.gaps[0].to, 64.0);
    QVERIFY(study.gaps[0].reason.starts_with("does not fit: "));
    QVERIFY(study.at(1024)->feasible);
    // By the plan as given a replica takes 128 GPUs; fewer are another reason than those that do not fit.
    const ScaleResult given = scale(*drawn, std::vector<double>{8, 64, 128, 512, 1024, 16384});
    QCOMPARE(given.gaps.size(), size_t(2));
    QCOMPARE(given.gaps[0].to, 64.0);
    QVERIFY2(given.gaps[0].reason.starts_with("a replica takes "), given.gaps[0].reason.c_str());
    QCOMPARE(given.gaps[1].from, 128.0);
    QCOMPARE(given.gaps[1].to, 512.0);
    QVERIFY2(given.gaps[1].reason.starts_with("does not fit: "), given.gaps[1].reason.c_str());
}

void TestStudy::replanned_is_never_slower() {
    std::mt19937 random(4);
    for (int i = 0; i < test::rounds(400, 20); ++i) {
        const auto drawn = Prepared::make(test::random_scenario(random), Catalog::built_in());
        const std::vector<double> sizes = sweep_counts(drawn->fabric().gpus, drawn->fabric().scale_up_domain);
        const ScaleResult given = scale(*drawn, sizes), best = scale(*drawn, sizes, {.replan = true});
        for (size_t p = 0; p < given.points.size(); ++p) {
            if (!given.points[p].feasible) continue;
            QVERIFY(best.points[p].feasible);
            QVERIFY(best.points[p].wall_step.si() <= given.points[p].wall_step.si() * (1 + 1e-9));
        }
    }
}

namespace {

/// The flagship where the utility delivers `limit`.
Prepared flagship(SupplyGrowth growth, std::optional<Watts> limit) {
    Scenario scenario =
        read_project(ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json", Catalog::built_in())
            ->project.scenarios.front();
    scenario.site.power_limit = limit;
    scenario.site.supply_growth = growth;
    return *Prepared::make(scenario, Catalog::built_in());
}

ScaleResult best_of(const Prepared& drawn, std::initializer_list<double> range) {
    ScaleOptions options;
    options.replan = true;
    const Fabric& fabric = drawn.fabric();
    return scale(
        drawn,
        dense_counts(fabric.gpus, fabric.scale_up_domain, {std::ranges::min(range), std::ranges::max(range)}),
        options);
}

} // namespace

void TestStudy::a_site_that_stays_ends_the_curve() {
    const Watts limit(50e6);
    const ScaleResult held = best_of(flagship(SupplyGrowth::plant, limit), {4096, 131072});
    const ScaleResult free = best_of(flagship(SupplyGrowth::plant, std::nullopt), {4096, 131072});
    QVERIFY(free.peak_gpus >= 65536);
    QVERIFY(held.peak_gpus > 40000 && held.peak_gpus < 60000);
    for (const ScalePoint& p : held.points) {
        if (p.feasible) {
            QVERIFY(p.running.facility <= limit * (1 + 1e-6));
            // Over the wall clock less, since a run of so many GPUs stands still now and then.
            if (p.throttle_cause == ThrottleCause::site) QVERIFY(p.running.facility > 0.9 * limit);
            if (const ScalePoint* const other = free.at(p.gpus))
                QVERIFY(p.progress <= other->progress * (1 + 1e-9));
        } else {
            QVERIFY2(p.reason.find("site supply") != std::string::npos, p.reason.c_str());
        }
    }
    QVERIFY(!held.points.back().feasible);
    QVERIFY(!held.borders.empty());
    const ScaleBorder& last = held.borders.back();
    QCOMPARE(last.to, Regime::degrading);
    QCOMPARE(last.cause, std::string(name_of(StepPart::throttle)));
    QCOMPARE(last.limit, ThrottleCause::site);
    for (const ScaleBorder& border : free.borders) QVERIFY(border.limit == ThrottleCause::none);
}

void TestStudy::a_site_that_grows_is_no_limit_of_the_curve() {
    // Enough for what is drawn, so that it never binds once it grows.
    const ScaleResult grown = best_of(flagship(SupplyGrowth::all, Watts(25e6)), {8192, 131072});
    const ScaleResult free = best_of(flagship(SupplyGrowth::plant, std::nullopt), {8192, 131072});
    QCOMPARE(grown.points.size(), free.points.size());
    for (size_t i = 0; i < free.points.size(); ++i)
        QCOMPARE(grown.points[i].progress, free.points[i].progress);
    // What is drawn is judged alike, whatever grows.
    double step = 0;
    for (const SupplyGrowth growth : {SupplyGrowth::plant, SupplyGrowth::none, SupplyGrowth::all}) {
        const double here = evaluate(flagship(growth, Watts(15e6))).step_time.si();
        QVERIFY(step == 0 || step == here);
        step = here;
    }
}

void TestStudy::so_many_drawings_draw_so_much() {
    const Prepared drawn = flagship(SupplyGrowth::plant, std::nullopt);
    const Facility& facility = *drawn.impl().facility;
    DutyCycle duty;
    duty.compute = 0.6;
    duty.communication = 0.2;
    const PowerState one = facility.state(duty, drawn.fabric().gpus);
    for (const double times : {0.25, 1.0, 3.0}) {
        const PowerState all = facility.state_of(duty, times);
        QVERIFY(near(all.facility.si(), times * one.facility.si(), 1e-9));
        QVERIFY(near(facility.load_of(duty, times).facility.si(), all.facility.si(), 1e-9));
        double racks = all.unracked_power.si();
        for (const RackState& rack : all.racks) racks += rack.count * rack.power.si();
        QVERIFY(near(racks, all.it.si(), 1e-9));
        QVERIFY(near(all.pue, one.pue, 1e-12));
    }
}

void TestStudy::it_stops() {
    const auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/megatron-1t-3072.roofrack.json", Catalog::built_in());
    const auto drawn = Prepared::make(loaded->project.scenarios.front(), Catalog::built_in());
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(scale(*drawn, sizes_of(*drawn), {.replan = true}, nullptr, stop.get_token()).points.empty());
    SearchProgress progress;
    scale(*drawn, std::vector<double>{768, 1536, 3072}, {}, &progress);
    QVERIFY(std::abs(progress.done - 1) < 1e-9);
}

QTEST_APPLESS_MAIN(TestStudy)
#include "test_study.moc"
