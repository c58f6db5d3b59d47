// SPDX-License-Identifier: GPL-3.0-or-later
// Which panels of the workspace are shown, how large, and how that is kept.
#include "app/gui/pages/chart_area.h"
#include "app/gui/window/workspace.h"
#include "widgets/bill/bill_view.h"
#include "widgets/canvas/view/canvas.h"

#include <QDockWidget>
#include <QSplitter>
#include <QTimer>

#include <utility>
#include <vector>

namespace roofrack {

QList<QDockWidget*> Workspace::docks() const {
    return findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
}

void Workspace::show_only_drawing(bool only) {
    if (only == m_only_drawing) return;
    m_only_drawing = only;
    auto* findings = findChild<QDockWidget*>(QStringLiteral("findings"));
    if (only) m_hid_findings = findings->isVisible();
    if (m_hid_findings) findings->setVisible(!only);
    m_charts->setVisible(!only);
}

void Workspace::show_dock(const QString& name) {
    if (name == m_bill_dock->objectName()) return show_bill();
    auto* dock = findChild<QDockWidget*>(name);
    if (!dock) return;
    dock->show();
    dock->raise();
    dock->widget()->setFocus(Qt::ShortcutFocusReason);
}

void Workspace::toggle_dock(const QString& name) {
    auto* dock = findChild<QDockWidget*>(name);
    if (!dock) return;
    const bool is_seen = dock->isVisible() && !dock->visibleRegion().isEmpty(); // not behind another tab
    if (is_seen) {
        dock->hide();
        m_canvas->setFocus(Qt::OtherFocusReason);
    } else {
        show_dock(name);
    }
}

void Workspace::reset_layout() {
    show_only_drawing(false);
    m_saved_layout.clear();
    restoreState(m_first_layout, layout_version);
    size_docks();
}

void Workspace::size_docks() {
    const auto dock = [this](const char* name) { return findChild<QDockWidget*>(QLatin1String(name)); };
    resizeDocks({dock("parts"), dock("inspector")}, {208, 348}, Qt::Horizontal);
    resizeDocks({dock("parts"), dock("outline")}, {440, 320}, Qt::Vertical);
    resizeDocks({dock("findings")}, {height() < 800 ? 120 : 168}, Qt::Vertical);
    QTimer::singleShot(0, this, &Workspace::share_height); // of what the panels leave
}

/// The drawing has a little more, but for the room that axes need first.
void Workspace::share_height() {
    const int height = m_splitter->height();
    const int charts = std::max(height * 45 / 100, std::min(252, height * 60 / 100));
    m_splitter->setSizes({height - charts, charts});
}

void Workspace::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    // Sizes count only once there is a window to share.
    if (std::exchange(m_is_fresh, false)) QTimer::singleShot(0, this, &Workspace::size_docks);
    if (m_saved_layout.isEmpty()) return;
    QTimer::singleShot(0, this, &Workspace::restore_sizes);
    constexpr int settled = 500; // ms: a desktop maximises a window after it is shown
    QTimer::singleShot(settled, this, [this] {
        m_saved_layout.clear();
        m_saved_splitter.clear();
    });
}

void Workspace::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (isVisible() && !m_saved_layout.isEmpty()) QTimer::singleShot(0, this, &Workspace::restore_sizes);
}

/// Which panels are shown stays: one may have been opened or closed since.
void Workspace::restore_sizes() {
    if (m_saved_layout.isEmpty()) return;
    std::vector<std::pair<QDockWidget*, bool>> shown;
    for (QDockWidget* dock : docks()) shown.emplace_back(dock, !dock->isHidden());
    restoreState(m_saved_layout, layout_version);
    for (const auto& [dock, is_shown] : shown) {
        if (dock->isHidden() != is_shown) continue;
        dock->setVisible(is_shown);
        if (is_shown) dock->raise();
    }
    if (!m_saved_splitter.isEmpty()) m_splitter->restoreState(m_saved_splitter);
    if (m_inspector_width > 0)
        m_inspector_width = findChild<QDockWidget*>(QStringLiteral("inspector"))->width();
}

QByteArray Workspace::splitter_state() const { return m_splitter->saveState(); }

void Workspace::restore(const QByteArray& layout, const QByteArray& splitter) {
    if (!layout.isEmpty() && restoreState(layout, layout_version)) {
        m_is_fresh = false;
        m_saved_layout = layout;
        m_saved_splitter = splitter;
    }
    if (!splitter.isEmpty()) m_splitter->restoreState(splitter);
}

} // namespace roofrack
