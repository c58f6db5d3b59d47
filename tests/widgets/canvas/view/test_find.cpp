// SPDX-License-Identifier: GPL-3.0-or-later
// Find in the drawing, and items and parts in the command search.
#include "app/gui/commands/search_entries.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/random_edits.h"
#include "widgets/canvas/diagram/reading_order.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/canvas/view/find_bar.h"
#include "widgets/editor/document.h"
#include "widgets/editor/find_items.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

namespace {

void show(const QImage& image, const QString& name) {
    const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES");
    if (!folder.isEmpty()) image.save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
}

/// Without figures, which would be found too.
std::string rack_id(int i) {
    return {'r', '-', static_cast<char>('a' + i / 10), static_cast<char>('a' + i % 10)};
}

/// 40 racks in rows of ten, with servers; a leaf above; a link.
Project row_of_racks() {
    Project project;
    Cluster& cluster = project.scenarios.emplace_back().cluster;
    for (int i = 0; i < 40; ++i) {
        const int line = i / 10, column = i % 10;
        Element rack = element(rack_id(i), ElementKind::rack, {}, {160.0 * column, 200 + 280.0 * line});
        rack.name = "Rack " + std::to_string(i + 1);
        cluster.elements.push_back(rack);
        Element server = element("s" + std::to_string(i), ElementKind::server, rack.id);
        server.name = "Node";
        server.part.id = i % 2 ? "dgx-a100" : "dgx-h100";
        cluster.elements.push_back(server);
    }
    Element leaf = element("leaf", ElementKind::switch_, {}, {600, 8});
    leaf.name = "Leaf";
    cluster.elements.push_back(leaf);
    cluster.links = {link("up", "s0", "leaf")};
    return project;
}

} // namespace

class TestFind : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void every_word_must_occur();
    void enter_walks_in_reading_order();
    void escape_closes_and_the_count_follows_edits();
    void all_hits_can_be_selected();
    void the_command_search_goes_to_items_and_places_parts();

private:
    std::vector<std::string> find(const char* text) const {
        return find_items(m_document->cluster(), m_document->catalog(), QString::fromUtf8(text));
    }
    QString count() const {
        for (const QLabel* label : m_bar->findChildren<QLabel*>())
            if (!label->text().isEmpty()) return label->text();
        return {};
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<Canvas> m_canvas;
    FindBar* m_bar = nullptr;
};

void TestFind::init() {
    m_canvas.reset();
    m_document = std::make_unique<Document>(Catalog::built_in());
    m_document->set_project(row_of_racks());
    m_canvas = std::make_unique<Canvas>(*m_document);
    m_canvas->resize(900, 700);
    m_canvas->show();
    m_bar = new FindBar(*m_canvas);
    m_canvas->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_canvas.get()));
}

void TestFind::every_word_must_occur() {
    QCOMPARE(find("leaf"), (std::vector<std::string>{"leaf", "up"})); // the switch and its link
    QCOMPARE(find("switch"), (std::vector<std::string>{"leaf"}));
    QCOMPARE(find("RACK 17"), (std::vector<std::string>{rack_id(16)}));
    QCOMPARE(find("dgx a100").size(), size_t(20)); // by the part's name
    QCOMPARE(find("dgx-h100").size(), size_t(20)); // by its id
    QCOMPARE(find("s39"), (std::vector<std::string>{"s39"}));
    QVERIFY(find("sofa").empty());
    QVERIFY(find("   ").empty());
}

void TestFind::enter_walks_in_reading_order() {
    m_bar->open();
    auto* field = m_bar->findChild<QLineEdit*>();
    QTRY_VERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("rack 2"));
    // Rack 2, Rack 12, Rack 20 … Rack 29, Rack 32; the first at once.
    QCOMPARE(m_document->selection().primary(), rack_id(1));
    QCOMPARE(count(), QStringLiteral("1 of 13"));
    const auto seen = [&] {
        const DrawnElement* hit = m_canvas->drawing().find(m_document->selection().primary());
        const QRectF area = m_canvas->viewportTransform().mapRect(hit->rect);
        return QRectF(m_canvas->viewport()->rect()).contains(area) &&
               !area.intersects(QRectF(m_bar->geometry())); // the bar does not cover what it found
    };
    QVERIFY(seen());
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(m_document->selection().primary(), rack_id(11)); // the next row
    show(m_canvas->grab().toImage(), QStringLiteral("find-bar"));
    QVERIFY(seen());
    QVERIFY(m_canvas->zoom() >= 0.59);
    // What is seen and read is shown where it stands.
    const QTransform before = m_canvas->viewportTransform();
    QVERIFY(!m_canvas->go_to(rack_id(11)));
    QCOMPARE(m_canvas->viewportTransform(), before);
    QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(count(), QStringLiteral("13 of 13")); // around the beginning
    QVERIFY(seen());
    QCOMPARE(m_document->undo_stack().count(), 0);
}

void TestFind::escape_closes_and_the_count_follows_edits() {
    m_bar->open();
    auto* field = m_bar->findChild<QLineEdit*>();
    QTest::keyClicks(field, QStringLiteral("leaf"));
    QCOMPARE(count(), QStringLiteral("1 of 2"));
    m_document->perform<RemoveItems>(std::vector<std::string>{"leaf"});
    QCOMPARE(count(), QStringLiteral("nothing found"));
    m_document->undo();
    QCOMPARE(count(), QStringLiteral("2 found"));
    QVERIFY(m_canvas->rect().contains(m_bar->geometry()));
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!m_bar->isVisible());
    QTRY_VERIFY(m_canvas->hasFocus());
}

void TestFind::all_hits_can_be_selected() {
    m_bar->open();
    QTest::keyClicks(m_bar->findChild<QLineEdit*>(), QStringLiteral("a100"));
    for (QAbstractButton* button : m_bar->findChildren<QAbstractButton*>())
        if (button->text() == QStringLiteral("All")) QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(m_document->selection().ids().size(), size_t(20));
}

void TestFind::the_command_search_goes_to_items_and_places_parts() {
    const auto entries = drawing_entries(*m_canvas, QStringLiteral("go to rack 17"));
    QVERIFY(!entries.empty());
    QCOMPARE(entries[0].text, QStringLiteral("Go to Rack 17"));
    entries[0].run();
    QCOMPARE(m_document->selection().primary(), rack_id(16));
    const auto parts = drawing_entries(*m_canvas, QStringLiteral("place dgx h100"));
    const auto placed = std::find_if(parts.begin(), parts.end(), [](const CommandSearch::Entry& entry) {
        return entry.text == QStringLiteral("Place DGX H100");
    });
    QVERIFY(placed != parts.end());
    placed->run(); // into the selected rack
    QCOMPARE(m_document->cluster().find(m_document->selection().primary())->parent, rack_id(16));
    QVERIFY(drawing_entries(*m_canvas, QStringLiteral("r")).empty()); // one letter says nothing
    QVERIFY(drawing_entries(*m_canvas, QStringLiteral("rack")).size() <= 40);
}

QTEST_MAIN(TestFind)
#include "test_find.moc"
