// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "tests/support/random_edits.h"
#include "tests/support/set_count.h"
#include "widgets/canvas/edits/moving.h"
#include "widgets/editor/document.h"
#include "widgets/palette/outline.h"

#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

class TestOutlineEdits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void what_was_folded_stays_folded();
    void f2_renames_in_place();
    void a_drag_moves_into_another_container();
    void illegal_drops_are_refused_with_a_reason();
    void circles_are_shown_at_the_top();

private:
    QModelIndex index(const char* id) const {
        return static_cast<OutlineModel*>(m_outline->model())->index_of(id);
    }
    bool can_drop(const char* id, const QModelIndex& parent) const {
        const std::unique_ptr<QMimeData> data(m_outline->model()->mimeData({index(id)}));
        return m_outline->model()->canDropMimeData(data.get(), Qt::MoveAction, -1, 0, parent);
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<Outline> m_outline;
};

void TestOutlineEdits::init() {
    m_outline.reset();
    m_document = std::make_unique<Document>(Catalog::built_in());
    m_document->set_project(two_racks());
    m_outline = std::make_unique<Outline>();
    m_outline->resize(240, 400);
    m_outline->set_move_check([this](const std::vector<std::string>& ids, const std::string& into) {
        return why_not_move(m_document->cluster(), ids, into);
    });
    connect(m_outline.get(), &Outline::rename_requested, m_document.get(),
            [this](const std::string& id, const std::string& name) {
                m_document->perform<RenameElement>(id, name);
            });
    connect(m_outline.get(), &Outline::move_requested, m_document.get(),
            [this](const std::vector<std::string>& ids, const std::string& into) {
                move_into(*m_document, Diagram::make(m_document->cluster(), m_document->catalog()), ids,
                          into);
            });
    connect(m_document.get(), &Document::changed, m_outline.get(),
            [this] { m_outline->set_cluster(m_document->cluster()); });
    m_outline->set_cluster(m_document->cluster());
    m_outline->show();
    m_outline->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_outline.get()));
}

void TestOutlineEdits::what_was_folded_stays_folded() {
    QVERIFY(m_outline->isExpanded(index("rack-a")));
    m_outline->collapse(index("rack-a"));
    m_document->perform<AddItems>(std::vector{element("new", ElementKind::server, "rack-b")});
    QVERIFY(!m_outline->isExpanded(index("rack-a")));
    QVERIFY(m_outline->isExpanded(index("rack-b")));
    QVERIFY(m_outline->isExpanded(index("site")));
    set_count(*m_document, "leaf", 4); // the tree stays, a label changes
    QVERIFY(!m_outline->isExpanded(index("rack-a")));
    QCOMPARE(index("leaf").data().toString(), QStringLiteral("leaf × 4"));
}

void TestOutlineEdits::f2_renames_in_place() {
    m_outline->setFocus();
    m_outline->show_selection({"leaf"});
    QTest::keyClick(m_outline.get(), Qt::Key_F2);
    auto* editor = m_outline->findChild<QLineEdit*>();
    QVERIFY(editor);
    QTest::keyClick(editor, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(editor, QStringLiteral("Leaf north"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(m_document->cluster().find("leaf")->name, std::string("Leaf north"));
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Rename Switch leaf to Leaf north"));
    QCOMPARE(index("leaf").data().toString(), QStringLiteral("Leaf north"));
}

void TestOutlineEdits::a_drag_moves_into_another_container() {
    const std::unique_ptr<QMimeData> data(m_outline->model()->mimeData({index("dgx-a")}));
    QVERIFY(m_outline->model()->dropMimeData(data.get(), Qt::MoveAction, -1, 0, index("rack-b")));
    QTRY_COMPARE(m_document->cluster().find("dgx-a")->parent, std::string("rack-b"));
    QCOMPARE(index("dgx-a").parent(), index("rack-b"));
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Move Server dgx-a into Rack rack-b"));
    m_document->undo();
    QCOMPARE(m_document->project(), two_racks());
    QCOMPARE(index("dgx-a").parent(), index("rack-a"));
}

void TestOutlineEdits::illegal_drops_are_refused_with_a_reason() {
    QVERIFY(!can_drop("rack-a", index("rack-b")));
    QVERIFY(!can_drop("site", index("rack-a"))); // into what it holds
    QVERIFY(!can_drop("rack-a", index("leaf")));
    QVERIFY(can_drop("rack-a", {}));
    const auto* model = static_cast<OutlineModel*>(m_outline->model());
    const std::unique_ptr<QMimeData> data(model->mimeData({index("rack-a")}));
    QCOMPARE(model->why_not_drop(*data, index("rack-b")), QStringLiteral("a rack does not go into a rack"));
    QVERIFY(!model->mimeData({index("up")})); // a link has no container
    m_outline->set_editable(false);
    QVERIFY(!can_drop("rack-a", {}));
    QVERIFY(!m_outline->model()->flags(index("leaf")).testFlag(Qt::ItemIsEditable));
}

void TestOutlineEdits::circles_are_shown_at_the_top() {
    Project project = two_racks();
    Cluster& cluster = project.scenarios[0].cluster;
    cluster.elements.push_back(element("x", ElementKind::room, "y"));
    cluster.elements.push_back(element("y", ElementKind::room, "x"));
    cluster.elements.push_back(element("inner", ElementKind::rack, "x"));
    m_document->set_project(project);
    QVERIFY(!index("x").parent().isValid());
    QVERIFY(!index("y").parent().isValid());
    QVERIFY(index("x").isValid() && index("inner").isValid());
    QCOMPARE(index("dgx-a").parent(), index("rack-a"));
}

QTEST_MAIN(TestOutlineEdits)
#include "test_outline_edits.moc"
