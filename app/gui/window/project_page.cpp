// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/project_page.h"

#include "app/gui/flows/search_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/window/dock_title.h"
#include "core/drawing/check/waive.h"
#include "widgets/bill/bill_view.h"
#include "widgets/canvas/edits/moving.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/commands/rename_element.h"
#include "widgets/editor/commands/set_elements.h"
#include "widgets/editor/commands/set_links.h"
#include "widgets/editor/commands/set_plan.h"
#include "widgets/editor/commands/set_site.h"
#include "widgets/editor/commands/set_waivers.h"
#include "widgets/editor/commands/set_workload.h"
#include "widgets/elevation/rack_elevation.h"
#include "widgets/fields/text.h"
#include "widgets/findings/findings_view.h"
#include "widgets/history/history_view.h"
#include "widgets/inspector/inspector.h"
#include "widgets/measured/rank_table.h"
#include "widgets/palette/outline.h"
#include "widgets/palette/own_part_panel.h"
#include "widgets/palette/own_parts_flow.h"
#include "widgets/palette/parts_shelf.h"
#include "widgets/plan_search/search_controls.h"
#include "widgets/plan_search/search_view.h"

#include <QAction>
#include <QDockWidget>
#include <QSplitter>
#include <QTimer>

#include <utility>

namespace roofrack {

ProjectPage::ProjectPage(Document& document, QWidget* parent)
    : QMainWindow(parent)
    , m_document(document)
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_panels(*this, *m_splitter)
    , m_canvas(new Canvas(document, m_splitter))
    , m_charts(new ChartArea(m_splitter))
    , m_search(new SearchFlow(document, engine_searcher(document.catalog()), this)) {
    setWindowFlags(Qt::Widget);
    setDockNestingEnabled(true);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_canvas);
    m_splitter->addWidget(m_charts);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_canvas->setFrameShape(QFrame::NoFrame);
    m_canvas->setMinimumHeight(160);
    m_charts->setMinimumHeight(248); // lower, bars and names have no room between the axes
    m_canvas->setAccessibleName(tr("Drawing of the cluster"));
    setCentralWidget(m_splitter);
    make_docks();
    connect_document();
    connect_search();
    show_document(all_changes);
}

QDockWidget* ProjectPage::add_dock(const QString& name, const QString& title, QWidget* content,
                                   Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setTitleBarWidget(new DockTitle(dock));
    dock->setWidget(content);
    addDockWidget(area, dock);
    return dock;
}

void ProjectPage::make_docks() {
    m_parts = new PartsShelf(m_document.catalog(), this);
    m_outline = new Outline(this);
    m_inspector = new Inspector(m_document.catalog(), this);
    m_findings = new FindingsView(this);
    m_ranks = new RankTable(this);
    m_own_part = new OwnPartPanel(m_document.catalog(), this);
    add_dock(QStringLiteral("parts"), tr("Parts"), m_parts, Qt::LeftDockWidgetArea);
    add_dock(QStringLiteral("outline"), tr("Outline"), m_outline, Qt::LeftDockWidgetArea);
    add_dock(QStringLiteral("inspector"), tr("Inspector"), m_inspector, Qt::RightDockWidgetArea);
    auto* findings = add_dock(QStringLiteral("findings"), tr("What binds, and what relieves it"), m_findings,
                              Qt::BottomDockWidgetArea);
    m_ranks_dock = add_dock(QStringLiteral("ranks"), tr("Measured ranks"), m_ranks, Qt::BottomDockWidgetArea);
    tabifyDockWidget(findings, m_ranks_dock);
    m_bill = new BillView(m_document.catalog(), this);
    m_bill_dock = add_dock(QStringLiteral("bill"), tr("Bill of materials"), m_bill, Qt::BottomDockWidgetArea);
    tabifyDockWidget(findings, m_bill_dock);
    m_bill_dock->hide();
    connect(m_bill_dock->toggleViewAction(), &QAction::toggled, this, [this, findings] {
        if (!m_bill_dock->isHidden()) return; // it opens, or the page is left
        if (const int before = std::exchange(m_height_without_bill, 0); before > 0)
            QTimer::singleShot(0, this,
                               [this, findings, before] { resizeDocks({findings}, {before}, Qt::Vertical); });
    });
    m_elevation = new RackElevation(m_document, this);
    auto* elevation =
        add_dock(QStringLiteral("elevation"), tr("Rack elevation"), m_elevation, Qt::RightDockWidgetArea);
    splitDockWidget(elevation, findChild<QDockWidget*>(QStringLiteral("inspector")), Qt::Horizontal);
    elevation->hide();
    m_panels.opens_beside_inspector(*elevation);
    auto* history = add_dock(QStringLiteral("history"), tr("History"), new HistoryView(m_document, this),
                             Qt::LeftDockWidgetArea);
    history->hide();
    m_ranks_dock->hide();
    auto* own_part =
        add_dock(QStringLiteral("own-part"), tr("Own part"), m_own_part, Qt::RightDockWidgetArea);
    tabifyDockWidget(findChild<QDockWidget*>(QStringLiteral("inspector")), own_part);
    own_part->hide();
    m_parts->setMinimumWidth(176);
    m_outline->setMinimumWidth(176);
    m_inspector->setMinimumWidth(296);
    m_findings->setMinimumHeight(96);
    m_elevation->setMinimumWidth(328);
    // The GPUs in the colours of the drawing beside it.
    m_elevation->set_gpu_colour(
        [this](const std::string& rack) { return m_canvas->looks().element(rack).fill; });
    connect(static_cast<CanvasScene*>(m_canvas->scene()), &CanvasScene::repainted, m_elevation,
            &RackElevation::rebuild);
    m_panels.keep_first();
}

void ProjectPage::connect_document() {
    Selection& selection = m_document.selection();
    connect(&m_document, &Document::changed, this, &ProjectPage::show_document);
    connect(&m_document, &Document::scenario_changed, this, [this] {
        m_inspector->drop_typed();
        show_document(all_changes);
    });
    connect(&m_document, &Document::file_changed, this, [this] { show_document(all_changes); });
    connect(&selection, &Selection::changed, this, [this] {
        m_outline->show_selection(m_document.selection().ids());
        m_inspector->show_selection(m_document.cluster(), m_document.selection().ids());
        m_inspector->show_evaluation(m_bundle ? &m_bundle->evaluation : nullptr);
    });
    const auto choose = [this](const std::vector<std::string>& ids) { m_document.selection().set(ids); };
    connect(m_outline, &Outline::chosen, this, choose);
    connect(m_bill, &BillView::chosen, this, choose);
    connect_outline();
    connect(m_findings, &FindingsView::located, m_canvas, &Canvas::show_items);
    connect_waivers();
    connect(m_parts, &PartsShelf::place_requested, m_canvas,
            [this](const DraggedPart& part) { m_canvas->place_part(part); });
    m_own_parts = new OwnPartsFlow(m_document, *m_parts, *m_own_part, this);
    connect(m_inspector, &Inspector::part_edit_requested, m_own_parts, &OwnPartsFlow::edit_part_of);
    connect(m_own_parts, &OwnPartsFlow::panel_wanted, this, [this] {
        auto* dock = findChild<QDockWidget*>(QStringLiteral("own-part"));
        dock->show();
        dock->raise();
    });
    connect(m_canvas, &Canvas::edit_requested, m_inspector, [this] { m_inspector->focus_selection(); });
    // Each committed field is a step of its own.
    connect(m_inspector, &Inspector::element_edited, this, [this](const Element& next, const QString& field) {
        m_document.end_gesture();
        m_document.perform<SetElements>(next, in_sentence(field));
    });
    connect(m_inspector, &Inspector::elements_edited, this,
            [this](const std::vector<Element>& next, const QString& field) {
                m_document.end_gesture();
                m_document.perform<SetElements>(next, in_sentence(field));
            });
    connect(m_inspector, &Inspector::link_edited, this, [this](const Link& next, const QString& field) {
        m_document.end_gesture();
        m_document.perform<SetLinks>(next, in_sentence(field));
    });
    connect(m_inspector, &Inspector::links_edited, this,
            [this](const std::vector<Link>& next, const QString& field) {
                m_document.end_gesture();
                m_document.perform<SetLinks>(next, in_sentence(field));
            });
    connect(m_inspector, &Inspector::workload_edited, this,
            [this](const Workload& next, const QString& field) {
                m_document.end_gesture();
                m_document.perform<SetWorkload>(next, in_sentence(field));
            });
    connect(m_inspector, &Inspector::plan_edited, this, [this](const Plan& next, const QString& field) {
        m_document.end_gesture();
        m_document.perform<SetPlan>(next, in_sentence(field));
    });
    connect(m_inspector, &Inspector::site_edited, this, [this](const Site& next, const QString& field) {
        m_document.end_gesture();
        m_document.perform<SetSite>(next, in_sentence(field));
    });
    connect(m_charts, &ChartArea::explain_requested, this, &ProjectPage::explain_requested);
}

void ProjectPage::connect_outline() {
    m_outline->set_move_check([this](const std::vector<std::string>& ids, const std::string& into) {
        return why_not_move(m_document.cluster(), ids, into);
    });
    connect(m_outline, &Outline::go_requested, m_canvas, &Canvas::go_to);
    connect(m_outline, &Outline::menu_requested, m_canvas, &Canvas::context_menu_requested);
    connect(m_outline, &Outline::rename_requested, this,
            [this](const std::string& id, const std::string& name) {
                m_document.end_gesture();
                m_document.perform<RenameElement>(id, name);
            });
    connect(m_outline, &Outline::move_requested, this,
            [this](const std::vector<std::string>& ids, const std::string& into) {
                if (const QString why = move_into(m_document, m_canvas->drawing(), ids, into); !why.isEmpty())
                    m_canvas->say(why);
            });
}

void ProjectPage::show_document(Changes what) {
    const bool read_only = m_document.is_read_only();
    m_inspector->set_read_only(read_only);
    m_outline->set_editable(!read_only);
    m_parts->set_enabled_for_editing(!read_only);
    if (what & Change::cluster) {
        m_inspector->set_own_parts(own_parts(m_document.scenario()));
        m_outline->set_cluster(m_document.cluster());
        m_outline->show_selection(m_document.selection().ids());
        m_inspector->show_selection(m_document.cluster(), m_document.selection().ids());
    }
    if (what & (Changes(Change::cluster) | Change::layout)) m_bill->show_scenario(m_document.snapshot());
    m_inspector->show_scenario(m_document.scenario());
}

void ProjectPage::show_dock(const QString& name) {
    if (name == m_bill_dock->objectName()) return show_bill();
    auto* dock = findChild<QDockWidget*>(name);
    if (!dock) return;
    dock->show();
    dock->raise();
    dock->widget()->setFocus(Qt::ShortcutFocusReason);
}

void ProjectPage::toggle_dock(const QString& name) {
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

void ProjectPage::show_bill() {
    int before = 0;
    for (const QDockWidget* dock : {findChild<QDockWidget*>(QStringLiteral("findings")), m_ranks_dock})
        if (dock->isVisible() && !dock->visibleRegion().isEmpty()) before = dock->height();
    const bool opens = m_bill_dock->isHidden();
    m_bill_dock->show();
    m_bill_dock->raise();
    QTimer::singleShot(0, this, [this] { // more than two rows, also of a window just opened
        resizeDocks({m_bill_dock}, {std::max(280, m_bill_dock->height())}, Qt::Vertical);
    });
    if (opens) m_height_without_bill = before;
    m_bill->setFocus();
}

void ProjectPage::connect_waivers() {
    connect(m_findings, &FindingsView::waive_requested, this,
            [this](const Finding& finding, const QString& reason) {
                std::vector<Waiver> waivers = m_document.cluster().waivers;
                waivers.push_back(waiver_of(finding, reason.toStdString()));
                m_document.perform<SetWaivers>(std::move(waivers), tr("Waive finding"));
            });
    connect(m_findings, &FindingsView::waiver_unwanted, this, [this](const Finding& finding) {
        std::vector<Waiver> waivers = m_document.cluster().waivers;
        take_back(waivers, finding);
        m_document.perform<SetWaivers>(std::move(waivers), tr("Take waiver back"));
    });
}

void ProjectPage::set_theme(const Theme& theme) {
    m_canvas->set_theme(theme);
    m_charts->set_theme(theme);
    m_findings->set_theme(theme);
    m_bill->set_theme(theme);
    m_elevation->set_theme(theme);
    m_parts->set_theme(theme);
}

void ProjectPage::show_bundle(std::shared_ptr<const EvaluationBundle> bundle) {
    m_bundle = std::move(bundle);
    show_charts();
    // Both share the bundle.
    m_canvas->set_evaluation({m_bundle, &m_bundle->evaluation}, {m_bundle, &m_bundle->loads});
    m_elevation->set_evaluation({m_bundle, &m_bundle->evaluation});
    m_findings->set_findings(m_bundle->evaluation.findings, m_bundle->evaluation.waived);
    m_inspector->show_evaluation(&m_bundle->evaluation);
    if (SearchView* view = m_charts->search_view())
        view->controls().show_drawn_gpus(m_bundle->evaluation.gpus);
}

void ProjectPage::show_trace(std::shared_ptr<const TraceResult> trace) {
    m_trace = std::move(trace);
    m_ranks->show_trace(m_trace);
    m_ranks_dock->setVisible(m_trace != nullptr);
    if (m_trace) m_ranks_dock->raise();
    show_charts();
}

void ProjectPage::show_charts() {
    auto shown = std::make_shared<ChartData>();
    if (m_bundle) *shown = chart_data(*m_bundle, m_document.catalog());
    shown->trace = m_trace;
    shown->search = m_search->search();
    shown->search_is_stale = m_search->is_stale();
    if (shown->search) shown->search_subject = subject(*shown->search->asked.scenario, m_document.catalog());
    m_charts->show_data(std::move(shown));
}

void ProjectPage::connect_search() {
    connect(m_charts, &ChartArea::search_view_made, this, [this](SearchView& view) {
        m_search->attach(view);
        if (m_bundle) view.controls().show_drawn_gpus(m_bundle->evaluation.gpus);
    });
    connect(m_search, &SearchFlow::search_changed, this, &ProjectPage::show_charts);
    connect(m_inspector, &Inspector::search_requested, this,
            [this] { m_charts->show_chart(QStringLiteral("plan-search")); });
}

void ProjectPage::edit_part_figures() { m_own_parts->edit_part_of(m_document.selection().primary()); }

void ProjectPage::search_parts() {
    auto* dock = findChild<QDockWidget*>(QStringLiteral("parts"));
    dock->show();
    dock->raise();
    m_parts->focus_search();
}

void ProjectPage::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    m_panels.shown();
}

void ProjectPage::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    m_panels.resized();
}

} // namespace roofrack
