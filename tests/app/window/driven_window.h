// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/session.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "core/base/catalog/catalog.h"
#include "tests/app/window/hand.h"
#include "widgets/canvas/view/canvas.h"

#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <memory>

namespace roofrack {

/// The program's window on a real display, and the hand that works it. Places are looked up in the program;
/// everything that is done there is done by the hand.
class DrivenWindow {
public:
    DrivenWindow()
        : m_session(m_folder.filePath(QStringLiteral("settings.ini")))
        , m_window(Catalog::built_in(), m_session) {
        m_session.set_appearance(Session::Appearance::light);
        m_session.set_last_folder(m_folder.path()); // where file dialogs begin
        m_window.showMaximized();
        m_ready = QTest::qWaitForWindowExposed(&m_window, patience);
        m_window.activateWindow(); // a manager may leave the first window without the keys
        m_ready = m_ready && QTest::qWaitForWindowActive(&m_window, patience);
    }

    bool ready() const { return m_ready; }
    Hand& hand() { return m_hand; }
    MainWindow& window() { return m_window; }
    Document& document() { return m_window.document(); }
    const Cluster& cluster() { return document().cluster(); }
    Canvas& canvas() { return m_window.page()->canvas(); }
    QString file(const QString& name) const { return m_folder.filePath(name); }

    /// The first part that the shelf offers now.
    QPoint first_part() {
        for (auto* tree : m_window.findChildren<QTreeWidget*>()) {
            if (tree->accessibleName() != QLatin1String("Parts")) continue;
            for (int i = 0; i < tree->topLevelItemCount(); ++i)
                for (int k = 0; k < tree->topLevelItem(i)->childCount(); ++k) {
                    QTreeWidgetItem* entry = tree->topLevelItem(i)->child(k);
                    if (entry->isHidden() || tree->topLevelItem(i)->isHidden()) continue;
                    return Hand::on_screen(*tree->viewport(), tree->visualItemRect(entry).center());
                }
        }
        return {};
    }
    /// A point of the canvas's viewport, as shares of its width and height.
    QPoint on_canvas(double across, double down) {
        const QRect room = canvas().viewport()->rect();
        return Hand::on_screen(*canvas().viewport(), {across * room.width(), down * room.height()});
    }
    /// The middle of a drawn element, or of its box in a rack.
    QPoint middle(const std::string& id) {
        const DrawnElement* drawn = canvas().drawing().find(id);
        if (!drawn) return {};
        QRectF area = drawn->rect;
        for (const RackSlot& slot : drawn->slots)
            if (slot.id == id) area = slot.rect.translated(drawn->rect.topLeft());
        return Hand::on_screen(*canvas().viewport(), canvas().viewportTransform().map(area.center()));
    }
    /// The last element of a kind.
    std::string last(ElementKind kind) {
        std::string id;
        for (const Element& element : cluster().elements)
            if (element.kind == kind) id = element.id;
        return id;
    }
    /// Where ROOFRACK_PICTURES names a folder, what the display shows goes there.
    void show(const QString& name) {
        const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES");
        if (folder.isEmpty()) return;
        QTest::qWait(100);
        m_window.screen()->grabWindow(0).save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
    }

private:
    static constexpr int patience = 30'000; ///< ms, for a machine with much else to do

    QTemporaryDir m_folder;
    Hand m_hand;
    Session m_session;
    MainWindow m_window;
    bool m_ready = false;
};

/// Why nothing can be done with real mouse and keys here.
inline constexpr const char* no_display =
    "real mouse and keys need an X display: run by ctest or tests/app/window/with_display";

inline bool has_real_display() { return QGuiApplication::platformName() == QLatin1String("xcb"); }

} // namespace roofrack
