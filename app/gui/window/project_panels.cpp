// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/project_panels.h"

#include "app/gui/pages/guide_pages.h"
#include "app/gui/window/layout/dock_title.h"
#include "app/gui/window/layout/layout_queue.h"
#include "app/gui/window/layout/work_strip.h"
#include "widgets/bill/bill_view.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/canvas/view/drawing_tile.h"
#include "widgets/editor/document.h"
#include "widgets/elevation/rack_elevation.h"
#include "widgets/findings/findings_line.h"
#include "widgets/findings/findings_view.h"
#include "widgets/history/history_view.h"
#include "widgets/inspector/inspector.h"
#include "widgets/measured/rank_table.h"
#include "widgets/mitigations/mitigations_view.h"
#include "widgets/palette/outline.h"
#include "widgets/palette/own_part_panel.h"
#include "widgets/palette/parts_shelf.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QVBoxLayout>

#include <utility>

namespace roofrack {

ProjectPanels::ProjectPanels(Document& document, Canvas& canvas, PanelLayout& layout, QMainWindow& page)
    : QObject(&page)
    , m_document(document)
    , m_canvas(canvas)
    , m_layout(layout)
    , m_page(page) {
    make_side();
    make_below();
    make_small();
    // Together they would be wider than a small window.
    for (const char* name : {"elevation", "history", "own-part", "ranks", "bill", "reliefs"})
        dock(QLatin1String(name))->hide();
    layout.keep_first();
}

/// Contents are made inside their docks: what is put there later is styled again with all that it holds.
QDockWidget* ProjectPanels::make_dock(const char* name, const QString& title) {
    auto* dock = new QDockWidget(title, &m_page);
    dock->setObjectName(QLatin1String(name));
    return dock;
}

void ProjectPanels::add(QDockWidget& dock, QWidget* content, Qt::DockWidgetArea area) {
    dock.setTitleBarWidget(new DockTitle(&dock));
    dock.setWidget(content);
    m_page.addDockWidget(area, &dock);
}

QDockWidget* ProjectPanels::dock(const QString& name) const { return m_page.findChild<QDockWidget*>(name); }

void ProjectPanels::make_side() {
    const Catalog& catalog = m_document.catalog();
    QDockWidget* parts = make_dock("parts", tr("Parts"));
    QDockWidget* outline = make_dock("outline", tr("Outline"));
    QDockWidget* inspector = make_dock("inspector", tr("Inspector"));
    QDockWidget* elevation = make_dock("elevation", tr("Rack elevation"));
    QDockWidget* history = make_dock("history", tr("History"));
    QDockWidget* own_part = make_dock("own-part", tr("Own part"));
    m_parts = new PartsShelf(catalog, parts);
    m_outline = new Outline(outline);
    QWidget* under_tile = make_inspector(*inspector);
    m_own_part = new OwnPartPanel(catalog, own_part);
    m_elevation = new RackElevation(m_document, elevation);
    m_parts->setMinimumWidth(176);
    m_outline->setMinimumWidth(176);
    m_inspector->setMinimumWidth(296);
    m_elevation->setMinimumWidth(328);
    add(*parts, m_parts, Qt::LeftDockWidgetArea);
    add(*outline, m_outline, Qt::LeftDockWidgetArea);
    add(*inspector, under_tile, Qt::RightDockWidgetArea);
    add(*elevation, m_elevation, Qt::RightDockWidgetArea);
    m_layout.opens_beside_inspector(*elevation);
    add(*history, new HistoryView(m_document, history), Qt::LeftDockWidgetArea);
    add(*own_part, m_own_part, Qt::RightDockWidgetArea);
    m_page.tabifyDockWidget(inspector, own_part);
    // The GPUs in the colours of the drawing beside it.
    m_elevation->set_gpu_colour(
        [this](const std::string& rack) { return m_canvas.shown().overlay_style().element(rack).fill; });
    connect(static_cast<CanvasScene*>(m_canvas.scene()), &CanvasScene::repainted, m_elevation,
            &RackElevation::rebuild);
}

/// Under the tile, which takes no height from a plot there.
QWidget* ProjectPanels::make_inspector(QDockWidget& dock) {
    constexpr int height = 148;
    auto* both = new QWidget(&dock);
    m_inspector = new Inspector(m_document.catalog(), both);
    both->setObjectName(QStringLiteral("panel"));
    both->setFocusProxy(m_inspector);
    both->setProperty(guide_page_property, guide_page_of(m_inspector));
    m_tile = new DrawingTile(m_canvas, both);
    m_tile->setFixedHeight(height);
    m_tile->hide();
    auto* air = new QVBoxLayout;
    air->setContentsMargins(12, 0, 12, 4);
    air->addWidget(m_tile);
    auto* column = new QVBoxLayout(both);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(air);
    column->addWidget(m_inspector, 1);
    connect(m_tile, &DrawingTile::chosen, this, [this] { m_layout.show_only_drawing(true); });
    return both;
}

void ProjectPanels::make_small() {
    m_strip = new WorkStrip(m_canvas, &m_page);
    m_layout.set_small_parts(*m_strip, *m_tile);
    connect(m_strip, &WorkStrip::panel_wanted, this, &ProjectPanels::show);
}

void ProjectPanels::make_below() {
    QDockWidget* ranks = make_dock("ranks", tr("Measured ranks"));
    QDockWidget* findings = make_dock("findings", tr("What binds, and what mitigates it"));
    m_bill_dock = make_dock("bill", tr("Bill of materials"));
    QDockWidget* mitigations = make_dock("reliefs", tr("Mitigations"));
    m_findings = new FindingsView(findings);
    m_ranks = new RankTable(ranks);
    m_bill = new BillView(m_document.catalog(), m_bill_dock);
    m_mitigations = new MitigationsView(m_document.catalog(), mitigations);
    add(*ranks, m_ranks, Qt::BottomDockWidgetArea);
    add(*findings, m_findings, Qt::BottomDockWidgetArea);
    m_page.splitDockWidget(ranks, findings, Qt::Horizontal);
    add(*m_bill_dock, m_bill, Qt::BottomDockWidgetArea);
    add(*mitigations, m_mitigations, Qt::BottomDockWidgetArea);
    m_page.tabifyDockWidget(findings, mitigations);
    m_page.tabifyDockWidget(findings, m_bill_dock);
    findings->raise();
    connect(m_bill_dock->toggleViewAction(), &QAction::toggled, this, [this, findings] {
        if (m_layout.is_arranging()) m_height_without_bill = 0;
        if (!m_bill_dock->isHidden()) return; // it opens, or the page is left
        if (const int before = std::exchange(m_height_without_bill, 0); before > 0)
            m_layout.queue().later(*this, "bill closed", [this, findings, before] {
                m_page.resizeDocks({findings}, {before}, Qt::Vertical);
            });
    });
}

void ProjectPanels::set_theme(const Theme& theme) {
    m_findings->set_theme(theme);
    m_strip->set_theme(theme);
    m_bill->set_theme(theme);
    m_elevation->set_theme(theme);
    m_parts->set_theme(theme);
}

void ProjectPanels::show_findings(const Evaluation& evaluation) {
    m_findings->set_findings(evaluation.findings, evaluation.waived);
    m_strip->findings().set_findings(evaluation.findings);
}

void ProjectPanels::change(std::function<void()> what) { m_layout.queue().change(*this, std::move(what)); }

void ProjectPanels::bring(const QString& name) {
    change([this, name] { bring_now(name); });
}

void ProjectPanels::bring_now(const QString& name) {
    QDockWidget* wanted = dock(name);
    m_layout.place_beside(wanted);
    wanted->show();
    m_layout.place_beside();
    wanted->raise();
}

void ProjectPanels::show(const QString& name) {
    change([this, name] { show_now(name); });
}

void ProjectPanels::show_now(const QString& name) {
    QDockWidget* wanted = dock(name);
    if (!wanted) return;
    if (wanted == m_bill_dock) return show_bill();
    bring_now(name);
    wanted->widget()->setFocus(Qt::ShortcutFocusReason);
}

void ProjectPanels::toggle(const QString& name) {
    change([this, name] {
        QDockWidget* wanted = dock(name);
        if (!wanted) return;
        const bool is_seen =
            wanted->isVisible() && !wanted->visibleRegion().isEmpty(); // not behind another tab
        if (is_seen) {
            wanted->hide();
            m_canvas.setFocus(Qt::OtherFocusReason);
        } else {
            show_now(name);
        }
    });
}

void ProjectPanels::show_bill() {
    int before = 0;
    for (const char* name : {"findings", "ranks"})
        if (const QDockWidget* other = dock(QLatin1String(name));
            other->isVisible() && !other->visibleRegion().isEmpty())
            before = other->height();
    const bool opens = m_bill_dock->isHidden();
    bring_now(m_bill_dock->objectName());
    m_layout.queue().later(*this, "bill", [this] { // more than two rows, also of a window just opened
        m_page.resizeDocks({m_bill_dock}, {std::max(280, m_bill_dock->height())}, Qt::Vertical);
    });
    if (opens) m_height_without_bill = before;
    m_bill->setFocus();
}

void ProjectPanels::search_parts() {
    change([this] {
        bring_now(QStringLiteral("parts"));
        m_parts->focus_search();
    });
}

} // namespace roofrack
