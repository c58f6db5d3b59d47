// SPDX-License-Identifier: GPL-3.0-or-later
// How sure the scenarios are, in the window, by mouse and keys: as the command line prints it.
#include "core/answers/decide/odds_conclusion.h"
#include "core/answers/decide/odds_text.h"
#include "core/base/units/quantity_text.h"
#include "tests/support/decide_window.h"
#include "widgets/charts/compare/choice_controls.h"
#include "widgets/charts/decide/odds_view.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/fields/choice_edit.h"

#include <QJsonArray>
#include <QLineEdit>
#include <QPushButton>
#include <QUndoStack>

using namespace roofrack;

class TestOddsWindow : public test::DecideWindow {
    Q_OBJECT

private:
    const OddsView& view() { return *page().charts().data()->odds; }
    bool wait() { return is_found(&ChartData::odds); }
    void press(const QString& words) {
        for (auto* each : page().charts().findChildren<QPushButton*>())
            if (each->isVisible() && each->text() == words) return QTest::mouseClick(each, Qt::LeftButton);
        qFatal("no button %s", qPrintable(words));
    }
    /// The odds of a project whose samples take long enough to be seen.
    void open_slow_odds() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        ComparisonChoice choice = document().project().comparison;
        choice.odds = {"step.step_time_s", "power.metered_w"};
        Q_EMIT page().charts().comparison_chosen(choice);
        page().workspaces().show_view(QStringLiteral("odds"));
    }
    /// The table is there while what to find out is not.
    bool is_part_shown() {
        return QTest::qWaitFor(
            [this] {
                const auto data = page().charts().data();
                return data && data->odds && data->odds->odds && !data->odds->is_stale &&
                       data->odds->odds->lacks_causes;
            },
            60000);
    }
    /// The odds of what is asked, or the part of them that comes first.
    bool is_asked_shown() {
        return QTest::qWaitFor(
            [this] {
                const auto data = page().charts().data();
                return data && data->odds && data->odds->odds && !data->odds->is_stale;
            },
            60000);
    }
    bool says(const QString& words) {
        return mark([&](const ChartHit& hit) { return hit.readout.contains(words); }) != nullptr;
    }
    /// What the window shows is what the command line draws of the project as it is now.
    void agree() {
        const QJsonObject out = printed({QStringLiteral("odds")});
        QVERIFY(view().odds);
        const QJsonArray figures = out[QStringLiteral("figures")].toArray();
        QCOMPARE(figures.size(), qsizetype(view().odds->figures.size()));
        for (qsizetype i = 0; i < figures.size(); ++i) {
            const FigureOdds& odds = view().odds->figures[size_t(i)];
            QCOMPARE(figures[i][QStringLiteral("figure")].toString().toStdString(), odds.figure.name);
            const QJsonArray scenarios = figures[i][QStringLiteral("scenarios")].toArray();
            QCOMPARE(scenarios.size(), qsizetype(odds.scenarios.size()));
            for (qsizetype k = 0; k < scenarios.size(); ++k) {
                const FigureSpread& of = odds.scenarios[size_t(k)];
                QCOMPARE(scenarios[k][QStringLiteral("p10")].toDouble(), of.p10);
                QCOMPARE(scenarios[k][QStringLiteral("p90")].toDouble(), of.p90);
                if (std::isfinite(of.regret))
                    QCOMPARE(scenarios[k][QStringLiteral("regret")].toDouble(), of.regret);
                if (std::isfinite(of.chance_best))
                    QCOMPARE(scenarios[k][QStringLiteral("chance_best")].toDouble(), of.chance_best);
            }
            QCOMPARE(figures[i][QStringLiteral("causes")].toArray().size(), qsizetype(odds.causes.size()));
            QCOMPARE(figures[i][QStringLiteral("conclusion")].toString().toStdString(),
                     conclusion_text(*view().odds, odds));
            for (qsizetype k = 0; k < scenarios.size(); ++k) {
                const QJsonArray beats = scenarios[k][QStringLiteral("beats")].toArray();
                const std::vector<double>& shown = odds.scenarios[size_t(k)].beats;
                QCOMPARE(beats.size(), qsizetype(shown.size()));
                for (qsizetype other = 0; other < beats.size(); ++other)
                    if (std::isfinite(shown[size_t(other)]))
                        QCOMPARE(beats[other].toDouble(), shown[size_t(other)]);
            }
            const auto best = best_most_often(odds);
            QCOMPARE(figures[i][QStringLiteral("best_most_often")].toString().toStdString(),
                     best ? view().odds->scenarios[*best] : std::string());
        }
    }

private Q_SLOTS:
    void init() { start(); }
    void cleanup() { m_window.reset(); }

    void it_shows_what_the_command_line_draws() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("ws-8gpu")));
        page().workspaces().show_view(QStringLiteral("odds"));
        QVERIFY(wait());
        QCOMPARE(view().odds->scenarios.size(), size_t(2));
        agree();
        // A figure more, by its name.
        const size_t before = view().odds->figures.size();
        auto& figure = control<ChoiceEdit>("Figure whose odds are shown, too");
        QVERIFY(figure.findData(QStringLiteral("step.mfu")) > 0);
        const QString searched = QStringLiteral("scale.ideal_gpus"); // it takes a search for every draw
        QVERIFY(figure.findData(searched) < 0);
        QVERIFY(std::ranges::any_of(figure_choices(&is_number),
                                    [&](const ChoiceEdit::Choice& each) { return each.key == searched; }));
        figure.setFocus();
        QTest::keyClicks(&figure, QStringLiteral("MFU"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_COMPARE(document().project().comparison.odds.size(), before + 1);
        QCOMPARE(document().project().comparison.odds.back(), std::string("step.mfu"));
        QVERIFY(wait());
        QCOMPARE(view().odds->figures.back().figure.name, std::string("step.mfu"));
        // A click on its name takes it away, undo brings it back.
        m_window->resize(1440, 1300);
        QTest::qWait(50);
        click(QStringLiteral("odds-remove:step.mfu"));
        QTRY_COMPARE(document().project().comparison.odds.size(), before);
        document().undo_stack().undo();
        QCOMPARE(document().project().comparison.odds.size(), before + 1);
    }

    /// The table comes with its samples; what to find out is counted, may be stopped, and follows.
    void the_table_is_there_before_what_to_find_out() {
        open_slow_odds();
        QVERIFY(is_part_shown());
        QVERIFY(view().is_busy);
        QCOMPARE(view().odds->draws, size_t(2048));
        const std::vector<FigureOdds> part = view().odds->figures;
        for (const FigureOdds& each : part) QVERIFY(each.causes.empty());
        QTRY_VERIFY(says(QStringLiteral("to be more certain, find out: being found out")));
        QVERIFY(says(QStringLiteral("the best in ")));
        const std::string all = format_count(256.0 * double(view().odds->unknowns.size() + 1));
        QTRY_VERIFY(view().causes_progress.ends_with(" of " + all));
        press(QStringLiteral("Stop"));
        QTRY_VERIFY(view().is_cancelled);
        QVERIFY(!view().is_stale && view().odds->lacks_causes);
        QTRY_VERIFY(says(QStringLiteral("stopped before it was found out")));
        press(QStringLiteral("Go on"));
        QVERIFY(wait());
        QVERIFY(!view().is_cancelled && !view().odds->lacks_causes);
        QTRY_VERIFY(!says(QStringLiteral("found out")));
        for (size_t i = 0; i < part.size(); ++i)
            for (size_t k = 0; k < part[i].scenarios.size(); ++k)
                QCOMPARE(part[i].scenarios[k].p50, view().odds->figures[i].scenarios[k].p50);
        agree();
    }

    /// A part of what was asked before is old, and says nothing of what to find out.
    void an_edit_makes_a_part_old() {
        open_slow_odds();
        QVERIFY(is_part_shown());
        Site site = document().scenario().site;
        site.electricity_price *= 3;
        document().perform<SetSite>(site, QStringLiteral("Electricity"));
        QTRY_VERIFY(view().is_stale);
        QVERIFY(view().causes_progress.empty());
        QVERIFY(wait());
        QVERIFY(!view().odds->lacks_causes);
        agree();
    }

    /// Who is the best, or that it is too close to call, stands beside each figure.
    void the_view_concludes() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("ws-8gpu")));
        page().workspaces().show_view(QStringLiteral("odds"));
        QVERIFY(wait());
        m_window->resize(1440, 1300);
        for (const FigureOdds& each : view().odds->figures) {
            const QString words = QString::fromStdString(conclusion_text(*view().odds, each));
            QVERIFY(!words.isEmpty());
            QTRY_VERIFY2(says(words), qPrintable(words));
        }
        QVERIFY(says(QString::fromStdString(shares_text(*view().odds))));
        QVERIFY(!shares_text(*view().odds).empty());
    }

    /// How often each is better than each other one has lines of its own, which a click shows and hides.
    void a_click_shows_the_pairs() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("ws-8gpu")));
        page().workspaces().show_view(QStringLiteral("odds"));
        QVERIFY(wait());
        m_window->resize(1440, 1300);
        const FigureOdds& first = view().odds->figures.front();
        const QString beats = QString::fromStdString(beats_text(*view().odds, first, 1));
        QVERIFY(beats.startsWith(QStringLiteral("better than “")));
        const auto is_line = [&](const ChartHit& hit) { return hit.readout == beats; };
        QTRY_VERIFY(says(beats)); // in the hint of the scenario
        QVERIFY(!mark(is_line));
        click(QStringLiteral("odds-pairs"));
        QTRY_VERIFY(mark(is_line));
        click(QStringLiteral("odds-pairs"));
        QTRY_VERIFY(!mark(is_line));
        agree();
    }

    void tokens_count_until_a_date() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("ws-8gpu")));
        page().workspaces().show_view(QStringLiteral("odds"));
        auto& by = control<QLineEdit>("Date until which tokens are counted");
        QTest::mouseClick(&by, Qt::LeftButton);
        QTest::keyClicks(&by, QStringLiteral("60 wk"));
        QTest::keyClick(&by, Qt::Key_Return);
        QVERIFY(wait());
        QCOMPARE(document().project().comparison.by, std::string("60 wk"));
        QCOMPARE(view().odds->figures[1].figure.name, std::string("dates.trained"));
        agree();
        // What is no date says so, and undo takes it back.
        by.selectAll();
        QTest::keyClicks(&by, QStringLiteral("soon"));
        QTest::keyClick(&by, Qt::Key_Return);
        QVERIFY(wait());
        QVERIFY(view().absent.find("soon") != std::string::npos);
        document().undo_stack().undo();
        QTRY_COMPARE(by.text(), QStringLiteral("60 wk"));
        QVERIFY(view().absent.empty()); // it was said of what is not asked any more
        QVERIFY(wait());
        QVERIFY(view().odds && view().absent.empty());
        // An empty date counts none, although what is shown is shown again while it is typed.
        by.selectAll();
        QTest::keyClick(&by, Qt::Key_Delete);
        Q_EMIT page().charts().comparison_chosen(document().project().comparison);
        QCOMPARE(by.text(), QString());
        QTest::keyClick(&by, Qt::Key_Return);
        QTRY_VERIFY(document().project().comparison.by.empty());
    }

    /// The last figure stays: without one the usual ones would be shown.
    void the_last_figure_stays() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("ws-8gpu")));
        ComparisonChoice choice = document().project().comparison;
        choice.odds = {"money.run.usd", "step.mfu"};
        Q_EMIT page().charts().comparison_chosen(choice);
        page().workspaces().show_view(QStringLiteral("odds"));
        QVERIFY(wait());
        click(QStringLiteral("odds-remove:step.mfu"));
        QTRY_COMPARE(document().project().comparison.odds, std::vector<std::string>{"money.run.usd"});
        QVERIFY(wait());
        const auto removes = [](const ChartHit& hit) {
            return hit.choose.startsWith(QStringLiteral("odds-remove:"));
        };
        QTRY_VERIFY(!mark(removes));
    }

    /// They are of the scenarios as large as they are compared, and say so.
    void odds_follow_at_equal() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        ComparisonChoice choice = document().project().comparison;
        choice.odds = {"step.step_time_s", "power.metered_w"};
        Q_EMIT page().charts().comparison_chosen(choice);
        page().workspaces().show_view(QStringLiteral("odds"));
        QVERIFY(is_asked_shown());
        QCOMPARE(view().odds->sizes.text, std::string("all as drawn"));
        const double as_drawn = view().odds->figures[1].scenarios[1].p50;
        // As drawn no scenario is held against another: the reference changes nothing.
        choice.reference = document().project().scenarios[1].name;
        Q_EMIT page().charts().comparison_chosen(choice);
        QVERIFY(!view().is_stale);
        choice.at_equal = "power";
        choice.at = "500 kW";
        Q_EMIT page().charts().comparison_chosen(choice);
        QTRY_VERIFY(view().is_stale);
        QVERIFY(wait());
        QCOMPARE(view().odds->sizes.text, std::string("at 500 kW each"));
        QVERIFY(view().odds->figures[1].scenarios[1].p50 != as_drawn);
        agree();
        // What is owned takes more, and none of it goes: that is said, and it is never the best.
        QVERIFY(view().odds->sizes.misses(0));
        for (const FigureOdds& each : view().odds->figures) {
            QVERIFY(std::isnan(each.scenarios[0].chance_best));
            QVERIFY(best_most_often(each) != size_t(0));
        }
        QVERIFY(mark([](const ChartHit& hit) {
            return hit.readout.contains(QStringLiteral("does not meet that, and is never the best"));
        }));
        document().undo_stack().undo();
        QTRY_VERIFY(view().is_stale);
        QVERIFY(is_asked_shown());
        QCOMPARE(view().odds->sizes.text, std::string("all as drawn"));
    }

    /// An edit makes what is shown old at once, and then it is of what is drawn now.
    void an_edit_is_answered_anew() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("ws-8gpu")));
        page().workspaces().show_view(QStringLiteral("odds"));
        QVERIFY(wait());
        const auto before = view().odds;
        Site site = document().scenario().site;
        site.electricity_price *= 3;
        document().perform<SetSite>(site, QStringLiteral("Electricity"));
        QTRY_VERIFY(view().is_stale);
        QVERIFY(wait());
        QVERIFY(view().odds != before);
        agree();
    }
};

QTEST_MAIN(TestOddsWindow)
#include "test_odds_window.moc"
