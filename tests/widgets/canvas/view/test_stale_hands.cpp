// SPDX-License-Identifier: GPL-3.0-or-later
// What the hand began while the drawing under it changes, and keys and buttons that end elsewhere.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/random_edits.h"
#include "widgets/canvas/edits/part_mime.h"
#include "widgets/canvas/tools/count_prompt.h"
#include "widgets/canvas/tools/link_chooser.h"
#include "widgets/canvas/tools/link_layer.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/commands/rename_element.h"
#include "widgets/editor/document.h"

#include <QDropEvent>
#include <QMimeData>
#include <QSpinBox>
#include <QTest>

#include <functional>

using namespace roofrack;
using namespace roofrack::test;

class TestStaleHands : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;
    std::unique_ptr<Canvas> m_canvas;

    const Cluster& cluster() const { return m_document->cluster(); }
    bool can_be_saved() const {
        return parse_project(project_text(m_document->project(), Catalog::built_in()), Catalog::built_in())
            .has_value();
    }
    void shift_drop(const DraggedPart& what, const QPointF& scene) {
        const auto data = part_mime(what, Catalog::built_in());
        const QPointF at = m_canvas->viewportTransform().map(scene);
        QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::ShiftModifier);
        QCoreApplication::sendEvent(m_canvas->viewport(), &enter);
        QDropEvent drop(at, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::ShiftModifier);
        QCoreApplication::sendEvent(m_canvas->viewport(), &drop);
    }
    QPoint on_view(const std::string& id) {
        const QRectF rect = m_canvas->drawing().find(id)->rect;
        return m_canvas->viewportTransform().map(QPointF(rect.center().x(), rect.top() + 4)).toPoint();
    }

private Q_SLOTS:
    /// "Small" has two racks with a server each, "Large" twenty more racks.
    void init() {
        m_canvas.reset();
        Project project = two_racks();
        project.scenarios.front().name = "Small";
        Scenario large = project.scenarios.front();
        large.name = "Large";
        for (int i = 0; i < 20; ++i) {
            Element rack = *large.cluster.find("rack-a");
            rack.id = "more-" + std::to_string(i);
            rack.position = {200.0 * i, 900};
            large.cluster.elements.push_back(rack);
        }
        project.scenarios.push_back(large);
        m_document = std::make_unique<Document>(Catalog::built_in());
        m_document->set_project(project);
        m_canvas = std::make_unique<Canvas>(*m_document);
        m_canvas->resize(1000, 640);
        m_canvas->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_canvas.get()));
    }
    void cleanup() {
        m_canvas.reset();
        m_document.reset();
    }

    void another_scenario_is_drawn() {
        QVERIFY(!m_canvas->drawing().find("more-7"));
        m_document->set_scenario_index(1);
        QVERIFY(m_canvas->drawing().find("more-7"));
        m_document->set_scenario_index(0);
        QVERIFY(!m_canvas->drawing().find("more-7"));
    }

    /// Two of three selected things are in the other scenario too: the way between them is asked for there.
    void a_selection_that_shrinks_with_the_drawing() {
        m_document->set_scenario_index(1);
        m_document->selection().set({"dgx-a", "dgx-b", "more-3"});
        m_document->set_scenario_index(0);
        QCOMPARE(m_document->selection().ids().size(), size_t(2));
        // An undo shrinks the selection as well.
        m_document->set_scenario_index(1);
        DraggedPart rack{.kind = ElementKind::rack, .part = {}};
        m_canvas->place_part(rack);
        const std::string placed = m_document->selection().primary();
        m_document->selection().set({"dgx-a", "dgx-b", placed});
        m_document->undo_stack().undo();
        QCOMPARE(m_document->selection().ids().size(), size_t(2));
        QVERIFY(LinkLayer::of(*m_canvas).port_table());
    }

    void a_link_to_what_is_gone_is_not_drawn() {
        m_document->selection().set_one("rack-a");
        DraggedPart leaf{.kind = ElementKind::switch_, .part = {}};
        leaf.part.id = "qm9700";
        m_canvas->place_part(leaf);
        const std::string placed = m_document->selection().primary();
        const size_t links = cluster().links.size();
        m_document->selection().set({"dgx-a", placed});
        LinkLayer::of(*m_canvas).link_selected();
        const auto is_asked = [&] {
            return std::ranges::any_of(m_canvas->findChildren<LinkChooser*>(),
                                       [](const LinkChooser* chooser) { return !chooser->isHidden(); });
        };
        QVERIFY(is_asked());
        m_document->undo_stack().undo();
        QVERIFY(!is_asked());
        QCOMPARE(cluster().links.size(), links);
        QVERIFY(can_be_saved());
    }

    void a_part_is_not_placed_in_what_is_gone() {
        DraggedPart rack{.kind = ElementKind::rack, .part = {}};
        m_canvas->place_part(rack);
        const std::string placed = m_document->selection().primary();
        DraggedPart server{.kind = ElementKind::server, .part = {}};
        server.part.id = "dgx-h100";
        shift_drop(server, m_canvas->drawing().find(placed)->rect.center());
        QPointer<QSpinBox> count = m_canvas->viewport()->findChild<QSpinBox*>();
        QVERIFY(count);
        m_document->undo_stack().undo();
        const size_t before = cluster().elements.size();
        if (count) QTest::keyClick(count, Qt::Key_Return);
        QCOMPARE(cluster().elements.size(), before);
        QVERIFY(can_be_saved());
    }

    void another_button_does_not_end_a_drag() {
        const Position before = cluster().find("rack-a")->position;
        QWidget* view = m_canvas->viewport();
        const QPoint at = on_view("rack-a");
        QTest::mousePress(view, Qt::LeftButton, {}, at);
        QTest::mouseMove(view, at + QPoint(40, 0));
        QTest::mousePress(view, Qt::MiddleButton, {}, at + QPoint(40, 0));
        QTest::mouseRelease(view, Qt::MiddleButton, {}, at + QPoint(40, 0));
        QCOMPARE(m_document->undo_stack().count(), 0);
        QTest::keyClick(m_canvas.get(), Qt::Key_Escape);
        QTest::mouseRelease(view, Qt::LeftButton, {}, at + QPoint(40, 0));
        QCOMPARE(cluster().find("rack-a")->position, before);
        QCOMPARE(m_document->undo_stack().count(), 0);
    }

    void a_drag_ends_where_the_drawing_changes_or_a_part_comes_in() {
        const Position before = cluster().find("rack-a")->position;
        QWidget* view = m_canvas->viewport();
        const auto part = part_mime({.kind = ElementKind::rack, .part = {}}, Catalog::built_in());
        const std::function<void()> happens[] = {
            [&] { m_document->perform<RenameElement>("rack-b", "Other"); },
            [&] {
                QDragEnterEvent enter({50, 50}, Qt::CopyAction, part.get(), Qt::LeftButton, {});
                QCoreApplication::sendEvent(view, &enter);
            },
        };
        for (const auto& what : happens) {
            const QPoint at = on_view("rack-a");
            const QRectF stood = m_canvas->drawing().find("rack-a")->rect;
            QTest::mousePress(view, Qt::LeftButton, {}, at);
            QTest::mouseMove(view, at + QPoint(40, 0));
            QVERIFY(m_canvas->drawing().find("rack-a")->rect != stood);
            what();
            QCOMPARE(m_canvas->drawing().find("rack-a")->rect, stood);
            QTest::mouseRelease(view, Qt::LeftButton, {}, at + QPoint(40, 0));
            QCOMPARE(cluster().find("rack-a")->position, before);
        }
    }

    void escape_puts_the_tool_down_before_the_selection() {
        m_document->selection().set_one("rack-b");
        m_canvas->use_link_tool();
        const QWidget* view = m_canvas->viewport();
        QVERIFY(view->cursor().shape() != Qt::ArrowCursor);
        QTest::keyClick(m_canvas.get(), Qt::Key_Escape);
        QCOMPARE(view->cursor().shape(), Qt::ArrowCursor);
        QCOMPARE(m_document->selection().primary(), std::string("rack-b"));
        QTest::keyClick(m_canvas.get(), Qt::Key_Escape);
        QVERIFY(m_document->selection().is_empty());
    }

    void space_is_up_again_when_the_keys_go_elsewhere() {
        QTest::keyPress(m_canvas.get(), Qt::Key_Space);
        QFocusEvent out(QEvent::FocusOut);
        QCoreApplication::sendEvent(m_canvas.get(), &out);
        QTest::mouseClick(m_canvas->viewport(), Qt::LeftButton, {}, on_view("rack-b"));
        QCOMPARE(m_document->selection().primary(), std::string("rack-b"));
    }
};

QTEST_MAIN(TestStaleHands)
#include "test_stale_hands.moc"
