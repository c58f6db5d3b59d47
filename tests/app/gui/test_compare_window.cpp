// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison of the scenarios in the window, by mouse and keys: as the command line prints it.
#include "core/base/units/calendar_date.h"
#include "tests/support/decide_window.h"
#include "tests/support/text_recorder.h"
#include "widgets/charts/compare/comparison_view.h"
#include "widgets/editor/commands/add_scenario.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/segments.h"

#include <QCheckBox>
#include <QJsonArray>
#include <QLineEdit>
#include <QUndoStack>

using namespace roofrack;

class TestCompareWindow : public test::DecideWindow {
    Q_OBJECT

private:
    const ComparisonView& view() { return *page().charts().data()->comparison; }
    const ComparisonStudy& study() { return *view().study; }
    bool wait() {
        return is_found(&ChartData::comparison) &&
               QTest::qWaitFor([this] { return view().study || !view().absent.empty(); }, 60000);
    }
    void press(Segments& segments, const QString& key) {
        for (int i = 0; i < segments.count(); ++i)
            if (segments.tabData(i).toString() == key)
                QTest::mouseClick(&segments, Qt::LeftButton, {}, segments.tabRect(i).center());
        QCOMPARE(segments.key(), key);
    }
    /// What the window shows is what is printed, each value of each row.
    void agree() {
        const QJsonObject out = printed({QStringLiteral("compare")});
        const QJsonArray rows = out[QStringLiteral("rows")].toArray();
        QCOMPARE(rows.size(), qsizetype(study().table.rows.size()));
        for (qsizetype i = 0; i < rows.size(); ++i) {
            const ComparedRow& row = study().table.rows[size_t(i)];
            QCOMPARE(rows[i][QStringLiteral("name")].toString().toStdString(), row.name);
            const QJsonArray values = rows[i][QStringLiteral("values")].toArray();
            for (qsizetype k = 0; k < values.size(); ++k)
                QCOMPARE(values[k][QStringLiteral("text")].toString().toStdString(),
                         row.values[size_t(k)].text);
        }
        const QJsonArray sizes = out[QStringLiteral("sizes")].toArray();
        QCOMPARE(sizes.size(), qsizetype(study().sizes.size()));
        for (qsizetype i = 0; i < sizes.size(); ++i)
            QCOMPARE(sizes[i][QStringLiteral("racks")].toDouble(), study().sizes[size_t(i)].racks);
    }

private Q_SLOTS:
    void init() { start(); }
    void cleanup() { m_window.reset(); }

    void it_shows_what_the_command_line_prints() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        page().workspaces().show_view(QStringLiteral("compare"));
        QVERIFY(wait());
        QCOMPARE(study().table.scenarios.size(), size_t(3));
        agree();
        // At equal power, then of 1.2 MW.
        press(control<Segments>("Scenarios are made equal in"), QStringLiteral("power"));
        QVERIFY(wait());
        QCOMPARE(study().sizes.size(), size_t(2));
        auto& amount = control<QLineEdit>("Amount that all meet");
        QTest::mouseClick(&amount, Qt::LeftButton);
        QTest::keyClicks(&amount, QStringLiteral("1.2 MW"));
        QTest::keyClick(&amount, Qt::Key_Return);
        QVERIFY(wait());
        QCOMPARE(document().project().comparison.at, std::string("1.2 MW"));
        QCOMPARE(study().sizes.size(), size_t(3));
        QCOMPARE(study().sizes.front().limit, 1.2e6);
        agree();
        // Another row is of the same resized scenarios.
        ComparisonChoice more = document().project().comparison;
        more.figures = {"step.hfu"};
        Q_EMIT page().charts().comparison_chosen(more);
        QVERIFY(wait());
        QCOMPARE(study().table.rows.back().name, std::string("step.hfu"));
        agree();
        document().undo_stack().undo();
        // Undo takes each choice back.
        document().undo_stack().undo();
        QCOMPARE(document().project().comparison.at, std::string());
        document().undo_stack().undo();
        QVERIFY(wait());
        QVERIFY(study().sizes.empty());
        QCOMPARE(control<Segments>("Scenarios are made equal in").key(), QStringLiteral("drawn"));
    }

    void another_project_shows_its_first_rows() {
        m_window->resize(1280, 800);
        const auto is_at = [this](const char* first) {
            return mark([&](const ChartHit& hit) { return hit.readout.startsWith(QLatin1String(first)); });
        };
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        page().workspaces().show_view(QStringLiteral("compare"));
        QVERIFY(wait());
        QTRY_VERIFY(is_at("rows 1 to "));
        Q_EMIT page().charts().current()->scrolled(4);
        QTRY_VERIFY(is_at("rows 5 to "));
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/fine-tuning")));
        page().workspaces().show_view(QStringLiteral("compare"));
        QVERIFY(wait());
        QTRY_VERIFY(is_at("rows 1 to "));
    }

    void rows_are_added_and_taken_away() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        page().workspaces().show_view(QStringLiteral("compare"));
        QVERIFY(wait());
        const size_t before = study().table.rows.size();
        auto& figure = control<ChoiceEdit>("Figure that is compared, too");
        const int hfu = figure.findData(QStringLiteral("step.hfu"));
        QVERIFY(hfu > 0);
        figure.setFocus();
        QTest::keyClicks(&figure, QStringLiteral("HFU"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_COMPARE(document().project().comparison.figures, std::vector<std::string>{"step.hfu"});
        QVERIFY(wait());
        QCOMPARE(study().table.rows.size(), before + 1);
        QCOMPARE(study().table.rows.back().name, std::string("step.hfu"));
        agree();
        // Only what differs.
        press(control<Segments>("Rows that are shown"), QStringLiteral("different"));
        QVERIFY(wait());
        for (const ComparedRow& row : study().table.rows) QVERIFY(row.differs);
        agree();
        press(control<Segments>("Rows that are shown"), QStringLiteral("all"));
        QVERIFY(wait());
        // A click on the name of the row that was added.
        m_window->resize(1440, 1300);
        QTest::qWait(50);
        click(QStringLiteral("compare-remove:step.hfu"));
        QTRY_VERIFY(document().project().comparison.figures.empty());
    }

    /// What other views of the decision ask leaves it as it is.
    void another_question_compares_nothing_anew() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("ws-8gpu")));
        page().workspaces().show_view(QStringLiteral("compare"));
        QVERIFY(wait());
        ComparisonChoice choice = document().project().comparison;
        choice.goal = "step.mfu";
        choice.limits = {"power.metered_w<=20 MW"};
        choice.vary = {"plan=best"};
        choice.odds = {"step.mfu"};
        Q_EMIT page().charts().comparison_chosen(choice);
        QCOMPARE(document().project().comparison.goal, std::string("step.mfu"));
        QVERIFY(!view().is_stale && !page().is_finding());
        choice.reference = document().project().scenarios[1].name;
        Q_EMIT page().charts().comparison_chosen(choice);
        QVERIFY(view().is_stale && view().study);
        QVERIFY(wait());
        QCOMPARE(study().table.reference, size_t(1));
    }

    void the_reference_follows_its_name() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        page().workspaces().show_view(QStringLiteral("compare"));
        QVERIFY(wait());
        auto& reference = control<ChoiceEdit>("Scenario that the others are held against");
        reference.setFocus();
        QTest::keyClick(&reference, Qt::Key_Down);
        QTRY_COMPARE(document().project().comparison.reference, document().project().scenarios[1].name);
        QVERIFY(wait());
        QCOMPARE(study().table.reference, size_t(1));
        agree();
    }

    void the_way_goes_from_the_reference_to_the_others() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        page().workspaces().show_view(QStringLiteral("way"));
        QVERIFY(wait());
        QCOMPARE(study().ways.size(), size_t(2));
        for (const ScenarioWay& each : study().ways) {
            double sum = each.way.from;
            for (const WaterfallStep& step : each.way.steps) sum += step.change;
            QVERIFY(std::abs(sum - each.way.to) <= 1e-9 * std::abs(each.way.to));
        }
        // By parts of the step, which only the step time has.
        auto& steps = control<Segments>("What the steps of the way are");
        ComparisonChoice choice = document().project().comparison;
        choice.way = "step.mfu";
        Q_EMIT page().charts().comparison_chosen(choice);
        QVERIFY(wait());
        press(steps, QStringLiteral("averaged"));
        QVERIFY(wait());
        QVERIFY(document().project().comparison.averaged);
        press(steps, QStringLiteral("parts"));
        QVERIFY(wait());
        QVERIFY(document().project().comparison.by_parts && !document().project().comparison.averaged);
        QVERIFY(document().project().comparison.way.empty());
        for (const ScenarioWay& each : study().ways) {
            QVERIFY(each.way.is_by_parts && !each.way.steps.empty());
            for (const WaterfallStep& step : each.way.steps) QVERIFY(step.part.has_value());
        }
    }

    /// Six have columns; who has none is said. And at any height no value of a row is left out.
    void a_seventh_scenario_is_named() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        for (int i = 0; i < 4; ++i) document().perform<AddScenario>(document().scenario());
        page().workspaces().show_view(QStringLiteral("compare"));
        QVERIFY(wait());
        QCOMPARE(study().table.scenarios.size(), size_t(6));
        QCOMPARE(view().left_out.size(), size_t(1));
    }
    void no_value_is_left_out_data() {
        QTest::addColumn<int>("height");
        for (const int height : {500, 640, 700, 720, 744, 760, 800, 840, 900, 1000})
            QTest::addRow("%d", height) << height;
    }
    void no_value_is_left_out() {
        QFETCH(int, height);
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        page().workspaces().show_view(QStringLiteral("compare"));
        QVERIFY(wait());
        const Chart& chart = *page().charts().current();
        test::TextRecorder recorder({1500, height});
        chart.paint(recorder, {.size = {1500, height}, .theme = Theme::light()}, true);
        QStringList painted;
        for (const auto& each : recorder.texts) painted << each.text;
        for (const ComparedRow& row : study().table.rows) {
            if (!painted.contains(QString::fromStdString(row.label))) break; // the rows that have no room
            for (const ComparedValue& value : row.values) {
                // Weeks from the order stand there with their date, or by it alone.
                const QString text = QString::fromStdString(dated_text(row, value, today()));
                const bool is_dated = text.toStdString() != value.text;
                const QString least = is_dated ? text.section(QStringLiteral(", "), -1) : text;
                const auto holds = [&](const QString& each) {
                    return each == least || (is_dated && each.endsWith(least));
                };
                QVERIFY2(std::ranges::any_of(painted, holds), qPrintable(text));
            }
        }
    }

    /// One scenario, an amount that is none, a project that may only be read.
    /// Three lines of a column of 1280 × 800 hold it.
    void the_heads_say_all_of_why() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        page().workspaces().show_view(QStringLiteral("compare"));
        QVERIFY(wait());
        // A line says how many racks are of equal power: what is left was one line.
        press(control<Segments>("Scenarios are made equal in"), QStringLiteral("power"));
        QVERIFY(wait());
        const QSize size(1000, 580);
        test::TextRecorder recorder(size);
        page().charts().current()->paint(recorder, {.size = size, .theme = Theme::light()}, true);
        int said = 0;
        for (const ComparedScenario& each : study().table.scenarios) {
            const QString sentence = QString::fromStdString(each.sentence);
            for (const auto& painted : recorder.texts) {
                QString text = QString(painted.text).remove(u'…').trimmed();
                text.replace(QChar(QChar::Nbsp), u' '); // which keeps a number and its unit on one line
                if (text.size() < 4 || !sentence.contains(text)) continue;
                ++said;
                QVERIFY2(!painted.text.endsWith(u'…'), qPrintable(painted.text));
            }
        }
        QVERIFY(said > 1);
    }

    void what_cannot_be_compared_says_so() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("megatron-1t-3072")));
        page().workspaces().show_view(QStringLiteral("compare"));
        QTest::qWait(300);
        QVERIFY(!view().study && view().absent.empty());
        QVERIFY(page().charts().current()->table().rows.empty());
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        page().workspaces().show_view(QStringLiteral("compare"));
        QVERIFY(wait());
        press(control<Segments>("Scenarios are made equal in"), QStringLiteral("power"));
        auto& amount = control<QLineEdit>("Amount that all meet");
        QVERIFY(wait());
        QTest::mouseClick(&amount, Qt::LeftButton);
        QTest::keyClicks(&amount, QStringLiteral("20 pears"));
        QTest::keyClick(&amount, Qt::Key_Return);
        QTRY_VERIFY(view().is_stale);
        QVERIFY(wait());
        QVERIFY(view().study); // what was shown stays
        QVERIFY(view().absent.find("20 pears") != std::string::npos);
    }
};

QTEST_MAIN(TestCompareWindow)
#include "test_compare_window.moc"
