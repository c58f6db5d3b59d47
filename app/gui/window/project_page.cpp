// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/project_page.h"

#include "app/gui/decide/compare_flow.h"
#include "app/gui/decide/comparison_flow.h"
#include "app/gui/decide/decide_flow.h"
#include "app/gui/decide/design_flow.h"
#include "app/gui/decide/inputs_flow.h"
#include "app/gui/decide/tried_flow.h"
#include "app/gui/decide/uncertain_dialog.h"
#include "app/gui/decide/what_if_bar.h"
#include "app/gui/decide/what_if_flow.h"
#include "app/gui/flows/search_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/flows/study_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/present/deck_flow.h"
#include "app/gui/window/project_edits.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspace_switch.h"
#include "core/answers/findings.h"
#include "core/answers/money_answers.h"
#include "core/answers/step_answers.h"
#include "core/drawing/project/address/json_pointer.h"
#include "core/study/facility/facility_study.h"
#include "widgets/bill/bill_view.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/charts/compare/compare_chart.h"
#include "widgets/charts/decide/design_chart.h"
#include "widgets/charts/decide/tornado_chart.h"
#include "widgets/charts/decide/tried_chart.h"
#include "widgets/charts/decide/tried_controls.h"
#include "widgets/charts/facility/levels_chart.h"
#include "widgets/charts/measured/open_run.h"
#include "widgets/charts/measured/run_views.h"
#include "widgets/charts/measured_step.h"
#include "widgets/charts/money/running_chart.h"
#include "widgets/charts/money/scenarios_chart.h"
#include "widgets/elevation/rack_elevation.h"
#include "widgets/findings/findings_view.h"
#include "widgets/inspector/inspector.h"
#include "widgets/measured/rank_table.h"
#include "widgets/measured/run_bar.h"
#include "widgets/mitigations/mitigations_view.h"
#include "widgets/palette/outline.h"
#include "widgets/palette/own_part_panel.h"
#include "widgets/palette/own_parts_flow.h"
#include "widgets/palette/parts_shelf.h"
#include "widgets/plan_search/search_controls.h"
#include "widgets/plan_search/search_view.h"
#include "widgets/present/deck_view.h"

#include <QTimer>

#include <algorithm>

namespace roofrack {

namespace {

constexpr int high_enough_for_ranks = 760; ///< px: in a lower window the views keep the space

bool is_best_plan_asked(const Answered& answered) {
    return answered.answers && answered.answers->snapshot().best_plan;
}

} // namespace

ProjectPage::ProjectPage(Document& document, Session& session, LayoutQueue& queue, QWidget* parent)
    : QMainWindow(parent)
    , m_document(document)
    , m_canvas(new Canvas(document, this))
    , m_charts(new ChartArea(this))
    , m_deck(new DeckView(this))
    , m_area(new WorkArea(m_canvas, m_charts, this))
    , m_run_bar(new RunBar(m_area))
    , m_layout(*this, *m_area, queue)
    , m_search(new SearchFlow(document, engine_searcher(document.catalog()), this))
    , m_what_if_bar(new WhatIfBar(m_area))
    , m_what_if(new WhatIfFlow(document, *m_what_if_bar, this))
    , m_study(new StudyFlow(*m_charts, this))
    , m_compare(new CompareFlow(*m_charts, document, *m_what_if, this))
    , m_comparison(new ComparisonFlow(*m_charts, document, *m_what_if, this))
    , m_inputs(new InputsFlow(*m_charts, document, *m_what_if, this))
    , m_tried(new TriedFlow(*m_charts, document, this))
    , m_designs(new DesignFlow(document, *m_what_if, session.cache_folder(), this))
    , m_decide(new DecideFlow(*m_charts, document, *m_what_if, this))
    , m_slides(new DeckFlow(*m_deck, document, this)) {
    setWindowFlags(Qt::Widget);
    m_area->add_instead(m_deck);
    setDockNestingEnabled(true);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_canvas->setFrameShape(QFrame::NoFrame);
    m_canvas->setMinimumHeight(160);
    m_canvas->setAccessibleName(tr("Drawing of the cluster"));
    m_layout.add_run_bar(*m_run_bar);
    m_area->add_top(m_what_if_bar);
    setCentralWidget(m_area);
    m_panels = new ProjectPanels(document, *m_canvas, m_layout, *this);
    m_own_parts = new OwnPartsFlow(document, m_panels->parts(), m_panels->own_part(), this);
    m_charts->leave_out(views_without(nullptr));
    m_workspaces = new WorkspaceSwitch(session, m_layout, *m_area, *m_charts, *m_canvas, this);
    m_slides->set_what_if(*m_what_if);
    m_inputs->set_fields(
        [this](const std::string& address) { return m_panels->inspector().has_field(address); });
    connect(m_workspaces, &WorkspaceSwitch::entered, m_slides, [this](const Workspace& workspace) {
        m_slides->set_seen(workspace.shows_deck);
        m_what_if->set_slides_seen(workspace.shows_deck);
    });
    connect_document();
    connect_edits(*m_panels, *m_canvas, document);
    connect_search();
    m_charts->set_study_view(StudyView::of_text(session.study_view()));
    connect(m_charts, &ChartArea::study_view_chosen, this,
            [&session](const StudyView& view) { session.set_study_view(view.text()); });
    show_document(all_changes);
}

BillView& ProjectPage::bill() { return m_panels->bill(); }

void ProjectPage::connect_document() {
    connect(&m_document, &Document::changed, this, &ProjectPage::show_document);
    connect(&m_document, &Document::scenario_changed, this, [this] {
        m_panels->inspector().drop_typed();
        show_document(all_changes);
    });
    connect(&m_document, &Document::file_changed, this, [this] { show_document(all_changes); });
    connect(&m_document.selection(), &Selection::changed, this, [this] {
        show_selection();
        uncover_inspector();
        show_results();
    });
    const auto choose = [this](const std::vector<std::string>& ids) { m_document.selection().set(ids); };
    connect(&m_panels->outline(), &Outline::chosen, this, choose);
    connect(&m_panels->bill(), &BillView::chosen, this, choose);
    connect(&m_panels->outline(), &Outline::go_requested, this, [this](const std::string& id) {
        need_drawing();
        m_canvas->go_to(id);
    });
    connect(&m_panels->findings(), &FindingsView::located, this, &ProjectPage::locate);
    connect(&m_panels->parts(), &PartsShelf::place_requested, this, [this](const DraggedPart& part) {
        need_drawing();
        m_canvas->place_part(part);
    });
    connect(&m_panels->inspector(), &Inspector::uncertain_requested, this,
            [this](const std::string& address) { ask_uncertain(m_document, address, *this); });
    connect(&m_panels->inspector(), &Inspector::what_if_requested, m_what_if, &WhatIfFlow::add);
    connect(&m_panels->inspector(), &Inspector::try_requested, this, &ProjectPage::try_values);
    connect(m_what_if, &WhatIfFlow::refused, m_canvas, &Canvas::say);
    connect(m_tried, &TriedFlow::told, m_canvas, &Canvas::say);
    connect(m_comparison, &ComparisonFlow::told, m_canvas, &Canvas::say);
    connect(m_what_if, &WhatIfFlow::changed, this, &ProjectPage::turned);
    connect(m_what_if, &WhatIfFlow::changed, this, [this] { bill().show_scenario(shown_scenario()); });
    connect(&m_panels->inspector(), &Inspector::part_edit_requested, m_own_parts,
            &OwnPartsFlow::edit_part_of);
    connect(m_own_parts, &OwnPartsFlow::panel_wanted, this,
            [this] { m_panels->bring(QStringLiteral("own-part")); });
    connect(m_canvas, &Canvas::edit_requested, this, [this] { m_panels->inspector().focus_selection(); });
    connect(m_charts, &ChartArea::explain_requested, this, &ProjectPage::explain_requested);
    connect(m_charts, &ChartArea::mark_chosen, this, [this](const QString& key) {
        if (const QLatin1String prefix(RunningChart::chosen_prefix); key.startsWith(prefix)) {
            if (m_decide->keep_fill(key.mid(prefix.size()).toStdString()))
                m_workspaces->show_view(QLatin1String(ScenariosChart::id_text));
            return;
        }
        if (const QLatin1String prefix(CompareChart::remove_prefix); key.startsWith(prefix))
            return m_comparison->remove_row(key.mid(prefix.size()).toStdString());
        if (key == QLatin1String(CompareChart::designs_key)) return search_designs();
        if (m_inputs->take_mark(key) || m_designs->take_mark(key) || m_tried->take_mark(key)) return;
        for (const QLatin1String prefix :
             {QLatin1String(TornadoChart::input_prefix), QLatin1String(LevelsChart::limit_prefix)})
            if (key.startsWith(prefix)) return show_input(key.mid(prefix.size()).toStdString());
        if (const std::string id = key.toStdString(); m_document.cluster().find(id))
            m_document.selection().set_one(id);
    });
}

/// Shows elements in the drawing; feeds and cooling in the workspace Facility.
void ProjectPage::locate(const std::vector<std::string>& ids) {
    const bool is_of_facility = std::ranges::any_of(ids, [this](const std::string& id) {
        const Element* element = m_document.cluster().find(id);
        return element && (element->kind == ElementKind::feed || element->kind == ElementKind::cooling);
    });
    if (is_of_facility) m_workspaces->enter(QStringLiteral("facility"));
    if (!ids.empty()) need_drawing();
    m_canvas->show_items(ids);
}

/// Selects the element of an input, and gives the input's field the keyboard, else the element's first.
void ProjectPage::show_input(const std::string& address) {
    const std::vector<std::string> keys = pointer_tokens(address);
    const Cluster& cluster = m_document.cluster();
    if (keys.size() > 3 && keys[0] == "cluster" && (cluster.find(keys[2]) || cluster.find_link(keys[2])))
        m_document.selection().set_one(keys[2]);
    m_panels->bring(QStringLiteral("inspector"));
    QTimer::singleShot(0, this, [this, address] {
        if (!m_panels->inspector().show_input(address)) m_panels->inspector().focus_selection();
    });
}

/// Shows what other values of an input do, with the keyboard in the values.
void ProjectPage::try_values(const std::string& address) {
    if (!m_tried->begin(address)) return;
    m_workspaces->show_view(QLatin1String(TriedChart::id_text));
    m_charts->current(); // with it its controls are made
    QTimer::singleShot(0, this, [this] {
        if (auto* controls = m_charts->findChild<TriedControls*>()) controls->edit_values();
    });
}

void ProjectPage::search_designs() {
    if (!m_comparison->ask_for_designs()) return;
    m_workspaces->show_view(QLatin1String(DesignChart::id_text));
    m_designs->take_mark(QLatin1String(DesignChart::start_key));
}

void ProjectPage::need_drawing() { m_layout.need_drawing(); }

void ProjectPage::show_selection() {
    m_panels->outline().show_selection(m_document.selection().ids());
    m_panels->inspector().show_selection(m_document.cluster(), m_document.selection().ids());
}

/// Brings the inspector to the front when something is selected while the panel of an own part covers it.
void ProjectPage::uncover_inspector() {
    if (!m_document.selection().ids().empty() && !m_panels->own_part().visibleRegion().isEmpty())
        m_panels->bring(QStringLiteral("inspector"));
}

void ProjectPage::show_document(Changes what) {
    const bool read_only = m_document.is_read_only();
    Inspector& inspector = m_panels->inspector();
    inspector.set_read_only(read_only);
    m_panels->mitigations().set_read_only(read_only);
    m_panels->outline().set_editable(!read_only);
    m_panels->parts().set_enabled_for_editing(!read_only);
    if (what & Change::cluster) {
        inspector.set_own_parts(own_parts(m_document.scenario()));
        m_panels->outline().set_cluster(m_document.cluster());
        show_selection();
    }
    if (what & (Changes(Change::cluster) | Change::layout)) bill().show_scenario(shown_scenario());
    if (what & evaluated_changes)
        m_panels->mitigations().show_scenario(m_document.snapshot(), is_best_plan_asked(m_answered));
    inspector.show_scenario(m_document.scenario(), m_document.file_path().parent_path());
}

void ProjectPage::set_theme(const Theme& theme) {
    m_canvas->shown().set_theme(theme);
    m_charts->set_theme(theme);
    m_panels->set_theme(theme);
    m_layout.set_text_scale(theme.scale);
}

void ProjectPage::show_answered(Answered answered) {
    m_answered = std::move(answered);
    const auto& answers = m_answered.answers;
    m_what_if->show(answers);
    m_study->show(answers);
    m_compare->show(answers);
    m_comparison->show(answers);
    m_inputs->show(answers);
    m_tried->show(answers);
    m_designs->show(answers);
    m_decide->show(answers);
    m_slides->set_best_plan(answers->snapshot().best_plan);
    show_charts();
    m_panels->mitigations().show_scenario(m_document.snapshot(), answers->snapshot().best_plan);
    if (SearchView* view = m_charts->search_view())
        view->controls().show_drawn_gpus(latest_verdict(*answers)->gpus);
}

void ProjectPage::forget() {
    m_comparison->forget();
    m_inputs->forget();
    m_tried->forget();
    m_designs->forget();
    m_slides->forget();
    m_search->forget();
}

std::vector<Ask> ProjectPage::asked_at_once() const { return m_study->at_once(); }

std::shared_ptr<const Scenario> ProjectPage::shown_scenario() const { return m_what_if->scenario(); }

std::string ProjectPage::name_of_bill() const {
    const auto shown = shown_scenario();
    return shown == m_document.snapshot() ? m_document.project().name : shown->name;
}

/// What the drawing and the panels beside it show: the same evaluation as the charts.
void ProjectPage::show_judged() {
    const auto& answers = m_answered.answers;
    if (!answers) return;
    std::shared_ptr<const Evaluation> judged(answers, latest_verdict(*answers));
    if (judged == m_judged) return;
    m_judged = std::move(judged);
    const DrawingLoads* loads = answers->have_value<DrawingLoads>();
    m_canvas->shown().set_evaluation(m_judged, loads ? std::shared_ptr<const DrawingLoads>(answers, loads)
                                                     : std::make_shared<const DrawingLoads>());
    m_panels->elevation().set_evaluation(m_judged);
    // Where nothing is drawn nothing is wrong: a run may be what was opened, or the first server is to come.
    Evaluation nothing;
    nothing.waived = m_judged->waived;
    m_panels->show_findings(answers->scenario().cluster.elements.empty() ? nothing : *m_judged);
}

void ProjectPage::show_run(std::shared_ptr<const OpenRun> run) {
    const bool is_other = (run ? run->trace : nullptr) != (m_run ? m_run->trace : nullptr);
    m_run = std::move(run);
    m_panels->ranks().show_trace(m_run ? m_run->trace : nullptr);
    m_charts->leave_out(views_without(m_run.get()));
    show_charts();
    if (!m_run || !is_other) return;
    m_workspaces->enter(QStringLiteral("measured"));
    m_workspaces->show_view(first_view_of(*m_run));
    if (!m_run->ranks.empty() && height() >= high_enough_for_ranks) m_panels->bring(QStringLiteral("ranks"));
}

void ProjectPage::show_measured(const QString& chart) {
    m_workspaces->enter(QStringLiteral("measured"));
    m_workspaces->show_view(chart);
}

void ProjectPage::show_results() {
    m_slow = m_study->slow_groups();
    m_panels->inspector().show_evaluation(m_answered.answers ? latest_verdict(*m_answered.answers) : nullptr,
                                          m_slow.get(), is_best_plan_asked(m_answered));
}

void ProjectPage::show_charts() {
    show_results();
    const auto shown =
        m_answered.answers ? std::make_shared<ChartData>(m_answered.answers) : std::make_shared<ChartData>();
    shown->open = m_document.scenario().name;
    m_compare->fill(*shown);
    m_comparison->fill(*shown);
    m_inputs->fill(*shown);
    m_tried->fill(*shown);
    m_designs->fill(*shown);
    m_decide->fill(*shown);
    if (shown->evaluation()) {
        const RunCost* cost = m_answered.answers->have_value<RunCost>();
        Q_EMIT evaluated(*shown->evaluation(), cost ? *cost : RunCost(), m_answered.elapsed_ms,
                         shown->best_plan);
    }
    show_judged();
    const auto facility = shown->have<FacilityStudy>();
    m_canvas->shown().set_spares(
        facility && !facility->assumed
            ? std::shared_ptr<const std::vector<SpareMargin>>(facility, &facility->spares)
            : nullptr);
    shown->run = m_run;
    shown->trace = m_run ? m_run->trace : nullptr;
    if (m_run) shown->told = m_run->job;
    shown->search = m_search->search();
    shown->search_is_stale = m_search->is_stale();
    if (shown->search) shown->search_subject = subject(*shown->search->asked.scenario, m_document.catalog());
    m_charts->show_data(shown);
    m_run_bar->show_apart(another_job(*shown));
}

void ProjectPage::connect_search() {
    connect(m_charts, &ChartArea::search_view_made, this, [this](SearchView& view) {
        m_search->attach(view);
        if (m_answered.answers) view.controls().show_drawn_gpus(latest_verdict(*m_answered.answers)->gpus);
    });
    connect(m_search, &SearchFlow::search_changed, this, &ProjectPage::show_charts);
    connect(m_study, &StudyFlow::found, this, &ProjectPage::show_charts);
    connect(m_compare, &CompareFlow::found, this, &ProjectPage::show_charts);
    connect(m_comparison, &ComparisonFlow::found, this, &ProjectPage::show_charts);
    connect(m_inputs, &InputsFlow::found, this, &ProjectPage::show_charts);
    connect(m_tried, &TriedFlow::found, this, &ProjectPage::show_charts);
    connect(m_designs, &DesignFlow::found, this, &ProjectPage::show_charts);
    connect(m_designs, &DesignFlow::told, m_canvas, &Canvas::say);
    connect(m_decide, &DecideFlow::found, this, &ProjectPage::show_charts);
    connect(&m_panels->inspector(), &Inspector::search_requested, this,
            [this] { m_workspaces->show_view(QStringLiteral("plan-search")); });
}

void ProjectPage::new_part() { m_own_parts->create(); }
void ProjectPage::edit_part_figures() { m_own_parts->edit_part_of(m_document.selection().primary()); }

void ProjectPage::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    m_layout.shown();
}

void ProjectPage::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    m_layout.resized();
}

bool ProjectPage::is_finding() const {
    return m_study->is_busy() || m_decide->is_busy() || m_comparison->is_busy() || m_inputs->is_busy() ||
           m_tried->is_busy() || m_designs->is_busy() || m_what_if->is_busy() || m_slides->is_busy();
}

} // namespace roofrack
