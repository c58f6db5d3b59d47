// SPDX-License-Identifier: GPL-3.0-or-later
// The welcome page shows what was open lately, and nothing that lies there can hold it up.
#include "app/gui/flows/recent_pictures.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/welcome_page.h"
#include "app/gui/window/main_window.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/project_sample.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <sys/stat.h>

using namespace roofrack;

namespace {

/// At the left of what it shows.
int blank_columns(QPushButton& button) {
    const QImage seen = button.grab().toImage();
    const auto is_blank = [&](int x) {
        for (int y = 0; y < seen.height(); ++y)
            if (seen.pixel(x, y) != seen.pixel(0, 0)) return false;
        return true;
    };
    int x = 0;
    while (x < seen.width() && is_blank(x)) ++x;
    return x;
}

} // namespace

class TestRecentFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pictures_come_and_hostile_files_do_no_harm() {
        QTemporaryDir folder;
        const auto write = [&](const char* name, const QByteArray& text) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                                      : QString();
        };
        const auto text_of = [](const QString& path) {
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
        };
        const QString good = write("good.roofrack.json", small_project);
        const QString broken = write("broken.roofrack.json", "{\"scenarios\": [");
        const QString huge =
            write("huge.roofrack.json", QByteArray(small_project) + QByteArray(3 << 20, ' '));
        QByteArray notes; // notes of more elements than a glance takes
        for (int i = 0; i < 2001; ++i)
            notes += "{\"id\": \"n" + QByteArray::number(i) + "\", \"kind\": \"note\"},";
        const QString many =
            write("many.roofrack.json",
                  QByteArray(small_project).replace("\"elements\": [", "\"elements\": [" + notes));
        QVERIFY(QFileInfo(many).size() < 1 << 20 && parse_project(text_of(many), Catalog::built_in()));
        const QString deep = write("deep.roofrack.json", QByteArray(1 << 20, '['));
        const QString pipe = folder.filePath("pipe.roofrack.json"); // who opens it waits for ever
        QCOMPARE(mkfifo(qPrintable(pipe), 0600), 0);
        Session session(folder.filePath("settings.ini"));
        for (const QString& path : {good, broken, huge, many, deep, pipe})
            session.add_recent(path.toStdString());

        MainWindow window(Catalog::built_in(), session);
        QSignalSpy finished(window.findChild<RecentPictures*>(), &RecentPictures::finished);
        window.show();
        QVERIFY(!finished.isEmpty() || finished.wait(30000));
        const auto has_picture = [&](const QString& path) {
            for (auto* button : window.findChild<WelcomePage*>()->findChildren<QPushButton*>())
                if (button->toolTip() == path) return !button->icon().isNull();
            return false;
        };
        QTRY_VERIFY(has_picture(good));
        for (const QString& path : {broken, huge, many, deep, pipe})
            QVERIFY2(!has_picture(path), qPrintable(path));

        // The drawings stand below each other where the other links begin.
        for (auto* button : window.findChild<WelcomePage*>()->findChildren<QPushButton*>())
            if (button->isVisible() && button->property("role") == QStringLiteral("link"))
                QVERIFY2(blank_columns(*button) <= 2, qPrintable(button->text()));

        // They are painted anew for another theme.
        const auto colours = [&] {
            for (auto* button : window.findChild<WelcomePage*>()->findChildren<QPushButton*>())
                if (button->toolTip() == good) return button->icon().pixmap(button->iconSize()).toImage();
            return QImage();
        };
        window.set_theme(Theme::light());
        const QImage light = colours();
        window.set_theme(Theme::dark());
        QVERIFY(!light.isNull() && colours() != light);
    }
};

QTEST_MAIN(TestRecentFiles)
#include "test_recent_files.moc"
