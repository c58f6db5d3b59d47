// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/print_flow.h"
#include "app/gui/pages/samples.h"
#include "app/gui/window/main_toolbar.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/layout_check.h"
#include "tests/support/sample_window.h"
#include "widgets/canvas/view/canvas.h"

#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace roofrack;
using namespace roofrack::test;

/// Overlays, zoom and print preview as the keys of the window reach them.
class TestOverlayWindow : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;

    Canvas& canvas() { return m_window->page()->canvas(); }

private Q_SLOTS:
    void initTestCase() {
        m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_session->set_appearance(Session::Appearance::light);
        m_window = test::shown_window(*m_session, {1600, 1000});
        QVERIFY(m_window);
        QVERIFY(test::open_sample(*m_window, QStringLiteral("shared-a100-hot-rack")));
    }

    void keys_choose_the_overlay() {
        for (const Overlay overlay : all_overlays) {
            const int number = static_cast<int>(overlay);
            QTest::keyClick(m_window.get(), static_cast<Qt::Key>(Qt::Key_0 + number), Qt::AltModifier);
            QCOMPARE(canvas().shown().overlay(), overlay);
            QCOMPARE(m_window->findChild<MainToolbar*>()->overlay(), overlay);
            const auto* action =
                m_window->findChild<QAction*>(QStringLiteral("view.overlay-") + id_of(overlay));
            QVERIFY(action && action->isChecked());
            if (overlay == Overlay::link_load)
                QCOMPARE(canvas().shown().overlay_style().link("leaf-a--spine").label.right(1),
                         QStringLiteral("%"));
            if (overlay == Overlay::level)
                QCOMPARE(canvas().shown().overlay_style().legend().entries.size(), size_t(4));
        }
        QVERIFY(layout_faults(*m_window).isEmpty());
    }

    void overlay_stays_with_the_window() {
        QTest::keyClick(m_window.get(), Qt::Key_4, Qt::AltModifier);
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        QCOMPARE(canvas().shown().overlay(), Overlay::inlet);
        // And is there at the next start.
        MainWindow next(Catalog::built_in(), *m_session);
        QVERIFY(next.files().open_sample(QStringLiteral("dgx-h100-su")));
        QCOMPARE(next.findChild<MainToolbar*>()->overlay(), Overlay::inlet);
        QVERIFY(test::open_sample(*m_window, QStringLiteral("shared-a100-hot-rack")));
    }

    void selection_is_fitted() {
        canvas().setFocus();
        m_window->document().selection().set_one("rack-door");
        QTest::keyClick(&canvas(), Qt::Key_F, Qt::ShiftModifier);
        const double close = canvas().zoom();
        const QRectF seen =
            canvas().viewportTransform().inverted().mapRect(QRectF(canvas().viewport()->rect()));
        QVERIFY(seen.contains(canvas().drawing().find("rack-door")->rect));
        QTest::keyClick(&canvas(), Qt::Key_F);
        QVERIFY(canvas().zoom() < close);
        QTest::keyClick(&canvas(), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(canvas().zoom(), 1.0);
    }

    void preview_opens_and_spreads_over_sheets() {
        bool seen = false;
        QTimer::singleShot(300, m_window.get(), [&] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            if (auto* sheets = dialog->findChild<QComboBox*>(QStringLiteral("sheets"))) {
                sheets->setCurrentIndex(3);
                Q_EMIT sheets->activated(3);
                seen = sheets->currentText().contains(QStringLiteral("2 × 2"));
            }
            const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES");
            if (!folder.isEmpty()) dialog->grab().save(folder + QStringLiteral("/print-preview.png"));
            dialog->reject();
        });
        m_window->findChild<QAction*>(QStringLiteral("file.print-drawing"))->trigger();
        QVERIFY(seen);
    }
};

QTEST_MAIN(TestOverlayWindow)
#include "test_overlay_window.moc"
