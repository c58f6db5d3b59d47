// SPDX-License-Identifier: GPL-3.0-or-later
// Limits of power are entered where they are seen and by what they are called.
#include "app/gui/commands/command_search.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspace_switch.h"
#include "core/study/facility/facility_study.h"
#include "tests/support/decide_window.h"
#include "widgets/charts/facility/levels_chart.h"
#include "widgets/editor/selection.h"
#include "widgets/fields/record_form.h"
#include "widgets/inspector/inspector.h"

#include <QAction>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>

using namespace roofrack;

class TestLimitFields : public test::DecideWindow {
    Q_OBJECT

private:
    void open() {
        start();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        QVERIFY(!document().scenario().site.power_limit);
    }
    void show_levels() {
        page().workspaces().show_view(QLatin1String(LevelsChart::id_text));
        QTRY_VERIFY_WITH_TIMEOUT(mark([](const ChartHit& hit) { return !hit.choose.isEmpty(); }), 60000);
    }
    /// The address of the input whose field has the keyboard.
    static QString focus_input() {
        const QWidget* focus = QApplication::focusWidget();
        return focus && focus->isVisible() ? focus->property(input_property).toString() : QString();
    }
    /// Whether that field is in the part of the inspector that is on the screen.
    bool sees_focus() {
        const QWidget* focus = QApplication::focusWidget();
        const QWidget* viewport = page().panels().inspector().viewport();
        return focus && viewport->isAncestorOf(focus) &&
               viewport->rect().contains(QRect(focus->mapTo(viewport, QPoint()), focus->size()));
    }
    void type_limit() {
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("2 MW"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        const auto& limit = document().scenario().site.power_limit;
        QVERIFY(limit.has_value());
        QCOMPARE(limit->si(), 2e6);
    }
    QStringList found(const QString& wanted) {
        m_window->actions().get("view.search")->trigger();
        auto* search = m_window->findChild<CommandSearch*>();
        QTest::keyClicks(search->findChild<QLineEdit*>(), wanted);
        QStringList out;
        const auto* list = search->findChild<QListWidget*>();
        for (int row = 0; row < list->count(); ++row) out << list->item(row)->text();
        return out;
    }

private Q_SLOTS:
    void cleanup() { m_window.reset(); }

    void a_click_on_the_site_leads_to_its_power_limit() {
        open();
        show_levels();
        click(QStringLiteral("limit:/site/power_limit"));
        QTRY_COMPARE(focus_input(), QStringLiteral("/site/power_limit"));
        type_limit();
    }

    void a_click_on_a_rack_leads_to_its_limit_and_one_on_a_unit_selects_it() {
        open();
        show_levels();
        std::string rack, unit;
        const auto data = page().charts().data();
        for (const Level& level : data->have<FacilityStudy>()->levels) {
            if (level.kind == Level::Kind::rack) rack = level.id;
            if (level.kind == Level::Kind::supply && document().cluster().find(level.id)) unit = level.id;
        }
        QVERIFY(!rack.empty() && !unit.empty());
        click(QStringLiteral("limit:/cluster/elements/%1/power_limit").arg(QString::fromStdString(rack)));
        QTRY_COMPARE(focus_input(), QStringLiteral("/cluster/elements/*/power_limit"));
        QCOMPARE(document().selection().primary(), rack);
        click(QStringLiteral("limit:/cluster/elements/%1/part").arg(QString::fromStdString(unit)));
        QTRY_COMPARE(document().selection().primary(), unit);
    }

    void the_search_finds_the_power_limit_of_the_site_first_data() {
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<QString>("workspace");
        for (const char* workspace : {"draw", "facility"}) // with the inspector open, and without
            for (const char* wanted :
                 {"site power", "power limit", "2 MW", "site power limit", "power limit of the site"})
                QTest::addRow("%s in %s", wanted, workspace)
                    << QString::fromLatin1(wanted) << QString::fromLatin1(workspace);
    }
    void the_search_finds_the_power_limit_of_the_site_first() {
        QFETCH(QString, wanted);
        QFETCH(QString, workspace);
        open();
        m_window->resize(1280, 800);
        page().workspaces().enter(workspace);
        QTest::qWait(50);
        const QStringList entries = found(wanted);
        QCOMPARE(entries.value(0), QStringLiteral("Power limit · in Site"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_COMPARE(focus_input(), QStringLiteral("/site/power_limit"));
        QTRY_VERIFY(sees_focus());
        QTest::qWait(50);
        QVERIFY(sees_focus()); // and stays there
        type_limit();
    }

    void no_figure_is_offered_twice() {
        open();
        for (const char* wanted : {"site power", "energy"}) {
            const QStringList figures = found(QString::fromLatin1(wanted)).filter(QStringLiteral("Money: "));
            // Its value stands behind it where it is known.
            QCOMPARE(figures.filter(QRegularExpression(QStringLiteral("^Money: energy( · .*)?$"))).size(), 1);
        }
    }
};

QTEST_MAIN(TestLimitFields)
#include "test_limit_fields.moc"
