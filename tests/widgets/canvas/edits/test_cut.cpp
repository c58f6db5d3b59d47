// SPDX-License-Identifier: GPL-3.0-or-later
// What is cut and pasted is moved: it stays bought, owned or sold.
#include "core/base/catalog/catalog.h"
#include "core/drawing/bill/procurement.h"
#include "tests/support/random_edits.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/canvas/view/canvas_clipboard.h"
#include "widgets/editor/commands/add_items.h"
#include "widgets/editor/document.h"

#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

class TestCut : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void what_is_cut_stays_what_it_was_data();
    void what_is_cut_stays_what_it_was();
    void what_is_cut_is_moved_once();
    void a_scenario_that_has_it_gets_a_copy();

private:
    void cut(const std::string& id) {
        m_document->selection().set_one(id);
        m_canvas->clipboard().cut();
    }
    /// The id of what came into the container.
    std::string paste_into(const std::string& id) {
        m_document->selection().set_one(id);
        m_canvas->clipboard().paste();
        return m_document->selection().primary();
    }
    Procurement procurement_of(const std::string& id) const {
        const Cluster& cluster = m_document->cluster();
        const Element* const found = cluster.find(id);
        return found ? procurements_of(cluster)[static_cast<size_t>(found - cluster.elements.data())]
                     : Procurement::inherited;
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<Canvas> m_canvas;
};

/// Two racks on a site, and an empty site beside it.
static Project two_sites(Procurement first, Procurement second) {
    Project project = two_racks();
    Cluster& cluster = project.scenarios.front().cluster;
    cluster.elements.push_back(element("site-2", ElementKind::site, "", {2000, 200}));
    cluster.find("site")->procurement = first;
    cluster.find("site-2")->procurement = second;
    return project;
}

void TestCut::init() {
    m_canvas.reset();
    m_document = std::make_unique<Document>(Catalog::built_in());
    m_canvas = std::make_unique<Canvas>(*m_document);
    m_canvas->resize(900, 700);
    m_canvas->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_canvas.get()));
    QCursor::setPos(3000, 3000); // not over the drawing
}

void TestCut::what_is_cut_stays_what_it_was_data() {
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("into");
    const auto row = [](const char* name, Procurement from, Procurement into) {
        QTest::newRow(name) << static_cast<int>(from) << static_cast<int>(into);
    };
    row("owned, into a site to be bought", Procurement::owned, Procurement::buy);
    row("owned, into a site that says nothing", Procurement::owned, Procurement::inherited);
    row("bought, into a site that is there", Procurement::inherited, Procurement::owned);
    row("sold, into a site that is there", Procurement::sell, Procurement::owned);
}

/// As a drag between the same two sites would have it: what it inherited is written on it.
void TestCut::what_is_cut_stays_what_it_was() {
    QFETCH(int, from);
    QFETCH(int, into);
    const Project project = two_sites(static_cast<Procurement>(from), static_cast<Procurement>(into));
    m_document->set_project(project);
    const Procurement was = procurement_of("rack-a");
    cut("rack-a");
    QCOMPARE(paste_into("site-2"), std::string("rack-a"));
    QCOMPARE(m_document->cluster().find("rack-a")->parent, std::string("site-2"));
    QVERIFY(procurement_of("rack-a") == was);
    QVERIFY(procurement_of("dgx-a") == was);
    QVERIFY(m_document->cluster().find("dgx-a")->procurement == Procurement::inherited); // as its rack
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Paste Rack rack-a into Site site-2"));
    // The next one is a copy.
    QCOMPARE(paste_into("site-2"), std::string("rack-a-2"));
    QVERIFY(procurement_of("rack-a-2") == Procurement::buy);
    QVERIFY(procurement_of("dgx-a-2") == Procurement::buy);
    QVERIFY(procurement_of("rack-a") == was);
    for (int i = 0; i < 3; ++i) m_document->undo();
    QCOMPARE(m_document->project(), project);
    // Among what is alike nothing is written.
    cut("rack-a");
    QCOMPARE(paste_into("site"), std::string("rack-a"));
    QVERIFY(m_document->cluster().find("rack-a")->procurement == Procurement::inherited);
    QVERIFY(procurement_of("rack-a") == was);
}

void TestCut::what_is_cut_is_moved_once() {
    const Project project = two_sites(Procurement::owned, Procurement::buy);
    m_document->set_project(project);
    // A paste that is undone moved nothing: the next one does.
    cut("rack-a");
    paste_into("site-2");
    m_document->undo();
    QVERIFY(procurement_of(paste_into("site-2")) == Procurement::owned);
    m_document->undo();
    // Something else that has its id by now is not it.
    m_document->perform<AddItems>(std::vector{element("rack-a", ElementKind::rack, "site-2", {2200, 200})},
                                  std::vector<Link>{}, QStringLiteral("Add a rack"));
    QCOMPARE(paste_into("site-2"), std::string("rack-a-2"));
    QVERIFY(procurement_of("rack-a-2") == Procurement::owned);
    QVERIFY(procurement_of("rack-a") == Procurement::buy);
    QCOMPARE(paste_into("site-2"), std::string("rack-a-3"));
    QVERIFY(procurement_of("rack-a-3") == Procurement::buy);
    // A cut that is undone leaves the original where it is, and a paste copies it.
    m_document->go_to_step(0);
    QCOMPARE(m_document->project(), project);
    QVERIFY(procurement_of(paste_into("site-2")) == Procurement::buy);
    QVERIFY(procurement_of("rack-a") == Procurement::owned);
    QCOMPARE(m_document->undo_stack().undoText(),
             QStringLiteral("Paste Rack rack-a into Site site-2, to buy"));
}

/// A scenario made from another one has the same things under the same ids.
void TestCut::a_scenario_that_has_it_gets_a_copy() {
    Project project = two_sites(Procurement::owned, Procurement::buy);
    project.scenarios.push_back(project.scenarios.front());
    project.scenarios.back().name = "Other";
    project.scenarios.push_back(project.scenarios.back());
    project.scenarios.back().name = "Without";
    Cluster& without = project.scenarios.back().cluster;
    std::erase_if(without.elements,
                  [](const Element& each) { return each.id == "rack-a" || each.id == "dgx-a"; });
    std::erase_if(without.links, [](const Link& each) { return each.from == "dgx-a"; });
    m_document->set_project(project);
    cut("rack-a");
    m_document->set_scenario_index(1);
    QVERIFY(procurement_of(paste_into("site-2")) == Procurement::buy);
    m_document->undo();
    m_document->set_scenario_index(2);
    QVERIFY(procurement_of(paste_into("site-2")) == Procurement::owned);
}

QTEST_MAIN(TestCut)
#include "test_cut.moc"
