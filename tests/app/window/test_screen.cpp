// SPDX-License-Identifier: GPL-3.0-or-later
// On a real display, windows and their frames lie on the screen.
#include "app/gui/pages/guide_window.h"
#include "tests/app/window/driven_window.h"
#include "widgets/theme/screen_room.h"

#include <QScreen>
#include <QTest>

using namespace roofrack;

class TestScreen : public QObject {
    Q_OBJECT

private:
    static QRect screen() { return QGuiApplication::primaryScreen()->availableGeometry(); }

private Q_SLOTS:
    void initTestCase() {
        QVERIFY2(has_real_display(),
                 "frames need an X display: run by ctest or tests/app/window/with_display");
    }

    void a_window_larger_than_the_screen_lies_on_it() {
        QTemporaryDir folder;
        Session session(folder.filePath(QStringLiteral("settings.ini")));
        MainWindow window(Catalog::built_in(), session);
        window.resize(screen().size() + QSize(200, 200));
        show_on_screen(window);
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY(window.frameGeometry().height() > window.height()); // the manager has given it its frame
        QTRY_VERIFY(screen().contains(window.frameGeometry()));
    }

    void a_high_dialog_has_its_title_on_the_screen() {
        DrivenWindow driven;
        QVERIFY(driven.ready());
        driven.window().actions().get("view.text-150")->trigger(); // the guide wants more than there is
        GuideWindow& guide = show_guide(QStringLiteral("money"), &driven.window());
        QVERIFY(QTest::qWaitForWindowExposed(&guide));
        QVERIFY(guide.height() > screen().height() - 80);
        QTRY_VERIFY(guide.frameGeometry().height() > guide.height());
        QVERIFY2(screen().contains(guide.frameGeometry()),
                 qPrintable(QString::number(guide.frameGeometry().top())));
    }
};

QTEST_MAIN(TestScreen)
#include "test_screen.moc"
