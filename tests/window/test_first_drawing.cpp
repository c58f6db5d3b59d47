// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/canvas.h"
#include "catalog/catalog.h"
#include "file_flow.h"
#include "hand.h"
#include "main_window.h"
#include "workspace.h"

#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <memory>

using namespace roofrack;

/// Real mouse and keys on a real display.
class TestFirstDrawing : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    Hand m_hand;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;

    Canvas& canvas() { return m_window->workspace()->canvas(); }

    static QTreeWidgetItem* find(QTreeWidget& tree, const QString& text) {
        const auto found = tree.findItems(text, Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? nullptr : found.first();
    }

private Q_SLOTS:
    void initTestCase() {
        if (QGuiApplication::platformName() != QLatin1String("xcb"))
            QSKIP("real mouse and keys need an X display: run through tests/window/with_display");
        m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        m_window->showMaximized();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void a_part_is_dragged_onto_the_canvas() {
        m_hand.key(QStringLiteral("ctrl+n"));
        QVERIFY(m_window->workspace());
        auto* tree = m_window->findChild<QTreeWidget*>();
        QTreeWidgetItem* item = find(*tree, QStringLiteral("DGX H100"));
        QVERIFY(item);
        const QPoint from = Hand::on_screen(*tree->viewport(), tree->visualItemRect(item).center());
        const QPoint to = Hand::on_screen(*canvas().viewport(), canvas().viewport()->rect().center());
        m_hand.drag(from, to);
        QCOMPARE(m_window->document().cluster().elements.size(), size_t(1));
        m_hand.key(QStringLiteral("ctrl+z"));
        QVERIFY(m_window->document().cluster().elements.empty());
    }

    void the_drawing_takes_the_room_of_the_charts() {
        const int before = canvas().height();
        m_hand.key(QStringLiteral("F4"));
        QVERIFY(canvas().height() > before * 3 / 2);
        m_hand.key(QStringLiteral("F4"));
        QCOMPARE(canvas().height(), before);
    }
};

QTEST_MAIN(TestFirstDrawing)
#include "test_first_drawing.moc"
