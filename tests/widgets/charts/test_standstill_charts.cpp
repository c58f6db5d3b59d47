// SPDX-License-Identifier: GPL-3.0-or-later
// Views of power, heat and money of a cluster that does not run say so over what they show.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/asked_charts.h"
#include "tests/support/text_recorder.h"
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

/// All that is painted, one line below the other.
QString painted(const Chart& chart, QSize size) {
    PictureOptions options;
    options.size = size;
    test::TextRecorder recorder(size);
    chart.paint(recorder, options, true);
    QStringList out;
    for (const test::PaintedText& text : recorder.texts) out << text.text;
    return out.join(u' ');
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
                const QString text = painted(*chart, size);
                QVERIFY2(text.contains(QStringLiteral("This cluster does not run: The site draws ")),
                         qPrintable(QLatin1String(id) + QStringLiteral(": ") + text));
                chart->show(running);
                QVERIFY2(!painted(*chart, size).contains(QStringLiteral("does not run")), id);
            }
        }
    }
};

QTEST_MAIN(TestStandstillCharts)
#include "test_standstill_charts.moc"
