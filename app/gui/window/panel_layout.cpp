// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/panel_layout.h"

#include "app/gui/window/layout/layout_queue.h"
#include "app/gui/window/layout/restore_docks.h"
#include "app/gui/window/layout/work_strip.h"
#include "app/gui/window/workspaces.h"
#include "widgets/measured/run_bar.h"
#include "widgets/theme/text_scale.h"

#include <QAction>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QTimer>

#include <algorithm>
#include <utility>
#include <vector>

namespace roofrack {

namespace {

constexpr int parts_width = 208, inspector_width = 348, elevation_width = 328; ///< px, at first
constexpr int low_findings =
    102; ///< px: the heading and three lines, with which a plot of 1280 × 800 keeps its 240

} // namespace

PanelLayout::PanelLayout(QMainWindow& page, WorkArea& area, LayoutQueue& queue)
    : m_page(page)
    , m_area(area)
    , m_queue(queue)
    , m_text_scale(text_scale()) {
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
        if (m_is_arranging || inspector->isHidden() || tabs_of_side().contains(m_beside)) return;
        if (is_shown)
            m_inspector_width = inspector->width();
        else if (m_inspector_width > 0)
            m_queue.later(*this, "inspector", [this, inspector, width = std::exchange(m_inspector_width, 0)] {
                m_page.resizeDocks({inspector}, {width}, Qt::Horizontal);
            });
    });
}

void PanelLayout::set_small_parts(WorkStrip& strip, QWidget& tile) {
    m_strip = &strip;
    m_tile = &tile;
    m_area.add_below(&strip);
    connect(&strip, &WorkStrip::drawing_wanted, this, [this] { show_only_drawing(true); });
    connect(&strip, &WorkStrip::views_wanted, this, &PanelLayout::show_views);
    for (QDockWidget* each : docks())
        connect(each->toggleViewAction(), &QAction::toggled, this, [this, each](bool is_shown) {
            if (is_shown && !m_is_arranging) {
                m_folded.removeOne(each->objectName()); // asked for
                if (each == dock("findings"))
                    m_queue.later(*this, "low findings", [this] { lower_findings(); });
            }
            m_queue.later(*this, "small parts", [this] {
                place_beside();
                show_small_parts();
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
    m_drawing = left.shows_drawing.value_or(workspace.is_drawing);
    m_drawing_when_small = left.shows_drawing_when_small.value_or(workspace.is_drawing);
    m_is_wide = is_wide();
    m_is_small = is_low();
    m_area.set_views_share(left.views_share.value_or(workspace.views_height / 100.0));
    m_saved.clear();
    if (left.panels.isEmpty() || !restore_docks(m_page, left.panels, version)) {
        set_first();
    } else {
        m_is_first = false;
        m_folded = left.folded;
        if (!m_page.isVisible()) m_saved = left.panels;
        if (left.is_wide.value_or(m_is_wide) != m_is_wide) fold(!m_is_wide);
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
    left.is_wide = m_is_wide;
    left.folded = m_folded;
    return left;
}

void PanelLayout::set_first() {
    restore_docks(m_page, m_first, version);
    std::vector<const char*> open = m_workspace->panels;
    m_folded.clear();
    for (const char* name : m_workspace->wide_panels)
        if (m_is_wide)
            open.push_back(name);
        else
            m_folded << QLatin1String(name);
    for (QDockWidget* each : docks())
        each->setVisible(std::ranges::any_of(
            open, [&](const char* name) { return each->objectName() == QLatin1String(name); }));
    m_is_first = !m_page.isVisible();
    if (!m_is_first) size_docks();
}

void PanelLayout::size_docks() {
    m_page.layout()->activate();
    m_page.resizeDocks({dock("parts"), dock("inspector"), dock("elevation")},
                       {side_width(parts_width), side_width(inspector_width), side_width(elevation_width)},
                       Qt::Horizontal);
    m_page.resizeDocks({dock("parts"), dock("outline")}, {440, 320}, Qt::Vertical);
    const bool has_little = m_page.height() < 800;
    const int below = dock("ranks")->isHidden() ? (has_little ? 120 : 168) : (has_little ? 128 : 280);
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

void PanelLayout::need_drawing() {
    m_queue.change(*this, [this] {
        if (shows_drawing()) return;
        if (!m_workspace->is_drawing && !m_is_small && m_page.window()->height() < high)
            set_only_drawing(true);
        else
            wants_drawing() = true;
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
    // Where the views are the work, the tile leads to the drawing.
    m_area.show_switch(m_is_small && !m_only_drawing && (m_workspace->is_drawing || m_drawing_when_small));
    m_area.show_parts(shows_drawing(), !m_only_drawing && !(m_is_small && m_drawing_when_small));
    show_small_parts();
    Q_EMIT parts_changed();
}

void PanelLayout::show_small_parts() {
    const bool is_drawing = m_workspace->is_drawing, has_tile = !is_drawing && !shows_drawing(),
               has_inspector = !dock("inspector")->isHidden();
    const auto is_of_views = [&](bool part) { return part && !is_drawing && !m_only_drawing; };
    m_tile->setVisible(has_tile);
    m_strip->show_parts({.tile = has_tile && !has_inspector,
                         .findings = is_of_views(dock("findings")->isHidden()),
                         .inspector = is_of_views(!has_inspector && !m_workspace->wide_panels.empty()),
                         .views = m_only_drawing && !is_drawing});
}

/// Findings that open under the views of a low window leave the plot its height.
void PanelLayout::lower_findings() {
    QDockWidget* findings = dock("findings");
    if (m_workspace->is_drawing || findings->isHidden() || findings->isFloating() ||
        m_page.window()->height() >= high)
        return;
    m_page.layout()->activate();
    const int low = at_text_scale(low_findings);
    if (findings->height() > low) m_page.resizeDocks({findings}, {low}, Qt::Vertical);
}

/// What stands beside the views gives them its width, and takes it back.
void PanelLayout::fold(bool folds) {
    const bool was_arranging = std::exchange(m_is_arranging, true);
    if (!folds) {
        for (const QString& name : std::exchange(m_folded, {}))
            if (QDockWidget* folded = m_page.findChild<QDockWidget*>(name)) folded->show();
        if (QDockWidget* inspector = dock("inspector"); m_page.isVisible() && !inspector->isHidden())
            m_page.resizeDocks({inspector}, {side_width(inspector_width)}, Qt::Horizontal);
    } else {
        for (const char* name : m_workspace->wide_panels) {
            QDockWidget* beside = dock(name);
            if (beside->isHidden() || beside->isFloating()) continue;
            beside->hide();
            m_folded << QLatin1String(name);
        }
    }
    m_is_arranging = was_arranging;
}

void PanelLayout::set_wide(bool wide) {
    if (std::exchange(m_is_wide, wide) == wide) return;
    fold(!wide);
    show_small_parts();
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

/// What stands in tabs with the inspector and the panel beside it. Qt knows the tabs of what is shown only.
QList<QDockWidget*> PanelLayout::tabs_of_side() const {
    QDockWidget* inspector = dock("inspector");
    QList<QDockWidget*> all = m_page.tabifiedDockWidgets(inspector);
    if (inspector->isHidden()) all = m_page.tabifiedDockWidgets(m_beside);
    return all;
}

/// Two panels side by side leave a narrow window no room for what it shows.
void PanelLayout::place_beside(const QDockWidget* coming) {
    QDockWidget* inspector = dock("inspector");
    if (m_beside->isFloating() || inspector->isFloating() ||
        m_page.dockWidgetArea(m_beside) != m_page.dockWidgetArea(inspector))
        return; // the user put them elsewhere
    const bool is_narrow = m_page.window()->width() < narrow_width;
    // Qt loses what joins the tabs of a hidden one.
    if (inspector->isHidden() && (coming != inspector || m_beside->isHidden())) return;
    QList<QDockWidget*> behind = tabs_of_side();
    const bool is_behind = behind.removeOne(m_beside) + behind.removeOne(inspector) > 0;
    if (is_narrow == is_behind) return;
    const bool was_arranging = std::exchange(m_is_arranging, true);
    if (is_narrow) {
        QDockWidget* seen = inspector->isHidden() ? m_beside : inspector;
        m_page.tabifyDockWidget(seen, seen == inspector ? m_beside : inspector);
        seen->raise();
    } else {
        const bool is_shown = !m_beside->isHidden();
        m_page.removeDockWidget(m_beside); // out of the tabs: what stands in tabs cannot be split
        m_page.addDockWidget(m_page.dockWidgetArea(inspector), m_beside, Qt::Horizontal);
        m_beside->setVisible(is_shown);
        m_page.splitDockWidget(m_beside, inspector, Qt::Horizontal);
        for (QDockWidget* each : behind) m_page.tabifyDockWidget(inspector, each);
        inspector->raise();
        m_page.resizeDocks({m_beside, inspector}, {side_width(elevation_width), side_width(inspector_width)},
                           Qt::Horizontal);
    }
    m_inspector_width = 0;
    m_is_arranging = was_arranging;
}

/// Half of what larger text asks for, where the window is wide enough for it: the views want their share.
int PanelLayout::side_width(int usual) const {
    return m_is_wide ? static_cast<int>(usual * (0.5 + 0.5 * m_text_scale)) : usual;
}

bool PanelLayout::is_wide() const {
    return m_page.window()->width() >= wide_width * (0.7 + 0.3 * m_text_scale);
}

bool PanelLayout::is_low() const {
    return m_page.window()->height() < small_height * (0.7 + 0.3 * m_text_scale);
}

void PanelLayout::add_run_bar(RunBar& bar) {
    m_area.add_above(&bar);
    const auto fit = [this, &bar] {
        m_queue.later(bar, "run bar", [this, &bar] { bar.fit_height(m_area.height()); });
    };
    connect(&m_area, &WorkArea::resized, &bar, fit);
    connect(&bar, &RunBar::fit_wanted, &bar, fit);
}

void PanelLayout::set_text_scale(double scale) {
    m_text_scale = scale;
    resized();
}

void PanelLayout::resized() {
    // The size may come from within what Qt does to the docks.
    m_queue.later(*this, "resized", [this] { fit_window(); });
}

void PanelLayout::fit_window() {
    set_wide(is_wide());
    place_beside();
    // The window's size decides: a message above the page shall not change what it shows.
    if (const bool is_small = is_low(); is_small != m_is_small) {
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
    restore_docks(m_page, m_saved, version);
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
