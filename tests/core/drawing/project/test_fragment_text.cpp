// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/fragment_text.h"
#include "core/drawing/project/project_file.h"

#include <QTest>

using namespace roofrack;

namespace {

Cluster rack_and_leaf() {
    Cluster piece;
    Element rack;
    rack.id = "rack";
    rack.kind = ElementKind::rack;
    rack.name = "Rack \"A\" – north";
    rack.count = 32;
    rack.power_limit = Watts(40000);
    rack.position = {16, 240};
    Element server;
    server.id = "dgx";
    server.kind = ElementKind::server;
    server.parent = "rack";
    server.part.id = "dgx-h100";
    Element leaf;
    leaf.id = "leaf";
    leaf.kind = ElementKind::switch_;
    leaf.position = {16, 16};
    piece.elements = {rack, server, leaf};
    Link link;
    link.id = "up";
    link.from = "dgx";
    link.to = "leaf";
    link.pattern = LinkPattern::rail;
    link.count = 8;
    piece.links = {link};
    return piece;
}

} // namespace

class TestFragmentText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_piece_comes_back_as_it_was();
    void a_project_pastes_its_drawing();
    void what_is_wrong_is_said_data();
    void what_is_wrong_is_said();
};

void TestFragmentText::a_piece_comes_back_as_it_was() {
    const std::string text = fragment_text(rack_and_leaf(), Catalog::built_in());
    const auto read = parse_fragment(text, Catalog::built_in());
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QCOMPARE(*read, rack_and_leaf());
    QCOMPARE(fragment_text(*read, Catalog::built_in()), text);
    QVERIFY(text.starts_with("{\n  \"roofrack_drawing\": 1,"));
}

void TestFragmentText::a_project_pastes_its_drawing() {
    Project project;
    project.name = "Two halls";
    project.scenarios.emplace_back().name = "Base";
    project.scenarios[0].cluster = rack_and_leaf();
    const auto read = parse_fragment(project_text(project, Catalog::built_in()), Catalog::built_in());
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QCOMPARE(*read, rack_and_leaf());
}

void TestFragmentText::what_is_wrong_is_said_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("nothing") << QByteArray("  \n") << QByteArray("nothing was copied");
    QTest::newRow("a letter") << QByteArray("Dear colleague, …") << QByteArray("is text, not a piece");
    QTest::newRow("a list") << QByteArray("[1, 2]") << QByteArray("is text, not a piece");
    QTest::newRow("foreign JSON") << QByteArray("{\"name\": \"x\"}") << QByteArray("no piece of a drawing");
    QTest::newRow("cut off") << QByteArray("{\"roofrack_drawing\": 1, \"elements\": [")
                             << QByteArray("line:1:");
    QTest::newRow("newer") << QByteArray("{\"roofrack_drawing\": 2, \"elements\": []}")
                           << QByteArray("newer Roofrack");
    QTest::newRow("no number") << QByteArray("{\"roofrack_drawing\": \"x\"}") << QByteArray("newer Roofrack");
    QTest::newRow("empty") << QByteArray("{\"roofrack_drawing\": 1}") << QByteArray("empty");
    QTest::newRow("elements are a word")
        << QByteArray("{\"roofrack_drawing\": 1, \"elements\": \"no\"}") << QByteArray("/elements");
    QTest::newRow("unknown kind")
        << QByteArray("{\"roofrack_drawing\": 1, \"elements\": [{\"id\": \"a\", \"kind\": \"sofa\"}]}")
        << QByteArray("/elements/0/kind");
    QTest::newRow("a circle")
        << QByteArray("{\"roofrack_drawing\": 1, \"elements\": [{\"id\": \"a\", \"kind\": \"room\", "
                      "\"in\": \"b\"}, {\"id\": \"b\", \"kind\": \"room\", \"in\": \"a\"}]}")
        << QByteArray("itself");
    QTest::newRow("a link to nothing")
        << QByteArray("{\"roofrack_drawing\": 1, \"elements\": [{\"id\": \"a\", \"kind\": \"switch\"}], "
                      "\"links\": [{\"from\": \"a\", \"to\": \"b\"}]}")
        << QByteArray("/links/0");
}

void TestFragmentText::what_is_wrong_is_said() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, says);
    const auto read =
        parse_fragment({text.constData(), static_cast<size_t>(text.size())}, Catalog::built_in());
    QVERIFY(!read);
    const std::string said = read.error().text();
    QVERIFY2(said.find(says.toStdString()) != std::string::npos, said.c_str());
    QVERIFY2(said.find("/scenarios") == std::string::npos, said.c_str());
}

QTEST_APPLESS_MAIN(TestFragmentText)
#include "test_fragment_text.moc"
