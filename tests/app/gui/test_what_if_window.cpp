// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs that are turned in the window, by mouse and keys: what views show is what the command line prints of
// a project with these values.
#include "app/gui/commands/command_search.h"
#include "app/gui/decide/what_if_bar.h"
#include "app/gui/decide/what_if_flow.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/window_entries.h"
#include "core/answers/figure_index.h"
#include "core/answers/step_answers.h"
#include "core/study/matrix/limit_row.h"
#include "core/study/scenario_curve.h"
#include "core/study/standstill.h"
#include "tests/support/decide_window.h"
#include "widgets/bill/bill_view.h"
#include "widgets/charts/compare/comparison_view.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/fields/ghost_slider.h"
#include "widgets/fields/record_form.h"
#include "widgets/inspector/inspector.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QDir>
#include <QJsonArray>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>

using namespace roofrack;

class TestWhatIfWindow : public test::DecideWindow {
    Q_OBJECT

private:
    WhatIfBar& bar() { return *m_window->findChild<WhatIfBar*>(); }
    template<class T>
    T& part(const QString& name) {
        for (auto* each : bar().findChildren<T*>())
            if (each->isVisible() && each->accessibleName() == name) return *each;
        qFatal("no part %s", qPrintable(name));
    }
    QPushButton& button(const char* text) {
        for (auto* each : bar().findChildren<QPushButton*>())
            if (each->text() == QLatin1String(text)) return *each;
        qFatal("no button %s", text);
    }
    QLineEdit& field(const char* address) {
        for (auto* each : page().panels().inspector().findChildren<QLineEdit*>())
            if (each->property(input_property).toString() == QLatin1String(address)) return *each;
        qFatal("no field %s", address);
    }
    /// "What if …" of a field, as its menu offers it.
    void ask(const char* address) {
        QLineEdit& of = field(address);
        QContextMenuEvent event(QContextMenuEvent::Mouse, {2, 2}, of.mapToGlobal(QPoint(2, 2)));
        QCoreApplication::sendEvent(&of, &event);
        for (auto* menu : of.findChildren<QMenu*>()) {
            if (!menu->isVisible()) continue;
            for (QAction* action : menu->actions())
                if (action->text() == QStringLiteral("What if …")) action->trigger();
            menu->close();
        }
        QVERIFY(bar().isVisible());
    }
    /// The window shows the answer to what is turned now.
    bool wait() {
        return QTest::qWaitFor(
            [this] {
                const auto& answers = page().answers();
                return answers && answers->scenario() == *page().what_if().scenario() && !page().is_finding();
            },
            60000);
    }
    double shown(const char* figure) {
        const auto reading = ask_figure(*page().answers(), figure);
        return reading ? reading->number : std::nan("");
    }
    /// What the command line prints of the project with what is turned.
    double printed_figure(const char* figure) {
        QStringList more{QLatin1String(figure)};
        for (const std::string& each : page().what_if().settings())
            more << QStringLiteral("--set") << QString::fromStdString(each);
        return printed({QStringLiteral("ask")}, more)[QStringLiteral("asked")]
            .toArray()[0][QStringLiteral("value")]
            .toDouble();
    }
    void save_picture(const char* name) {
        const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES");
        if (!folder.isEmpty()) m_window->grab().save(QDir(folder).filePath(QLatin1String(name)));
    }

private Q_SLOTS:
    void init() {
        start();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        QVERIFY(wait());
    }
    void cleanup() { m_window.reset(); }

    void a_slider_turns_all_views() {
        QVERIFY(!bar().isVisible());
        const Project before = document().project();
        const double metered = shown("power.metered_w"), dollars = shown("money.run.usd_per_million");
        ask("/site/electricity_price");
        QVERIFY(wait());
        QCOMPARE(page().what_if().scenario(), document().snapshot()); // nothing is turned yet
        QVERIFY(!button("Keep as scenario").isEnabled());
        auto* slider = qobject_cast<GhostSlider*>(m_window->focusWidget());
        QVERIFY(slider && slider->maximum() > 10);
        for (int i = 0; i < 6; ++i) QTest::keyClick(slider, Qt::Key_Right);
        QVERIFY(wait());
        QVERIFY(shown("money.run.usd_per_million") > dollars);
        QCOMPARE(shown("power.metered_w"), metered);
        QCOMPARE(shown("money.run.usd_per_million"), printed_figure("money.run.usd_per_million"));
        QVERIFY(page().charts().data()->scenario.ends_with(", what if"));
        QVERIFY(document().project() == before && document().is_clean());
        QTRY_VERIFY2(bar().figures().contains(QStringLiteral("→")), qPrintable(bar().figures()));
        QVERIFY(bar().figures().contains(QStringLiteral("step time")));
        save_picture("what-if.png");
        // A second one, typed; then what cannot be is said and changes nothing.
        ask("/workload/global_batch");
        auto& batch = part<QLineEdit>(QStringLiteral("global batch"));
        batch.selectAll();
        QTest::keyClicks(&batch, QStringLiteral("1024"));
        QTest::keyClick(&batch, Qt::Key_Return);
        QVERIFY(wait());
        QCOMPARE(page().answers()->scenario().workload.global_batch, 1024);
        QCOMPARE(shown("step.step_time_s"), printed_figure("step.step_time_s"));
        batch.selectAll();
        QTest::keyClicks(&batch, QStringLiteral("much"));
        QTest::keyClick(&batch, Qt::Key_Return);
        QVERIFY(batch.property("invalid").toBool() && !batch.toolTip().isEmpty());
        QVERIFY(wait());
        QCOMPARE(page().answers()->scenario().workload.global_batch, 1024);
        // One back, all back.
        QTest::mouseClick(&part<QToolButton>(QStringLiteral("global batch: as it is")), Qt::LeftButton);
        QVERIFY(wait());
        QCOMPARE(page().answers()->scenario().workload.global_batch,
                 document().scenario().workload.global_batch);
        QVERIFY(shown("money.run.usd_per_million") > dollars);
        QTest::mouseClick(&button("Reset"), Qt::LeftButton);
        QVERIFY(wait());
        QCOMPARE(shown("money.run.usd_per_million"), dollars);
        QTest::mouseClick(&part<QToolButton>(QStringLiteral("End what-if")), Qt::LeftButton);
        QVERIFY(!bar().isVisible());
    }

    /// What is kept is a scenario of its own, with these values; undo takes it back.
    void it_is_kept_as_a_scenario() {
        ask("/site/electricity_price");
        QTest::keyClick(m_window->focusWidget(), Qt::Key_End);
        QVERIFY(wait());
        const double dollars = shown("money.run.usd_per_million");
        const size_t scenarios = document().project().scenarios.size();
        QTest::mouseClick(&button("Keep as scenario"), Qt::LeftButton);
        QCOMPARE(document().project().scenarios.size(), scenarios + 1);
        QVERIFY(document().scenario().name.ends_with(", what if") && !bar().isVisible());
        QVERIFY(wait());
        QCOMPARE(shown("money.run.usd_per_million"), dollars);
        document().undo();
        QCOMPARE(document().project().scenarios.size(), scenarios);
        QVERIFY(wait());
        QVERIFY(shown("money.run.usd_per_million") < dollars);
    }

    /// An edit of the scenario is under what is turned; another project is begun without it.
    void an_edit_is_shown_with_it() {
        ask("/site/electricity_price");
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Home);
        QVERIFY(wait());
        Site site = document().scenario().site;
        const double price = page().answers()->scenario().site.electricity_price;
        QVERIFY(price < site.electricity_price);
        site.wet_bulb = Celsius(3);
        document().perform<SetSite>(site, QStringLiteral("wet bulb"));
        QVERIFY(wait());
        QCOMPARE(page().answers()->scenario().site.electricity_price, price);
        QCOMPARE(page().answers()->scenario().site.wet_bulb.degrees(), 3.0);
        document().undo_stack().setClean();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("ws-8gpu")));
        QVERIFY(!bar().isVisible() && !page().what_if().ghost());
    }

    /// The scaling study has a line of the scenario as it is; a comparison has the turned one in its place.
    void views_of_several_scenarios() {
        page().workspaces().show_view(QStringLiteral("scaling"));
        QVERIFY(wait());
        QVERIFY(page().charts().data()->beside.empty());
        ask("/workload/global_batch");
        QTest::keyClick(m_window->focusWidget(), Qt::Key_End);
        QVERIFY(wait());
        QTRY_COMPARE_WITH_TIMEOUT(page().charts().data()->beside.size(), size_t(1), 60000);
        QCOMPARE(page().charts().data()->beside[0]->scenario, std::string("as it is"));
        save_picture("what-if-scaling.png");
        QTest::mouseClick(&button("Reset"), Qt::LeftButton);
        QVERIFY(wait());
        QTRY_VERIFY(page().charts().data()->beside.empty());

        QVERIFY(test::open_sample(*m_window, QStringLiteral("ws-8gpu")));
        page().workspaces().show_view(QStringLiteral("compare"));
        QVERIFY(is_found(&ChartData::comparison));
        const auto value = [this](size_t scenario) {
            for (const ComparedRow& row : page().charts().data()->comparison->study->table.rows)
                if (row.name == "money.run.usd_per_million") return row.values[scenario].number;
            return std::nan("");
        };
        const double first = value(0), second = value(1);
        ask("/site/electricity_price");
        QTest::keyClick(m_window->focusWidget(), Qt::Key_End);
        QVERIFY(wait() && is_found(&ChartData::comparison));
        QTRY_VERIFY(value(0) > first);
        QCOMPARE(value(1), second);
    }

    /// With the values the plan does not run: the bar says so, and why, before all else.
    void what_does_not_run_is_said() {
        page().what_if().set("/workload/sequence", "10000000");
        QVERIFY(wait());
        const auto& answers = *page().answers();
        const Standstill* const standstill = answers.value<Standstill>();
        QVERIFY(standstill && !standstill->runs());
        QTRY_VERIFY2(bar().figures().startsWith(QString::fromStdString(standstill->text())),
                     qPrintable(bar().figures()));
        QTest::mouseClick(&button("Reset"), Qt::LeftButton);
        QVERIFY(wait());
        page().what_if().set("/workload/sequence", "4096");
        QTRY_VERIFY2(bar().figures().startsWith(QStringLiteral("step time")), qPrintable(bar().figures()));
    }

    /// Views of all scenarios mark the open one among them, though what is shown is called otherwise; the
    /// bill follows what is turned, and beside the slides the bar says that they do not.
    void other_views_know_what_is_turned() {
        const auto is_marked = [this] {
            const ChartData& data = *page().charts().data();
            return data.open == document().scenario().name &&
                   std::ranges::count_if(data.limits, [&](const auto& each) {
                       return each && each->scenario == data.open;
                   }) == 1;
        };
        page().workspaces().show_view(QStringLiteral("limits"));
        QVERIFY(wait());
        QTRY_VERIFY_WITH_TIMEOUT(is_marked(), 60000);
        BillView& bill = page().bill();
        page().panels().show(QStringLiteral("bill"));
        QTRY_VERIFY(bill.isVisible() && !bill.is_counting());
        const std::string as_it_is = bill.csv();
        QCOMPARE(page().name_of_bill(), document().project().name);
        page().what_if().set("/cluster/elements/row-a/count", "8");
        QVERIFY(wait());
        QVERIFY(page().charts().data()->scenario != page().charts().data()->open);
        page().what_if().add("/cluster/elements/row-b-server/count");
        part<QLineEdit>(QStringLiteral("DGX H100 (row-b-server): count")); // two have the name
        QTRY_VERIFY_WITH_TIMEOUT(is_marked(), 60000);
        QTRY_VERIFY(!bill.is_counting() && bill.csv() != as_it_is);
        QCOMPARE(page().name_of_bill(), document().scenario().name + ", what if");
        page().workspaces().enter(QStringLiteral("present"));
        QVERIFY2(bar().figures().contains(QStringLiteral("the slides show the scenario as it is")),
                 qPrintable(bar().figures()));
        page().workspaces().enter(QStringLiteral("decide"));
        QVERIFY(!bar().figures().contains(QStringLiteral("slides")));
        QTest::mouseClick(&button("Reset"), Qt::LeftButton);
        QTRY_VERIFY(!bill.is_counting() && bill.csv() == as_it_is);
    }

    /// The command search offers it by name, and what has no value says why.
    void the_command_search_offers_it() {
        const auto entries = window_entries(m_window->page(), m_window->files(), m_window->document(),
                                            QStringLiteral("what if electricity"), {});
        const auto found = std::ranges::find_if(entries, [](const CommandSearch::Entry& each) {
            return each.text.startsWith(QStringLiteral("What if: Electricity"));
        });
        QVERIFY(found != entries.end());
        found->run();
        QVERIFY(bar().isVisible());
        QTest::mouseClick(&part<QToolButton>(QStringLiteral("electricity price: turn it no more")),
                          Qt::LeftButton);
        QTRY_VERIFY(!bar().isVisible());
        QString said;
        connect(&page().what_if(), &WhatIfFlow::refused, this, [&said](const QString& text) { said = text; });
        for (const char* address : {"/plan/no_such_thing", "/site/money/interest"}) { // which it does not say
            said.clear();
            page().what_if().add(address);
            QVERIFY2(!said.isEmpty() && !bar().isVisible(), address);
        }
    }
};

QTEST_MAIN(TestWhatIfWindow)
#include "test_what_if_window.moc"
