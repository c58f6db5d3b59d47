// SPDX-License-Identifier: GPL-3.0-or-later
// What the chart of money paints adds up to what its title says, on every scenario of every sample.
#include "core/answers/money_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/facility/economics/economics.h"
#include "tests/support/asked_charts.h"
#include "tests/support/painted_chart.h"
#include "tests/support/sample.h"
#include "tests/support/text_recorder.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/plot_view.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace roofrack;

namespace {

std::unique_ptr<Chart> money_chart(const Scenario& scenario) {
    std::unique_ptr<Chart> chart(find_chart(QStringLiteral("money"))->create(nullptr));
    chart->show(test::asked_charts(scenario, {QStringLiteral("money")}));
    return chart;
}

/// $ an hour that its bars add up to; not a number: it has none.
double sum_of_bars(const Chart& chart) {
    double out = std::nan("");
    for (const auto& row : chart.table().rows)
        if (std::get<std::string>(row[0]) == "hour")
            out = (std::isnan(out) ? 0 : out) + std::get<double>(row[2]);
    return out;
}

} // namespace

class TestMoneyChart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(load_fonts()); }

    void bars_of_the_hour_add_up_to_the_title_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("scenario");
        std::vector<std::string> names = test::sample_names();
        for (const char* const each : {"decisions/owned-h100", "decisions/fine-tuning"})
            names.emplace_back(each);
        for (const std::string& name : names) {
            const auto loaded =
                read_project(ROOFRACK_SOURCE_DIR "/samples/" + name + ".roofrack.json", Catalog::built_in());
            QVERIFY2(loaded, name.c_str());
            for (size_t i = 0; i < loaded->project.scenarios.size(); ++i)
                QTest::addRow("%s %d", name.c_str(), int(i)) << QString::fromStdString(name) << int(i);
        }
    }
    void bars_of_the_hour_add_up_to_the_title() {
        QFETCH(QString, name);
        QFETCH(int, scenario);
        const Scenario drawn = test::sample(name.toStdString(), size_t(scenario));
        const auto chart = money_chart(drawn);
        const Answers answers({.scenario = std::make_shared<const Scenario>(drawn)}, Catalog::built_in());
        const MoneyStudy* study = answers.value<MoneyStudy>();
        const double bars = sum_of_bars(*chart);
        if (!study || !study->capital || !study->run.has_price()) {
            QVERIFY(std::isnan(bars));
            return;
        }
        // Bars too short to be seen are left out: each less than half a thousandth of all.
        const double all = study->run.hour.total(), left_out = 6 * 0.0005 * std::abs(all);
        QVERIFY2(std::abs(bars - all) <= left_out,
                 qPrintable(QStringLiteral("bars $%1, title $%2").arg(bars).arg(all)));
        QCOMPARE(study->run.per_hour.si(), all);
        // So do the parts that the slide, the report and the command line list.
        double parts = 0;
        for (const HourPart& part : parts_of(study->run.hour)) parts += part.dollars;
        QVERIFY(std::abs(parts - all) <= 1e-9 * std::abs(all));
    }

    /// Where all is there already no price is paid off: the bars of the prices say what they move then.
    void the_price_of_what_is_there_already_says_what_it_moves() {
        const auto readouts = [](const char* sample) {
            const auto chart = money_chart(test::sample(sample, 0));
            chart->resize(1200, 700);
            static_cast<QWidget&>(*chart).show();
            chart->grab();
            QString out;
            for (const ChartHit& hit : chart->findChild<PlotView*>()->ink().hits)
                if (hit.readout.startsWith(QStringLiteral("price of servers"))) out += hit.readout;
            return out;
        };
        const QString note = QStringLiteral("it moves operation alone, which is a share of its price a year");
        const QString owned = readouts("decisions/owned-h100"), bought = readouts("dgx-h100-su");
        QVERIFY2(owned.contains(note), qPrintable(owned));
        QVERIFY2(!bought.isEmpty() && !bought.contains(note), qPrintable(bought));
        const QString words =
            test::painted_words(*money_chart(test::sample("decisions/owned-h100", 0)), QSize(1200, 700));
        QVERIFY2(words.contains(QStringLiteral("there already; operation is a share of its price")),
                 qPrintable(words));
    }

    /// A new building for what is there already is all that is bought.
    void a_building_alone_is_what_is_bought() {
        Scenario scenario = test::sample("decisions/owned-h100", 0);
        for (Element& each : scenario.cluster.elements)
            if (each.parent == "room") each.procurement = Procurement::owned;
        scenario.cluster.find("room")->procurement = Procurement::buy;
        const QString words = test::painted_words(*money_chart(scenario), QSize(1200, 700));
        QVERIFY2(words.contains(QStringLiteral("the building alone")), qPrintable(words));
        QVERIFY2(!words.contains(QStringLiteral("capital $0")), qPrintable(words));
    }

    /// What the command line says below the next racks, the chart says too: here with a line of its own.
    void next_racks_that_cannot_be_cabled_are_said() {
        for (const auto& [sample, is_full] :
             {std::pair("decisions/owned-h100", true), std::pair("dgx-h100-su", false)}) {
            const QString words =
                test::painted_words(*money_chart(test::sample(sample, 0)), QSize(1200, 700));
            QVERIFY2(words.contains(QStringLiteral("GPUs with this plan: $")), qPrintable(words));
            QVERIFY2(words.contains(QStringLiteral("cannot be cabled as the network is drawn: ")) == is_full,
                     qPrintable(words));
            QVERIFY2(words.contains(QStringLiteral(" needs 68 ports and has 64")) == is_full,
                     qPrintable(words));
        }
    }

    /// Whiskers are announced where some are: of what is bought.
    void whiskers_are_named_where_there_are_some() {
        const QString named = QStringLiteral("whiskers: where the prices may lie");
        for (const auto& [sample, has_some] :
             {std::pair("decisions/owned-h100", false), std::pair("dgx-h100-su", true)}) {
            const QString words =
                test::painted_words(*money_chart(test::sample(sample, 0)), QSize(1200, 700));
            QVERIFY2(words.contains(QStringLiteral("$ per hour")), qPrintable(words));
            QVERIFY2(words.contains(named) == has_some, qPrintable(words));
        }
    }

    /// Nothing runs in so many weeks and is done in fewer: who does the run until then is said.
    void a_run_that_is_done_before_does_not_contradict_itself() {
        const auto texts_of = [](const char* id, size_t scenario) {
            std::unique_ptr<Chart> chart(find_chart(QLatin1String(id))->create(nullptr));
            chart->show(
                test::asked_charts(test::sample("decisions/owned-h100", scenario), {QLatin1String(id)}));
            QSize size(1600, 700);
            test::TextRecorder recorder(size);
            chart->paint(recorder, {.size = size}, true);
            QStringList said;
            for (const test::PaintedText& text : recorder.texts) said << text.text;
            return said.join(u'\n');
        };
        const QString ways = texts_of("deployment", 1);
        const QStringList lines = ways.split(u'\n');
        QVERIFY2(std::ranges::any_of(lines,
                                     [](const QString& line) {
                                         return line.contains(QStringLiteral("; run done in ")) &&
                                                line.endsWith(QStringLiteral(" weeks by what is there"));
                                     }),
                 qPrintable(ways));
        const QString early = QStringLiteral("this one is done by the 512 GPUs that are there already");
        QVERIFY2(texts_of("money", 1).contains(early), qPrintable(texts_of("money", 1)));
        for (const size_t other : {0, 2}) QVERIFY(!texts_of("money", other).contains(early));
        QVERIFY(!texts_of("deployment", 2).contains(QStringLiteral("by what is there"))); // it is sold
    }

    void sales_are_a_bar_of_their_own() {
        const auto chart = money_chart(test::sample("decisions/owned-h100", 2));
        QSize size(1200, 700);
        test::TextRecorder recorder(size);
        chart->paint(recorder, {.size = size}, true);
        QStringList said;
        for (const test::PaintedText& text : recorder.texts) said << text.text;
        QVERIFY2(said.contains(QStringLiteral("sales")), qPrintable(said.join(u'\n')));
        const bool is_less = std::ranges::any_of(said, [](const QString& text) {
            return text.startsWith(QStringLiteral("-$214")) && text.contains(QStringLiteral("-20 %"));
        });
        QVERIFY2(is_less, qPrintable(said.join(u'\n')));
    }

    /// In the ways to have it too, so that a bar ends at the $ that stand beside it.
    void bars_of_the_ways_end_at_what_is_left_of_sales() {
        const Scenario scenario = test::sample("decisions/owned-h100", 2);
        std::unique_ptr<Chart> chart(find_chart(QStringLiteral("deployment"))->create(nullptr));
        chart->show(test::asked_charts(scenario, {QStringLiteral("deployment")}));
        chart->resize(1200, 700);
        static_cast<QWidget&>(*chart).show();
        chart->grab();
        const Answers answers({.scenario = std::make_shared<const Scenario>(scenario)}, Catalog::built_in());
        const auto bar_of = [&](const DeploymentPath& path) {
            const QString start = QString::fromUtf8(label_of(path.deployment)) + QStringLiteral(": $");
            for (const ChartHit& hit : chart->findChild<PlotView*>()->ink().hits)
                if (hit.readout.startsWith(start)) return hit.area.boundingRect().adjusted(0, 0, -4, 0);
            return QRectF();
        };
        const MoneyStudy* study = answers.value<MoneyStudy>();
        QVERIFY(study);
        const auto rented = std::ranges::find_if(study->paths, [](const DeploymentPath& path) {
            return is_rented(path.deployment) && path.has_price();
        });
        QVERIFY(rented != study->paths.end());
        const QRectF whole = bar_of(*rented); // nothing is sold off: it begins at zero
        const double zero = whole.left(), per_dollar = whole.width() / rented->dollars_per_million;
        int sold = 0;
        for (const DeploymentPath& path : study->paths) {
            if (!path.has_price()) continue;
            const QRectF bar = bar_of(path);
            const double sales = path.hour.sales / path.per_hour.si() * path.dollars_per_million;
            QVERIFY(std::abs(bar.right() - zero - path.dollars_per_million * per_dollar) < 2);
            QVERIFY(std::abs(zero - bar.left() - sales * per_dollar) < 2);
            sold += sales * per_dollar > 4 ? 1 : 0;
        }
        QVERIFY(sold > 0);
        const QString words = test::painted_words(*chart, QSize(1200, 700));
        for (const char* const said : {"sales", "left of 0: paid by sales"})
            QVERIFY2(words.contains(QLatin1String(said)), qPrintable(words));
        chart->show(test::asked_charts(test::sample("dgx-h100-su", 0), {QStringLiteral("deployment")}));
        QVERIFY(!test::painted_words(*chart, QSize(1200, 700)).contains(QStringLiteral("sales")));
    }

    /// The longest bar leaves room for what stands beside it.
    void every_way_says_when_its_run_is_done() {
        std::unique_ptr<Chart> chart(find_chart(QStringLiteral("deployment"))->create(nullptr));
        Scenario scenario = test::sample("decisions/owned-h100", 2);
        scenario.workload.token_budget *= 60;
        chart->show(test::asked_charts(scenario, {QStringLiteral("deployment")}));
        const Answers answers({.scenario = std::make_shared<const Scenario>(scenario)}, Catalog::built_in());
        const MoneyStudy* study = answers.value<MoneyStudy>();
        QVERIFY(study);
        const auto with_days = std::ranges::count_if(study->paths, [](const DeploymentPath& path) {
            return path.no_days().empty() && path.done_weeks.likely > 0;
        });
        QVERIFY(with_days > 2);
        for (const int width : {900, 1000, 1200}) {
            const QString words = test::painted_words(*chart, QSize(width, 700));
            QCOMPARE(words.count(QStringLiteral(", done in ")), with_days);
        }
    }

    /// Racks that are there already pay rent unless the site says otherwise: that is read without pointing.
    void rented_space_says_on_what_it_rests() {
        Scenario scenario = test::sample("decisions/owned-h100", 0);
        const auto said_of = [&] { return test::painted_words(*money_chart(scenario), QSize(1600, 700)); };
        const QString terms = QStringLiteral("space is rented at 184 $/kW a month");
        QVERIFY(!said_of().contains(terms));
        scenario.site.money.deployment = Deployment::colocation;
        const QString rented = said_of();
        QVERIFY2(rented.contains(terms), qPrintable(rented));
    }

    /// In the words of the command, whether or not other sales have a price.
    void sales_without_a_price_are_said() {
        const auto said_of = [](const Scenario& scenario) {
            return test::painted_words(*money_chart(scenario), QSize(1600, 700));
        };
        Scenario scenario = test::sample("decisions/owned-h100", 2);
        const QString not_known = QStringLiteral(" is not known, and not counted");
        QVERIFY(!said_of(scenario).contains(not_known));
        scenario.cluster.find("rack")->sale_price.reset();
        const QString some = said_of(scenario);
        QVERIFY2(some.contains(not_known) && some.contains(QStringLiteral("sales bring")), qPrintable(some));
        for (Element& each : scenario.cluster.elements) each.sale_price.reset();
        const QString none = said_of(scenario);
        QVERIFY2(none.contains(not_known) && !none.contains(QStringLiteral("sales bring")), qPrintable(none));
    }
};

QTEST_MAIN(TestMoneyChart)
#include "test_money_chart.moc"
