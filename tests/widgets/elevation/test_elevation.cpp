// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"
#include "widgets/canvas/overlays/painter_style.h"
#include "widgets/editor/commands/remove_items.h"
#include "widgets/editor/commands/set_elements.h"
#include "widgets/editor/document.h"
#include "widgets/elevation/elevation_edits.h"
#include "widgets/elevation/rack_elevation.h"
#include "widgets/elevation/rack_sheets.h"

#include <QFileInfo>
#include <QHelpEvent>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>

#include <memory>

using namespace roofrack;

/// The front of two racks, with real mouse and keys.
class TestElevation : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Document> m_document;
    std::unique_ptr<RackElevation> m_view;

    static Element element(const char* id, ElementKind kind, const char* part, const char* parent = "") {
        Element out;
        out.id = out.name = id;
        out.kind = kind;
        out.part.id = part;
        out.parent = parent;
        return out;
    }

    /// Viewport point in the middle of a device's lowest box.
    QPoint middle_of(const std::string& id) const {
        const auto& racks = m_view->picture().racks();
        QPointF at;
        for (int i = 0; i < static_cast<int>(racks.size()); ++i)
            for (const RackDevice& device : racks[static_cast<size_t>(i)].layout.devices)
                if (device.element == id) at = m_view->picture().device(i, device).center();
        return (at + m_view->offset()).toPoint();
    }
    void drag(QPoint from, QPoint to) {
        QWidget* port = m_view->viewport();
        QTest::mousePress(port, Qt::LeftButton, {}, from);
        QTest::mouseMove(port, (from + to) / 2);
        QMouseEvent half(QEvent::MouseMove, (from + to) / 2, port->mapToGlobal((from + to) / 2), Qt::NoButton,
                         Qt::LeftButton, {});
        QApplication::sendEvent(port, &half);
        QMouseEvent there(QEvent::MouseMove, to, port->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(port, &there);
        QTest::mouseRelease(port, Qt::LeftButton, {}, to);
    }
    int unit_of(const char* id) const { return m_document->cluster().find(id)->u.value_or(0); }

private Q_SLOTS:
    void init() {
        m_document = std::make_unique<Document>(Catalog::built_in());
        Project project;
        Cluster& cluster = project.scenarios.emplace_back().cluster;
        cluster.elements = {element("left", ElementKind::rack, "rack-48u"),
                            element("right", ElementKind::rack, "rack-42u"),
                            element("a", ElementKind::server, "dgx-h100", "left"),
                            element("b", ElementKind::server, "dgx-h100", "left"),
                            element("tor", ElementKind::switch_, "qm9700", "left"),
                            element("spine", ElementKind::switch_, "qm9700")};
        m_document->set_project(std::move(project));
        m_view = std::make_unique<RackElevation>(*m_document);
        m_view->resize(700, 900);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }

    void it_shows_the_racks_of_the_selection() {
        QVERIFY(m_view->picture().racks().empty());
        const QImage empty = m_view->grab().toImage();
        m_document->selection().set_one("a");
        QCOMPARE(m_view->picture().racks().size(), size_t(1));
        QCOMPARE(m_view->picture().racks()[0].layout.id, std::string("left"));
        QVERIFY(m_view->grab().toImage() != empty);
        m_document->selection().set({"left", "right"});
        QCOMPARE(m_view->picture().racks().size(), size_t(2));
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, middle_of("b"));
        QCOMPARE(m_document->selection().primary(), std::string("b"));
        QCOMPARE(m_view->picture().racks().size(), size_t(2)); // the rack beside stays
        m_document->undo_stack().clear();
        m_document->selection().set_one("spine"); // in no rack: what was seen stays
        QCOMPARE(m_view->picture().racks().size(), size_t(2));
    }

    void gpus_have_the_colour_and_the_columns_of_the_drawing() {
        m_document->selection().set_one("left");
        const QColor overlay(0xE6, 0x9F, 0x00);
        QString asked;
        m_view->set_gpu_colour([&](const std::string& rack) {
            asked = QString::fromStdString(rack);
            return overlay;
        });
        QCOMPARE(asked, QStringLiteral("left"));
        // Cells along the lines across the lowest box: as many columns as the drawing has, four of two.
        const QImage picture = m_view->viewport()->grab().toImage();
        const auto& rack = m_view->picture();
        const RackDevice& device = rack.racks()[0].layout.devices.back();
        const QRect box = rack.device(0, device).translated(m_view->offset()).toRect();
        size_t columns = 0;
        for (int y = box.top(); y <= box.bottom(); ++y) {
            size_t runs = 0;
            bool before = false;
            for (int x = box.left(); x <= box.right(); ++x) {
                const bool now = picture.pixelColor(x, y) == overlay;
                runs += now && !before;
                before = now;
            }
            columns = std::max(columns, runs);
        }
        QCOMPARE(columns, size_t(4));
    }

    void what_is_sold_is_faded_and_what_is_owned_has_a_corner() {
        for (const Theme& theme : {Theme::light(), Theme::dark()}) {
            init();
            m_view->set_theme(theme);
            const auto count = [&](const char* device, const QColor& colour) {
                const QImage seen =
                    m_view->viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32);
                const ElevationPicture& picture = m_view->picture();
                const auto& devices = picture.racks()[0].layout.devices;
                const auto found = std::ranges::find(devices, std::string(device), &RackDevice::element);
                const QRect box = picture.device(0, *found).translated(m_view->offset()).toRect();
                int pixels = 0;
                for (int y = box.top(); y <= box.bottom(); ++y)
                    for (int x = box.left(); x <= box.right(); ++x)
                        pixels += seen.pixel(x, y) == colour.rgb();
                return pixels;
            };
            const QColor gpus = theme.part(StepPart::compute), faded = PainterStyle::faded(gpus, theme);
            m_document->selection().set_one("left");
            const int before = count("a", gpus), corner = count("b", theme.secondary);
            QVERIFY(before > 0);
            Element sold = *m_document->cluster().find("a"), owned = *m_document->cluster().find("b");
            sold.procurement = Procurement::sell;
            owned.procurement = Procurement::owned;
            m_document->perform<SetElements>(std::vector{sold, owned}, QStringLiteral("ownership"));
            const ElevationRack& rack = m_view->picture().racks()[0];
            double stays = 0; // the switch and one server
            for (const RackDevice& device : rack.layout.devices)
                if (device.element != "a") stays += device.power.value_or(0);
            QVERIFY(stays > 0 && std::abs(*rack.power - stays) < 1e-6);
            QCOMPARE(count("a", gpus), 0);
            QVERIFY(count("a", faded) > 0);
            QCOMPARE(count("b", gpus), before); // both are the same part
            QVERIFY(count("b", theme.secondary) > corner + 15);
            const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES"); // for eyes
            if (!folder.isEmpty())
                m_view->grab().save(
                    folder + QStringLiteral("/elevation-owned-%1.png")
                                 .arg(theme.is_dark ? QStringLiteral("dark") : QStringLiteral("light")));
        }
    }

    void a_full_rack_is_no_warning() {
        Element more = *m_document->cluster().find("a");
        more.count = 5; // 5 and 1 of 8 U: 48 with no switch
        m_document->selection().set_one("left");
        m_document->perform<RemoveItems>(std::vector<std::string>{"tor"});
        m_document->perform<SetElements>(more, QStringLiteral("count"));
        const auto& rack = m_view->picture().racks()[0];
        QCOMPARE(rack.layout.used, 48.0);
        const QImage picture = m_view->viewport()->grab().toImage();
        const Theme theme = Theme::light();
        bool good = false;
        const int floor = static_cast<int>((m_view->picture().frame(0).bottom() + m_view->offset().y()));
        for (int y = floor + 8; y < floor + 30; ++y)
            for (int x = 0; x < picture.width(); ++x) {
                QVERIFY(picture.pixelColor(x, y) != theme.warning);
                good |= picture.pixelColor(x, y) == theme.good;
            }
        QVERIFY(good);
    }

    void a_drag_moves_by_units_in_one_step() {
        m_document->selection().set_one("left");
        const std::string before = project_text(m_document->project(), Catalog::built_in());
        const QPoint from = middle_of("a");
        drag(from, from - QPoint(0, static_cast<int>(20 * m_view->picture().unit())));
        QCOMPARE(unit_of("a"), 21);
        QCOMPARE(m_document->undo_stack().count(), 1);
        QCOMPARE(m_document->undo_stack().undoText(), QString("Move a to U 21"));
        m_document->undo();
        QCOMPARE(project_text(m_document->project(), Catalog::built_in()), before);
        // Back to where it was: nothing happened.
        drag(from, from + QPoint(1, 12));
        drag(from, from);
        QCOMPARE(project_text(m_document->project(), Catalog::built_in()), before);
    }

    void a_drag_reaches_the_rack_beside_and_esc_reverts() {
        m_document->selection().set({"left", "right"});
        const QPoint from = middle_of("a");
        const QRectF right = m_view->picture().frame(1);
        const QPoint to(static_cast<int>(right.center().x() + m_view->offset().x()), from.y());
        QWidget* port = m_view->viewport();
        QTest::mousePress(port, Qt::LeftButton, {}, from);
        QMouseEvent there(QEvent::MouseMove, to, port->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(port, &there);
        QTest::keyClick(m_view.get(), Qt::Key_Escape);
        QTest::mouseRelease(port, Qt::LeftButton, {}, to);
        QCOMPARE(m_document->undo_stack().count(), 0);
        drag(from, to);
        QCOMPARE(m_document->cluster().find("a")->parent, std::string("right"));
        QCOMPARE(unit_of("a"), 1);
        QVERIFY(m_document->undo_stack().undoText().startsWith("Move a to right"));
        m_document->undo();
        QCOMPARE(m_document->cluster().find("a")->parent, std::string("left"));
    }

    /// A rack that is owned makes no server one's own that is moved into it.
    void what_is_bought_stays_so_in_a_rack_that_is_there() {
        Project project = m_document->project();
        project.scenarios.front().cluster.find("right")->procurement = Procurement::owned;
        m_document->set_project(std::move(project));
        QVERIFY(move_in_rack(*m_document, "a", "right", 3));
        QCOMPARE(m_document->cluster().find("a")->parent, std::string("right"));
        QVERIFY(m_document->cluster().find("a")->procurement == Procurement::buy);
        QVERIFY(move_in_rack(*m_document, "a", "right", 12));
        QVERIFY(move_in_rack(*m_document, "b", "left", 30));
        QVERIFY(m_document->cluster().find("b")->procurement == Procurement::inherited);
    }

    void keys_move_the_selected_device() {
        m_document->selection().set({"left", "right"});
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, middle_of("tor"));
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(unit_of("tor"), 47);
        QTest::keyClick(m_view.get(), Qt::Key_Up);
        QCOMPARE(unit_of("tor"), 48);
        QTest::keyClick(m_view.get(), Qt::Key_Up); // the top
        QCOMPARE(unit_of("tor"), 48);
        // Over a neighbour that it touches.
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, middle_of("a"));
        const int below = unit_of("a");
        for (int i = 0; i < 60 && unit_of("a") < 39; ++i) QTest::keyClick(m_view.get(), Qt::Key_Up);
        QVERIFY(below < 10 && unit_of("a") >= 39);
        QVERIFY(unit_of("b") < unit_of("a"));
        QTest::keyClick(m_view.get(), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(m_document->cluster().find("a")->parent, std::string("right"));
        while (m_document->undo_stack().canUndo()) m_document->undo();
        QVERIFY(!m_document->cluster().find("a")->u);
        // Tab goes through the devices.
        m_document->selection().set_one("left");
        QTest::keyClick(m_view.get(), Qt::Key_Tab);
        QCOMPARE(m_document->selection().primary(), std::string("tor"));
    }

    void an_over_full_rack_overflows() {
        Element many = element("many", ElementKind::server, "dgx-h100", "right");
        many.count = 6; // 48 U in 42
        Project project = m_document->project();
        project.scenarios[0].cluster.elements.push_back(many);
        m_document->set_project(project);
        m_document->selection().set_one("right");
        const ElevationPicture& picture = m_view->picture();
        const RackDevice& top = picture.racks()[0].layout.devices.front();
        QVERIFY(!top.fits);
        QVERIFY(picture.device(0, top).bottom() <= picture.frame(0).top() + 1);
        const QImage image = m_view->grab().toImage();
        const QPoint inside = (picture.device(0, top).topLeft() + QPointF(4, 4) + m_view->offset()).toPoint();
        const QColor seen = image.pixelColor(inside * image.devicePixelRatio());
        QVERIFY2(seen.red() > seen.blue() + 10, qPrintable(seen.name())); // towards the critical colour
    }

    void the_same_picture_is_saved() {
        QTemporaryDir folder;
        for (const char* const name : {"a.png", "a.svg", "a.pdf", "a.gif"}) {
            const QString path = folder.filePath(name);
            QVERIFY(!m_view->save_picture(path.toStdString()).has_value()); // no rack yet
        }
        m_document->selection().set_one("left");
        for (const char* const name : {"a.png", "a.svg", "a.pdf"}) {
            const QString path = folder.filePath(name);
            QVERIFY(m_view->save_picture(path.toStdString()).has_value());
            QVERIFY(QFileInfo(path).size() > 1000);
        }
        QVERIFY(!m_view->save_picture(folder.filePath("a.gif").toStdString()).has_value());
        QVERIFY(!m_view->save_picture(folder.filePath("no/a.png").toStdString()).has_value());
        QFile svg(folder.filePath("a.svg"));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray text = svg.readAll();
        for (const char* const word : {"\"48\"", "left"}) QVERIFY2(text.contains(word), word);
        QVERIFY(!text.contains("<text")); // outlines, which need no type
        // 8 + 8 + 1 U, as the data sheets of DGX H100 and QM9700 say.
        QVERIFY(text.contains("17 of 48 U"));
    }

    void all_racks_are_pages_of_a3() {
        Cluster cluster = m_document->scenario().cluster;
        QVERIFY(rack_sheets_pdf(Cluster(), Catalog::built_in(), "none").isEmpty());
        for (int i = 0; i < 8; ++i) // ten racks, of which a sheet has eight
            cluster.elements.push_back(
                element(("more" + std::to_string(i)).c_str(), ElementKind::rack, "rack-48u"));
        const QByteArray pdf = rack_sheets_pdf(cluster, Catalog::built_in(), "Ten racks");
        QVERIFY(pdf.startsWith("%PDF-1.6"));
        QCOMPARE(pdf.count("/Type /Page\n"), 2);
        QCOMPARE(pdf.count("/MediaBox [0 0 1191.000000 842.000000]"), 2); // points
    }
};

QTEST_MAIN(TestElevation)
#include "test_elevation.moc"
