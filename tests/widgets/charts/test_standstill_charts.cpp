// SPDX-License-Identifier: GPL-3.0-or-later
// Views of power, heat and money of a cluster that does not run say so over what they show.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/study/room/room_study.h"
#include "tests/support/asked_charts.h"
#include "tests/support/painted_chart.h"
#include "tests/support/sample.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"

#include <QTest>

using namespace roofrack;

namespace {

ChartData data_of(std::optional<Watts> power_limit) {
    const Catalog& catalog = Catalog::built_in();
    const auto loaded = read_project(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json", catalog);
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    Scenario scenario = loaded->project.scenarios.front();
    scenario.site.power_limit = power_limit;
    return test::asked_charts(scenario);
}

} // namespace

class TestStandstillCharts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(load_fonts()); }

    void what_does_not_run_is_said_in_place() {
        const auto stopped = std::make_shared<const ChartData>(data_of(Watts(20e3)));
        const auto running = std::make_shared<const ChartData>(data_of(std::nullopt));
        QVERIFY(!stopped->evaluation()->supplied);
        for (const char* const id : {"levels", "energy-flow", "supply-failures", "step-power", "temperatures",
                                     "power-caps", "year", "room", "money", "deployment"}) {
            const ChartEntry* entry = find_chart(QLatin1String(id));
            QVERIFY2(entry, id);
            const std::unique_ptr<Chart> chart(entry->create(nullptr));
            for (const QSize size : {QSize(900, 480), QSize(520, 320)}) {
                chart->show(stopped);
                const QString text = test::painted_words(*chart, size);
                QVERIFY2(text.contains(QStringLiteral("This cluster does not run: The site draws ")),
                         qPrintable(QLatin1String(id) + QStringLiteral(": ") + text));
                chart->show(running);
                QVERIFY2(!test::painted_words(*chart, size).contains(QStringLiteral("does not run")), id);
            }
        }
    }

    /// Where the plan runs on other GPU counts alone, their bars are not taken for the drawing's.
    void a_step_that_other_counts_have_says_why_the_drawn_one_is_not_there() {
        Scenario scenario = test::sample("dgx-h100-su");
        const auto runs = std::make_shared<const ChartData>(test::asked_charts(scenario));
        scenario.plan.dp = runs->evaluation()->plan.dp + 1;
        const auto stopped = std::make_shared<const ChartData>(test::asked_charts(scenario));
        QVERIFY(!stopped->evaluation()->feasible);
        const std::unique_ptr<Chart> chart(find_chart(QLatin1String("step-breakdown"))->create(nullptr));
        // A low picture has no line for a legend: the largest parts stand beside the title.
        for (const QSize size : {QSize(1200, 700), QSize(700, 230)}) {
            chart->show(stopped);
            const QString text = test::painted_words(*chart, size);
            for (const char* const said : {"This plan does not run: tp", "on other GPU counts", "compute"})
                QVERIFY2(text.contains(QLatin1String(said)), qPrintable(text));
            chart->show(runs);
            const QString usual = test::painted_words(*chart, size);
            QVERIFY2(!usual.contains(QStringLiteral("does not run")) &&
                         !usual.contains(QStringLiteral("other GPU counts")),
                     qPrintable(usual));
        }
    }

    /// Beside a way to hold the swing that does not suffice stands why, or where that is too long, that it
    /// is none.
    void what_does_not_hold_the_swing_says_why() {
        const auto running = std::make_shared<const ChartData>(data_of(std::nullopt));
        const std::unique_ptr<Chart> chart(find_chart(QLatin1String("step-power"))->create(nullptr));
        chart->show(running);
        const QString wide = test::painted_words(*chart, QSize(900, 900));
        QVERIFY2(wide.contains(QStringLiteral("not possible: the lowest cap, ")), qPrintable(wide));
        QVERIFY2(!wide.contains(QStringLiteral("does not do")), qPrintable(wide));
        const QString narrow = test::painted_words(*chart, QSize(360, 1000));
        QVERIFY2(narrow.contains(QStringLiteral("not possible")), qPrintable(narrow));
    }

    /// The room carries more racks than the drawn network has ports for.
    void racks_that_cannot_be_cabled_are_said() {
        const Catalog& catalog = Catalog::built_in();
        for (const auto& [sample, is_full] :
             {std::pair("decisions/owned-h100", true), std::pair("dgx-h100-su", false)}) {
            const auto loaded = read_project(
                std::string(ROOFRACK_SOURCE_DIR "/samples/") + sample + ".roofrack.json", catalog);
            QVERIFY(loaded.has_value());
            const auto data = std::make_shared<const ChartData>(
                test::asked_charts(loaded->project.scenarios.front(), {QStringLiteral("room")}));
            const std::unique_ptr<Chart> chart(find_chart(QLatin1String("room"))->create(nullptr));
            chart->show(data);
            const QString text = test::painted_words(*chart, QSize(1700, 520));
            QVERIFY2(
                text.contains(QStringLiteral(
                    "no more than those drawn can be cabled as the network is drawn: Rail leaf needs ")) ==
                    is_full,
                qPrintable(text));
            // How many racks, by which limit: beside the bars stands what each would bear by itself.
            if (is_full)
                for (const char* const said :
                     {"16 racks drawn, the room bears 22 without buying: the limit is CRAH · air cooling",
                      "by itself bears 22 such racks",
                      "by itself bears 24 such racks after the worst failure"})
                    QVERIFY2(text.contains(QString::fromUtf8(said)), qPrintable(text));
        }
    }

    void one_rack_is_no_plural() {
        const ChartData data = test::asked_charts(test::sample("ws-8gpu"), {QStringLiteral("room")});
        const std::unique_ptr<Chart> chart(find_chart(QLatin1String("room"))->create(nullptr));
        chart->show(data);
        const QString text = test::painted_words(*chart, QSize(1700, 520));
        QVERIFY2(text.contains(QStringLiteral("1 rack drawn, the room bears 1 without buying")),
                 qPrintable(text));
    }

    void one_week_is_no_plural() {
        ChartData data = test::asked_charts(test::sample("dgx-h100-su"), {QStringLiteral("room")});
        RoomStudy study = *data.have<RoomStudy>();
        study.weeks = {1, 1, 2};
        data.put(std::move(study));
        const std::unique_ptr<Chart> chart(find_chart(QLatin1String("room"))->create(nullptr));
        chart->show(data);
        const QString text = test::painted_words(*chart, QSize(1700, 520));
        QVERIFY2(text.contains(QStringLiteral("runs after 1 week (1 to 2)")), qPrintable(text));
    }

    /// Where nothing that is known of the room ends, no bar has a frame, and none is named.
    void a_frame_is_named_where_there_is_one() {
        ChartData data = test::asked_charts(test::sample("dgx-h100-su"), {QStringLiteral("room")});
        const std::unique_ptr<Chart> chart(find_chart(QLatin1String("room"))->create(nullptr));
        for (const bool has_limit : {true, false}) {
            RoomStudy study = *data.have<RoomStudy>();
            if (!has_limit) {
                study.fits.reset();
                study.binding = -1;
                data.put(std::move(study));
            }
            chart->show(data);
            const QString text = test::painted_words(*chart, QSize(1700, 520));
            QVERIFY2(text.contains(QStringLiteral("Share of what there is")), qPrintable(text));
            QCOMPARE(text.contains(QStringLiteral("framed: ")), has_limit);
        }
    }

    /// A plan that does not fit, at 70 % of the way from idle: figures of power, cooling, racks and room, and
    /// the load in the place of the plan, which none of them is of.
    void without_a_step_the_load_is_said() {
        const Catalog& catalog = Catalog::built_in();
        const auto loaded = read_project(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json", catalog);
        QVERIFY(loaded.has_value());
        Scenario no_plan = loaded->project.scenarios.front();
        no_plan.plan.tp = 7;
        no_plan.site.room.standing_load = 0.7;
        no_plan.site.power_limit = Watts(2e6);
        Scenario no_gpus = no_plan;
        no_gpus.workload = Workload();
        for (Element& element : no_gpus.cluster.elements)
            if (element.kind == ElementKind::server) element.part.id = "it-equipment";
        for (const Scenario& scenario : {no_plan, no_gpus}) {
            const auto data = std::make_shared<const ChartData>(test::asked_charts(scenario));
            const bool has_gpus = data->evaluation()->gpus > 0;
            for (const char* const id :
                 {"levels", "energy-flow", "temperatures", "room", "supply-failures"}) {
                const std::unique_ptr<Chart> chart(find_chart(QLatin1String(id))->create(nullptr));
                chart->show(data);
                const QString text = test::painted_words(*chart, QSize(1000, 520));
                const QByteArray said = (QLatin1String(id) + QStringLiteral(": ") + text).toUtf8();
                const bool is_room_of_plan = has_gpus && QLatin1String(id) == QLatin1String("room");
                QVERIFY2(text.contains(is_room_of_plan ? QStringLiteral("GPUs computing throughout")
                                                       : QStringLiteral("at 70 % load")),
                         said.constData());
                QVERIFY2(!text.contains(QStringLiteral("plan as given")), said.constData());
                QVERIFY2(text.contains(QStringLiteral("kW")) || text.contains(QStringLiteral("MW")) ||
                             text.contains(QStringLiteral("°C")) || text.contains(QStringLiteral("holds")),
                         said.constData());
                QCOMPARE(text.contains(QStringLiteral("does not run")), has_gpus);
            }
        }
    }
};

QTEST_MAIN(TestStandstillCharts)
#include "test_standstill_charts.moc"
