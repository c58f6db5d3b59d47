// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/measure/curves/scaling_checks.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/measured_against.h"
#include "tests/support/rounds.h"
#include "validation/validate_scaling.h"

#include <QTest>

#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <random>

using namespace roofrack;

namespace {

const Defaults& defaults() { return Catalog::built_in().defaults(); }

MeasuredCurve curve_of(std::initializer_list<double> counts, const std::function<double(double)>& rate) {
    MeasuredCurve out;
    for (const double n : counts) out.points.push_back({n, rate(n), 1});
    return out;
}

MeasuredCurve parsed(std::string_view csv) {
    auto curves = parse_scaling_curves(csv, "m.csv");
    if (!curves) qFatal("%s", curves.error().text().c_str());
    return curves->front();
}

bool near(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance * std::abs(b); }

} // namespace

/// Measured rates over GPU counts: reading, laws, forecast.
class TestScalingFit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reads_rates_and_times();
    void the_headers_of_people_are_read_data();
    void the_headers_of_people_are_read();
    void repeats_are_put_together();
    void what_is_wrong_is_said_with_its_line_data();
    void what_is_wrong_is_said_with_its_line();
    void a_million_rows();
    void one_count_is_no_curve();
    void too_many_counts_are_said();
    void rows_out_of_order_are_said();
    void reads_a_validation_metric();
    void tables_are_told_from_other_files_data();
    void tables_are_told_from_other_files();
    void attached_by_name();
    void two_and_a_half_times_at_four();
    void the_metric_has_a_ceiling();
    void asks_whether_compute_or_communication();
    void asks_whether_the_network_carries_it();
    void says_where_to_measure_next_data();
    void says_where_to_measure_next();
    void the_line_goes_through_all_counts();
    void laws_find_what_points_were_made_of();
    void forecasts_what_the_curve_is_made_of_data();
    void forecasts_what_the_curve_is_made_of();
    void the_band_holds_its_share();
    void says_what_the_points_cannot();
    void more_than_linear_is_no_answer();
    void names_the_loss();
    void beside_the_model();
    void published_curves_are_foretold();
};

void TestScalingFit::reads_rates_and_times() {
    const MeasuredCurve rates = parsed("GPUs;Throughput;gpus_per_node\n16;1500;8\n8;800;8\n");
    QCOMPARE(rates.points.size(), size_t(2));
    QCOMPARE(rates.points[0].gpus, 8.0); // sorted
    QCOMPARE(rates.points[1].rate, 1500.0);
    QCOMPARE(rates.node_gpus, 8.0);
    const MeasuredCurve times = parsed("gpus,step_time,batch\n1,2,10\n4,1,20\n");
    QCOMPARE(times.points[0].rate, 5.0);
    QCOMPARE(times.points[1].rate, 20.0);
    const auto two = parse_scaling_curves("curve_id,gpus,rate\nb,1,1\na,1,2\nb,2,2\n", "m.csv");
    QCOMPARE(two->size(), size_t(2));
    QCOMPARE(two->front().name, std::string("b")); // in the order of the file
    QCOMPARE(two->front().points.size(), size_t(2));
}

void TestScalingFit::the_headers_of_people_are_read_data() {
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<double>("gpus");
    QTest::addColumn<double>("rate");
    QTest::addColumn<int>("unit");
    const auto row = [](const char* csv, double gpus, double rate, RateUnit unit) {
        QTest::newRow(csv) << QByteArray(csv) << gpus << rate << static_cast<int>(unit);
    };
    row("gpus,steps_per_s\n8,2\n16,4\n", 8, 2, RateUnit::steps);
    row("num_gpus,samples/s\n8,2\n16,4\n", 8, 2, RateUnit::samples);
    row("World Size,Images/sec\n8,2\n16,4\n", 8, 2, RateUnit::images);
    row("world_size,tokens_per_second\n8,2\n16,4\n", 8, 2, RateUnit::tokens);
    row("devices,Avg. tokens/sec/GPU\n8,2\n16,2\n", 8, 16, RateUnit::tokens);
    row("n_gpus,train_samples_per_second\n8,2\n16,4\n", 8, 2, RateUnit::samples);
    row("GPU count,Throughput (tok/s)\n8,2\n16,4\n", 8, 2, RateUnit::tokens);
    row("ranks,it/s\n8,2\n16,4\n", 8, 2, RateUnit::steps);
    row("gpus,it/s,gbs\n8,2,32\n16,2,64\n", 8, 64, RateUnit::samples);
    row("gpus,s/it\n8,4\n16,2\n", 8, 0.25, RateUnit::steps);
    row("gpus,step_s\n8,4\n16,2\n", 8, 0.25, RateUnit::steps);
    row("gpus,Iteration time (ms)\n8,500\n16,250\n", 8, 2, RateUnit::steps);
    row("gpus,ms_per_step,batch_per_gpu\n8,500,4\n16,500,4\n", 8, 64, RateUnit::samples);
    row("nodes,gpus_per_node,img/s\n2,4,2\n4,4,4\n", 8, 2, RateUnit::images);
    row("nodes,gpus,throughput\n1,8,2\n2,16,4\n", 8, 2, RateUnit::any);
    row("gpus,loss,tokens/s,step time (s)\n8,2.1,2,9\n16,2.1,4,9\n", 8, 2, RateUnit::tokens);
}

void TestScalingFit::the_headers_of_people_are_read() {
    QFETCH(QByteArray, csv);
    QFETCH(double, gpus);
    QFETCH(double, rate);
    QFETCH(int, unit);
    const auto curves = parse_scaling_curves(csv.toStdString(), "m.csv");
    QVERIFY2(curves, curves ? "" : curves.error().text().c_str());
    const MeasuredCurve& curve = curves->front();
    QCOMPARE(curve.points.size(), size_t(2));
    QCOMPARE(curve.points.front().gpus, gpus);
    QVERIFY2(near(curve.points.front().rate, rate, 1e-12),
             qPrintable(QString::number(curve.points.front().rate)));
    QCOMPARE(static_cast<int>(curve.unit), unit);
    QVERIFY(holds_measured_rates(csv.toStdString(), false));
}

void TestScalingFit::repeats_are_put_together() {
    const MeasuredCurve curve = parsed("gpus,rate\n8,100\n\n8,400\n16,300\n");
    QCOMPARE(curve.points.size(), size_t(2));
    QVERIFY(near(curve.points[0].rate, 200, 1e-12));
    QCOMPARE(curve.points[0].times, 2);
    QVERIFY(curve.notes.front().find("lines 2, 4") != std::string::npos); // the empty one counts
}

void TestScalingFit::what_is_wrong_is_said_with_its_line_data() {
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QByteArray>("where");
    QTest::newRow("text") << QByteArray("gpus,rate\n1,10\n2,fast\n") << QByteArray("m.csv:3");
    QTest::newRow("negative") << QByteArray("gpus,rate\n1,-10\n") << QByteArray("m.csv:2");
    QTest::newRow("missing") << QByteArray("gpus,rate\n1,10\n2,\n") << QByteArray("m.csv:3");
    QTest::newRow("no GPUs") << QByteArray("gpus,rate\n0,10\n") << QByteArray("m.csv:2");
    QTest::newRow("NaN") << QByteArray("gpus,rate\nnan,10\n") << QByteArray("m.csv:2");
    QTest::newRow("infinite") << QByteArray("gpus,rate\n4,inf\n") << QByteArray("m.csv:2");
    QTest::newRow("half a number") << QByteArray("gpus,rate\n4,10x\n") << QByteArray("m.csv:2");
    QTest::newRow("no column") << QByteArray("gpus,speed\n4,10\n") << QByteArray("m.csv");
    QTest::newRow("nothing") << QByteArray("gpus,rate\n") << QByteArray("m.csv");
    QTest::newRow("servers of no size") << QByteArray("nodes,rate\n1,10\n2,19\n") << QByteArray("m.csv");
    QTest::newRow("batch of text") << QByteArray("gpus,step_time,batch\n4,10,x\n") << QByteArray("m.csv:2");
}

void TestScalingFit::what_is_wrong_is_said_with_its_line() {
    QFETCH(QByteArray, csv);
    QFETCH(QByteArray, where);
    const auto curves = parse_scaling_curves(csv.toStdString(), "m.csv");
    QVERIFY(!curves);
    QCOMPARE(curves.error().where, where.toStdString());
    QVERIFY(!curves.error().what.empty() && !curves.error().fix.empty());
}

void TestScalingFit::a_million_rows() {
    std::string csv = "gpus,rate\n";
    for (int i = 0; i < 1000000; ++i) csv += fmt::format("{},{}\n", 1 + i % 64, 1 + i % 64);
    const MeasuredCurve curve = parsed(csv);
    QCOMPARE(curve.points.size(), size_t(64));
    QVERIFY(curve.notes.front().size() < 200);
    QVERIFY(fit_scaling(curve, 0, {}, defaults()));
}

void TestScalingFit::one_count_is_no_curve() {
    const auto fit = fit_scaling(curve_of({8}, [](double n) { return n; }), 0, {}, defaults());
    QVERIFY(!fit);
    QVERIFY(fit.error().what.find("two GPU counts") != std::string::npos);
    const auto one = parse_scaling_curves("gpus,rate\n8,100\n8,101\n", "m.csv");
    QVERIFY(!one);
    QCOMPARE(one.error().where, std::string("m.csv:3"));
    QVERIFY(one.error().what.find("two GPU counts, there is one: 8") != std::string::npos);
    // Beside one that is a curve it is read, and said by those who use it.
    const auto two = parse_scaling_curves("curve,gpus,rate\na,8,1\nb,8,1\nb,16,2\n", "m.csv");
    QCOMPARE(two->size(), size_t(2));
}

void TestScalingFit::too_many_counts_are_said() {
    std::string csv = "gpus,rate\n";
    for (int i = 1; i <= 1001; ++i) csv += fmt::format("{},{}\n", i, i);
    const auto curves = parse_scaling_curves(csv, "m.csv");
    QVERIFY(!curves);
    QCOMPARE(curves.error().where, std::string("m.csv:1002"));
}

void TestScalingFit::rows_out_of_order_are_said() {
    const MeasuredCurve curve = parsed("gpus,rate\n8,80\n4,40\n2,20\n");
    QCOMPARE(curve.points.front().gpus, 2.0);
    QCOMPARE(curve.notes.size(), size_t(1));
    QVERIFY(curve.notes.front().find("line 3") != std::string::npos);
    QVERIFY(parsed("gpus,rate\n2,20\n4,40\n").notes.empty());
}

void TestScalingFit::reads_a_validation_metric() {
    const MeasuredCurve curve =
        parsed("gpus,tokens_per_s,Val_Loss\n8,800,2.0\n8,800,2.2\n16,1500,\n32,2800,NaN\n64,5000,2.3\n");
    QCOMPARE(curve.metric, std::string("Val_Loss"));
    QCOMPARE(curve.unit, RateUnit::tokens);
    QVERIFY(near(*curve.points[0].metric, 2.1, 1e-12));
    QVERIFY(near(curve.metric_scatter, std::sqrt(0.02), 1e-9));
    QVERIFY(!curve.points[1].metric && !curve.points[1].diverged);
    QVERIFY(!curve.points[2].metric && curve.points[2].diverged);
    const auto text = parse_scaling_curves("gpus,rate,val_loss\n8,1,2\n16,2,low\n", "m.csv");
    QVERIFY(!text);
    QCOMPARE(text.error().where, std::string("m.csv:3"));
    QCOMPARE(parsed("gpus,step_time,batch\n1,1,8\n2,1,16\n").unit, RateUnit::samples);
    QCOMPARE(parsed("gpus,step_time\n1,1\n2,0.6\n").unit, RateUnit::steps);
}

void TestScalingFit::tables_are_told_from_other_files_data() {
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<bool>("named_csv");
    QTest::addColumn<bool>("holds");
    QTest::newRow("rates") << QByteArray("gpus,rate\n1,1\n") << false << true;
    QTest::newRow("with a mark of order") << QByteArray("\xEF\xBB\xBFGPUs;Step_Time\n1;1\n") << true << true;
    QTest::newRow("other column, named so") << QByteArray("gpus,speed\n1,1\n") << true << true;
    QTest::newRow("other column") << QByteArray("gpus,speed\n1,1\n") << false << false;
    QTest::newRow("no header") << QByteArray("1,1\n4,2.5\n") << true << true;
    QTest::newRow("other table") << QByteArray("name,size\na,1\n") << true << false;
    QTest::newRow("JSON") << QByteArray("{\"gpus\": 1, \"rate\": 2}\n") << false << false;
    QTest::newRow("log") << QByteArray("starting rate, gpus found\n") << false << false;
    QTest::newRow("nothing") << QByteArray("") << true << false;
    QTest::newRow("bytes") << QByteArray("gpus,rate\0\1\n", 12) << true << false;
}

void TestScalingFit::tables_are_told_from_other_files() {
    QFETCH(QByteArray, head);
    QFETCH(bool, named_csv);
    QTEST(holds_measured_rates(head.toStdString(), named_csv), "holds");
}

void TestScalingFit::attached_by_name() {
    std::vector<MeasuredCurve> all;
    const auto curve = [](const char* name, const char* file, double rate, bool is_short = false) {
        MeasuredCurve out = curve_of({8, 16}, [&](double n) { return rate * n; });
        out.name = name;
        out.file = file;
        if (is_short) out.points.pop_back();
        return out;
    };
    QVERIFY(attach_curves(all, {curve("", "run.csv", 1), curve("b", "run.csv", 2)}).empty());
    QCOMPARE(all.front().name, std::string("run"));
    // A curve gives way to a new one of its name; one count is no curve.
    const auto out = attach_curves(all, {curve("b", "new.csv", 3), curve("c", "new.csv", 1, true)});
    QCOMPARE(out, std::vector<std::string>{"c"});
    QCOMPARE(all.size(), size_t(2));
    QCOMPARE(all[1].points[0].rate, 24.0);
    std::vector<MeasuredCurve> many;
    for (size_t i = 0; i < most_measured_curves; ++i)
        many.push_back(curve(fmt::format("n{}", i).c_str(), "m.csv", 1));
    QCOMPARE(attach_curves(all, many).size(), size_t(2));
    QCOMPARE(all.size(), most_measured_curves);
}

void TestScalingFit::two_and_a_half_times_at_four() {
    const auto fit = fit_scaling(parsed("gpus,speedup\n1,1\n4,2.5\n"), 0, {}, defaults());
    QVERIFY(fit);
    QCOMPARE(fit->curve.unit, RateUnit::speedup);
    QVERIFY(near(fit->amdahl.most(), 5, 1e-3)); // no number of GPUs makes it five times as fast
    QVERIFY(fit->usl.most() <= fit->amdahl.most());
    // More may be less from soon on: the points do not exclude it.
    QVERIFY(fit->usl.peak_low >= 4 && fit->usl.peak_low < 8);
    QCOMPARE(fit->farthest, 16.0);
    for (const ScalingFit::Row& row : fit->rows) QCOMPARE(row.regime, Regime::diminishing);
    QVERIFY(fit->rows.back().forecast->rate < 5.5);
    const auto checks = scaling_checks(*fit);
    QCOMPARE(checks[0].answer, ScalingAnswer::limited);
    QVERIFY(checks[0].said.find("the points do not tell") != std::string::npos);
    QVERIFY(checks[0].said.find("38 % of the step waits") != std::string::npos);
    QCOMPARE(checks[1].answer, ScalingAnswer::not_measured);
    QVERIFY(checks[1].todo.find("add a column val_loss") != std::string::npos);
    QCOMPARE(checks[2].answer, ScalingAnswer::not_measured);
    QCOMPARE(checks[2].todo, std::string("measure at 16 and 32"));
}

void TestScalingFit::the_metric_has_a_ceiling() {
    const auto ceiling = [](std::string_view csv) {
        return metric_ceiling(parsed(csv), defaults().measured_scaling);
    };
    const auto loss = ceiling("gpus,rate,val_loss\n8,1,2.00\n16,2,2.01\n32,4,1.5\n64,8,2.03\n128,16,2.0\n");
    QCOMPARE(loss->stable, 32.0); // less is better, however much; what comes right again later does not count
    QCOMPARE(loss->broken, 64.0);
    QVERIFY(near(loss->allowed, 0.02, 1e-9));
    QVERIFY(near(loss->at[3].worse, 0.015, 1e-9));
    const auto accuracy = ceiling("gpus,rate,accuracy\n8,1,0.76\n16,2,0.80\n32,4,0.75\n");
    QCOMPARE(accuracy->stable, 16.0);
    const auto either = ceiling("gpus,rate,validation_metric\n8,1,100\n16,2,98\n");
    QCOMPARE(either->broken, 16.0);
    const auto diverged = ceiling("gpus,rate,ppl\n8,1,10\n16,2,10\n32,4,nan\n");
    QCOMPARE(diverged->stable, 16.0);
    QVERIFY(!diverged->at.back().value);
    const auto first = ceiling("gpus,rate,ppl\n8,1,nan\n16,2,10\n");
    QCOMPARE(first->stable, 0.0);
    QCOMPARE(first->broken, 8.0);
    // Runs that scatter by more than a hundredth allow more.
    QCOMPARE(ceiling("gpus,rate,ppl\n8,1,9.5\n8,1,10.5\n16,2,10.4\n")->broken, 0.0);
    QCOMPARE(ceiling("gpus,rate,ppl\n8,1,10\n16,2,10.4\n")->broken, 16.0);
    QVERIFY(!ceiling("gpus,rate,ppl\n8,1,10\n16,2,\n"));
    const auto fit = fit_scaling(parsed("gpus,rate,val_loss\n8,1,2\n16,2,2\n32,4,2.3\n"), 8, {}, defaults());
    const ScalingCheck check = scaling_checks(*fit)[1];
    QCOMPARE(check.answer, ScalingAnswer::bad);
    QVERIFY(check.said.find("stable to 16 GPUs") != std::string::npos);
    const auto sound = fit_scaling(parsed("gpus,rate,val_loss\n8,1,2\n16,2,2\n32,4,\n"), 8, {}, defaults());
    QCOMPARE(scaling_checks(*sound)[1].answer, ScalingAnswer::good);
    QVERIFY(scaling_checks(*sound)[1].todo.find("beyond 16 GPUs") != std::string::npos);
}

void TestScalingFit::asks_whether_compute_or_communication() {
    const auto check = [](const std::function<double(double)>& rate, std::initializer_list<double> counts) {
        return scaling_checks(*fit_scaling(curve_of(counts, rate), 8, {}, defaults()))[0];
    };
    const auto compute = check([](double n) { return n / (1 + 0.0002 * n); }, {8, 16, 32, 64});
    QCOMPARE(compute.answer, ScalingAnswer::good);
    QVERIFY(compute.said.starts_with("compute-bound"));
    QVERIFY(compute.todo.find("measure on one") != std::string::npos); // 8 GPUs wait for each other already
    const auto ring = check([](double n) { return n / (1 + 0.8 * (1 - 1 / n)); }, {1, 2, 4, 8});
    QVERIFY2(ring.said.starts_with("mostly compute, losing to communication"), ring.said.c_str());
    QVERIFY(ring.todo.empty());
    const auto serial = check([](double n) { return n / (1 + 0.005 * (n - 8)); }, {8, 16, 32, 64, 128});
    QVERIFY2(serial.said.starts_with("mostly compute, losing to what does not divide"), serial.said.c_str());
    QCOMPARE(serial.answer, ScalingAnswer::limited);
    const auto most = check([](double n) { return n / (1 + 1.2 * (1 - 8 / n)); }, {8, 16, 32, 64, 128, 256});
    QVERIFY2(most.said.starts_with("communication-bound"), most.said.c_str());
    const auto worse = check([](double n) { return n / (1 + 0.00005 * n * n); }, {8, 64, 128, 256, 512});
    QCOMPARE(worse.answer, ScalingAnswer::bad);
    QVERIFY(worse.said.find("more than 128 GPUs were slower") != std::string::npos);
}

void TestScalingFit::asks_whether_the_network_carries_it() {
    const auto check = [](const std::function<double(double)>& rate) {
        return scaling_checks(*fit_scaling(curve_of({8, 16, 32, 64}, rate), 8, {}, defaults()))[2];
    };
    QCOMPARE(check([](double n) { return n; }).answer, ScalingAnswer::good);
    const auto net = check([](double n) { return n / (1 + 0.15 * std::log2(n / 8)); });
    QCOMPARE(net.answer, ScalingAnswer::limited);
    QVERIFY(net.said.find("in 8 servers") != std::string::npos);
    const auto serial = check([](double n) { return n / (1 + 0.01 * (n - 8)); });
    QCOMPARE(serial.answer, ScalingAnswer::good);
    QVERIFY(serial.said.find("the rest elsewhere") != std::string::npos);
    // Two points that lose half say nothing good of the network, whatever the estimate gives it.
    const auto half = fit_scaling(parsed("gpus,rate\n8,800\n16,800\n"), 8, {}, defaults());
    QCOMPARE(scaling_checks(*half)[2].answer, ScalingAnswer::limited);
    QVERIFY2(
        scaling_checks(*half)[2].said.starts_with("the points do not tell: at 16 GPUs in 2 servers 50 %"),
        scaling_checks(*half)[2].said.c_str());
    // In one NVL72 they are all of one server.
    const auto one = fit_scaling(curve_of({8, 16, 32, 64}, [](double n) { return n; }), 72, {}, defaults());
    QCOMPARE(scaling_checks(*one)[2].answer, ScalingAnswer::not_measured);
    QCOMPARE(scaling_checks(*one)[2].todo, std::string("measure at 144 and 288"));
}

void TestScalingFit::says_where_to_measure_next_data() {
    QTest::addColumn<QList<double>>("measured");
    QTest::addColumn<QList<double>>("next");
    QTest::newRow("one server") << QList<double>{1, 2, 4} << QList<double>{16, 32};
    QTest::newRow("a wide gap") << QList<double>{8, 128} << QList<double>{32, 256};
    QTest::newRow("beyond") << QList<double>{8, 16, 32} << QList<double>{64, 128};
    QTest::newRow("enough of them") << QList<double>{1, 2, 4, 64} << QList<double>{128, 256};
}

void TestScalingFit::says_where_to_measure_next() {
    QFETCH(QList<double>, measured);
    QFETCH(QList<double>, next);
    MeasuredCurve curve;
    for (const double n : measured) curve.points.push_back({n, n, 1});
    const auto fit = fit_scaling(curve, 8, {}, defaults());
    QCOMPARE(QList<double>(fit->measure_next.begin(), fit->measure_next.end()), next);
}

void TestScalingFit::the_line_goes_through_all_counts() {
    const MeasuredCurve curve = curve_of({3, 8, 24}, [](double n) { return n; });
    const std::vector<double> counts = line_counts(curve, defaults());
    QVERIFY(std::ranges::is_sorted(counts));
    for (const double wanted : {3.0, 8.0, 24.0, 48.0, 96.0}) QVERIFY(std::ranges::count(counts, wanted) == 1);
    QCOMPARE(counts.back(), 96.0);
    QCOMPARE(fit_scaling(curve, 8, counts, defaults())->rows.size(), counts.size());
}

void TestScalingFit::laws_find_what_points_were_made_of() {
    const double sigma = 0.03, kappa = 2e-4;
    const auto usl = [&](double n) { return 7 * n / (1 + sigma * (n - 1) + kappa * n * (n - 1)); };
    const MeasuredCurve curve = curve_of({1, 2, 4, 8, 16, 32, 64}, usl);
    const ScalingLaw law = fit_usl(curve, defaults().measured_scaling);
    QVERIFY(near(law.sigma, sigma, 1e-3));
    QVERIFY(near(law.kappa, kappa, 1e-3));
    QVERIFY(near(law.gamma, 7, 1e-4));
    QVERIFY(law.sigma_low < sigma && sigma < law.sigma_high);
    QVERIFY(law.kappa_low > 0 && law.kappa_low < kappa && kappa < law.kappa_high);
    QVERIFY(near(law.peak(), std::sqrt((1 - sigma) / kappa), 1e-3));
    QVERIFY(law.rms < 1e-6);
    // "2.5 times at four GPUs": a fifth of the work is serial.
    const ScalingLaw amdahl =
        fit_amdahl(curve_of({1, 4}, [](double n) { return n > 1 ? 2.5 : 1; }), defaults().measured_scaling);
    QVERIFY(near(amdahl.sigma, 0.2, 1e-6));
    QCOMPARE(amdahl.kappa, 0.0);
    QVERIFY(std::isinf(amdahl.peak()));
    // Better than ideal is no negative contention.
    const ScalingLaw super =
        fit_amdahl(curve_of({1, 4}, [](double n) { return n > 1 ? 4.4 : 1; }), defaults().measured_scaling);
    QCOMPARE(super.sigma, 0.0);
}

void TestScalingFit::forecasts_what_the_curve_is_made_of_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("serial work") << 0;
    QTest::newRow("ring between servers") << 1;
    QTest::newRow("nothing lost") << 2;
}

void TestScalingFit::forecasts_what_the_curve_is_made_of() {
    QFETCH(int, kind);
    const auto rate = [&](double n) {
        if (kind == 0) return 100 * n / (1 + 0.004 * (n - 8));
        if (kind == 1) return 100 * n / (1 + 0.3 * (1 - 8 / std::max(8.0, n)));
        return 100 * n;
    };
    const auto fit = fit_scaling(curve_of({8, 16, 32, 64}, rate), 8, {}, defaults());
    QVERIFY(fit);
    QCOMPARE(fit->farthest, 256.0);
    for (const ScalingFit::Row& row : fit->rows) {
        QVERIFY(row.forecast->low < row.forecast->rate && row.forecast->rate < row.forecast->high);
        QVERIFY2(row.forecast->low < rate(row.gpus) && rate(row.gpus) < row.forecast->high,
                 qPrintable(QString::number(row.gpus)));
        QVERIFY2(near(row.forecast->rate, rate(row.gpus), row.gpus <= 64 ? 0.02 : 0.12),
                 qPrintable(QStringLiteral("%1: %2").arg(row.gpus).arg(row.forecast->rate / rate(row.gpus))));
    }
    QCOMPARE(fit->rows.back().gpus, 256.0);
    QVERIFY(!fit->rows.back().measured);
    // A second fit of the curve gives equal figures.
    const auto again = fit_scaling(curve_of({8, 16, 32, 64}, rate), 8, {}, defaults());
    QCOMPARE(again->rows.back().forecast->high, fit->rows.back().forecast->high);
    // Farther is less sure.
    const auto width = [&](size_t i) { return fit->rows[i].forecast->high / fit->rows[i].forecast->low; };
    QVERIFY(width(fit->rows.size() - 1) > width(3));
    if (kind == 2) QCOMPARE(fit->bends, 0.0);
    if (kind == 0) {
        // e = 1/(1 + c·N/(1 − 8c)) < 0.9 where c·N = (1 − 8c)/9.
        const double bends = (1 - 8 * 0.004) / 9 / 0.004;
        QVERIFY(fit->bends_low <= bends && (fit->bends_high == 0 || bends <= fit->bends_high));
    }
}

void TestScalingFit::the_band_holds_its_share() {
    // Curves drawn from what the forecast takes curves for.
    const Defaults::MeasuredScaling& c = defaults().measured_scaling;
    std::mt19937 random(3);
    std::uniform_real_distribution<double> chance;
    std::normal_distribution<double> normal;
    int within = 0;
    const int rounds = test::rounds(200, 70);
    for (int round = 0; round < rounds; ++round) {
        const auto some = [&](double median, double share) {
            return chance(random) < share ? median * (1 / (1 - chance(random)) - 1) : 0;
        };
        const double often = c.saturating_chance;
        const LossAmounts amounts{some(c.ring_inside, often), some(c.ring_between, often),
                                  some(c.logarithmic, often), some(c.linear, c.linear_chance),
                                  some(c.linear, often),      some(c.ring_between, often),
                                  some(c.linear, often)};
        const double noise = c.noise * std::exp(c.noise_spread * normal(random));
        const LossBasis shapes(8, 64, 8);
        MeasuredCurve curve = curve_of({8, 16, 32, 64, 128}, [&](double n) {
            return n / LossBasis::time(amounts, shapes.grown(n)) * std::exp(noise * normal(random));
        });
        const MeasuredRate last = curve.points.back();
        curve.points.pop_back();
        const RateBand band = ScalingForecast(curve, 8, c).at(last.gpus);
        within += band.low <= last.rate && last.rate <= band.high ? 1 : 0;
    }
    QVERIFY2(within >= rounds * 84 / 100 && within <= rounds * 96 / 100, qPrintable(QString::number(within)));
}

void TestScalingFit::says_what_the_points_cannot() {
    const auto said = [](const ScalingFit& fit, std::string_view words) {
        return std::ranges::any_of(
            fit.notes, [&](const std::string& note) { return note.find(words) != std::string::npos; });
    };
    const auto linear = [](double n) { return n; };
    const auto one_server = fit_scaling(curve_of({1, 2, 4, 8}, linear), 8, {}, defaults());
    QVERIFY(said(*one_server, "within one server of 8 GPUs"));
    QVERIFY(said(*one_server, "measure at 16 and 32"));
    const double wanted[] = {64, 1024};
    const auto far = fit_scaling(curve_of({8, 16, 32}, linear), 8, wanted, defaults());
    QVERIFY(!said(*far, "within one server"));
    QVERIFY(said(*far, "no forecast beyond 128 GPUs"));
    QVERIFY(said(*far, "3 sizes leave no room"));
    QCOMPARE(far->rows.back().gpus, 64.0);
}

void TestScalingFit::more_than_linear_is_no_answer() {
    const auto fit = fit_scaling(parsed("gpus,rate\n8,100\n16,202\n\n32,560\n"), 8, {}, defaults());
    QVERIFY(fit);
    // A hundredth is chance, 39 % is not: by its lines.
    QVERIFY2(fit->notes.front().starts_with("from 16 to 32 GPUs (lines 3 and 5) the rate grows faster"),
             fit->notes.front().c_str());
    QVERIFY(
        std::ranges::none_of(fit->notes, [](const std::string& note) { return note.starts_with("from 8"); }));
    for (const size_t question : {size_t{0}, size_t{2}}) {
        const ScalingCheck check = scaling_checks(*fit)[question];
        QCOMPARE(check.answer, ScalingAnswer::not_measured);
        QVERIFY2(check.said.starts_with("the points do not tell"), check.said.c_str());
    }
}

void TestScalingFit::names_the_loss() {
    const auto serial =
        fit_scaling(curve_of({8, 16, 32, 64, 128}, [](double n) { return n / (1 + 0.005 * (n - 8)); }), 8, {},
                    defaults());
    QVERIFY(serial->losses[3] > 0.8);
    const auto ring =
        fit_scaling(curve_of({8, 16, 32, 64, 128}, [](double n) { return n / (1 + 0.4 * (1 - 8 / n)); }), 8,
                    {}, defaults());
    QVERIFY(ring->losses[1] > 0.8);
    double sum = 0;
    for (const double share : ring->losses) sum += share;
    QVERIFY(near(sum, 1, 1e-9));
}

void TestScalingFit::beside_the_model() {
    const auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json", Catalog::built_in());
    const auto drawn = Prepared::make(loaded->project.scenarios.front(), Catalog::built_in());
    const double counts[] = {64, 128, 256};
    const ScaleResult study = scale(*drawn, counts);
    // Measurements of the model's own shape, a tenth lower.
    const MeasuredCurve curve =
        curve_of({64, 128, 256}, [&](double n) { return 0.9 * study.at(n)->progress; });
    const MeasuredComparison against = measured_against(*drawn, curve, ScaleMetric::goodput);
    QVERIFY(near(against.factor, 0.9, 1e-9));
    QVERIFY(against.rms < 1e-6);
    for (const MeasuredComparison::Row& row : against.rows) QVERIFY(near(row.predicted, row.measured, 1e-9));
    QVERIFY(against.height == 0 && against.doubt.empty());
    // A curve in other units has the same height; what is far off is said, and where it comes from.
    const double sequence = sequence_of(drawn->impl());
    const auto scaled = [&](RateUnit unit, double factor) {
        MeasuredCurve other = curve;
        other.unit = unit;
        for (MeasuredRate& point : other.points) point.rate *= factor;
        return measured_against(*drawn, other, ScaleMetric::goodput);
    };
    QVERIFY(near(scaled(RateUnit::tokens, 1).height, 0.9, 1e-9) && scaled(RateUnit::tokens, 1).doubt.empty());
    QVERIFY(near(scaled(RateUnit::samples, 1 / sequence).height, 0.9, 1e-9));
    QVERIFY(scaled(RateUnit::samples, 1 / sequence).doubt.empty());
    const auto doubted = [&](RateUnit unit, double factor, std::string_view words) {
        return scaled(unit, factor).doubt.find(words) != std::string::npos;
    };
    QVERIFY(doubted(RateUnit::any, 47 / 0.9, "measured is 47 times what the model says"));
    QVERIFY(doubted(RateUnit::tokens, 1 / 47.0, "another unit"));
    QVERIFY(doubted(RateUnit::tokens, 1 / sequence, "samples are counted, not tokens"));
    QVERIFY(doubted(RateUnit::any, 1e-3, "times are in ms"));
    const MeasuredComparison odd =
        measured_against(*drawn, curve_of({1, 256}, [](double n) { return n; }), ScaleMetric::goodput);
    QVERIFY(!odd.rows.front().reason.empty() || odd.rows.front().predicted > 0);
}

void TestScalingFit::published_curves_are_foretold() {
    const QByteArray data = qgetenv("ROOFRACK_DATA");
    if (data.isEmpty()) QSKIP("ROOFRACK_DATA is not set");
    const auto curves = read_scaling_curves(data.toStdString() + "/validation/scaling_curves.csv");
    QVERIFY(curves);
    const ScalingValidation v = validate_scaling(*curves, Catalog::built_in());
    QCOMPARE(v.curves.size(), size_t(28));
    QVERIFY(v.covered >= 0.8);
    QCOMPARE(v.refused, size_t(0));
    QVERIFY2(v.median < 0.0195, qPrintable(QString::number(v.median)));
    QVERIFY(v.median < v.usl_median && v.median < v.amdahl_median);
    QVERIFY(v.mean < 0.7 * v.usl_mean && v.mean < 0.7 * v.amdahl_mean);
    QVERIFY(v.median_width < 0.1);
}

QTEST_APPLESS_MAIN(TestScalingFit)
#include "test_scaling_fit.moc"
