// SPDX-License-Identifier: GPL-3.0-or-later
// Mitigations in the window: tried when they are seen, applied by a click, taken back by one undo.
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspace_switch.h"
#include "core/base/catalog/catalog.h"
#include "core/step/engine/evaluate.h"
#include "tests/support/mitigations_of.h"
#include "tests/support/mixed_drawings.h"
#include "tests/support/sample_window.h"
#include "widgets/editor/commands/remove_items.h"
#include "widgets/editor/commands/set_elements.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"
#include "widgets/mitigations/mitigations_view.h"

#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <QUndoStack>

#include <algorithm>
#include <memory>

using namespace roofrack;

class TestMitigationsWindow : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;

    MitigationsView& view() { return m_window->page()->panels().mitigations(); }
    QPushButton* apply_button() {
        for (auto* button : view().findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Apply")) return button;
        qFatal("no button to apply");
    }
    Document& document() { return m_window->document(); }
    void open(const QString& sample) {
        QVERIFY(test::open_sample(*m_window, sample));
        m_window->page()->workspaces().enter(QStringLiteral("step"));
        m_window->page()->panels().show(QStringLiteral("reliefs"));
        QVERIFY(view().isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!view().is_trying(), 30000);
    }
    Mitigations printed() {
        auto found = test::mitigations_of(document().scenario());
        if (!found) qFatal("%s", found.error().text().c_str());
        return std::move(*found);
    }

private Q_SLOTS:
    void init() {
        m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_window = test::shown_window(*m_session, {1600, 1000});
        QVERIFY(m_window);
    }
    void cleanup() { m_window.reset(); }

    void rows_are_what_the_command_line_prints() {
        open(QStringLiteral("shared-a100-hot-rack"));
        const Mitigations found = printed();
        QVERIFY(found.found.size() >= 2);
        QVERIFY(!found.refused.empty());
        QCOMPARE(view().list().topLevelItemCount(),
                 static_cast<int>(found.found.size() + found.refused.size()) + 1);
        for (size_t i = 0; i < found.found.size(); ++i) {
            const QTreeWidgetItem& row = *view().list().topLevelItem(static_cast<int>(i) + 1);
            QCOMPARE(row.text(0), to_qt(found.found[i].action));
            QCOMPARE(row.text(1), QStringLiteral("%1 %").arg(100 * found.found[i].gain, 0, 'f', 1));
        }
    }

    /// In a window of 1280 × 800 three rows are seen, the first of them as it is, and what the chosen one
    /// asks for can be read whole.
    void a_low_panel_shows_three_rows() {
        m_window->resize(1280, 800);
        open(QStringLiteral("shared-a100-hot-rack"));
        ProjectPage* const page = m_window->page();
        page->resizeDocks({page->findChild<QDockWidget*>(QStringLiteral("reliefs"))}, {1}, Qt::Vertical);
        QTest::qWait(100);
        QTreeWidget& list = view().list();
        QVERIFY(list.topLevelItemCount() > 3);
        const auto rect = [&list](int row) { return list.visualItemRect(list.topLevelItem(row)); };
        QTRY_VERIFY2(rect(2).bottom() <= list.viewport()->height() && rect(0).top() >= 0,
                     qPrintable(QString::number(list.viewport()->height())));
        QCOMPARE(m_window->size(), QSize(1280, 800));
        const Mitigations found = printed();
        const auto asks =
            std::ranges::find_if(found.found, [](const Mitigation& each) { return !each.caution.empty(); });
        QVERIFY(asks != found.found.end());
        list.setCurrentItem(list.topLevelItem(static_cast<int>(asks - found.found.begin()) + 1));
        QVERIFY(std::ranges::any_of(view().findChildren<QLabel*>(), [&](const QLabel* each) {
            return each->toolTip().contains(to_qt(asks->caution));
        }));
    }

    void what_cannot_be_drawn_says_why_and_cannot_be_applied() {
        open(QStringLiteral("shared-a100-hot-rack"));
        const Mitigations found = printed();
        const int steps = document().undo_stack().index();
        for (size_t i = 0; i < found.refused.size(); ++i) {
            QTreeWidgetItem* row = view().list().topLevelItem(static_cast<int>(i + found.found.size()) + 1);
            QCOMPARE(row->text(0), to_qt(found.refused[i].action));
            view().list().setCurrentItem(row);
            QVERIFY(!apply_button()->isEnabled());
            QTest::keyClick(&view().list(), Qt::Key_Return);
            const auto notes = view().findChildren<QLabel*>();
            QVERIFY(std::ranges::any_of(notes, [&](const QLabel* note) {
                return note->text().contains(to_qt(found.refused[i].reason));
            }));
        }
        QCOMPARE(document().undo_stack().index(), steps);
    }

    void a_click_applies_and_one_undo_takes_back() {
        open(QStringLiteral("shared-a100-hot-rack"));
        const Mitigations found = printed();
        const Scenario before = document().scenario();
        for (size_t i = 0; i < found.found.size(); ++i) {
            view().list().setCurrentItem(view().list().topLevelItem(static_cast<int>(i) + 1));
            QVERIFY(apply_button()->isEnabled());
            const int steps = document().undo_stack().index();
            QTest::mouseClick(apply_button(), Qt::LeftButton);
            QCOMPARE(document().undo_stack().index(), steps + 1);
            QVERIFY2(document().scenario() == found.found[i].scenario, found.found[i].id.c_str());
            QVERIFY(!apply_button()->isEnabled()); // tried anew first
            document().undo_stack().undo();
            QVERIFY2(document().scenario() == before, found.found[i].id.c_str());
            QTRY_VERIFY_WITH_TIMEOUT(!view().is_trying(), 30000);
        }
    }

    /// What is sold stands elsewhere in the drawing with the mitigation: that is no other drawing.
    void beside_what_is_sold_a_click_applies_as_well() {
        open(QStringLiteral("shared-a100-hot-rack"));
        Element sold = *document().cluster().find("storage");
        sold.procurement = Procurement::sell;
        document().perform<SetElements>(std::vector{sold}, QStringLiteral("ownership"));
        QTRY_VERIFY_WITH_TIMEOUT(!view().is_trying(), 30000);
        const Mitigations found = printed();
        QVERIFY(found.found.size() >= 2);
        const Scenario before = document().scenario();
        for (size_t i = 0; i < found.found.size(); ++i) {
            view().list().setCurrentItem(view().list().topLevelItem(static_cast<int>(i) + 1));
            QTest::mouseClick(apply_button(), Qt::LeftButton);
            const Scenario &is = document().scenario(), &then = found.found[i].scenario;
            QVERIFY2(is.plan == then.plan && is.site == then.site, found.found[i].id.c_str());
            for (const Element& element : then.cluster.elements)
                QVERIFY2(*is.cluster.find(element.id) == element, found.found[i].id.c_str());
            document().undo_stack().undo();
            QVERIFY2(document().scenario() == before, found.found[i].id.c_str());
            QTRY_VERIFY_WITH_TIMEOUT(!view().is_trying(), 30000);
        }
    }

    void slower_gpus_are_left_out_by_a_click() {
        open(QStringLiteral("shared-a100-hot-rack"));
        Project project;
        project.scenarios.push_back(test::two_generations());
        document().set_project(std::move(project));
        QTRY_VERIFY_WITH_TIMEOUT(!view().is_trying(), 30000);
        const Mitigations found = printed();
        const auto alone = std::ranges::find(found.found, "fast-alone", &Mitigation::id);
        QVERIFY(alone != found.found.end());
        const Scenario before = document().scenario();
        const int row = static_cast<int>(alone - found.found.begin()) + 1;
        QTRY_VERIFY_WITH_TIMEOUT(view().list().topLevelItemCount() > row, 30000);
        QCOMPARE(view().list().topLevelItem(row)->text(0), to_qt(alone->action));
        view().list().setCurrentItem(view().list().topLevelItem(row));
        QTest::mouseClick(apply_button(), Qt::LeftButton);
        QVERIFY(document().scenario() == alone->scenario);
        QVERIFY(!document().cluster().find("old"));
        QCOMPARE(document().undo_stack().index(), 1);
        document().undo_stack().undo();
        QVERIFY(document().scenario() == before);
    }

    void what_was_applied_is_not_offered_again() {
        open(QStringLiteral("llama3-405b-16k"));
        const std::string first = printed().found.front().action;
        view().list().setFocus();
        view().list().setCurrentItem(view().list().topLevelItem(1));
        QTest::keyClick(&view().list(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!view().is_trying(), 30000);
        for (int row = 1; row < view().list().topLevelItemCount(); ++row)
            QVERIFY(view().list().topLevelItem(row)->text(0) != to_qt(first));
    }

    void nothing_drawn_is_told_in_the_middle_of_the_view() {
        open(QStringLiteral("ws-8gpu"));
        QVERIFY(view().list().isVisible());
        std::vector<std::string> all;
        for (const Element& element : document().cluster().elements) all.push_back(element.id);
        QVERIFY(document().perform<RemoveItems>(all));
        QVERIFY(document().cluster().elements.empty());
        QTRY_VERIFY_WITH_TIMEOUT(!view().is_trying(), 30000);
        QVERIFY(!view().list().isVisible());
        QVERIFY(!apply_button()->isVisible());
        const QLabel* told = nullptr;
        for (const QLabel* label : view().findChildren<QLabel*>())
            if (label->isVisible()) told = label;
        QVERIFY(told);
        QVERIFY2(told->text().startsWith(QStringLiteral("Draw a cluster")), qPrintable(told->text()));
        QVERIFY(!told->text().contains(u'/')); // no path into the file
        QVERIFY(told->wordWrap());
        QVERIFY(told->alignment().testFlag(Qt::AlignCenter));
        QVERIFY(told->heightForWidth(told->width()) <= told->height());
        document().undo();
        QTRY_VERIFY_WITH_TIMEOUT(!view().is_trying(), 30000);
        QVERIFY(view().list().isVisible());
    }

    void the_line_as_it_is_cannot_be_applied() {
        open(QStringLiteral("ws-8gpu"));
        view().list().setCurrentItem(view().list().topLevelItem(0));
        QVERIFY(!apply_button()->isEnabled());
    }
};

QTEST_MAIN(TestMitigationsWindow)
#include "test_mitigations_window.moc"
