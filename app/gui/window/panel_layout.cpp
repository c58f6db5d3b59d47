// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/panel_layout.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QSplitter>
#include <QTimer>

#include <utility>
#include <vector>

namespace roofrack {

PanelLayout::PanelLayout(QMainWindow& page, QSplitter& splitter)
    : m_page(page)
    , m_splitter(splitter) {}

QDockWidget* PanelLayout::dock(const char* name) const {
    return m_page.findChild<QDockWidget*>(QLatin1String(name));
}

void PanelLayout::keep_first() { m_first = m_page.saveState(version); }

void PanelLayout::opens_beside_inspector(QDockWidget& beside) {
    connect(&beside, &QDockWidget::visibilityChanged, this, [this](bool is_shown) {
        QDockWidget* inspector = dock("inspector");
        if (is_shown)
            m_inspector_width = inspector->width();
        else if (m_inspector_width > 0)
            QTimer::singleShot(0, this, [this, inspector, width = std::exchange(m_inspector_width, 0)] {
                m_page.resizeDocks({inspector}, {width}, Qt::Horizontal);
            });
    });
}

QList<QDockWidget*> PanelLayout::docks() const {
    return m_page.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
}

void PanelLayout::show_only_drawing(bool only) {
    if (only == m_only_drawing) return;
    m_only_drawing = only;
    QDockWidget* findings = dock("findings");
    if (only) m_hid_findings = findings->isVisible();
    if (m_hid_findings) findings->setVisible(!only);
    m_splitter.widget(1)->setVisible(!only); // the charts
}

void PanelLayout::reset() {
    show_only_drawing(false);
    m_saved.clear();
    m_page.restoreState(m_first, version);
    size_docks();
}

void PanelLayout::size_docks() {
    m_page.resizeDocks({dock("parts"), dock("inspector")}, {208, 348}, Qt::Horizontal);
    m_page.resizeDocks({dock("parts"), dock("outline")}, {440, 320}, Qt::Vertical);
    m_page.resizeDocks({dock("findings")}, {m_page.height() < 800 ? 120 : 168}, Qt::Vertical);
    QTimer::singleShot(0, this, &PanelLayout::share_height); // of what the panels leave
}

/// The drawing has a little more, but for the room that axes need first.
void PanelLayout::share_height() {
    const int height = m_splitter.height();
    const int charts = std::max(height * 45 / 100, std::min(252, height * 60 / 100));
    m_splitter.setSizes({height - charts, charts});
}

void PanelLayout::shown() {
    // Sizes count only once there is a window to share.
    if (std::exchange(m_is_fresh, false)) QTimer::singleShot(0, this, &PanelLayout::size_docks);
    if (m_saved.isEmpty()) return;
    QTimer::singleShot(0, this, &PanelLayout::restore_sizes);
    constexpr int settled = 500; // ms: a desktop maximises a window after it is shown
    QTimer::singleShot(settled, this, [this] {
        m_saved.clear();
        m_saved_splitter.clear();
    });
}

void PanelLayout::resized() {
    if (m_page.isVisible() && !m_saved.isEmpty()) QTimer::singleShot(0, this, &PanelLayout::restore_sizes);
}

/// Which panels are shown stays: one may have been opened or closed since.
void PanelLayout::restore_sizes() {
    if (m_saved.isEmpty()) return;
    std::vector<std::pair<QDockWidget*, bool>> was_shown;
    for (QDockWidget* each : docks()) was_shown.emplace_back(each, !each->isHidden());
    m_page.restoreState(m_saved, version);
    for (const auto& [each, is_shown] : was_shown) {
        if (each->isHidden() != is_shown) continue;
        each->setVisible(is_shown);
        if (is_shown) each->raise();
    }
    if (!m_saved_splitter.isEmpty()) m_splitter.restoreState(m_saved_splitter);
    if (m_inspector_width > 0) m_inspector_width = dock("inspector")->width();
}

QByteArray PanelLayout::splitter_state() const { return m_splitter.saveState(); }

void PanelLayout::restore(const QByteArray& layout, const QByteArray& splitter) {
    if (!layout.isEmpty() && m_page.restoreState(layout, version)) {
        m_is_fresh = false;
        m_saved = layout;
        m_saved_splitter = splitter;
    }
    if (!splitter.isEmpty()) m_splitter.restoreState(splitter);
}

} // namespace roofrack
