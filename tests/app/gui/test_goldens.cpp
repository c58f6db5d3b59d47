// SPDX-License-Identifier: GPL-3.0-or-later
// Every kind of picture that the program makes against one that was looked at: tests/golden.
#include "core/answers/matrix_answers.h"
#include "core/step/engine/prepared.h"
#include "core/study/money/side_by_side.h"
#include "core/study/money/site_alternative.h"
#include "core/study/scenario_curve.h"
#include "tests/support/asked_charts.h"
#include "tests/support/chart_samples.h"
#include "tests/support/drawn_sample.h"
#include "tests/support/golden.h"
#include "tests/support/run_samples.h"
#include "widgets/canvas/paint/picture.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/compare/comparison_view.h"
#include "widgets/charts/decide/design_view.h"
#include "widgets/charts/decide/map_view.h"
#include "widgets/charts/decide/odds_view.h"
#include "widgets/charts/decide/tornado_view.h"
#include "widgets/charts/decide/tried_view.h"
#include "widgets/charts/plan_search_chart.h"
#include "widgets/charts/scale/scaling_chart.h"
#include "widgets/editor/document.h"
#include "widgets/elevation/elevation_export.h"
#include "widgets/elevation/rack_elevation.h"

#include <QApplication>
#include <QBuffer>
#include <QImageReader>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;

namespace {

constexpr QSize usual(700, 420), half(480, 300), high(700, 600);

enum class Manner { light, dark, dense, tall }; // dense: light with two dots a pixel

QString text_of(Manner manner) {
    constexpr const char* texts[] = {"light", "dark", "2x", "tall"};
    return QLatin1String(texts[static_cast<size_t>(manner)]);
}
Theme theme_of(Manner manner) { return manner == Manner::dark ? Theme::dark() : Theme::light(); }

struct ChartRow {
    const char *chart, *data; // see data_of()
    Manner manner = Manner::light;

    QString name() const {
        return QStringLiteral("%1-%2-%3").arg(QLatin1String(chart), QLatin1String(data), text_of(manner));
    }
};
constexpr ChartRow chart_rows[] = {
    {"step-breakdown", "llama3-405b-16k"},
    {"step-breakdown", "llama3-405b-16k", Manner::dense},
    {"step-breakdown", "generic-100m-256gpu-1nic", Manner::dark},
    {"step-breakdown", "measured"},
    {"step-breakdown", "nothing"},
    {"what-binds", "shared-a100-hot-rack"},
    {"what-binds", "llama3-405b-16k", Manner::dark},
    {"what-binds", "nothing"},
    {"scaling", "llama3-405b-16k"},
    {"scaling", "dgx-h100-su", Manner::tall},
    {"scaling", "generic-100m-256gpu-1nic", Manner::dark},
    {"scaling", "by-hand"},
    {"scaling", "beside", Manner::tall},
    {"scaling", "dollars", Manner::dark},
    {"bottlenecks", "dgx-h100-su"},
    {"bottlenecks", "llama3-405b-16k", Manner::dark},
    {"bottlenecks", "nothing"},
    {"network-balance", "llama3-405b-16k"},
    {"network-balance", "dgx-h100-su", Manner::dark},
    {"network-balance", "nothing"},
    {"money", "dgx-h100-su"},
    {"money", "gb200-nvl72-x8", Manner::dark},
    {"money", "nothing"},
    {"deployment", "llama3-405b-16k"},
    {"deployment", "dgx-h100-su", Manner::dark},
    {"deployment", "nothing"},
    {"running-by", "decision"},
    {"running-by", "decision", Manner::dark},
    {"running-by", "nothing"},
    {"scenarios", "decision"},
    {"scenarios", "decision", Manner::dark},
    {"scenarios", "nothing"},
    {"compare", "compared"},
    {"compare", "compared", Manner::dark},
    {"compare", "nothing"},
    {"way", "compared"},
    {"way", "compared", Manner::dark},
    {"way", "nothing"},
    {"odds", "drawn"},
    {"odds", "drawn", Manner::dark},
    {"odds", "nothing"},
    {"tornado", "tried"},
    {"tornado", "tried", Manner::dark},
    {"tornado", "nothing"},
    {"tried", "numbers"},
    {"tried", "numbers", Manner::dark},
    {"tried", "choices"},
    {"tried", "choices", Manner::dark},
    {"tried", "nothing"},
    {"map", "mapped"},
    {"map", "mapped", Manner::dark},
    {"map", "nothing"},
    {"designs", "designed"},
    {"designs", "designed", Manner::dark},
    {"designs", "nothing"},
    {"limits", "limited"},
    {"limits", "limited", Manner::dark},
    {"limits", "nothing"},
    {"gradient-exchange", "generic-100m-256gpu-1nic"},
    {"gradient-exchange", "llama3-405b-16k", Manner::dark},
    {"gradient-exchange", "nothing"},
    {"goodput", "llama3-405b-16k"},
    {"goodput", "gb200-nvl72-x8", Manner::dark},
    {"goodput", "nothing"},
    {"batch", "dgx-h100-su"},
    {"batch", "llama3-405b-16k", Manner::dark},
    {"batch", "nothing"},
    {"memory-wall", "llama3-405b-16k"},
    {"memory-wall", "gb200-nvl72-x8", Manner::dark},
    {"memory-wall", "nothing"},
    {"reduction-order", "llama3-405b-16k"},
    {"reduction-order", "by-hand", Manner::dark},
    {"reduction-order", "nothing"},
    {"measured-curve", "by-hand"},
    {"measured-curve", "by-hand", Manner::dark},
    {"measured-curve", "nothing"},
    {"levels", "shared-a100-hot-rack"},
    {"levels", "gb200-nvl72-x8", Manner::dark},
    {"levels", "nothing"},
    {"energy-flow", "llama3-405b-16k"},
    {"energy-flow", "gb200-nvl72-x8", Manner::dark},
    {"supply-failures", "dgx-h100-su"},
    {"supply-failures", "shared-a100-hot-rack", Manner::dark},
    {"step-power", "llama3-405b-16k"},
    {"step-power", "nothing"},
    {"power-caps", "dgx-h100-su"},
    {"power-caps", "nothing"},
    {"year", "dgx-h100-su"},
    {"year", "gb200-nvl72-x8", Manner::dark},
    {"year", "nothing"},
    {"room", "dgx-h100-su"},
    {"room", "gb200-nvl72-x8", Manner::dark},
    {"room", "nothing"},
    {"temperatures", "shared-a100-hot-rack"},
    {"temperatures", "gb200-nvl72-x8", Manner::dark},
    {"temperatures", "nothing"},
    {"roofline", "llama3-405b-16k"},
    {"roofline", "ws-8gpu", Manner::dark},
    {"roofline", "by-hand"},
    {"memory", "llama3-405b-16k"},
    {"memory", "gb200-nvl72-x8", Manner::dark},
    {"memory", "too-small"},
    {"bus-bandwidth", "dgx-h100-su"},
    {"bus-bandwidth", "gb200-nvl72-x8", Manner::dark},
    {"bus-bandwidth", "nothing"},
    {"plan-search", "by-hand"},
    {"plan-search", "by-hand", Manner::dark},
    {"plan-search", "nothing"},
    {"run-ranks", "late-rank"},
    {"run-ranks", "late-rank", Manner::dark},
    {"run-ranks", "nothing"},
    {"run-causes", "whole-run"},
    {"run-causes", "whole-run", Manner::dark},
    {"run-causes", "nothing"},
    {"run-idle", "whole-run"},
    {"run-idle", "whole-run", Manner::dark},
    {"run-collectives", "whole-run"},
    {"run-collectives", "whole-run", Manner::dark},
    {"run-collectives", "nothing"},
    {"run-kernels", "whole-run"},
    {"run-kernels", "whole-run", Manner::dark},
    {"run-path", "whole-run"},
    {"run-path", "whole-run", Manner::dark},
    {"run-path", "nothing"},
    {"run-against", "whole-run"},
    {"run-against", "whole-run", Manner::dark},
    {"run-against", "nothing"},
    {"run-parts", "log"},
    {"run-parts", "log", Manner::dark},
    {"run-parts", "nothing"},
    {"run-steps", "log"},
    {"run-steps", "log", Manner::dark},
    {"run-steps", "nothing"},
};

struct DrawingRow {
    const char* sample;
    Overlay overlay;
    Manner manner = Manner::light;

    QString name() const {
        return QStringLiteral("drawing-%1-%2-%3").arg(QLatin1String(sample), id_of(overlay), text_of(manner));
    }
};
constexpr DrawingRow drawing_rows[] = {
    {"dgx-h100-su", Overlay::bottleneck},
    {"llama3-405b-16k", Overlay::link_load},
    {"gb200-nvl72-x8", Overlay::rack_power},
    {"shared-a100-hot-rack", Overlay::inlet, Manner::dark},
    {"megatron-1t-3072", Overlay::level, Manner::dark},
    {"ws-8gpu", Overlay::none},
};

struct ElevationRow {
    const char* sample;
    std::array<const char*, 2> shown; // racks; nullptr: none
    Manner manner = Manner::light;

    QString name() const {
        return QStringLiteral("elevation-%1-%2").arg(QLatin1String(sample), text_of(manner));
    }
    std::vector<std::string> racks() const {
        std::vector<std::string> out;
        for (const char* rack : shown)
            if (rack) out.emplace_back(rack);
        return out;
    }
};
constexpr ElevationRow elevation_rows[] = {
    {"shared-a100-hot-rack", {"rack-a", "rack-door"}},
    {"gb200-nvl72-x8", {"row-a", nullptr}, Manner::dark},
};

void check(const QString& name, const QImage& picture) {
    const QString fault = test::golden_fault(name, picture);
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
}

ChartData of_sample(const std::string& name, size_t scenario = 0) {
    const auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/" + name + ".roofrack.json", Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return test::asked_charts(loaded->project.scenarios.at(scenario));
}

/// Two scenarios, of which the second one trains twice as long.
ChartData compared_scenarios() {
    ChartData data = of_sample("dgx-h100-su");
    Scenario other =
        read_project(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json", Catalog::built_in())
            ->project.scenarios.at(1);
    other.workload.token_budget *= 2;
    data.beside.push_back(std::make_shared<const ScenarioCurve>(
        scenario_curve(other, Catalog::built_in(), {}, {.metric = data.given().metric, .replan = true})));
    return data;
}

/// The largest sample, what its site could have instead, and one of these as a second scenario.
ChartData decision() {
    const Catalog& catalog = Catalog::built_in();
    Project project =
        read_project(ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json", catalog)->project;
    project.scenarios.resize(1);
    ChartData data = of_sample("llama3-405b-16k");
    const auto prepared = Prepared::make(project.scenarios.front(), catalog);
    data.put(site_fills(*prepared, *data.evaluation(), catalog));
    const std::vector<SiteAlternative>& clusters = data.have_or_empty<SiteAlternatives>().clusters;
    for (const char* accelerator : {"gb200", "mi355x"})
        project.scenarios.push_back(
            *std::ranges::find(clusters, accelerator, &SiteAlternative::accelerator)->scenario);
    for (ScenarioColumn& column : compare_scenarios(project, catalog))
        data.columns.push_back(std::make_shared<const ScenarioColumn>(std::move(column)));
    return data;
}

/// What limits each scenario of the sample of machines that are there already.
ChartData limited() {
    const char* const name = "decisions/owned-h100";
    ChartData data = of_sample(name);
    const Catalog& catalog = Catalog::built_in();
    const auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/" + std::string(name) + ".roofrack.json", catalog);
    for (const Scenario& scenario : loaded->project.scenarios) {
        const Answers answers({.scenario = std::make_shared<const Scenario>(scenario)}, catalog);
        data.limits.push_back(std::make_shared<const LimitRow>(limit_row_or_reason(answers)));
    }
    return data;
}

constexpr std::chrono::sys_days order_of_goldens =
    std::chrono::year(2026) / 11 / 23; // not the day of the test

std::vector<std::shared_ptr<const Answers>> answers_of_all(const std::string& name) {
    const auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/" + name + ".roofrack.json", Catalog::built_in());
    std::vector<std::shared_ptr<const Answers>> out;
    for (const Scenario& scenario : loaded->project.scenarios)
        out.push_back(std::make_shared<const Answers>(
            Snapshot{.scenario = std::make_shared<const Scenario>(scenario)}, Catalog::built_in()));
    return out;
}

/// The sample of compared_scenarios() at equal power, with what each change does to the step.
ChartData compared_at_power() {
    const char* const name = "decisions/owned-h100";
    ChartData data = of_sample(name);
    ComparisonChoice choice;
    choice.at_equal = "power";
    choice.at = "1.2 MW";
    choice.figures = {"step.hfu"};
    data.comparison =
        std::make_shared<const ComparisonView>(comparison_view_of(answers_of_all(name), choice, false, true));
    return data;
}

/// How sure the same sample's figures are, asked as a project keeps it.
ChartData drawn_odds() {
    const char* const name = "decisions/owned-h100";
    ChartData data = of_sample(name);
    ComparisonChoice choice;
    choice.by = "60 wk";
    data.odds =
        std::make_shared<const OddsView>(odds_view_of(answers_of_all(name), choice, false, order_of_goldens));
    return data;
}

/// What its figures hang on, a map of its scenarios, and designs of a reference unit.
ChartData tried_inputs() {
    ChartData data = of_sample("decisions/owned-h100");
    ComparisonChoice choice;
    choice.tornado = {"money.run.usd_per_million", "step.step_time_s"};
    data.tornado = std::make_shared<const TornadoView>(
        tornado_view_of(*answers_of_all("decisions/owned-h100").front(), choice));
    return data;
}
/// One of its inputs with other values.
ChartData tried_values(const TriedRequest& request) {
    ChartData data = of_sample("dgx-h100-su");
    data.tried =
        std::make_shared<const TriedView>(tried_view_of(*answers_of_all("dgx-h100-su").front(), request));
    return data;
}
ChartData mapped_inputs() {
    ChartData data = of_sample("gb200-nvl72-x8");
    ComparisonChoice choice;
    choice.map = {"/plan/tp=4,8,16,32", "/workload/global_batch=256,512,1024,2048"};
    choice.map_by = "step.mfu";
    data.map = std::make_shared<const MapView>(map_view_of(answers_of_all("gb200-nvl72-x8"), choice, false));
    return data;
}
ChartData designed() {
    ChartData data = of_sample("dgx-h100-su");
    ComparisonChoice choice;
    choice.goal = "step.tokens_per_s";
    choice.limits = {"power.metered_w<=600 kW"};
    choice.vary = {"server=drawn,hgx-h200,mi355x-8", "gpus=64:512"};
    data.designs = std::make_shared<const DesignView>(
        design_view_of(*answers_of_all("dgx-h100-su").front(), choice, {}));
    return data;
}

/// How the scaling chart is seen.
StudyView view_of(const std::string& name) {
    StudyView view;
    if (name == "beside") view.quantity = ScaleQuantity::days;
    if (name == "dollars") view.quantity = ScaleQuantity::dollars;
    view.law = name == "beside";
    view.log_gpus = name != "dollars";
    return view;
}

/// A sample's evaluation, or what stands in chart_samples.h: shapes that no sample has.
const ChartData& data_of(const std::string& name) {
    static std::map<std::string, ChartData> all;
    if (const auto found = all.find(name); found != all.end()) return found->second;
    ChartData data;
    if (name == "by-hand" || name == "measured")
        data = test_samples::large();
    else if (name == "too-small") {
        data = test_samples::small();
        test_samples::make_infeasible(data);
    } else if (name == "beside" || name == "dollars")
        data = compared_scenarios();
    else if (name == "decision")
        data = decision();
    else if (name == "limited")
        data = limited();
    else if (name == "compared")
        data = compared_at_power();
    else if (name == "drawn")
        data = drawn_odds();
    else if (name == "tried")
        data = tried_inputs();
    else if (name == "numbers")
        data = tried_values({"/plan/tp", "1,2,3,4,8,16", {}});
    else if (name == "choices")
        data = tried_values({"/plan/recompute", "all", {"step.step_time_s", "step.mfu"}});
    else if (name == "mapped")
        data = mapped_inputs();
    else if (name == "designed")
        data = designed();
    else if (name == "late-rank")
        data.run = test_samples::late_run();
    else if (name == "whole-run")
        data.run = test_samples::run_with_log();
    else if (name == "log")
        data.run = test_samples::run_of_log();
    else if (name != "nothing")
        data = of_sample(name);
    if (name == "measured") data.trace = test_samples::trace();
    data.order_day = order_of_goldens;
    return all.emplace(name, std::move(data)).first->second;
}

/// As the export writes it.
QImage chart_picture(const QString& id, const ChartData& data, const Theme& theme, QSize size,
                     double dpi = 96, const StudyView& view = {}) {
    const QTemporaryDir folder;
    const std::unique_ptr<Chart> chart(find_chart(id)->create(nullptr));
    ChartData shown = data;
    if (auto* map = qobject_cast<PlanSearchChart*>(chart.get()); map && data.search) {
        map->set_selected({{4, 16}});
        const RankedPlan& now = data.search->result.best[5];
        test_samples::change_evaluation(shown, [&](Evaluation& evaluation) {
            evaluation.gpus = data.search->gpus();
            evaluation.plan = now.plan;
            evaluation.step_time = now.step_time;
        });
    }
    if (auto* scaling = qobject_cast<ScalingChart*>(chart.get())) scaling->show_view(view);
    chart->show(shown);
    const QString path = folder.filePath(QStringLiteral("chart.png"));
    if (const auto saved = chart->save(path, {.size = size, .dpi = dpi, .theme = theme}); !saved)
        qFatal("%s", saved.error().text().c_str());
    return QImage(path);
}

/// What the comparison itself is tried with.
constexpr char compared[] = "llama3-405b-16k";

QImage step_breakdown(const ChartData& data) {
    return chart_picture(QStringLiteral("step-breakdown"), data, Theme::light(), usual);
}

} // namespace

class TestGoldens : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        Theme::apply(*qApp, Theme::light());
        QCOMPARE(qApp->font().family(), QStringLiteral("Roboto"));
    }

    void charts_data() {
        QTest::addColumn<int>("at");
        for (const ChartRow& row : chart_rows)
            QTest::newRow(qPrintable(row.name())) << int(&row - chart_rows);
    }
    void charts() {
        QFETCH(int, at);
        const ChartRow& row = chart_rows[at];
        const bool dense = row.manner == Manner::dense;
        check(row.name(), chart_picture(QLatin1String(row.chart), data_of(row.data), theme_of(row.manner),
                                        dense                        ? half
                                        : row.manner == Manner::tall ? high
                                                                     : usual,
                                        dense ? 192 : 96, view_of(row.data)));
    }
    void every_chart_is_among_them() {
        for (const ChartEntry& entry : chart_catalog())
            QVERIFY2(
                std::ranges::any_of(
                    chart_rows, [&](const ChartRow& row) { return row.chart == QLatin1String(entry.id); }),
                entry.id);
    }

    void drawings_data() {
        QTest::addColumn<int>("at");
        for (const DrawingRow& row : drawing_rows)
            QTest::newRow(qPrintable(row.name())) << int(&row - drawing_rows);
    }
    void drawings() {
        QFETCH(int, at);
        const DrawingRow& row = drawing_rows[at];
        const test::Drawn& drawn = test::drawn(row.sample);
        const Theme theme = theme_of(row.manner);
        check(row.name(), picture_image(drawn.drawing, drawn.overlay_style(row.overlay, theme), theme));
    }

    void elevations_data() {
        QTest::addColumn<int>("at");
        for (const ElevationRow& row : elevation_rows)
            QTest::newRow(qPrintable(row.name())) << int(&row - elevation_rows);
    }
    void elevations() {
        QFETCH(int, at);
        const ElevationRow& row = elevation_rows[at];
        const test::Drawn& drawn = test::drawn(row.sample);
        const Theme theme = theme_of(row.manner);
        Document document(Catalog::built_in());
        Project project;
        project.scenarios.push_back(drawn.scenario);
        document.set_project(std::move(project));
        RackElevation view(document);
        view.resize(500, 640);
        view.show();
        view.set_theme(theme);
        view.set_evaluation(std::make_shared<const Evaluation>(drawn.evaluation));
        const OverlayStyle overlay_style = drawn.overlay_style(Overlay::bottleneck, theme);
        view.set_gpu_colour([&](const std::string& rack) { return overlay_style.element(rack).fill; });
        const std::vector<std::string> racks = row.racks();
        document.selection().set(racks);
        QCOMPARE(view.picture().racks().size(), racks.size());
        check(row.name(), elevation_image(view.picture(), theme, 1));
    }

    /// No picture lies there that nothing is compared with.
    void no_golden_is_left_over() {
        QStringList names;
        for (const ChartRow& row : chart_rows) names << row.name();
        for (const DrawingRow& row : drawing_rows) names << row.name();
        for (const ElevationRow& row : elevation_rows) names << row.name();
        const QDir folder(QFileInfo(test::golden_path({})).path());
        const QStringList files = folder.entryList({QStringLiteral("*.png")}, QDir::Files);
        QVERIFY(files.size() >= 25);
        for (const QString& file : files) {
            if (names.contains(QFileInfo(file).completeBaseName())) continue;
            if (test::renews_goldens())
                QVERIFY(QFile::remove(folder.filePath(file)));
            else
                QFAIL(qPrintable(QStringLiteral("tests/golden/%1 is compared with nothing").arg(file)));
        }
    }

    // The comparison itself.

    void what_changed_is_found_data() {
        QTest::addColumn<QImage>("changed");
        const QImage picture = step_breakdown(data_of(compared));

        ChartData larger = data_of(compared);
        test_samples::change_evaluation(larger, [](Evaluation& evaluation) {
            evaluation.parts[static_cast<size_t>(StepPart::compute)] *= 1.05;
            evaluation.step_time = Seconds(test_samples::total(evaluation.parts));
        });
        QTest::newRow("a value by 5 %") << step_breakdown(larger);

        QImage tinted = picture;
        const QColor fill = Theme::light().part(StepPart::compute);
        for (int y = 0; y < tinted.height(); ++y)
            for (int x = 0; x < tinted.width(); ++x)
                if (tinted.pixel(x, y) == fill.rgb()) tinted.setPixel(x, y, fill.lighter(106).rgb());
        QTest::newRow("the colour of a part slightly") << tinted;

        for (const QPoint by : {QPoint(6, 0), QPoint(0, 6), QPoint(-6, 0), QPoint(0, -2)}) {
            QImage moved = picture;
            const QRect title(0, 0, picture.width() / 2, 28);
            QPainter painter(&moved);
            painter.fillRect(title.adjusted(0, 0, 8, 8), Theme::light().panel);
            painter.drawImage(title.topLeft() + by, picture.copy(title));
            painter.end();
            QTest::addRow("a label by (%d, %d)", by.x(), by.y()) << moved;
        }

        QImage digit = picture;
        QPainter painter(&digit);
        painter.setFont(Theme::light().font(Theme::Role::secondary));
        painter.setPen(Theme::light().secondary);
        painter.drawText(QPoint(660, 20), QStringLiteral("7"));
        painter.end();
        QTest::newRow("one more digit") << digit;

        QTest::newRow("another size") << picture.scaled(picture.width() + 1, picture.height());
        QTest::newRow("nothing painted") << QImage(picture.size(), QImage::Format_RGB32);
    }
    void what_changed_is_found() {
        QFETCH(QImage, changed);
        const auto difference = test::compare_pictures(changed, step_breakdown(data_of(compared)));
        QVERIFY(!difference.fault.isEmpty());
    }

    void what_is_only_painted_otherwise_passes_data() {
        QTest::addColumn<QImage>("same");
        QTest::addColumn<QImage>("golden");
        const QImage chart = step_breakdown(data_of(compared));
        QTest::newRow("itself") << chart << chart;
        QTest::newRow("as it is stored") << test::golden_of(chart) << chart;
        QTest::newRow("painted larger and made smaller")
            << chart_picture(QStringLiteral("step-breakdown"), data_of(compared), Theme::light(), usual, 192)
                   .scaled(usual, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
            << chart;
        // A chart without parts of a pixel's width, of which JPEG keeps half the colour.
        const QImage lines =
            chart_picture(QStringLiteral("roofline"), data_of(compared), Theme::light(), usual, 96);
        QByteArray bytes;
        QBuffer buffer(&bytes);
        QVERIFY(buffer.open(QIODevice::WriteOnly) && lines.save(&buffer, "JPG", 95));
        QTest::newRow("with the noise of JPEG") << QImage::fromData(bytes, "JPG") << lines;

        QImage noisy = chart;
        uint random = 1;
        for (int y = 0; y < noisy.height(); ++y)
            for (int x = 0; x < noisy.width(); ++x) {
                const auto shaken = [&](int level) {
                    random = random * 1664525U + 1013904223U;
                    return std::clamp(level + static_cast<int>(random >> 28) - 8, 0, 255);
                };
                const QRgb at = noisy.pixel(x, y);
                noisy.setPixel(x, y, qRgb(shaken(qRed(at)), shaken(qGreen(at)), shaken(qBlue(at))));
            }
        QTest::newRow("with noise") << noisy << chart;

        // Its words as outlines: glyphs filled as shapes, not by the rasterizer of type.
        const std::pair<const char*, Overlay> drawings[] = {{"llama3-405b-16k", Overlay::link_load},
                                                            {"shared-a100-hot-rack", Overlay::bottleneck}};
        for (const auto& [name, overlay] : drawings) {
            const test::Drawn& drawn = test::drawn(name);
            const OverlayStyle overlay_style = drawn.overlay_style(overlay);
            const QImage drawing = picture_image(drawn.drawing, overlay_style, Theme::light());
            QImage outlined(drawing.size(), QImage::Format_RGB32);
            QPainter painter(&outlined);
            QSvgRenderer(picture_svg(drawn.drawing, overlay_style, Theme::light())).render(&painter);
            painter.end();
            QTest::addRow("text as outlines: %s", name) << outlined << drawing;
        }
    }
    void what_is_only_painted_otherwise_passes() {
        QFETCH(QImage, same);
        QFETCH(QImage, golden);
        const auto difference = test::compare_pictures(same, golden);
        QVERIFY2(difference.fault.isEmpty(), qPrintable(difference.fault));
    }
};

int main(int argc, char** argv) {
    // Pictures are equal on every machine: no display, its resolution or its scale has a say.
    for (const auto& [name, value] : {std::pair{"QT_QPA_PLATFORM", "offscreen"},
                                      {"QT_FONT_DPI", "96"},
                                      {"QT_SCALE_FACTOR", "1"},
                                      {"LC_ALL", "C.UTF-8"}})
        qputenv(name, value);
    QApplication application(argc, argv);
    TestGoldens test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_goldens.moc"
