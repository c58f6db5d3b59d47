// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/random_edits.h"
#include "widgets/canvas/edits/clipboard.h"
#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/canvas/view/canvas_clipboard.h"
#include "widgets/editor/document.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

class TestClipboard : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void a_copy_goes_to_another_window();
    void the_text_alone_is_enough();
    void the_table_holds_no_formula_and_no_markup();
    void cut_and_paste_are_one_step_each();
    void a_copy_of_what_is_owned_is_bought();
    void a_copy_of_what_is_sold_is_bought();
    void a_paste_goes_into_the_selected_container();
    void a_paste_stands_at_the_pointer_and_the_next_beside_it();
    void a_paste_onto_an_automatic_drawing_leaves_the_rest_in_place();
    void a_copy_is_told_from_its_original();
    void links_alone_are_not_cut();
    void junk_says_why_and_changes_nothing_data();
    void junk_says_why_and_changes_nothing();

private:
    void put(const QString& text) { QGuiApplication::clipboard()->setText(text); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<Canvas> m_canvas;
};

void TestClipboard::init() {
    m_canvas.reset();
    m_document = std::make_unique<Document>(Catalog::built_in());
    m_document->set_project(two_racks());
    m_canvas = std::make_unique<Canvas>(*m_document);
    m_canvas->resize(900, 700);
    m_canvas->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_canvas.get()));
    QCursor::setPos(3000, 3000); // not over the drawing
}

void TestClipboard::a_copy_goes_to_another_window() {
    m_document->selection().set({"rack-a", "leaf"});
    QTest::keyClick(m_canvas.get(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
    Document other(Catalog::built_in());
    Canvas window(other);
    window.show();
    QTest::keyClick(&window, Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(other.cluster().elements.size(), size_t(3)); // the rack, its server, the leaf
    QCOMPARE(other.cluster().links.size(), size_t(1));
    QCOMPARE(other.undo_stack().count(), 1);
    QCOMPARE(other.undo_stack().undoText(), QStringLiteral("Paste 2 items"));
    QCOMPARE(other.selection().ids().size(), size_t(2));
    other.undo();
    QVERIFY(other.cluster().elements.empty());
}

void TestClipboard::the_text_alone_is_enough() {
    m_document->selection().set_one("rack-a");
    m_canvas->clipboard().copy();
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY2(text.contains(QStringLiteral("\"id\": \"rack-a\"")), qPrintable(text));
    put(text); // by way of an editor
    QVERIFY(!QGuiApplication::clipboard()->mimeData()->hasImage());
    m_document->selection().clear();
    m_canvas->clipboard().paste();
    QCOMPARE(m_document->cluster().elements.size(), size_t(9));
    const Element* copy = m_document->cluster().find(m_document->selection().primary());
    QCOMPARE(copy->kind, ElementKind::rack);
    QCOMPARE(copy->id, std::string("rack-a-2"));
}

void TestClipboard::the_table_holds_no_formula_and_no_markup() {
    Project project = m_document->project();
    Element& rack = *project.scenarios.front().cluster.find("rack-a");
    rack.name = "=1+<b>2</b>";
    rack.part.id = "@part";
    m_document->set_project(project);
    m_document->selection().set_one("rack-a");
    m_canvas->clipboard().copy();
    const QString html = QGuiApplication::clipboard()->mimeData()->html();
    QVERIFY2(html.contains(QStringLiteral("<td>'=1+&lt;b&gt;2&lt;/b&gt;</td>")), qPrintable(html));
    QVERIFY2(html.contains(QStringLiteral("<td>'@part</td>")), qPrintable(html));
}

void TestClipboard::cut_and_paste_are_one_step_each() {
    m_document->selection().set_one("rack-a");
    QTest::keyClick(m_canvas.get(), Qt::Key_X, Qt::ControlModifier);
    QVERIFY(!m_document->cluster().find("dgx-a"));
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Cut Rack rack-a"));
    QTest::keyClick(m_canvas.get(), Qt::Key_V, Qt::ControlModifier);
    QVERIFY(m_document->cluster().find("dgx-a")); // its name is free again
    QCOMPARE(m_document->undo_stack().count(), 2);
    m_document->undo();
    m_document->undo();
    QCOMPARE(m_document->project(), two_racks());
}

/// Nobody has the copy yet, whether the rack or what it stands in is said to be there already.
void TestClipboard::a_copy_of_what_is_owned_is_bought() {
    for (const char* const owned : {"rack-a", "site"}) {
        Project project = two_racks();
        project.scenarios.front().cluster.find(owned)->procurement = Procurement::owned;
        m_document->set_project(project);
        const auto procurement_of = [this](const std::string& id) {
            const Cluster& cluster = m_document->cluster();
            return procurements_of(cluster)[static_cast<size_t>(cluster.find(id) - cluster.elements.data())];
        };
        m_document->selection().set_one("rack-a");
        QTest::keyClick(m_canvas.get(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Duplicate Rack rack-a, to buy"));
        QCOMPARE(procurement_of(m_document->selection().primary()), Procurement::buy);
        int contents = 0;
        for (const Element& each : m_document->cluster().elements) {
            if (each.parent != m_document->selection().primary()) continue;
            ++contents;
            QCOMPARE(procurement_of(each.id), Procurement::buy);
        }
        QCOMPARE(contents, 1);
        QCOMPARE(procurement_of("rack-a"), Procurement::owned);
        QCOMPARE(procurement_of("dgx-a"), Procurement::owned);
        m_document->undo();
        // So is a paste; what was cut is moved, and stays what it is.
        m_document->selection().set_one("rack-a");
        m_canvas->clipboard().copy();
        m_canvas->clipboard().paste();
        QCOMPARE(procurement_of(m_document->selection().primary()), Procurement::buy);
        m_document->undo();
        m_document->selection().set_one("rack-a");
        QTest::keyClick(m_canvas.get(), Qt::Key_X, Qt::ControlModifier);
        QTest::keyClick(m_canvas.get(), Qt::Key_V, Qt::ControlModifier);
        QVERIFY(m_document->cluster().find("rack-a")->procurement != Procurement::buy);
    }
}

/// What is to be sold is sold once, however often it is copied.
void TestClipboard::a_copy_of_what_is_sold_is_bought() {
    Project project = two_racks();
    Element& rack = *project.scenarios.front().cluster.find("rack-a");
    rack.procurement = Procurement::sell;
    rack.sale_price = 200'000;
    m_document->set_project(project);
    const auto check = [this] {
        const Cluster& cluster = m_document->cluster();
        const std::string& copy = m_document->selection().primary();
        int contents = 0;
        for (size_t i = 0; i < cluster.elements.size(); ++i) {
            const Element& each = cluster.elements[i];
            if (each.id != copy && each.parent != copy) continue;
            ++contents;
            QCOMPARE(procurements_of(cluster)[i], Procurement::buy);
            QVERIFY(!each.sale_price);
        }
        QCOMPARE(contents, 2); // the rack, and the server in it
        QCOMPARE(sales_of(cluster).size(), size_t(1));
        QCOMPARE(sales_of(cluster).front().id, std::string("rack-a"));
        QVERIFY(sales_of(cluster).front().price == 200'000.0);
    };
    m_document->selection().set_one("rack-a");
    QTest::keyClick(m_canvas.get(), Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Duplicate Rack rack-a, to buy"));
    check();
    m_document->undo();
    m_document->selection().set_one("rack-a");
    m_canvas->clipboard().copy();
    m_canvas->clipboard().paste();
    QVERIFY(m_document->undo_stack().undoText().endsWith(QStringLiteral(", to buy")));
    check();
    m_document->undo();
    // What was cut is moved, and is to be sold as before.
    m_document->selection().set_one("rack-a");
    QTest::keyClick(m_canvas.get(), Qt::Key_X, Qt::ControlModifier);
    QTest::keyClick(m_canvas.get(), Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(sales_of(m_document->cluster()).size(), size_t(1));
}

void TestClipboard::a_paste_goes_into_the_selected_container() {
    m_document->selection().set_one("dgx-a");
    m_canvas->clipboard().copy();
    m_document->selection().set_one("rack-b");
    m_canvas->clipboard().paste();
    const Element* copy = m_document->cluster().find(m_document->selection().primary());
    QCOMPARE(copy->parent, std::string("rack-b"));
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Paste Server dgx-a into Rack rack-b"));
    // The next copy goes where the last one went, not where the original stands.
    m_canvas->clipboard().paste();
    copy = m_document->cluster().find(m_document->selection().primary());
    QCOMPARE(copy->parent, std::string("rack-b"));
    // But what is selected comes first: a copied rack takes a server, though it was itself pasted last.
    m_document->selection().set_one("rack-a");
    m_canvas->clipboard().copy();
    m_canvas->clipboard().paste();
    const std::string copied = m_document->selection().primary();
    m_document->selection().set_one("dgx-a");
    m_canvas->clipboard().copy();
    m_document->selection().set_one(copied);
    m_canvas->clipboard().paste();
    QCOMPARE(m_document->cluster().find(m_document->selection().primary())->parent, copied);
    // A rack does not go into a rack: it stands beside.
    m_document->selection().set_one("rack-a");
    m_canvas->clipboard().copy();
    m_canvas->clipboard().paste();
    copy = m_document->cluster().find(m_document->selection().primary());
    QCOMPARE(QString::fromStdString(copy->parent), QStringLiteral("site"));
    const QRectF there = m_canvas->drawing().find(copy->id)->rect;
    for (const char* rack : {"rack-a", "rack-b"})
        QVERIFY(!there.intersects(m_canvas->drawing().find(rack)->rect));
}

void TestClipboard::a_paste_stands_at_the_pointer_and_the_next_beside_it() {
    m_document->selection().set_one("leaf");
    const auto data =
        copy_selection(*m_document, m_canvas->drawing(), m_canvas->shown().overlay_style(), Theme::light());
    PastePlace place;
    place.point_at(QPointF(1200, 400));
    std::vector<QPointF> middles;
    for (int i = 0; i < 3; ++i) {
        QVERIFY(paste(*m_document, m_canvas->drawing(), *data, place));
        middles.push_back(m_canvas->drawing().find(m_document->selection().primary())->rect.center());
    }
    QVERIFY((middles[0] - QPointF(1200, 400)).manhattanLength() <= 8); // to the grid
    // The next ones stand near it and on nothing.
    for (int i = 0; i < 3; ++i)
        for (int other = 0; other < i; ++other) {
            const QPointF apart = middles[i] - middles[other];
            QVERIFY(std::abs(apart.x()) >= 136 || std::abs(apart.y()) >= 40); // the size of a switch
            QVERIFY(apart.manhattanLength() < 400);
        }
    place.point_at(QPointF(1600, 400));
    QVERIFY(paste(*m_document, m_canvas->drawing(), *data, place));
    const QPointF there = m_canvas->drawing().find(m_document->selection().primary())->rect.center();
    QVERIFY((there - QPointF(1600, 400)).manhattanLength() <= 8);
}

void TestClipboard::a_paste_onto_an_automatic_drawing_leaves_the_rest_in_place() {
    Project project = two_racks();
    for (Element& element : project.scenarios[0].cluster.elements) element.position = {};
    m_document->set_project(project);
    QVERIFY(m_canvas->drawing().is_automatic());
    const QRectF before = m_canvas->drawing().find("rack-b")->rect;
    m_document->selection().set_one("leaf");
    m_canvas->clipboard().copy();
    m_canvas->clipboard().paste();
    QCOMPARE(m_canvas->drawing().find("rack-b")->rect, before);
    QCOMPARE(m_document->undo_stack().count(), 1);
    m_document->undo();
    QCOMPARE(m_document->project(), project);
}

void TestClipboard::a_copy_is_told_from_its_original() {
    Project project = two_racks();
    Cluster& drawn = project.scenarios[0].cluster;
    for (auto& [id, name] : {std::pair("rack-a", "Rack 1"), {"rack-b", "Rack 2"}, {"dgx-a", "DGX"}})
        std::ranges::find(drawn.elements, id, &Element::id)->name = name;
    m_document->set_project(project);
    m_document->selection().set_one("rack-a");
    duplicate_selection(*m_document, m_canvas->drawing());
    const Cluster& cluster = m_document->cluster();
    const Element* copy = cluster.find(m_document->selection().primary());
    QCOMPARE(copy->name, std::string("Rack 3"));
    for (const char* rack : {"rack-a", "rack-b"}) // beside it, on nothing
        QVERIFY(!m_canvas->drawing().find(copy->id)->rect.intersects(m_canvas->drawing().find(rack)->rect));
    int inside = 0;
    for (const Element& element : cluster.elements) { // the rack alone carries the number
        if (element.parent != copy->id) continue;
        ++inside;
        QCOMPARE(element.name, std::string("DGX"));
    }
    QVERIFY(inside > 0);
    m_document->selection().set_one("dgx-a");
    m_canvas->clipboard().copy();
    m_document->selection().set_one("rack-b");
    m_canvas->clipboard().paste();
    QCOMPARE(cluster.find(m_document->selection().primary())->name, std::string("DGX"));
    m_document->selection().set_one("rack-a");
    m_canvas->clipboard().paste();
    QCOMPARE(cluster.find(m_document->selection().primary())->name, std::string("DGX 2"));
}

void TestClipboard::links_alone_are_not_cut() {
    QSignalSpy messages(m_canvas.get(), &Canvas::message);
    m_document->selection().set_one("up");
    m_canvas->clipboard().cut();
    QCOMPARE(m_document->project(), two_racks());
    QCOMPARE(messages.count(), 1);
}

void TestClipboard::junk_says_why_and_changes_nothing_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("a letter") << QStringLiteral("hello") << QStringLiteral("not a piece of a drawing");
    QTest::newRow("broken") << QStringLiteral("{\"roofrack_drawing\": 1, \"elements\": [{]}")
                            << QStringLiteral("line:1");
    QTest::newRow("newer") << QStringLiteral("{\"roofrack_drawing\": 99, \"elements\": []}")
                           << QStringLiteral("update Roofrack");
    QTest::newRow("unknown part")
        << QStringLiteral("{\"roofrack_drawing\": 1, \"elements\": [{\"id\": \"a\", \"kind\": \"server\", "
                          "\"part\": \"dgx-h10\"}]}")
        << QStringLiteral("dgx-h100");
}

void TestClipboard::junk_says_why_and_changes_nothing() {
    QFETCH(QString, text);
    QFETCH(QString, says);
    put(text);
    m_document->selection().set_one("rack-a");
    QSignalSpy messages(m_canvas.get(), &Canvas::message);
    QTest::keyClick(m_canvas.get(), Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(messages.count(), 1);
    const QString said = messages[0][0].toString();
    QVERIFY2(said.contains(says), qPrintable(said));
    QCOMPARE(m_document->project(), two_racks());
    QCOMPARE(m_document->undo_stack().count(), 0);
    QCOMPARE(m_document->selection().primary(), std::string("rack-a"));
}

QTEST_MAIN(TestClipboard)
#include "test_clipboard.moc"
