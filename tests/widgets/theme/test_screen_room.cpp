// SPDX-License-Identifier: GPL-3.0-or-later
// Windows lie on their screen with their frames: the first one, one that comes back, and dialogs.
#include "app/gui/pages/guide_window.h"
#include "app/gui/window/main_window.h"
#include "core/base/catalog/catalog.h"
#include "widgets/theme/screen_room.h"
#include "widgets/theme/text_scale.h"

#include <QScreen>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace roofrack;

class TestScreenRoom : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    static QRect screen() { return QGuiApplication::primaryScreen()->availableGeometry(); }

private Q_SLOTS:
    void a_place_is_moved_into_the_room_data() {
        QTest::addColumn<QRect>("place");
        QTest::addColumn<QRect>("moved");
        QTest::newRow("inside") << QRect(100, 100, 400, 300) << QRect(100, 100, 400, 300);
        QTest::newRow("above and left") << QRect(-50, -20, 400, 300) << QRect(24, 40, 400, 300);
        QTest::newRow("below and right") << QRect(1200, 700, 400, 300) << QRect(856, 476, 400, 300);
        QTest::newRow("larger") << QRect(0, 0, 1440, 900) << QRect(24, 40, 1232, 736);
    }
    void a_place_is_moved_into_the_room() {
        QFETCH(QRect, place);
        QTEST(moved_into(room_of_screen({0, 0, 1280, 800}), place), "moved");
    }

    /// The screen of these tests is smaller than the size that the window has at first.
    void the_first_window_is_maximised_on_a_small_screen() {
        Session session(m_folder.filePath(QStringLiteral("first.ini")));
        MainWindow window(Catalog::built_in(), session);
        QVERIFY(window.width() > screen().width());
        show_on_screen(window);
        QVERIFY(window.isMaximized());
        QTRY_VERIFY(screen().contains(window.geometry()));
    }

    void a_window_that_fits_keeps_its_size() {
        QWidget window;
        window.resize(400, 300);
        show_on_screen(window);
        QVERIFY(!window.isMaximized());
        QCOMPARE(window.size(), QSize(400, 300));
    }

    void a_window_kept_from_another_screen_is_brought_back() {
        QWidget kept;
        kept.setGeometry(screen().width() - 100, screen().height() - 100, 400, 300);
        show_on_screen(kept);
        QVERIFY(!kept.isMaximized());
        QCOMPARE(kept.size(), QSize(400, 300));
        QVERIFY(screen().contains(kept.geometry()));

        QWidget large;
        large.setGeometry(0, 40, screen().width() + 500, screen().height() + 300);
        show_on_screen(large);
        QVERIFY(large.isMaximized());
        QVERIFY(screen().contains(large.normalGeometry()));

        QWidget just; // as large as a desktop lets a window be
        const QRect all = screen().adjusted(0, 30, 0, 0);
        just.setGeometry(all);
        show_on_screen(just);
        QVERIFY(!just.isMaximized());
        QCOMPARE(just.size(), all.size());
    }

    void a_dialog_as_high_as_the_screen_has_its_title_on_it() {
        Session session(m_folder.filePath(QStringLiteral("guide.ini")));
        MainWindow window(Catalog::built_in(), session); // whose manners its dialogs have
        show_on_screen(window);
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        GuideWindow& guide = show_guide(QStringLiteral("money"), &window);
        QVERIFY(QTest::qWaitForWindowExposed(&guide));
        QVERIFY(guide.height() > screen().height() - 80); // centred, its title would be above the screen
        QVERIFY2(guide.geometry().top() >= room_of_screen(screen()).top(),
                 qPrintable(QString::number(guide.geometry().top())));
        QVERIFY(guide.geometry().bottom() <= screen().bottom());
    }
};

QTEST_MAIN(TestScreenRoom)
#include "test_screen_room.moc"
