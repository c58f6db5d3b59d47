// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/decide/what_if_bar.h"
#include "app/gui/decide/what_if_flow.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspaces.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMouseEvent>
#include <QTabBar>
#include <QTest>

#include <algorithm>
#include <random>

namespace roofrack::test {

/// A user who cannot leave the layout of a window alone: sizes, themes, workspaces and panels by keys, menus
/// and the mouse, often one before the other is done.
class RandomLayout {
public:
    RandomLayout(MainWindow& window, unsigned seed)
        : m_window(window)
        , m_random(seed) {}

    /// One action; its name.
    const char* act() {
        struct Deed {
            const char* name;
            int weight;
            void (RandomLayout::*act)();
        };
        static const Deed deeds[] = {
            {"workspace", 24, &RandomLayout::workspace},
            {"resize", 20, &RandomLayout::resize},
            {"panel", 14, &RandomLayout::panel},
            {"theme", 5, &RandomLayout::theme},
            {"drag a panel", 8, &RandomLayout::drag_panel},
            {"drag a line", 8, &RandomLayout::drag_line},
            {"tabs", 6, &RandomLayout::tabs},
            {"float", 5, &RandomLayout::float_panel},
            {"drawing", 12, &RandomLayout::drawing},
            {"look", 5, &RandomLayout::look},
            {"chart", 6, &RandomLayout::chart},
            {"edit", 8, &RandomLayout::edit},
            {"what if", 6, &RandomLayout::what_if},
        };
        int total = 0;
        for (const Deed& deed : deeds) total += deed.weight;
        int left = below(total);
        for (const Deed& deed : deeds) {
            if ((left -= deed.weight) >= 0) continue;
            (this->*deed.act)();
            return deed.name;
        }
        return "";
    }

private:
    int below(int n) { return static_cast<int>(m_random() % static_cast<unsigned>(n)); }
    template<class List>
    auto& any(List& list) {
        return list[static_cast<size_t>(below(static_cast<int>(std::size(list))))];
    }
    ProjectPage* page() {
        ProjectPage* page = m_window.files().has_project() ? m_window.page() : nullptr;
        return page && page->isVisible() ? page : nullptr;
    }
    void trigger(const char* id) {
        if (QAction* action = m_window.actions().get(id); action->isEnabled()) action->trigger();
    }
    QDockWidget* any_dock() {
        auto docks = page()->panels().docks();
        return any(docks);
    }
    QDockWidget* any_shown_dock() {
        QList<QDockWidget*> shown;
        for (QDockWidget* dock : page()->panels().docks())
            if (dock->isVisible()) shown << dock;
        return shown.isEmpty() ? nullptr : any(shown);
    }

    void workspace() {
        const int number = below(static_cast<int>(workspaces().size()));
        QTest::keyClick(&m_window, static_cast<Qt::Key>(Qt::Key_1 + number), Qt::ControlModifier);
    }

    void resize() {
        // Around the borders at which the page is arranged otherwise.
        static const QSize sizes[] = {{1600, 1000}, {1440, 900}, {1280, 800}, {1024, 700},  {1239, 739},
                                      {1241, 741},  {1399, 740}, {1401, 900}, {1920, 1080}, {700, 500}};
        m_window.resize(below(4) ? any(sizes) : QSize(900 + below(900), 600 + below(500)));
    }

    void panel() {
        if (!page()) return;
        QDockWidget* dock = any_dock();
        switch (below(4)) {
        case 0: page()->panels().toggle(dock->objectName()); break;
        case 1: page()->panels().bring(dock->objectName()); break;
        // A menu, which no hand opens that holds a tab.
        case 2:
            if (!m_is_dragging) dock->toggleViewAction()->trigger();
            break;
        default: trigger(below(2) ? "study.bill" : "view.elevation");
        }
    }

    void theme() {
        static const char* const ids[] = {"view.theme-light", "view.theme-dark",   "view.theme-system",
                                          "view.text-larger", "view.text-smaller", "view.text-100"};
        trigger(any(ids));
    }

    /// Another action while the button is down, now and then.
    void in_between() {
        switch (below(12)) {
        case 0: workspace(); break;
        case 1: resize(); break;
        case 2: drawing(); break;
        case 3: panel(); break;
        default: break;
        }
    }

    void drag(QPointer<QWidget> widget, QPoint from, QPoint to) {
        const auto send = [&](QEvent::Type type, QPoint local, Qt::MouseButton button,
                              Qt::MouseButtons held) {
            if (!widget) return;
            QMouseEvent event(type, local, widget->mapToGlobal(local), button, held, {});
            QApplication::sendEvent(widget, &event);
        };
        send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
        constexpr int stops = 4;
        const QPoint start = widget ? widget->mapToGlobal(from) : QPoint(), end = start + (to - from);
        for (int i = 1; i <= stops && widget; ++i) {
            const QPoint global = start + (end - start) * i / stops;
            send(QEvent::MouseMove, widget->mapFromGlobal(global), Qt::NoButton, Qt::LeftButton);
            if (below(2)) QTest::qWait(below(8));
            m_is_dragging = true;
            in_between();
            m_is_dragging = false;
        }
        if (widget)
            send(QEvent::MouseButtonRelease, widget->mapFromGlobal(end), Qt::LeftButton, Qt::NoButton);
    }

    void drag_panel() {
        QDockWidget* dock = page() ? any_shown_dock() : nullptr;
        if (!dock) return;
        const QPoint from(30, 10);
        drag(dock, from,
             from + QPoint(below(2 * page()->width()) - page()->width(),
                           below(2 * page()->height()) - page()->height()));
    }

    /// Between panels, and between drawing and views.
    void drag_line() {
        QDockWidget* dock = page() ? any_shown_dock() : nullptr;
        if (!dock || dock->isFloating()) return;
        const QRect room = dock->geometry();
        const QPoint beside[] = {{room.left() - 1, room.center().y()},
                                 {room.right() + 1, room.center().y()},
                                 {room.center().x(), room.top() - 1},
                                 {room.center().x(), room.bottom() + 1}};
        const QPoint from = any(beside);
        if (page()->childAt(from)) return;
        drag(page(), from, from + QPoint(below(400) - 200, below(300) - 150));
    }

    void tabs() {
        if (!page()) return;
        QList<QTabBar*> bars;
        for (auto* bar : page()->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
            if (bar->isVisible() && bar->count() > 1) bars << bar;
        if (bars.isEmpty() || below(3) == 0) {
            QDockWidget *one = any_dock(), *other = any_dock();
            if (one != other && !one->isFloating() && !other->isFloating())
                page()->tabifyDockWidget(one, other); // as a drop does
            return;
        }
        QTabBar* bar = any(bars);
        const QPoint from = bar->tabRect(below(bar->count())).center();
        if (below(2))
            QTest::mouseClick(bar, Qt::LeftButton, {}, from);
        else
            drag(bar, from, from + QPoint(below(300) - 150, below(300) - 150));
    }

    void float_panel() {
        if (!page()) return;
        QDockWidget* dock = any_dock();
        dock->setFloating(!dock->isFloating());
        if (dock->isFloating() && dock->isVisible()) dock->move(below(900), below(600));
    }

    void drawing() { QTest::keyClick(&m_window, Qt::Key_F4, below(2) ? Qt::NoModifier : Qt::ShiftModifier); }

    void look() {
        static const char* const ids[] = {"view.reset-layout", "view.reset-layout", "view.full-screen",
                                          "file.welcome", "view.fit"};
        trigger(any(ids));
        if (!page()) trigger("file.welcome"); // and back
    }

    void chart() {
        if (!page()) return;
        ChartArea& charts = page()->charts();
        if (below(2))
            charts.setCurrentIndex(below(charts.count()));
        else
            trigger(below(2) ? "view.next-chart" : "view.previous-chart");
    }

    void edit() {
        static const char* const ids[] = {"edit.undo",      "edit.redo",     "edit.undo",
                                          "edit.duplicate", "scenario.next", "scenario.duplicate",
                                          "edit.history"};
        constexpr size_t most = 200; // drawn things: doubled over and over, there would soon be thousands
        if (m_window.document().cluster().elements.size() > most || has_many_scenarios()) {
            trigger("edit.undo");
            return;
        }
        trigger(any(ids));
    }

    /// Inputs come to the bar above the drawing, are turned there and leave again.
    void what_if() {
        if (!page()) return;
        auto* bar = page()->findChild<WhatIfBar*>();
        if (below(3) == 0 || !bar->isVisible()) {
            static const char* const inputs[] = {"/site/electricity_price", "/workload/global_batch",
                                                 "/plan/tp", "/plan/pp"};
            page()->what_if().add(any(inputs));
            return;
        }
        if (below(2)) {
            const auto sliders = bar->findChildren<QAbstractSlider*>();
            if (sliders.isEmpty()) return;
            QAbstractSlider* slider = any(sliders);
            QTest::mouseClick(slider, Qt::LeftButton, {}, {below(slider->width()), slider->height() / 2});
            return;
        }
        if (has_many_scenarios()) return; // one of the buttons keeps another
        const auto buttons = bar->findChildren<QAbstractButton*>();
        if (QAbstractButton* button = any(buttons); button->isVisible()) button->click();
    }

    bool has_many_scenarios() const {
        constexpr size_t most = 8;
        return m_window.document().project().scenarios.size() > most;
    }

    MainWindow& m_window;
    bool m_is_dragging = false;
    std::mt19937 m_random;
};

} // namespace roofrack::test
