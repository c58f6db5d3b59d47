// SPDX-License-Identifier: GPL-3.0-or-later
// The menus: each key leads to one entry, and a menu is gone before what was chosen in it begins.
#include "app/gui/pages/chart_area.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspace_switch.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/sample_window.h"
#include "widgets/charts/catalog/chart_catalog.h"

#include <QAbstractButton>
#include <QAction>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <set>

using namespace roofrack;

namespace {

/// What two entries of one list share as their key.
QStringList shared_keys(const QString& menu, const QList<QAction*>& entries) {
    std::map<QString, QStringList> of_key;
    for (const QAction* entry : entries) {
        const QString key = QKeySequence::mnemonic(entry->text()).toString();
        if (!key.isEmpty() && entry->isVisible()) of_key[key] << entry->text();
    }
    QStringList faults;
    for (const auto& [key, texts] : of_key)
        if (texts.size() > 1)
            faults << QStringLiteral("%1: %2 for %3").arg(menu, key, texts.join(QStringLiteral(" and ")));
    return faults;
}

/// Looks into each menu that opens and closes it.
class MenuReader : public QObject {
public:
    MenuReader() { qApp->installEventFilter(this); }
    std::set<QString> seen; ///< the texts of each
    QStringList faults;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        auto* menu = qobject_cast<QMenu*>(watched);
        if (!menu || event->type() != QEvent::Show) return false;
        QMetaObject::invokeMethod(menu, "close", Qt::QueuedConnection);
        if (menu->objectName() == QLatin1String("qt_edit_menu")) return false; // Qt's own
        QStringList texts;
        for (const QAction* entry : menu->actions()) texts << entry->text();
        seen.insert(texts.join(u'|'));
        faults += shared_keys(texts.value(0), menu->actions());
        return false;
    }
};

} // namespace

class TestMenus : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;

private Q_SLOTS:
    void init() {
        m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_session->set_appearance(Session::Appearance::light);
        m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        m_window->resize(1600, 1000);
        m_window->show();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("shared-a100-hot-rack")));
    }
    void cleanup() { m_window.reset(); }

    void each_key_of_the_menu_bar_leads_to_one_entry() {
        QStringList faults = shared_keys(QStringLiteral("the menu bar"), m_window->menuBar()->actions());
        int looked_at = 0;
        for (QMenu* menu : m_window->menuBar()->findChildren<QMenu*>()) {
            Q_EMIT menu->aboutToShow(); // which fills some
            faults += shared_keys(menu->title(), menu->actions());
            looked_at += !menu->isEmpty();
        }
        QVERIFY(looked_at > 10);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }

    /// A label or a button that has the key of a menu would open the menu, or leave both without it.
    void no_key_of_the_menu_bar_is_one_of_the_page_too() {
        std::map<QString, QString> of_menus;
        for (const QAction* entry : m_window->menuBar()->actions())
            of_menus[QKeySequence::mnemonic(entry->text()).toString()] = entry->text();
        QVERIFY(of_menus.size() > 5);
        QStringList faults;
        int looked_at = 0;
        const auto look = [&](const QString& text) {
            const QString key = QKeySequence::mnemonic(text).toString();
            if (key.isEmpty()) return;
            ++looked_at;
            if (of_menus.contains(key))
                faults << QStringLiteral("%1: %2 and %3").arg(key, text, of_menus.at(key));
        };
        // Labels of every workspace and of every view are there, shown or not.
        for (const Workspace& each : workspaces()) {
            m_window->page()->workspaces().enter(QLatin1String(each.id));
            for (int tab = 0; tab < m_window->page()->charts().count(); ++tab)
                m_window->page()->charts().setCurrentIndex(tab);
        }
        for (const QLabel* label : m_window->findChildren<QLabel*>())
            if (label->buddy() && label->window() == m_window.get()) look(label->text());
        for (const QAbstractButton* button : m_window->findChildren<QAbstractButton*>())
            if (button->window() == m_window.get()) look(button->text());
        QVERIFY2(looked_at > 2, qPrintable(QString::number(looked_at)));
        faults.removeDuplicates();
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }

    /// Qt lays out what is higher than the screen in columns, with its last entries beside the first.
    void every_menu_fits_a_small_screen_data() {
        QTest::addColumn<int>("text"); // %
        QTest::addColumn<int>("most"); // px
        QTest::newRow("usual text") << 100 << 700;
        QTest::newRow("text of 150 %") << 150 << 800;
    }
    void every_menu_fits_a_small_screen() {
        QFETCH(int, text);
        QFETCH(int, most);
        m_window->actions().get("view.text-" + std::to_string(text))->trigger();
        QTest::qWait(50);
        QStringList high;
        int looked_at = 0;
        for (QMenu* menu : m_window->menuBar()->findChildren<QMenu*>()) {
            Q_EMIT menu->aboutToShow(); // which fills some
            menu->ensurePolished();
            int height = 0;
            for (QAction* entry : menu->actions()) height += menu->actionGeometry(entry).height();
            looked_at += height > 0;
            if (height > most) high << QStringLiteral("%1: %2 px").arg(menu->title()).arg(height);
        }
        m_window->actions().get("view.text-100")->trigger();
        QVERIFY2(looked_at > 15, qPrintable(QString::number(looked_at)));
        QVERIFY2(high.isEmpty(), qPrintable(high.join(u'\n')));
    }

    void every_command_stands_in_the_menus_with_its_key() {
        QSet<QAction*> in_menus;
        for (const QMenu* menu : m_window->menuBar()->findChildren<QMenu*>())
            for (QAction* entry : menu->actions()) in_menus.insert(entry);
        for (const ActionSpec& spec : Actions::specs()) {
            const std::string_view id = spec.id;
            if (id.empty() || id.ends_with(".menu")) continue;
            QVERIFY2(in_menus.contains(m_window->actions().get(id)), spec.id);
        }
        for (const ChartEntry& chart : chart_catalog())
            QVERIFY2(in_menus.contains(m_window->actions().get("chart." + std::string(chart.id))),
                     qPrintable(QString::fromLatin1(chart.id)));
        QCOMPARE(m_window->actions().get("file.export-chart")->shortcut(),
                 QKeySequence(QStringLiteral("Ctrl+E")));
    }

    void each_key_of_a_context_menu_leads_to_one_entry() {
        MenuReader reader;
        m_window->document().selection().set_one(m_window->document().cluster().elements.front().id);
        for (const Workspace& each : workspaces()) {
            m_window->page()->workspaces().enter(QLatin1String(each.id));
            for (const char* panel : {"elevation", "bill", "history", "findings", "reliefs"})
                m_window->page()->panels().bring(QLatin1String(panel));
            for (int tab = 0; tab < m_window->page()->charts().count(); ++tab) {
                m_window->page()->charts().setCurrentIndex(tab);
                QTest::qWait(20);
                for (QWidget* widget : m_window->findChildren<QWidget*>()) {
                    if (!widget->isVisible() || qobject_cast<QMenu*>(widget)) continue;
                    const QPoint place = widget->rect().center();
                    QContextMenuEvent event(QContextMenuEvent::Mouse, place, widget->mapToGlobal(place));
                    QApplication::sendEvent(widget, &event);
                    QCoreApplication::processEvents();
                }
            }
        }
        reader.faults.removeDuplicates();
        QVERIFY2(reader.seen.size() > 4, qPrintable(QString::number(reader.seen.size())));
        QVERIFY2(reader.faults.isEmpty(), qPrintable(reader.faults.join(u'\n')));
    }

    /// What takes a second, as a theme does, would leave the picture of the menu on the screen for as long.
    void what_was_chosen_begins_when_the_menu_is_gone() {
        QMenu* menu = nullptr;
        QAction* dark = m_window->actions().get("view.theme-dark");
        for (QMenu* each : m_window->menuBar()->findChildren<QMenu*>())
            if (each->actions().contains(dark)) menu = each;
        QVERIFY(menu);
        menu->popup(m_window->mapToGlobal(QPoint(100, 50)));
        QTRY_VERIFY(menu->isVisible());
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(dark).center());
        QVERIFY(!menu->isVisible());
        QVERIFY(!m_window->theme().is_dark); // not before the screen has been painted without it
        QTRY_VERIFY(m_window->theme().is_dark);
        m_window->actions().get("view.theme-light")->trigger(); // a key is obeyed at once
        QVERIFY(!m_window->theme().is_dark);
    }
};

QTEST_MAIN(TestMenus)
#include "test_menus.moc"
