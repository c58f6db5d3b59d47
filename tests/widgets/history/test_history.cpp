// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "tests/support/random_edits.h"
#include "tests/support/set_count.h"
#include "widgets/editor/step.h"
#include "widgets/history/history_view.h"
#include "widgets/theme/theme.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

class TestHistory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void steps_are_listed_with_the_saved_one();
    void a_click_goes_to_a_step();
    void arrow_keys_walk_the_steps();
    void an_edit_after_going_back_drops_what_was_undone();
    void a_step_of_several_edits_tells_once();
    void a_step_without_edits_is_none();
    void names_say_what_and_how_many();

private:
    QStringList rows() const {
        QStringList rows;
        for (int i = 0; i < m_view->model()->rowCount(); ++i)
            rows << m_view->model()->index(i, 0).data().toString();
        return rows;
    }
    QPoint middle_of(int row) const { return m_view->visualRect(m_view->model()->index(row, 0)).center(); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<HistoryView> m_view;
};

void TestHistory::init() {
    m_view.reset();
    m_document = std::make_unique<Document>(Catalog::built_in());
    m_document->set_project(two_racks());
    m_view = std::make_unique<HistoryView>(*m_document);
    m_view->resize(240, 300);
    Theme::apply(*qApp, Theme::light());
    m_view->show();
    set_count(*m_document, "rack-a", 4);
    m_document->perform<RenameElement>("leaf", "Leaf 1");
    m_document->perform<RemoveItems>(std::vector<std::string>{"spine"});
}

void TestHistory::steps_are_listed_with_the_saved_one() {
    QCOMPARE(rows(), (QStringList{QStringLiteral("Start"), QStringLiteral("Set count of Rack rack-a"),
                                  QStringLiteral("Rename Switch leaf to Leaf 1"),
                                  QStringLiteral("Remove Switch spine")}));
    const auto saved = [&](int row) {
        return m_view->model()->index(row, 0).data(HistoryModel::is_saved_role).toBool();
    };
    QVERIFY(!saved(0) && !saved(3)); // nothing is in a file yet
    QTemporaryDir folder;
    m_document->undo();
    QVERIFY(m_document->save_as(folder.filePath(QStringLiteral("a.roofrack.json")).toStdString()));
    QVERIFY(saved(2) && !saved(1) && !saved(3));
    const QModelIndex undone = m_view->model()->index(3, 0);
    QVERIFY(undone.data(HistoryModel::is_undone_role).toBool());
    QVERIFY(undone.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("undone")));
    QCOMPARE(m_view->currentIndex().row(), 2);
    // The mark of the chosen row is read: the usual text's colour on the pale ground.
    const QImage row = m_view->viewport()->grab(m_view->visualRect(m_view->model()->index(2, 0))).toImage();
    int darkest = 255;
    for (int y = 0; y < row.height(); ++y)
        for (int x = row.width() - 48; x < row.width(); ++x)
            darkest = std::min(darkest, qGray(row.pixel(x, y)));
    QVERIFY2(darkest < 96, qPrintable(QString::number(darkest)));
    const QString pictures = qEnvironmentVariable("ROOFRACK_PICTURES"); // for eyes
    if (!pictures.isEmpty()) m_view->grab().save(pictures + QStringLiteral("/history.png"));
}

void TestHistory::a_click_goes_to_a_step() {
    const Project end = m_document->project();
    QSignalSpy changed(m_document.get(), &Document::changed);
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, middle_of(0));
    QCOMPARE(m_document->project(), two_racks());
    QCOMPARE(changed.count(), 1); // three steps, told together
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, middle_of(3));
    QCOMPARE(m_document->project(), end);
    QCOMPARE(changed.count(), 2);
    QCOMPARE(rows().size(), 4);
}

void TestHistory::arrow_keys_walk_the_steps() {
    QTest::keyClick(m_view.get(), Qt::Key_Up);
    QVERIFY(m_document->cluster().find("spine"));
    QCOMPARE(m_document->undo_stack().index(), 2);
    QTest::keyClick(m_view.get(), Qt::Key_Home);
    QCOMPARE(m_document->project(), two_racks());
    QTest::keyClick(m_view.get(), Qt::Key_End);
    QCOMPARE(m_document->undo_stack().index(), 3);
}

void TestHistory::an_edit_after_going_back_drops_what_was_undone() {
    m_view->setFocus();
    m_document->go_to_step(1);
    set_count(*m_document, "rack-b", 2);
    QCOMPARE(rows(), (QStringList{QStringLiteral("Start"), QStringLiteral("Set count of Rack rack-a"),
                                  QStringLiteral("Set count of Rack rack-b")}));
    QCOMPARE(m_document->undo_stack().index(), 2);
    QCOMPARE(m_view->currentIndex().row(), 2);
}

void TestHistory::a_step_of_several_edits_tells_once() {
    QSignalSpy changed(m_document.get(), &Document::changed);
    {
        const Step outer(*m_document, QStringLiteral("Swap racks"));
        set_count(*m_document, "rack-a", 7);
        const Step inner(*m_document, QStringLiteral("never seen"));
        set_count(*m_document, "rack-b", 9);
        QCOMPARE(changed.count(), 0);
    }
    QCOMPARE(changed.count(), 1);
    QCOMPARE(rows().constLast(), QStringLiteral("Swap racks"));
    QCOMPARE(m_view->model()->index(4, 0).data(Qt::ToolTipRole).toString().split(QLatin1Char('\n')).size(),
             2);
    m_document->undo();
    QCOMPARE(changed.count(), 2);
    QCOMPARE(m_document->cluster().find("rack-a")->count, 4);
    QCOMPARE(m_document->cluster().find("rack-b")->count, 1);
}

void TestHistory::a_step_without_edits_is_none() {
    m_document->undo();
    {
        const Step step(*m_document, QStringLiteral("Nothing"));
        set_count(*m_document, "rack-a", 4);
    }
    QCOMPARE(m_document->undo_stack().count(), 3);
    QVERIFY(m_document->undo_stack().canRedo()); // what was undone can still be redone
}

void TestHistory::names_say_what_and_how_many() {
    m_document->perform<MoveElements>(MoveElements::Positions{{"rack-a", {1, 1}}, {"rack-b", {2, 2}}});
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Move 2 racks"));
    m_document->perform<RemoveItems>(std::vector<std::string>{"a-leaf", "b-leaf"});
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Remove 2 links"));
    m_document->perform<RemoveItems>(std::vector<std::string>{"rack-a", "leaf"});
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Remove 2 items"));
}

QTEST_MAIN(TestHistory)
#include "test_history.moc"
