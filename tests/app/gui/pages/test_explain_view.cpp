// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/explain_view.h"

#include "core/explain/explain.h"
#include "core/project/project_file.h"

#include <QDialog>
#include <QTest>
#include <QTreeWidget>

using namespace roofrack;

class TestExplainView : public QObject {
    Q_OBJECT
    Prepared m_prepared;

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
    }

    void showsTheCalculation() {
        QWidget window;
        show_explanation(m_prepared, QStringLiteral("tensor_comm"), &window);
        QTreeWidget* tree = shown(window);
        QVERIFY(tree);
        const ExplanationPtr explanation = *explain(m_prepared, "tensor_comm");
        const QTreeWidgetItem* root = tree->topLevelItem(0);
        QCOMPARE(root->text(0), QStringLiteral("tensor_comm"));
        QCOMPARE(root->text(2), text(explanation->formula_text()));
        QCOMPARE(root->childCount(), static_cast<int>(explanation->inputs.size()));
        // The tip has the formula, its values, and what they give.
        const QStringList lines = root->toolTip(2).split('\n');
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[0], root->text(2));
        QVERIFY(lines[1].contains(root->child(0)->text(1)));
        QCOMPARE(lines[2], "= " + root->text(1));
    }

    void inputsSayWhereTheyComeFrom() {
        QWidget window;
        show_explanation(m_prepared, QStringLiteral("tensor_comm"), &window);
        QTreeWidget* tree = shown(window);
        QVERIFY(tree);
        const auto found =
            tree->findItems(QStringLiteral("network_factor"), Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.first()->text(2), QString());
        QVERIFY2(found.first()->text(4).startsWith(u"calibration network_factor"),
                 qPrintable(found.first()->text(4)));
    }

    void rowsAreMadeWhenOpened() {
        QWidget window;
        show_explanation(m_prepared, QStringLiteral("step_time"), &window);
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

    void followsAnEdit() {
        QWidget window;
        show_explanation(m_prepared, QStringLiteral("goodput"), &window);
        const QString before = shown(window)->topLevelItem(0)->text(1);
        Scenario scenario = m_prepared.scenario();
        scenario.site.failures_per_1000_node_days = 80;
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        QVERIFY(prepared.has_value());
        refresh_explanations(*prepared, &window);
        QVERIFY(shown(window)->topLevelItem(0)->text(1) != before);
    }
};

QTEST_MAIN(TestExplainView)
#include "test_explain_view.moc"
