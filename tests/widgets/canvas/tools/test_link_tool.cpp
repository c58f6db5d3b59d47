// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "tests/support/connect_items.h"
#include "tests/support/newer_project.h"
#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/text/drawing_text.h"
#include "widgets/canvas/tools/link_chooser.h"
#include "widgets/canvas/tools/link_layer.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/canvas/view/zoom_bar.h"
#include "widgets/editor/document.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/quantity_edit.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

using namespace roofrack;
using namespace roofrack::test;

namespace {

Element element(const char* id, ElementKind kind, const char* name, const char* part, Position at,
                int count = 1, const char* parent = "") {
    Element made;
    made.id = id;
    made.kind = kind;
    made.name = name;
    made.part.id = part;
    made.parent = parent;
    made.count = count;
    made.position = at;
    return made;
}

/// 4 racks of 4 DGX H100, 2 leafs, 2 spines, feeds and a CRAH, placed; nothing is linked.
Project unlinked() {
    Project project;
    Scenario& base = project.scenarios.emplace_back();
    base.name = "Base";
    base.cluster.elements = {
        element("spine", ElementKind::switch_, "Spine", "qm9700", {208, 0}, 2),
        element("leaf", ElementKind::switch_, "Leaf", "qm9700", {208, 112}, 2),
        element("rack", ElementKind::rack, "Rack", "rack-48u", {208, 240}, 4),
        element("dgx", ElementKind::server, "DGX", "dgx-h100", {}, 4, "rack"),
        element("feed", ElementKind::feed, "Feed", "feed-415v-60a", {480, 240}, 12),
        element("crah", ElementKind::cooling, "CRAH", "crah-120kw", {480, 320}, 2),
    };
    return project;
}

/// Pictures for the eye go where ROOFRACK_PICTURES names a folder.
void show(QWidget& widget, const QString& name) {
    const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES");
    if (!folder.isEmpty()) widget.grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
}

} // namespace

class TestLinkTool : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void a_port_shows_under_the_pointer();
    void a_drag_from_a_port_links();
    void a_click_on_a_port_selects_its_item();
    void the_tool_offers_what_is_legal();
    void enter_takes_the_natural_one();
    void escape_leaves_it();
    void a_click_elsewhere_takes_it();
    void the_menu_changes_pattern_and_count();
    void the_menu_follows_the_typing();
    void an_illegal_end_says_why();
    void power_needs_no_menu();
    void a_link_to_itself();
    void two_selected_are_linked_by_key();
    void the_path_of_two_selected_is_lit();
    void a_hovered_link_is_lit();
    void oversubscription_stands_at_the_switch();
    void a_read_only_project_has_no_ports();
    void a_drag_of_an_item_still_moves_it();

private:
    QPoint at(const char* id);
    QPoint port(const char* id, bool below = false);
    void move(const QPoint& point, Qt::MouseButtons buttons = Qt::NoButton);
    void drag(const QPoint& from, const QPoint& to);
    const std::vector<Link>& links() { return m_document->cluster().links; }
    LinkChooser* chooser() {
        for (auto* chooser : m_canvas->findChildren<LinkChooser*>())
            if (!chooser->isHidden()) return chooser;
        return nullptr;
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<Canvas> m_canvas;
};

void TestLinkTool::initTestCase() {
    Theme::apply(*qApp, qEnvironmentVariableIsSet("ROOFRACK_DARK") ? Theme::dark() : Theme::light());
}

void TestLinkTool::init() {
    m_document = std::make_unique<Document>(Catalog::built_in());
    m_document->set_project(unlinked());
    m_canvas = std::make_unique<Canvas>(*m_document);
    m_canvas->shown().set_theme(qEnvironmentVariableIsSet("ROOFRACK_DARK") ? Theme::dark() : Theme::light());
    m_canvas->resize(900, 640);
    m_canvas->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_canvas.get()));
    m_canvas->camera().fit();
}

void TestLinkTool::cleanup() {
    m_canvas.reset();
    m_document.reset();
}

QPoint TestLinkTool::at(const char* id) {
    return m_canvas->mapFromScene(m_canvas->drawing().find(id)->rect.center());
}

QPoint TestLinkTool::port(const char* id, bool below) {
    const QRectF box = m_canvas->drawing().find(id)->rect;
    return m_canvas->mapFromScene(QPointF(box.center().x(), below ? box.bottom() : box.top()));
}

void TestLinkTool::move(const QPoint& point, Qt::MouseButtons buttons) {
    QMouseEvent event(QEvent::MouseMove, point, m_canvas->viewport()->mapToGlobal(point), Qt::NoButton,
                      buttons, Qt::NoModifier);
    QCoreApplication::sendEvent(m_canvas->viewport(), &event);
}

void TestLinkTool::drag(const QPoint& from, const QPoint& to) {
    move(from);
    QTest::mousePress(m_canvas->viewport(), Qt::LeftButton, {}, from);
    move((from + to) / 2, Qt::LeftButton);
    move(to, Qt::LeftButton);
    QTest::mouseRelease(m_canvas->viewport(), Qt::LeftButton, {}, to);
}

void TestLinkTool::a_port_shows_under_the_pointer() {
    LinkLayer& layer = LinkLayer::of(*m_canvas);
    QVERIFY(layer.dots().empty());
    move(at("leaf"));
    QCOMPARE(layer.dots().size(), size_t(2)); // above and below
    QCOMPARE(layer.dots()[0].label, QStringLiteral("0 of 64 ports"));
    QVERIFY(!layer.dots()[0].full);
    show(*m_canvas, QStringLiteral("ports-of-a-switch"));
    move(at("rack"));
    QCOMPARE(layer.dots()[0].element, std::string("dgx")); // its servers' NICs
    QCOMPARE(layer.dots()[0].label, QStringLiteral("0 of 8 NICs"));
    QVERIFY(layer.port_at(m_canvas->mapToScene(port("rack"))));
    // Half of a dot stands outside its item.
    move(port("rack") - QPoint(0, 4));
    QVERIFY(layer.port_at(m_canvas->mapToScene(port("rack") - QPoint(0, 4))));
    show(*m_canvas, QStringLiteral("ports-of-a-rack"));
    move({5, 5});
    QVERIFY(layer.dots().empty());
}

void TestLinkTool::a_drag_from_a_port_links() {
    move(at("rack"));
    drag(port("rack"), at("leaf")); // with the select tool
    QVERIFY(chooser());
    QVERIFY(links().empty());
    show(*m_canvas, QStringLiteral("link-menu"));
    QTest::keyClick(chooser(), Qt::Key_Return);
    QCOMPARE(links().size(), size_t(1));
    QCOMPARE(links()[0].from, std::string("dgx"));
    QCOMPARE(links()[0].to, std::string("leaf"));
    QCOMPARE(links()[0].count, 8);
    QCOMPARE(m_document->undo_stack().count(), 1);
    QCOMPARE(m_document->selection().primary(), links()[0].id);
    m_document->undo();
    QVERIFY(links().empty());
}

/// Ports cover much of a small item.
void TestLinkTool::a_click_on_a_port_selects_its_item() {
    Selection& selection = m_document->selection();
    for (const char* id : {"rack", "leaf"}) {
        selection.clear();
        move(at(id));
        QVERIFY(LinkLayer::of(*m_canvas).port_at(m_canvas->mapToScene(port(id))));
        QTest::mouseClick(m_canvas->viewport(), Qt::LeftButton, {}, port(id));
        QCOMPARE(selection.ids(), std::vector<std::string>{id});
    }
    move(at("rack"));
    QTest::mouseClick(m_canvas->viewport(), Qt::LeftButton, Qt::ShiftModifier, port("rack"));
    QCOMPARE(selection.ids().size(), size_t(2));
    QVERIFY(!chooser() && links().empty());
}

void TestLinkTool::the_tool_offers_what_is_legal() {
    m_canvas->use_link_tool();
    move(at("rack"));
    QTest::mousePress(m_canvas->viewport(), Qt::LeftButton, {}, at("rack"));
    move(at("feed") + QPoint(0, 60), Qt::LeftButton);
    show(*m_canvas, QStringLiteral("link-targets"));
    move(at("leaf"), Qt::LeftButton);
    QTest::mouseRelease(m_canvas->viewport(), Qt::LeftButton, {}, at("leaf"));
    QVERIFY(chooser());
    // Two leafs 8 NICs: to one of them, or 4 to each. Nothing slower than the drawn distance is offered.
    const auto boxes = chooser()->findChildren<ChoiceEdit*>();
    QCOMPARE(boxes.size(), 2);
    QCOMPARE(boxes[0]->currentText(), QStringLiteral("Each to one"));
    QVERIFY(boxes[0]->findText(QStringLiteral("Mesh")) >= 0);
    QVERIFY(boxes[1]->findData(QStringLiteral("aoc-400g")) > 0);
    QVERIFY(boxes[1]->findData(QStringLiteral("aoc-200g")) > 0);
    QVERIFY(boxes[1]->itemText(boxes[1]->findData(QStringLiteral("aoc-200g"))).contains("too slow"));
    QCOMPARE(boxes[1]->findData(QStringLiteral("dac-800g")), -1); // 2 m do not leave the rack
    // What is too slow is grey and may be chosen all the same.
    const auto ink = [&](const char* cable) {
        return boxes[1]->itemData(boxes[1]->findData(QLatin1String(cable)), Qt::ForegroundRole);
    };
    QVERIFY(ink("aoc-200g").isValid() && !ink("aoc-400g").isValid());
    QVERIFY(boxes[1]->model()->index(boxes[1]->findData(QStringLiteral("aoc-200g")), 0).flags() &
            Qt::ItemIsEnabled);
    // The menu stands over everything in the corner of the canvas.
    const auto siblings = m_canvas->children();
    QVERIFY(siblings.indexOf(chooser()) > siblings.indexOf(m_canvas->findChild<ZoomBar*>()));
}

void TestLinkTool::enter_takes_the_natural_one() {
    m_canvas->use_link_tool();
    drag(at("leaf"), at("rack"));
    QTest::keyClick(m_canvas.get(), Qt::Key_Return); // wherever the focus is
    QCOMPARE(links().size(), size_t(1));
    drag(at("spine"), at("leaf"));
    QVERIFY(chooser());
    QTest::keyClick(chooser(), Qt::Key_Return);
    QCOMPARE(links().size(), size_t(2));
    QCOMPARE(links()[1].from, std::string("leaf"));
    QCOMPARE(links()[1].pattern, LinkPattern::mesh);
    // All 64 ports of a leaf lead down: the one that is left to a spine is one too many, and said so.
    QCOMPARE(links()[1].count, 1);
    m_document->undo();
    drag(at("spine"), at("leaf"));
    QVERIFY(chooser());
    bool warned = false;
    for (const QLabel* label : chooser()->findChildren<QLabel*>())
        if (label->property("state").toString() == QStringLiteral("warning"))
            warned = label->isVisible() && label->text().contains(QStringLiteral("of 64 ports at"));
    QVERIFY(warned);
}

void TestLinkTool::escape_leaves_it() {
    m_canvas->use_link_tool();
    drag(at("leaf"), at("rack"));
    QVERIFY(chooser());
    QTest::keyClick(chooser(), Qt::Key_Escape);
    QVERIFY(!chooser());
    QVERIFY(links().empty());
    QCOMPARE(m_document->undo_stack().count(), 0);
    // And while the button is down.
    QTest::mousePress(m_canvas->viewport(), Qt::LeftButton, {}, at("leaf"));
    move(at("rack"), Qt::LeftButton);
    QTest::keyClick(m_canvas.get(), Qt::Key_Escape);
    QTest::mouseRelease(m_canvas->viewport(), Qt::LeftButton, {}, at("rack"));
    QVERIFY(!chooser());
    QVERIFY(links().empty());
}

void TestLinkTool::a_click_elsewhere_takes_it() {
    m_canvas->use_link_tool();
    drag(at("leaf"), at("rack"));
    QTest::mouseClick(chooser(), Qt::LeftButton, {}, QPoint(4, 4)); // into the menu: nothing happens
    QVERIFY(chooser());
    QTest::mouseClick(m_canvas->viewport(), Qt::LeftButton, {}, QPoint(5, 5));
    QCOMPARE(links().size(), size_t(1));
    QVERIFY(!chooser());
}

void TestLinkTool::the_menu_changes_pattern_and_count() {
    m_canvas->use_link_tool();
    drag(at("leaf"), at("rack"));
    const auto boxes = chooser()->findChildren<ChoiceEdit*>();
    QTest::keyClick(boxes[0], Qt::Key_Down); // the next pattern: a mesh, four NICs to each leaf
    auto* count = chooser()->findChild<QuantityEdit*>();
    QCOMPARE(count->value(), std::optional(4.0));
    count->setFocus();
    count->selectAll();
    QTest::keyClicks(count, QStringLiteral("2"));
    QTest::keyClick(count, Qt::Key_Return); // takes what is typed
    QCOMPARE(links().size(), size_t(1));
    QCOMPARE(links()[0].pattern, LinkPattern::mesh);
    QCOMPARE(links()[0].count, 2);
    QCOMPARE(m_document->undo_stack().count(), 1);
}

void TestLinkTool::the_menu_follows_the_typing() {
    m_canvas->use_link_tool();
    drag(at("rack"), at("leaf"));
    const auto says = [&](const QString& text) {
        for (const QLabel* label : chooser()->findChildren<QLabel*>())
            if (label->isVisible() && label->text() == text) return true;
        return false;
    };
    QVERIFY(says(QStringLiteral("8 from each DGX to one Leaf")));
    auto* count = chooser()->findChild<QuantityEdit*>();
    count->setFocus();
    count->selectAll();
    QTest::keyClicks(count, QStringLiteral("12"));
    QVERIFY(says(QStringLiteral("12 from each DGX to one Leaf")));
    QCOMPARE(count->text(), QStringLiteral("12")); // the cursor stays where it is
    QTest::keyClicks(count, QStringLiteral("x"));
    QVERIFY(!count->error().isEmpty());
    QVERIFY(says(count->error()));
    show(*m_canvas, QStringLiteral("link-menu-fault"));
    QVERIFY(!says(QStringLiteral("12 from each DGX to one Leaf"))); // that is not what stands there
    QVERIFY(m_canvas->viewport()->rect().contains(chooser()->geometry()));
    // No link of another count than what stands there.
    QTest::keyClick(count, Qt::Key_Return);
    QTest::mouseClick(m_canvas->viewport(), Qt::LeftButton, {}, {5, 5});
    QVERIFY(chooser());
    QVERIFY(links().empty());
    // Another pattern has a count of its own, and the same one back too.
    const auto boxes = chooser()->findChildren<ChoiceEdit*>();
    QTest::keyClick(boxes[0], Qt::Key_Down);
    QVERIFY(count->error().isEmpty());
    QTest::keyClick(boxes[0], Qt::Key_Up);
    QCOMPARE(count->text(), QStringLiteral("8"));
    QTest::keyClick(boxes[0], Qt::Key_1); // a number is the count's
    QVERIFY(count->hasFocus());
    QTest::keyClicks(count, QStringLiteral("2"));
    QCOMPARE(count->text(), QStringLiteral("12"));
    QTest::keyClick(count, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(count->selectedText(), QStringLiteral("12"));
    QVERIFY(m_document->selection().ids().size() <= 1); // the keys are those of the field, not of the drawing
    QTest::keyClick(count, Qt::Key_End);
    QTest::keyClick(count, Qt::Key_Backspace);
    QVERIFY(says(QStringLiteral("1 from each DGX to one Leaf")));
    QTest::keyClick(count, Qt::Key_Return);
    QCOMPARE(links().size(), size_t(1));
    QCOMPARE(links()[0].count, 1);
}

void TestLinkTool::an_illegal_end_says_why() {
    m_canvas->use_link_tool();
    QSignalSpy messages(m_canvas.get(), &Canvas::message);
    QTest::mousePress(m_canvas->viewport(), Qt::LeftButton, {}, at("feed"));
    move(at("leaf"), Qt::LeftButton);
    show(*m_canvas, QStringLiteral("link-illegal"));
    QTest::mouseRelease(m_canvas->viewport(), Qt::LeftButton, {}, at("leaf"));
    QCOMPARE(messages.count(), 1);
    QCOMPARE(messages[0][0].toString(),
             QStringLiteral("A feed serves racks, rooms, servers and other feeds"));
    QVERIFY(!chooser());
    QVERIFY(links().empty());
    drag(at("feed"), {5, 5}); // onto nothing: nothing is said
    QCOMPARE(messages.count(), 1);
}

void TestLinkTool::power_needs_no_menu() {
    m_canvas->use_link_tool();
    drag(at("rack"), at("feed"));
    QVERIFY(!chooser());
    QCOMPARE(links().size(), size_t(1));
    QCOMPARE(links()[0].from, std::string("feed"));
    drag(at("crah"), at("rack"));
    QCOMPARE(links().size(), size_t(2));
    QCOMPARE(m_document->undo_stack().count(), 2);
}

void TestLinkTool::a_link_to_itself() {
    m_canvas->use_link_tool();
    QTest::mouseClick(m_canvas->viewport(), Qt::LeftButton, {}, at("leaf")); // no drag: no link
    QVERIFY(!chooser());
    QTest::mousePress(m_canvas->viewport(), Qt::LeftButton, {}, at("leaf"));
    move({20, 20}, Qt::LeftButton);
    move(at("leaf"), Qt::LeftButton); // out and back
    QTest::mouseRelease(m_canvas->viewport(), Qt::LeftButton, {}, at("leaf"));
    QVERIFY(chooser());
    QTest::keyClick(chooser(), Qt::Key_Return);
    QCOMPARE(links().size(), size_t(1));
    QCOMPARE(links()[0].from, links()[0].to);
    QCOMPARE(links()[0].pattern, LinkPattern::mesh);
}

void TestLinkTool::two_selected_are_linked_by_key() {
    m_document->selection().set({"leaf", "spine"});
    LinkLayer::of(*m_canvas).link_selected();
    QVERIFY(chooser());
    QTest::keyClick(chooser(), Qt::Key_Return);
    QCOMPARE(links().size(), size_t(1));
    QSignalSpy messages(m_canvas.get(), &Canvas::message);
    m_document->selection().set({"leaf", "feed"});
    LinkLayer::of(*m_canvas).link_selected();
    m_document->selection().clear();
    LinkLayer::of(*m_canvas).link_selected();
    QCOMPARE(messages.count(), 2);
    QVERIFY(!chooser());
}

void TestLinkTool::the_path_of_two_selected_is_lit() {
    connect_items(*m_document, "dgx", "leaf");
    connect_items(*m_document, "leaf", "spine");
    LinkLayer& layer = LinkLayer::of(*m_canvas);
    QVERIFY(!layer.path());
    m_document->selection().set({"rack", "spine"});
    QVERIFY(layer.path());
    QCOMPARE(layer.path()->links.size(), size_t(2));
    QCOMPARE(layer.path()->elements.size(), size_t(3));
    // One NIC's half of 1.3 µs and a QM9700's 230 ns.
    QCOMPARE(layer.path()->label, QStringLiteral("50 GB/s · 880 ns · 1 hop"));
    show(*m_canvas, QStringLiteral("path"));
    QVERIFY(layer.path()->details.contains(QStringLiteral("230 ns  Leaf")));
    // Eight NICs into a leaf, and the one cable from there to that spine.
    QVERIFY2(layer.path()->details.contains(QStringLiteral("one pair 50 GB/s")),
             qPrintable(layer.path()->details));
    m_document->selection().set({"rack", "feed"});
    QVERIFY(!layer.path());
    m_document->selection().set({"rack", "spine"});
    m_document->undo(); // the link is gone, and the way with it
    QVERIFY(!layer.path());
    m_document->selection().clear();
    QVERIFY(!layer.path());
}

void TestLinkTool::a_hovered_link_is_lit() {
    connect_items(*m_document, "dgx", "leaf");
    m_document->selection().clear();
    const QImage before = m_canvas->viewport()->grab().toImage();
    const DrawnLink* link = m_canvas->drawing().find_link(links()[0].id);
    QVERIFY(link);
    move(m_canvas->mapFromScene(link->path.pointAtPercent(0.3)));
    QVERIFY(m_canvas->viewport()->grab().toImage() != before);
    show(*m_canvas, QStringLiteral("hovered-link"));
}

void TestLinkTool::oversubscription_stands_at_the_switch() {
    const auto ratio = [&]() -> const SwitchRatio* {
        const DrawnElement* leaf = m_canvas->drawing().find("leaf");
        return leaf->ratios.empty() ? nullptr : &leaf->ratios.front();
    };
    connect_items(*m_document, "dgx", "leaf");
    QVERIFY(!ratio());                           // nothing leads up
    connect_items(*m_document, "leaf", "spine"); // 64 cables down, one to each of two spines
    QVERIFY(ratio());
    QCOMPARE(ratio()->text, QStringLiteral("32:1"));
    QVERIFY(ratio()->binds);
    const auto written = [&] {
        const auto text = DrawingText::make(m_canvas->drawing(), m_canvas->shown().overlay_style(),
                                            PainterStyle(Theme::light()), 1);
        return std::any_of(text.texts().begin(), text.texts().end(),
                           [](const DrawnText& each) { return each.text == QStringLiteral("32:1"); });
    };
    QVERIFY(written());
    m_document->selection().clear();
    show(*m_canvas, QStringLiteral("oversubscription"));
    m_document->undo();
    QVERIFY(!ratio());
    QVERIFY(!written());
}

void TestLinkTool::a_read_only_project_has_no_ports() {
    move(at("leaf"));
    QVERIFY(!LinkLayer::of(*m_canvas).dots().empty());
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath(QStringLiteral("newer.roofrack.json")).toStdString();
    QVERIFY(m_document->save_as(path));
    QVERIFY(test::make_newer(QString::fromStdString(path.string())));
    QVERIFY(m_document->load(path));
    QVERIFY(m_document->is_read_only());
    move(at("rack"));
    move(at("leaf"));
    QVERIFY(LinkLayer::of(*m_canvas).dots().empty());
}

void TestLinkTool::a_drag_of_an_item_still_moves_it() {
    const QRectF before = m_canvas->drawing().find("leaf")->rect;
    drag(at("leaf") + QPoint(30, 0), at("leaf") + QPoint(110, 0));
    QVERIFY(m_canvas->drawing().find("leaf")->rect.left() > before.left());
    QVERIFY(links().empty());
}

QTEST_MAIN(TestLinkTool)
#include "test_link_tool.moc"
