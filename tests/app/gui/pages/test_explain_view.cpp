// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/explain_view.h"

#include "core/answers/explain/explain.h"
#include "core/drawing/project/project_file.h"
#include "widgets/charts/plot/explained_value.h"

#include <QDialog>
#include <QLabel>
#include <QTest>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

using namespace roofrack;

class TestExplainView : public QObject {
    Q_OBJECT
    Prepared m_prepared;
    Project m_project;

    void show(const char* figure, QWidget& window) const {
        show_explanation(m_prepared, m_project, Catalog::built_in(), QLatin1String(figure), &window);
    }

    static QTreeWidget* shown(QWidget& window) { return window.findChild<QTreeWidget*>(); }
    static QString text(const std::string& of) { return QString::fromStdString(of); }

private Q_SLOTS:
    void initTestCase() {
        const auto project =
            read_project(ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json", Catalog::built_in());
        QVERIFY(project.has_value());
        const auto prepared = Prepared::make(project->project.scenarios.front(), Catalog::built_in());
        QVERIFY(prepared.has_value());
        m_prepared = *prepared;
        m_project = project->project;
    }

    void shows_the_calculation() {
        QWidget window;
        show("tensor_comm", window);
        QTreeWidget* tree = shown(window);
        QVERIFY(tree);
        const ExplanationPtr explanation = *explain(m_prepared, "tensor_comm");
        const QTreeWidgetItem* root = tree->topLevelItem(0);
        QCOMPARE(root->text(0), QStringLiteral("tensor comm"));
        QCOMPARE(root->text(2), text(explanation->formula_text()).replace(u'_', u' '));
        QCOMPARE(root->childCount(), static_cast<int>(explanation->inputs.size()));
        // The tip has the formula, its values, and what they give.
        const QStringList lines = root->toolTip(2).split('\n');
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[0], root->text(2));
        QVERIFY(lines[1].contains(root->child(0)->text(1)));
        QCOMPARE(lines[2], "= " + root->text(1));
    }

    void inputs_say_where_they_come_from() {
        QWidget window;
        show("tensor_comm", window);
        QTreeWidget* tree = shown(window);
        QVERIFY(tree);
        const auto found =
            tree->findItems(QStringLiteral("network factor"), Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.first()->text(2), QString());
        QVERIFY2(found.first()->text(4).startsWith(u"calibration network_factor"),
                 qPrintable(found.first()->text(4)));
    }

    void rows_are_made_when_opened() {
        QWidget window;
        show("step_time", window);
        QTreeWidget* tree = shown(window);
        QVERIFY(tree);
        QTreeWidgetItem* compute = tree->topLevelItem(0)->child(0);
        QCOMPARE(compute->text(0), QStringLiteral("compute"));
        QVERIFY(compute->childCount() > 4);
        QTreeWidgetItem* operation = compute->child(0);
        QCOMPARE(operation->childCount(), 0);
        QCOMPARE(operation->childIndicatorPolicy(), QTreeWidgetItem::ShowIndicator);
        operation->setExpanded(true);
        QVERIFY(operation->childCount() > 1);
        operation->setExpanded(false);
        const int before = operation->childCount();
        operation->setExpanded(true);
        QCOMPARE(operation->childCount(), before);
    }

    /// Formula and source stand whole below the tree, whose columns shorten them.
    void the_row_chosen_is_written_out() {
        QWidget window;
        show("cost_per_hour", window);
        QTreeWidget* tree = shown(window);
        const auto* whole = window.findChild<QLabel*>(QStringLiteral("whole"));
        QVERIFY(tree && whole);
        const QTreeWidgetItem* root = tree->topLevelItem(0);
        QVERIFY(whole->text().contains(root->text(1)) && whole->text().contains(root->text(2)));
        tree->setCurrentItem(tree->topLevelItem(0)->child(2));
        QVERIFY2(whole->text().startsWith(u"electricity = "), qPrintable(whole->text()));
    }

    /// Another figure within a formula is explained in a window of its own, which all that is open at once
    /// does not reach.
    void other_figures_are_explained() {
        QWidget window;
        window.show();
        show("tokens_per_s", window);
        QTreeWidget* tree = shown(window);
        QVERIFY(tree);
        QTreeWidgetItem* step = nullptr;
        tree->expandAll();
        for (QTreeWidgetItemIterator it(tree); *it && !step; ++it)
            if ((*it)->text(0) == u"step time") step = *it;
        QVERIFY(step && step->childCount() == 0 && !step->text(2).isEmpty());
        tree->setCurrentItem(step);
        QTest::keyClick(tree, Qt::Key_Return);
        const auto dialogs = window.findChildren<QDialog*>();
        QCOMPARE(dialogs.size(), 2);
        const auto* other = dialogs.back()->findChild<QTreeWidget*>()->topLevelItem(0);
        QCOMPARE(other->text(0), QStringLiteral("step time"));
        QCOMPARE(other->childCount(), static_cast<int>((*explain(m_prepared, "step_time"))->inputs.size()));
    }

    void follows_an_edit() {
        QWidget window;
        show("goodput", window);
        const QString before = shown(window)->topLevelItem(0)->text(1);
        Scenario scenario = m_prepared.scenario();
        scenario.site.failures_per_1000_node_days = 80;
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        QVERIFY(prepared.has_value());
        refresh_explanations(*prepared, m_project, &window);
        QVERIFY(shown(window)->topLevelItem(0)->text(1) != before);
        QVERIFY(!window.findChild<QLabel*>(QStringLiteral("standstill"))->isVisibleTo(&window));
    }

    /// A mark of another scenario explains that one's number, also after an edit of the open one.
    void explains_another_scenario() {
        const Scenario& other = m_project.scenarios.at(1);
        const auto there = Prepared::make(other, Catalog::built_in());
        QVERIFY(there.has_value());
        const ExplainedValue figure{QStringLiteral("step_time"), text(other.name)};
        QWidget window;
        show_explanation(m_prepared, m_project, Catalog::built_in(), figure.key(), &window);
        const auto value = [&] { return shown(window)->topLevelItem(0)->text(1); };
        const QString its = text(format_quantity((*explain(*there, "step_time"))->value, Dimension::time)),
                      open =
                          text(format_quantity((*explain(m_prepared, "step_time"))->value, Dimension::time));
        QVERIFY(its != open);
        QCOMPARE(value(), its);
        QVERIFY(window.findChild<QDialog*>()->windowTitle().contains(text(other.name)));
        refresh_explanations(m_prepared, m_project, &window);
        QCOMPARE(value(), its);
        Project without = m_project;
        without.scenarios.pop_back();
        refresh_explanations(m_prepared, without, &window);
        QCOMPARE(shown(window)->topLevelItemCount(), 0);
    }

    void what_does_not_run_says_so() {
        Scenario scenario = m_prepared.scenario();
        scenario.site.power_limit = Watts(1e5);
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        QVERIFY(prepared.has_value());
        QWidget window;
        show("power", window);
        auto* said = window.findChild<QLabel*>(QStringLiteral("standstill"));
        QVERIFY(said && !said->isVisibleTo(said->parentWidget()));
        refresh_explanations(*prepared, m_project, &window);
        QVERIFY(said->isVisibleTo(said->parentWidget()));
        QVERIFY2(said->text().startsWith(u"This cluster does not run: The site draws "),
                 qPrintable(said->text()));
    }
};

QTEST_MAIN(TestExplainView)
#include "test_explain_view.moc"
