// SPDX-License-Identifier: GPL-3.0-or-later
// Automatic layout: nothing overlaps, and what was placed by hand stays.
#include "core/base/catalog/catalog.h"
#include "core/base/constants/embedded.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/random_edits.h"
#include "widgets/canvas/edits/lay_out.h"
#include "widgets/editor/document.h"

#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

namespace {

Element at(std::string id, ElementKind kind, std::string parent, Position position) {
    return element(std::move(id), kind, std::move(parent), position);
}

/// Two rows of racks in a room, leafs, a feed and cooling; some have no place, one stands on another.
Project half_placed() {
    Project project;
    Cluster& cluster = project.scenarios.emplace_back().cluster;
    cluster.elements = {
        at("room", ElementKind::room, {}, {}),
        at("row", ElementKind::row, "room", {}),
        at("r1", ElementKind::rack, "row", {64, 400}),
        at("r2", ElementKind::rack, "row", {240, 400}),
        at("on-r2", ElementKind::rack, "row", {260, 420}),
        at("r3", ElementKind::rack, "row", {}),
        at("leaf", ElementKind::switch_, "room", {64, 240}),
        at("spine", ElementKind::switch_, "room", {}),
        at("feed", ElementKind::feed, "room", {}),
        at("crah", ElementKind::cooling, "room", {}),
        at("store", ElementKind::storage, "room", {}),
        at("lone", ElementKind::server, {}, {}),
        at("note", ElementKind::note, "room", {80, 250}), // on the leaf, which notes may
        at("dgx", ElementKind::server, "r1", {}),
    };
    cluster.links = {link("dl", "dgx", "leaf"), link("ls", "leaf", "spine")};
    return project;
}

/// Names of two things of which one covers the other; empty when there are none.
QString overlap(const Diagram& drawing, const Cluster& cluster) {
    const auto inside = [&](const DrawnElement& a, const DrawnElement& b) {
        for (const Element* up = cluster.find(a.id); up; up = cluster.find(up->parent))
            if (up->parent == b.id) return true;
        return false;
    };
    const auto& all = drawing.elements();
    for (size_t i = 0; i < all.size(); ++i)
        for (size_t j = i + 1; j < all.size(); ++j) {
            if (all[i].kind == ElementKind::note || all[j].kind == ElementKind::note) continue;
            if (!all[i].rect.intersects(all[j].rect) || inside(all[i], all[j]) || inside(all[j], all[i]))
                continue;
            return QString::fromStdString(all[i].id + " and " + all[j].id);
        }
    return {};
}

} // namespace

class TestLayOut : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void only_what_is_loose_is_placed();
    void the_selected_ones_alone_are_laid_out();
    void everything_anew_has_rows_and_tiers();
    void a_pasted_room_without_places_is_laid_out_inside();
    void samples_do_not_overlap();
    void a_container_wraps_its_contents_again();

private:
    Diagram drawing() const { return Diagram::make(m_document->cluster(), m_document->catalog()); }
    QPointF corner(const char* id) const { return drawing().find(id)->rect.topLeft(); }

    std::unique_ptr<Document> m_document;
};

void TestLayOut::init() {
    m_document = std::make_unique<Document>(Catalog::built_in());
    m_document->set_project(half_placed());
}

void TestLayOut::only_what_is_loose_is_placed() {
    const auto loose = loose_items(m_document->cluster(), m_document->catalog(), drawing());
    QCOMPARE(std::set<std::string>(loose.begin(), loose.end()),
             (std::set<std::string>{"on-r2", "r3", "spine", "feed", "crah", "store", "lone"}));
    QCOMPARE(lay_out_loose(*m_document, drawing()), 7);
    QCOMPARE(m_document->undo_stack().count(), 1);
    QCOMPARE(corner("r1"), QPointF(64, 400));
    QCOMPARE(corner("r2"), QPointF(240, 400));
    QCOMPARE(corner("leaf"), QPointF(64, 240));
    QCOMPARE(corner("note"), QPointF(80, 250));
    QCOMPARE(overlap(drawing(), m_document->cluster()), QString());
    QCOMPARE(lay_out_loose(*m_document, drawing()), 0); // nothing is left to do
    QCOMPARE(m_document->undo_stack().count(), 1);
    m_document->undo();
    QCOMPARE(m_document->project(), half_placed());
}

void TestLayOut::the_selected_ones_alone_are_laid_out() {
    lay_out_loose(*m_document, drawing());
    std::map<std::string, QPointF> before;
    const Diagram was = drawing();
    for (const DrawnElement& element : was.elements()) before[element.id] = element.rect.topLeft();
    lay_out_items(*m_document, was, {"r1", "r2", "r3"});
    for (const char* id : {"leaf", "spine", "feed", "crah", "store", "lone", "note", "on-r2"})
        QCOMPARE(corner(id), before[id]);
    QCOMPARE(corner("r1").y(), corner("r2").y());
    QCOMPARE(corner("r2").y(), corner("r3").y());
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Lay out 3 racks"));
    QCOMPARE(overlap(drawing(), m_document->cluster()), QString());
}

void TestLayOut::everything_anew_has_rows_and_tiers() {
    lay_out(*m_document);
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Lay out everything anew"));
    QCOMPARE(overlap(drawing(), m_document->cluster()), QString());
    QVERIFY(corner("spine").y() < corner("leaf").y());
    QVERIFY(corner("leaf").y() < corner("r1").y());
    QVERIFY(corner("feed").x() > corner("r3").x()); // at the side
    QVERIFY(corner("crah").x() > corner("r3").x());
    for (const char* rack : {"r2", "on-r2", "r3"}) QCOMPARE(corner(rack).y(), corner("r1").y());
    m_document->undo();
    QCOMPARE(m_document->project(), half_placed());
}

void TestLayOut::a_pasted_room_without_places_is_laid_out_inside() {
    lay_out_loose(*m_document, drawing());
    std::vector<Element> added = {element("hall", ElementKind::room)};
    for (int i = 0; i < 6; ++i) added.push_back(element("h" + std::to_string(i), ElementKind::rack, "hall"));
    m_document->perform<AddItems>(added);
    lay_out_loose(*m_document, drawing());
    QCOMPARE(overlap(drawing(), m_document->cluster()), QString());
    for (int i = 0; i < 6; ++i)
        QVERIFY(drawing().find("hall")->rect.contains(drawing().find("h" + std::to_string(i))->rect));
    QCOMPARE(corner("r1"), QPointF(64, 400));
}

void TestLayOut::samples_do_not_overlap() {
    int samples = 0;
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.path.starts_with("samples/")) continue;
        const auto read = parse_project(file.contents, Catalog::built_in());
        if (!read) continue;
        ++samples;
        m_document->set_project(read->project);
        lay_out(*m_document);
        const QString found = overlap(drawing(), m_document->cluster());
        QVERIFY2(found.isEmpty(), qPrintable(QString::fromStdString(std::string(file.path)) + ": " + found));
    }
    QVERIFY(samples > 5);
}

void TestLayOut::a_container_wraps_its_contents_again() {
    Element room = *m_document->cluster().find("room");
    room.size = Position{2000, 2000};
    m_document->perform<SetElements>(room, QStringLiteral("size"));
    QCOMPARE(drawing().find("room")->rect.width(), 2000.0);
    fit_to_contents(*m_document, {"room", "r1"});
    QVERIFY(drawing().find("room")->rect.width() < 1000);
    QCOMPARE(m_document->undo_stack().undoText(), QStringLiteral("Fit Room room to contents"));
}

QTEST_MAIN(TestLayOut)
#include "test_lay_out.moc"
