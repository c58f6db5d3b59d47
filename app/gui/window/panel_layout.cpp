// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/panel_layout.h"

#include "app/gui/window/layout_queue.h"
#include "app/gui/window/workspaces.h"

#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QTimer>

#include <algorithm>
#include <utility>
#include <vector>

namespace roofrack {

PanelLayout::PanelLayout(QMainWindow& page, WorkArea& area, LayoutQueue& queue)
    : m_page(page)
    , m_area(area)
    , m_queue(queue) {
    connect(&area, &WorkArea::part_chosen, this, [this](WorkArea::Part part) {
        if (part == WorkArea::Part::drawing)
            show_drawing(true);
        else
            show_views();
    });
}

QDockWidget* PanelLayout::dock(const char* name) const {
    return m_page.findChild<QDockWidget*>(QLatin1String(name));
}

void PanelLayout::keep_first() {
    m_first = m_page.saveState(version);
    m_queue.watch_drags(m_page);
}

void PanelLayout::opens_beside_inspector(QDockWidget& beside) {
    m_beside = &beside;
    m_page.splitDockWidget(&beside, dock("inspector"), Qt::Horizontal);
    connect(&beside, &QDockWidget::visibilityChanged, this, [this](bool is_shown) {
        QDockWidget* inspector = dock("inspector");
        if (m_is_arranging || m_page.tabifiedDockWidgets(inspector).contains(m_beside)) return;
        if (is_shown)
            m_inspector_width = inspector->width();
        else if (m_inspector_width > 0)
            m_queue.later(*this, "inspector", [this, inspector, width = std::exchange(m_inspector_width, 0)] {
                m_page.resizeDocks({inspector}, {width}, Qt::Horizontal);
            });
    });
}

QList<QDockWidget*> PanelLayout::docks() const {
    return m_page.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
}

void PanelLayout::arrange(const Workspace& workspace, const Arrangement& left) {
    Q_ASSERT(m_queue.is_changing());
    set_only_drawing(false);
    m_is_arranging = true;
    m_workspace = &workspace;
    m_drawing = left.shows_drawing.value_or(workspace.shows_drawing);
    m_drawing_when_small = left.shows_drawing_when_small.value_or(workspace.begins_with_drawing);
    m_area.set_views_share(left.views_share.value_or(workspace.views_height / 100.0));
    m_saved.clear();
    if (left.panels.isEmpty() || !m_page.restoreState(left.panels, version)) {
        set_first();
    } else {
        m_is_first = false;
        if (!m_page.isVisible()) m_saved = left.panels;
    }
    place_beside();
    show_parts();
    m_page.layout()->activate();
    m_inspector_width = 0;
    m_is_arranging = false;
}

Arrangement PanelLayout::leave() {
    Q_ASSERT(m_queue.is_changing());
    set_only_drawing(false); // the next time everything is shown
    Arrangement left;
    left.panels = m_page.saveState(version);
    left.views_share = m_area.views_share();
    left.shows_drawing = m_drawing;
    left.shows_drawing_when_small = m_drawing_when_small;
    return left;
}

void PanelLayout::set_first() {
    m_page.restoreState(m_first, version);
    std::vector<const char*> open = m_workspace->panels;
    if (m_page.window()->width() >= wide_width)
        open.insert(open.end(), m_workspace->wide_panels.begin(), m_workspace->wide_panels.end());
    for (QDockWidget* each : docks())
        each->setVisible(std::ranges::any_of(
            open, [&](const char* name) { return each->objectName() == QLatin1String(name); }));
    m_is_first = !m_page.isVisible();
    if (!m_is_first) size_docks();
}

void PanelLayout::size_docks() {
    m_page.layout()->activate();
    m_page.resizeDocks({dock("parts"), dock("inspector"), dock("elevation")}, {208, 348, 328},
                       Qt::Horizontal);
    m_page.resizeDocks({dock("parts"), dock("outline")}, {440, 320}, Qt::Vertical);
    const bool is_low = m_page.height() < 800;
    const int below = dock("ranks")->isHidden() ? (is_low ? 120 : 168) : (is_low ? 168 : 280);
    m_page.resizeDocks({dock("findings")}, {below}, Qt::Vertical);
    m_page.resizeDocks({dock("ranks"), dock("findings")}, {3 * m_page.width() / 5, 2 * m_page.width() / 5},
                       Qt::Horizontal);
}

void PanelLayout::show_only_drawing(bool only) {
    m_queue.change(*this, [this, only] { set_only_drawing(only); });
}

void PanelLayout::set_only_drawing(bool only) {
    if (only == m_only_drawing) return;
    m_only_drawing = only;
    if (only) {
        for (QDockWidget* each : docks())
            if (!each->isHidden() && !each->isFloating() &&
                m_page.dockWidgetArea(each) == Qt::BottomDockWidgetArea)
                m_hidden_below << each;
        for (QDockWidget* each : m_hidden_below) each->hide();
    } else {
        for (QDockWidget* each : std::exchange(m_hidden_below, {})) each->show();
    }
    show_parts();
}

bool& PanelLayout::wants_drawing() { return m_is_small ? m_drawing_when_small : m_drawing; }

void PanelLayout::show_drawing(bool shown) {
    m_queue.change(*this, [this, shown] {
        if (!shown) set_only_drawing(false);
        wants_drawing() = shown;
        show_parts();
    });
}

bool PanelLayout::shows_drawing() const {
    return m_only_drawing || (m_is_small ? m_drawing_when_small : m_drawing);
}

void PanelLayout::show_views() {
    m_queue.change(*this, [this] { show_views_now(); });
}

void PanelLayout::show_views_now() {
    set_only_drawing(false);
    if (m_is_small) m_drawing_when_small = false;
    show_parts();
}

void PanelLayout::show_parts() {
    m_area.show_switch(m_is_small && !m_only_drawing);
    m_area.show_parts(shows_drawing(), !m_only_drawing && !(m_is_small && m_drawing_when_small));
    Q_EMIT parts_changed();
}

void PanelLayout::shown() {
    resized();
    m_queue.later(*this, "first sizes", [this] { first_sizes(); });
    constexpr int settled = 500; // ms: a desktop maximises a window after it is shown
    if (!m_saved.isEmpty()) QTimer::singleShot(settled, this, [this] { m_saved.clear(); });
}

/// Sizes count only once there is a window to share.
void PanelLayout::first_sizes() {
    if (std::exchange(m_is_first, false)) size_docks();
    restore_sizes();
}

/// Two panels side by side leave a narrow window no room for what it shows.
void PanelLayout::place_beside() {
    QDockWidget* inspector = dock("inspector");
    if (m_beside->isFloating() || inspector->isFloating() ||
        m_page.dockWidgetArea(m_beside) != m_page.dockWidgetArea(inspector))
        return; // the user put them elsewhere
    const bool is_narrow = m_page.window()->width() < narrow_width;
    if (is_narrow == m_page.tabifiedDockWidgets(inspector).contains(m_beside)) return;
    const bool was_arranging = std::exchange(m_is_arranging, true);
    if (is_narrow) {
        m_page.tabifyDockWidget(inspector, m_beside);
        inspector->raise();
    } else {
        QList<QDockWidget*> behind = m_page.tabifiedDockWidgets(inspector);
        behind.removeOne(m_beside);
        const bool is_shown = !m_beside->isHidden();
        m_page.removeDockWidget(m_beside); // out of the tabs: what stands in tabs cannot be split
        m_page.addDockWidget(m_page.dockWidgetArea(inspector), m_beside, Qt::Horizontal);
        m_beside->setVisible(is_shown);
        m_page.splitDockWidget(m_beside, inspector, Qt::Horizontal);
        for (QDockWidget* each : behind) m_page.tabifyDockWidget(inspector, each);
        inspector->raise();
        m_page.resizeDocks({m_beside, inspector}, {328, 348}, Qt::Horizontal);
    }
    m_inspector_width = 0;
    m_is_arranging = was_arranging;
}

void PanelLayout::resized() {
    // The size may come from within what Qt does to the docks.
    m_queue.later(*this, "resized", [this] { fit_window(); });
}

void PanelLayout::fit_window() {
    place_beside();
    // Of the window: a message above the page shall not change what it shows.
    if (const bool is_small = m_page.window()->height() < small_height; is_small != m_is_small) {
        m_is_small = is_small;
        show_parts();
    }
    if (m_page.isVisible()) restore_sizes();
}

/// Which panels are shown stays: one may have been opened or closed since.
void PanelLayout::restore_sizes() {
    if (m_saved.isEmpty()) return;
    const bool was_arranging = std::exchange(m_is_arranging, true);
    std::vector<std::pair<QDockWidget*, bool>> was_shown;
    for (QDockWidget* each : docks()) was_shown.emplace_back(each, !each->isHidden());
    m_page.restoreState(m_saved, version);
    for (const auto& [each, is_shown] : was_shown) {
        if (each->isHidden() != is_shown) continue;
        each->setVisible(is_shown);
        if (is_shown) each->raise();
    }
    place_beside();
    m_is_arranging = was_arranging;
    if (m_inspector_width > 0) m_inspector_width = dock("inspector")->width();
}

} // namespace roofrack
