// SPDX-License-Identifier: GPL-3.0-or-later
// Every word of the verdict, of titles, charts and commands that names a regime, a binding resource, a
// capital, a price of tokens, a power or a count that fits, for each scenario and each state of the plan's
// switch: one value for each.
#include "app/gui/pages/verdict_bar.h"
#include "core/answers/facility_answers.h"
#include "core/answers/findings.h"
#include "core/answers/money_answers.h"
#include "core/answers/scale_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/project/project_file.h"
#include "core/study/curve/curve_line.h"
#include "core/study/facility/facility_study.h"
#include "core/study/money/money_study.h"
#include "core/study/money/side_by_side.h"
#include "core/study/room/room_study.h"
#include "core/study/verdict.h"
#include "tests/support/cli.h"
#include "tests/support/random_scenario.h"
#include "tests/support/rounds.h"
#include "tests/support/sample.h"
#include "tests/support/text_recorder.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_text.h"
#include "widgets/fields/text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace roofrack;

namespace {

/// What is said of one thing, by whom.
class Sayings {
public:
    void add(const char* what, const QString& who, const QString& value) {
        if (!value.isEmpty()) m_said[QLatin1String(what)] << std::pair(who, value);
    }
    qsizetype count(const char* what) const { return m_said.value(QLatin1String(what)).size(); }
    /// Who does not say what the others say.
    QString faults() const {
        QStringList out;
        for (auto each = m_said.begin(); each != m_said.end(); ++each)
            for (const auto& [who, value] : each.value())
                if (value != each.value().front().second)
                    out << QStringLiteral("%1: “%2” by %3, “%4” by %5")
                               .arg(each.key(), each.value().front().second, each.value().front().first,
                                    value, who);
        return out.join(u'\n');
    }

private:
    QMap<QString, QList<std::pair<QString, QString>>> m_said;
};

/// What the pattern's first group finds in the text; empty: nothing.
QString found(const QString& text, const char* pattern) {
    return QRegularExpression(QString::fromUtf8(pattern)).match(text).captured(1).trimmed();
}

QString money_text(double dollars) { return shown(dollars, Dimension::money); }
QString power_text(double watts) { return shown(watts, Dimension::power); }

} // namespace

class TestWordsAgree : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    /// All that a chart says, a line a text.
    static QString words_of(const char* id, const ChartData& data) {
        const std::unique_ptr<Chart> chart(find_chart(QLatin1String(id))->create(nullptr));
        chart->show(data);
        test::TextRecorder recorder({1700, 1100});
        chart->paint(recorder, {.size = {1700, 1100}, .theme = Theme::light()}, true);
        QStringList lines;
        for (const test::PaintedText& each : recorder.texts) lines << each.text;
        return lines.join(u'\n');
    }
    QJsonObject printed(const char* command, const QStringList& call) {
        QStringList arguments{QLatin1String(command)};
        arguments += call;
        arguments << QStringLiteral("--json");
        return QJsonDocument::fromJson(test::run_cli(arguments).out).object();
    }
    /// `whole`: with all charts; else with those whose words are compared here alone. Without what moves the
    /// borders of the best plans, which takes longest.
    static ChartData data_of(const Scenario& scenario, bool best, bool whole = true) {
        const Catalog& catalog = Catalog::built_in();
        const auto answers = std::make_shared<const Answers>(
            Snapshot{.scenario = std::make_shared<const Scenario>(scenario), .best_plan = best}, catalog);
        ask_for<Verdict, ScaleOfGiven, ScaleOfBest, BottlenecksOfGiven, BottlenecksOfBest, MoneyStudy,
                FacilityStudy, RoomStudy>(*answers);
        for (const ChartEntry& entry : chart_catalog())
            for (const Ask ask : {entry.asks.at_once, entry.asks.soon})
                if (whole && ask) ask(*answers);
        ChartData data(answers);
        for (int i = 0; i < 2; ++i) // one alone is not put beside another
            data.columns.push_back(std::make_shared<const ScenarioColumn>(
                scenario_column(planned(scenario, catalog, best), catalog, {}, best)));
        return data;
    }
    void check(const QString& path, const Scenario& scenario, bool best, bool is_sample);
    static void say_verdict(const ChartData& data, Sayings& said);
    static void say_charts(const ChartData& data, Sayings& said);
    void say_commands(const QStringList& call, double drawn, bool all, Sayings& said);

private Q_SLOTS:
    void samples_have_one_value_each_data();
    void samples_have_one_value_each();
    void random_projects_have_one_value_each_data();
    void random_projects_have_one_value_each();
    void every_title_says_whose_plan_it_is();
};

void TestWordsAgree::say_verdict(const ChartData& data, Sayings& said) {
    const QString who = QStringLiteral("the verdict");
    VerdictBar bar;
    const RunCost cost = data.have<MoneyStudy>() ? data.have<MoneyStudy>()->run : RunCost();
    bar.set_best_plan(data.best_plan);
    bar.show_evaluation(*data.evaluation(), cost, 1, data.best_plan);
    const QString text = bar.text();
    said.add("plan", who,
             text.contains(QStringLiteral("Best plan found")) ? plan_words(true)
             : text.contains(QStringLiteral("Plan as given")) ? plan_words(false)
                                                              : QStringLiteral("no plan"));
    said.add("regime", who, found(text, "·  (linear|diminishing|degrading)"));
    said.add("binds", who, found(text, "binds: (.*?)(, then .*)?  ·"));
    said.add("facility power", who, found(text, "·  (\\S+ \\S+) at PUE"));
    said.add("$ per million", who, found(text, "·  (?:at least )?(\\$\\S+) per million"));
    QStringList entries;
    const auto* money = bar.findChild<QPushButton*>(QStringLiteral("verdict-money"));
    for (const QAction* action : money->menu()->actions()) entries << action->text();
    said.add("capital", who, found(entries.join(u'\n'), "Why (?:at least )?(\\$\\S+) to buy"));
}

void TestWordsAgree::say_charts(const ChartData& data, Sayings& said) {
    const ScaleResult& study = data.scale();
    const double drawn = study.drawn_gpus;
    // The curve: the point that is drawn, the shade that it lies in, the table's row.
    const ScalePoint* here = study.at(drawn);
    const bool stands_in = data.evaluation()->regime_of_best_plans;
    if (const ScalePoint* told = stands_in ? data.best().at(drawn) : here; told && told->regime)
        said.add("regime", QStringLiteral("the curve"), in_words(name_of(*told->regime)));
    if (here && here->regime) {
        // Beside the border it may be in either shade.
        constexpr double place = 1.02;
        QStringList shades;
        for (const RegimeStretch& span : regime_stretches(study))
            if (span.from < drawn * place && drawn < span.to * place)
                shades << in_words(name_of(span.regime));
        const QString regime = in_words(name_of(*here->regime));
        said.add("regime", QStringLiteral("the curve's shade"),
                 shades.contains(regime) ? regime : shades.join(u'|'));
    }
    const QString what_binds = words_of("what-binds", data);
    said.add("binds", QStringLiteral("the title of what binds"), found(what_binds, "^What binds: (.*?) · "));
    const std::vector<Bottleneck>& sizes = data.is_best_main()
                                               ? data.have_or_empty<BottlenecksOfBest>().sizes
                                               : data.have_or_empty<BottlenecksOfGiven>().sizes;
    for (const BindingSpan& span : binding_spans(sizes))
        if (span.from <= drawn && drawn <= span.to)
            said.add("binds", QStringLiteral("the bottlenecks"), qt(span.gain.phrase()));
    said.add("binds", QStringLiteral("the scenarios"), qt(data.columns.front()->evaluation.binds));
    const QString bottlenecks = words_of("bottlenecks", data);
    for (const Bottleneck& size : sizes)
        if (size.gpus == drawn && size.dollars_per_million > 0) {
            said.add("$ per million", QStringLiteral("the bottlenecks"),
                     money_text(size.dollars_per_million));
            QVERIFY2(bottlenecks.contains(money_text(size.dollars_per_million)), qPrintable(bottlenecks));
        }
    if (here && here->feasible) {
        if (const double dollars = quantity_of(ScaleQuantity::dollars, *here, study); dollars > 0)
            said.add("$ per million", QStringLiteral("the curve"), money_text(dollars));
        said.add("power over the run", QStringLiteral("the curve"), power_text(here->running.facility.si()));
    }
    const QString money = words_of("money", data);
    said.add("capital", QStringLiteral("money"),
             found(money, "capital (?:incomplete, at least )?(\\$\\S+?)[ :]"));
    said.add("$ per million", QStringLiteral("money"), found(money, "(\\$\\S+) (?:a|per) million"));
    if (data.have<MoneyStudy>() && data.have<MoneyStudy>()->capital &&
        data.columns.front()->path.capital.likely > 0 && !(data.have<MoneyStudy>()->run.hour.rent > 0))
        said.add("capital", QStringLiteral("the scenarios"),
                 money_text(data.columns.front()->path.capital.likely));
    said.add("facility power", QStringLiteral("the energy flow"),
             found(words_of("energy-flow", data), "Where the site's (.*?) go"));
    const QString levels = words_of("levels", data);
    said.add("facility power", QStringLiteral("the levels"),
             found(levels, "facility (.*?) in the compute phase").section(u',', 0, 0));
    said.add("IT power", QStringLiteral("the levels"), found(levels, "IT (.*?) · facility"));
    const QString room = words_of("room", data);
    said.add("racks that fit", QStringLiteral("the room"), found(room, "drawn, the room bears (\\S+)"));
    if (data.have<RoomStudy>() && data.have<RoomStudy>()->fits)
        said.add("racks that fit", QStringLiteral("the room's study"),
                 count_text(*data.have<RoomStudy>()->fits));
    said.add("GPUs that fit", QStringLiteral("the scaling chart"),
             found(words_of("scaling", data), "the room as it is takes (\\S+) GPUs"));
    if (data.have<RoomStudy>() && data.have<RoomStudy>()->gpus_that_fit() &&
        !data.have<RoomStudy>()->gpus_that_fit().value_or(0))
        said.add("GPUs that fit", QStringLiteral("the room's study"), QStringLiteral("0"));
}

/// `all`: of all commands; else the two that say most.
void TestWordsAgree::say_commands(const QStringList& call, double drawn, bool all, Sayings& said) {
    const auto who = [](const char* command) {
        return QStringLiteral("roofrack-cli ") + QLatin1String(command);
    };
    const QString gpus = QString::number(drawn, 'f', 0);
    const QJsonObject evaluate = printed("evaluate", call);
    said.add("regime", who("evaluate"), evaluate[QStringLiteral("regime")].toString());
    said.add("binds", who("evaluate"), evaluate[QStringLiteral("binds")].toString());
    const QJsonObject power = evaluate[QStringLiteral("power")].toObject();
    said.add("facility power", who("evaluate"), power_text(power[QStringLiteral("facility_w")].toDouble()));
    said.add("IT power", who("evaluate"), power_text(power[QStringLiteral("it_w")].toDouble()));
    const QString text = QString::fromUtf8(test::run_cli(QStringList{QStringLiteral("evaluate")} + call).out);
    said.add("plan", who("evaluate"), found(text.section(u'\n', 0, 0), "· (plan as given|best plan found)$"));
    said.add("regime", who("evaluate, in words"), found(text, "· (linear|diminishing|degrading)"));

    const QJsonObject scale = printed("scale", call + QStringList{QStringLiteral("--gpus"), gpus});
    const QJsonObject point = scale[QStringLiteral("points")][0].toObject();
    if (!evaluate[QStringLiteral("regime_of_best_plans")].toBool())
        said.add("regime", who("scale"), point[QStringLiteral("regime")].toString());
    if (point[QStringLiteral("feasible")].toBool())
        said.add("power over the run", who("scale"),
                 power_text(point[QStringLiteral("facility_w")].toDouble()));
    said.add("power over the run", who("evaluate"),
             power_text(power[QStringLiteral("run_facility_w")].toDouble()));
    if (!all) return;
    const QJsonObject bottlenecks =
        printed("bottlenecks", call + QStringList{QStringLiteral("--gpus"), gpus});
    const QJsonObject size = bottlenecks[QStringLiteral("sizes")][0].toObject();
    const QJsonArray spans = bottlenecks[QStringLiteral("spans")].toArray();
    if (!spans.isEmpty()) said.add("binds", who("bottlenecks"), spans[0][QStringLiteral("binds")].toString());
    if (const double dollars = size[QStringLiteral("dollars_per_million")].toDouble(); dollars > 0)
        said.add("$ per million", who("bottlenecks"), money_text(dollars));
    const QJsonObject cost = printed("cost", call);
    if (const double dollars = cost[QStringLiteral("run")][QStringLiteral("usd_per_million")].toDouble();
        dollars > 0)
        said.add("$ per million", who("cost"), money_text(dollars));
    const QJsonObject capital = cost[QStringLiteral("capital")].toObject();
    if (const double needed = capital[QStringLiteral("needed_usd")][QStringLiteral("likely")].toDouble();
        needed > 0 &&
        !(cost[QStringLiteral("run")][QStringLiteral("usd_per_hour")][QStringLiteral("rent")].toDouble() > 0))
        said.add("capital", who("cost"), money_text(needed));
    const QJsonObject facility = printed("power", call);
    said.add("facility power", who("power"), power_text(facility[QStringLiteral("facility_w")].toDouble()));
    said.add("IT power", who("power"), power_text(facility[QStringLiteral("it_w")].toDouble()));
    const QJsonObject room = printed("room", call);
    if (const QJsonValue fits = room[QStringLiteral("fits_racks")]; fits.isDouble())
        said.add("racks that fit", who("room"), count_text(fits.toDouble()));
    // What is drawn never takes more than what is written on it.
    const QJsonObject totals =
        printed("bom", call.mid(0, call.indexOf(QStringLiteral("--replan"))))[QStringLiteral("totals")]
            .toObject();
    const double nameplate = totals[QStringLiteral("it_power_w")].toDouble();
    if (totals[QStringLiteral("unknown_power")].toDouble() == 0)
        QVERIFY2(nameplate >= power[QStringLiteral("it_w")].toDouble(),
                 qPrintable(
                     QStringLiteral("%1 nameplate, %2 running")
                         .arg(power_text(nameplate), power_text(power[QStringLiteral("it_w")].toDouble()))));
}

namespace {

void add_columns() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<Scenario>("scenario");
    QTest::addColumn<bool>("best");
}

void add_rows(const std::string& path, const std::string& name, const Scenario& scenario) {
    for (const bool best : {false, true})
        QTest::addRow("%s, %s", name.c_str(), std::string(plan_label(best)).c_str())
            << QString::fromStdString(path) << scenario << best;
}

} // namespace

void TestWordsAgree::samples_have_one_value_each_data() {
    add_columns();
    for (const std::string& name : test::sample_names()) {
        const std::string path = ROOFRACK_SOURCE_DIR "/samples/" + name + ".roofrack.json";
        const auto loaded = read_project(path, Catalog::built_in());
        if (!loaded) qFatal("%s", loaded.error().text().c_str());
        for (const Scenario& scenario : loaded->project.scenarios)
            add_rows(path, name + " " + scenario.name, scenario);
    }
}

void TestWordsAgree::samples_have_one_value_each() {
    QFETCH(QString, path);
    QFETCH(Scenario, scenario);
    QFETCH(bool, best);
    // The others of a project are asked the same as the random ones: each command takes seconds.
    const auto first = read_project(path.toStdString(), Catalog::built_in());
    check(path, scenario, best, first->project.scenarios.front().name == scenario.name);
}

void TestWordsAgree::random_projects_have_one_value_each_data() {
    add_columns();
    std::mt19937 random(2033);
    const int projects = test::rounds(20, 6);
    for (int i = 0; i < projects; ++i) {
        Project project;
        project.name = "random " + std::to_string(i);
        project.scenarios = {test::random_scenario(random)};
        const std::string path =
            m_folder.filePath(QStringLiteral("random-%1.roofrack.json").arg(i)).toStdString();
        if (!write_project(project, path, Catalog::built_in())) qFatal("cannot write");
        add_rows(path, project.name, project.scenarios.front());
    }
}

void TestWordsAgree::random_projects_have_one_value_each() {
    QFETCH(QString, path);
    QFETCH(Scenario, scenario);
    QFETCH(bool, best);
    check(path, scenario, best, false);
}

void TestWordsAgree::check(const QString& path, const Scenario& scenario, bool best, bool is_sample) {
    const ChartData data = data_of(scenario, best, is_sample);
    Sayings said;
    say_verdict(data, said);
    QStringList call{path, QStringLiteral("--scenario"), QString::fromStdString(scenario.name)};
    if (best) call << QStringLiteral("--replan");
    if (!data.evaluation()->feasible) {
        // What does not run has neither regime nor binding resource, whoever is asked.
        const QJsonObject evaluate = printed("evaluate", call);
        QVERIFY(!evaluate[QStringLiteral("feasible")].toBool());
        QVERIFY(evaluate[QStringLiteral("regime")].isNull());
        QCOMPARE(said.count("regime") + said.count("binds"), 0);
        return;
    }
    say_charts(data, said);
    if (QTest::currentTestFailed()) return;
    say_commands(call, data.given().drawn_gpus, is_sample, said);
    if (QTest::currentTestFailed()) return;
    const QString faults = said.faults();
    QVERIFY2(faults.isEmpty(), qPrintable(faults));
    QCOMPARE(said.count("plan"), 2);
    QVERIFY(said.count("binds") >= 4 && said.count("facility power") >= 4 && said.count("IT power") >= 2);
    if (is_sample) QVERIFY(said.count("facility power") >= 5 && said.count("IT power") >= 3);
    if (data.evaluation()->regime) QVERIFY(said.count("regime") >= 4);
    if (data.have<MoneyStudy>() && data.have<MoneyStudy>()->run.has_price())
        QVERIFY(said.count("$ per million") >= (is_sample ? 5 : 3));
    if (data.have<RoomStudy>() && data.have<RoomStudy>()->fits)
        QVERIFY(said.count("racks that fit") >= (is_sample ? 3 : 2));
    // A regime that the best plans had to lend is said to be theirs.
    if (data.evaluation()->regime_of_best_plans)
        QVERIFY(!best && !data.given().at(data.given().drawn_gpus)->regime);
}

/// Also where there is room for little of it.
void TestWordsAgree::every_title_says_whose_plan_it_is() {
    for (const bool best : {false, true}) {
        const ChartData data = data_of(test::sample("dgx-h100-su"), best);
        for (const ChartEntry& entry : chart_catalog()) {
            const QString id = QLatin1String(entry.id);
            if (id == u"plan-search" || id == u"measured-curve" || id == u"bus-bandwidth")
                continue; // these show all plans, a measurement, or a fabric without a plan
            const std::unique_ptr<Chart> chart(entry.create(nullptr));
            chart->show(data);
            if (chart->table().rows.empty()) continue;
            for (const QSize size : {QSize(1200, 700), QSize(420, 300)}) {
                test::TextRecorder recorder(size);
                chart->paint(recorder, {.size = size, .theme = Theme::light()}, true);
                QString title;
                for (size_t i = 0; i < std::min<size_t>(2, recorder.texts.size()); ++i)
                    title += recorder.texts[i].text + u' ';
                QVERIFY2(title.contains(best ? QStringLiteral("· best plan found")
                                             : QStringLiteral("· plan as given")),
                         qPrintable(QStringLiteral("%1: %2").arg(id, title)));
            }
        }
    }
}

QTEST_MAIN(TestWordsAgree)
#include "test_words_agree.moc"
