// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/main_window.h"

#include "app/gui/commands/chart_actions.h"
#include "app/gui/commands/command_search.h"
#include "app/gui/commands/drawing_actions.h"
#include "app/gui/commands/scenario_actions.h"
#include "app/gui/commands/template_actions.h"
#include "app/gui/decide/moved_flow.h"
#include "app/gui/flows/collectives_flow.h"
#include "app/gui/flows/curves_flow.h"
#include "app/gui/flows/export_flow.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/search_flow.h"
#include "app/gui/flows/template_flow.h"
#include "app/gui/flows/trace_flow.h"
#include "app/gui/imports/import_flow.h"
#include "app/gui/imports/interchange_flow.h"
#include "app/gui/imports/prices_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/explain_view.h"
#include "app/gui/pages/help_dialogs.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/pages/verdict_bar.h"
#include "app/gui/pages/welcome_page.h"
#include "app/gui/runs/run_tools.h"
#include "app/gui/runs/runs_flow.h"
#include "app/gui/window/export_actions.h"
#include "app/gui/window/guide_links.h"
#include "app/gui/window/main_toolbar.h"
#include "app/gui/window/open_files.h"
#include "app/gui/window/page_actions.h"
#include "app/gui/window/project_offers.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/window_entries.h"
#include "app/gui/window/workspace_actions.h"
#include "app/gui/window/workspace_switch.h"
#include "core/answers/step_answers.h"
#include "core/study/sharing/job_findings.h"
#include "widgets/bill/bill_view.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/fields/plain_text.h"
#include "widgets/measured/progress_strip.h"

#include <QApplication>
#include <QCloseEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace roofrack {

MainWindow::MainWindow(const Catalog& catalog, Session& session)
    : m_session(session)
    , m_document(catalog)
    , m_lane(catalog)
    , m_actions(this)
    , m_appearance(session, m_layout_queue) {
    setAcceptDrops(true);
    setContextMenuPolicy(Qt::NoContextMenu);
    resize(1440, 900);
    restoreGeometry(m_session.geometry());
    make_window();
    wire_files();
    wire_exports();
    wire_offers();
    wire_traces();
    wire_edits();
    wire_views();
    wire_evaluation();
    show_project();
}

MainWindow::~MainWindow() {
    // The document outlives the actions and says that its steps are gone.
    m_document.undo_stack().disconnect(this);
    m_document.disconnect(this);
    // Its canvas looks at the document, which goes before children.
    m_page_actions->detach();
    delete std::exchange(m_page, nullptr);
}

void MainWindow::make_window() {
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_messages = new MessageBar(centre);
    auto* strip = new ProgressStrip(centre);
    m_pages = new QStackedWidget(centre);
    m_offers = new ProjectOffers(m_document.catalog(), m_session, *m_pages);
    m_pages->addWidget(&m_offers->page());
    column->addWidget(m_messages);
    column->addWidget(strip);
    column->addWidget(m_pages, 1);
    setCentralWidget(centre);
    m_verdict = new VerdictBar(this);
    statusBar()->addWidget(m_verdict, 1);
    statusBar()->setSizeGripEnabled(false);
    m_actions.fill(*menuBar());
    add_chart_actions(m_actions);
    connect_plan(m_actions, *m_verdict, [this] { request_evaluation(); });
    add_workspace_actions(m_actions);
    m_appearance.connect_actions(m_actions); // the command search has what there is when it is made
    m_toolbar = new MainToolbar(m_actions, this);
    addToolBar(m_toolbar);
    m_page_actions = new PageActions(m_actions, *m_toolbar, this);
    m_search = new CommandSearch(m_actions.all(), this);
    m_files = new FileFlow(m_document, m_session, *m_messages, this);
    m_search->set_more([this](const QString& wanted) {
        return window_entries(m_files->has_project() ? m_page : nullptr, *m_files, m_document, wanted,
                              [this](const QString& page) { show_linked_guide(page, *m_files, *this); });
    });
    m_interchange = new InterchangeFlow(m_document, *m_files, m_session, *m_messages, this);
    m_prices = new PricesFlow(m_document, *m_files, m_session, *m_messages, this);
    connect_prices(m_actions, *m_prices);
    connect_workbooks(m_actions, m_document, m_session, *m_messages, this);
    m_imports = new ImportFlow(m_document, *m_files, m_session, *m_messages, this);
    m_traces = new TraceFlow(m_session, *m_messages, *strip, this);
    m_runs = new RunsFlow(m_document, *m_files, *m_traces, *m_messages, this);
    m_run_tools =
        new RunTools({m_document, *m_files, *m_runs, *m_traces, m_session, *strip, *m_messages, m_actions,
                      *this, [this](const QString& view) { need_page().show_measured(view); }});
    m_collectives = new CollectivesFlow(m_document, *m_files, m_session, *m_messages, this);
    m_curves = new CurvesFlow(m_document, *m_files, m_session, *m_messages, this);
}

void MainWindow::wire_files() {
    m_actions.on("file.new", [this] { m_files->new_project(); });
    m_actions.on("file.open", [this] { m_files->open_with_dialog(); });
    m_actions.on("file.save", [this] { m_files->save(); });
    m_actions.on("file.save-as", [this] { m_files->save_as(); });
    connect_imports(m_actions, *m_interchange, *m_imports,
                    [this](const auto& files) { open_paths(files, true); });
    m_actions.on("file.close", [this] { m_files->close(); });
    m_actions.on("file.quit", [this] { close(); });
    connect(m_files, &FileFlow::project_changed, this, &MainWindow::show_project);
    connect(m_files, &FileFlow::project_changed, new MovedFlow(m_document, *m_messages, this),
            &MovedFlow::look);
}

void MainWindow::wire_exports() {
    m_actions.on("file.export-calculon", [this] { m_interchange->ask_calculon_folder(); });
    m_actions.on("file.export-astra-sim", [this] { m_interchange->ask_astra_sim(); });
    connect_exports(
        m_actions, [this] { return m_page; }, [this] { return theme(); }, m_document, m_session, *m_messages,
        this);
}

void MainWindow::wire_offers() {
    WelcomePage& welcome = m_offers->page();
    m_offers->connect_files(m_actions, *m_files, *m_traces, m_appearance);
    connect(&m_appearance, &Appearance::theme_changed, &welcome, &WelcomePage::set_theme);
    welcome.set_theme(theme());
    m_actions.on("file.welcome", [this, &welcome] {
        const bool back = m_pages->currentWidget() == &welcome && m_files->has_project();
        m_offers->show_recent();
        m_pages->setCurrentWidget(back ? static_cast<QWidget*>(m_page) : &welcome);
    });
    connect_templates(m_actions, welcome,
                      {m_document, *m_files, [this] { return theme(); },
                       [this](const QString& view) { need_page().workspaces().show_view(view); }, this});
    connect(&welcome, &WelcomePage::open_trace_chosen, m_traces, &TraceFlow::open_files);
    connect(&welcome, &WelcomePage::open_traces_chosen, m_traces, &TraceFlow::open_folder);
    connect(&welcome, &WelcomePage::painted, this, &MainWindow::settled);
}

void MainWindow::wire_traces() {
    m_actions.on("trace.open-collectives", [this] { m_collectives->open_files(); });
    m_actions.on("trace.open-curve", [this] { m_curves->open_files(); });
    m_actions.on("trace.remove-curve", [this] { m_curves->remove(m_page->charts().shown_curve()); });
    connect(m_curves, &CurvesFlow::attached, this,
            [this] { need_page().workspaces().show_view(QLatin1String("measured-curve")); });
    m_actions.on("trace.cancel", [this] { m_traces->cancel(); });
    m_actions.on("trace.close", [this] { m_runs->close(); });
    connect(m_traces, &TraceFlow::running_changed, this, &MainWindow::update_actions);
    connect(m_runs, &RunsFlow::run_shown, this, [this](std::shared_ptr<const OpenRun> run) {
        m_pages->setCurrentWidget(&need_page());
        m_page->show_run(std::move(run));
        update_actions();
    });
}

void MainWindow::wire_edits() {
    QUndoStack& undo = m_document.undo_stack();
    m_actions.on("edit.undo", [this] { m_document.undo(); });
    m_actions.on("edit.redo", [this] { m_document.redo(); });
    const auto name_steps = [this, &undo] {
        const auto name = [](const QString& verb, const QString& step) {
            return step.isEmpty() ? verb : QStringLiteral("%1: %2").arg(verb, as_label(step));
        };
        m_actions.get("edit.undo")->setText(name(tr("&Undo"), undo.undoText()));
        m_actions.get("edit.redo")->setText(name(tr("&Redo"), undo.redoText()));
        m_actions.get("edit.undo")->setIconText(tr("Undo"));
        m_actions.get("edit.redo")->setIconText(tr("Redo"));
        update_actions();
    };
    connect(&undo, &QUndoStack::indexChanged, this, name_steps);
    connect_scenarios(m_actions, m_document, this);
    connect(&m_document, &Document::refused, this,
            [this](const QString& why) { m_messages->show_message(Severity::warning, why); });
    connect(&m_document.undo_stack(), &QUndoStack::indexChanged, m_messages, &MessageBar::outdate);
}

void MainWindow::wire_views() {
    connect(m_toolbar, &MainToolbar::scenario_chosen, &m_document, &Document::set_scenario_index);
    connect(m_page_actions, &PageActions::workspace_entered, this, [this] {
        if (m_page->workspaces().current().shows_run) m_runs->open_one();
        update_actions();
    });
    m_actions.on("view.full-screen", [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    m_actions.on("view.search", [this] { m_search->open(); });
    connect_guide(m_actions, *m_files, *this);
    m_actions.on("help.shortcuts", [this] { show_shortcuts(m_actions.all(), this); });
    m_actions.on("help.about", [this] { show_about(this); });
}

ProjectPage& MainWindow::need_page() {
    if (!m_page) {
        m_page = new ProjectPage(m_document, m_session, m_layout_queue, m_pages);
        m_page->set_theme(theme());
        m_pages->addWidget(m_page);
        wire_page();
    }
    return *m_page;
}

void MainWindow::wire_page() {
    Canvas& canvas = m_page->canvas();
    connect(&m_appearance, &Appearance::theme_changed, m_page, &ProjectPage::set_theme);
    m_page_actions->attach(*m_page);
    m_runs->attach(m_page->run_bar());
    m_run_tools->attach(m_page->run_bar());
    connect(m_page, &ProjectPage::turned, this, &MainWindow::request_evaluation);
    connect(m_page, &ProjectPage::evaluated, m_verdict, &VerdictBar::show_evaluation);
    connect(&m_page->charts(), &ChartArea::metric_chosen, this, [this](ScaleMetric metric) {
        m_metric = metric;
        request_evaluation();
    });
    connect(&m_page->charts(), &ChartArea::open_curve_wanted, m_curves, &CurvesFlow::open_files);
    connect(&m_page->charts(), &ChartArea::remove_curve_wanted, this,
            [this] { m_curves->remove(m_page->charts().shown_curve()); });
    connect_drawing(m_actions, canvas, m_document);
    connect_multiplicity(m_actions, canvas, m_document, *m_messages);
    connect_charts(m_actions, m_page->charts(), m_page->search(),
                   [this](const QString& chart) { m_page->workspaces().show_view(chart); });
    connect(&m_page->bill(), &BillView::export_requested, this, [this] {
        export_bill(m_page->bill().csv(), m_page->name_of_bill(), m_document, m_session, *m_messages, this);
    });
    connect(&m_page->search(), &SearchFlow::state_changed, this, &MainWindow::update_actions);
    connect(&canvas, &Canvas::message, this,
            [this](const QString& text) { m_messages->show_message(Severity::info, text); });
    m_actions.on("edit.new-part", [this] { m_page->new_part(); });
    m_actions.on("edit.part-figures", [this] { m_page->edit_part_figures(); });
    const auto explain = [this](const QString& figure) {
        const auto& answers = m_lane.latest().answers;
        const AsAsked* asked = answers ? answers->have_value<AsAsked>() : nullptr;
        show_explanation(asked ? std::optional(asked->prepared) : std::nullopt, m_document.project(),
                         m_document.catalog(), figure, this, answers && answers->snapshot().best_plan);
    };
    connect(&m_page->charts(), &ChartArea::command_wanted, m_actions.get("file.copy-command"),
            &QAction::trigger);
    connect(m_page, &ProjectPage::explain_requested, this, explain);
    connect(m_verdict, &VerdictBar::explain_requested, this, explain);
}

void MainWindow::wire_evaluation() {
    connect(&m_document, &Document::changed, this, [this](Changes what) {
        if (what & evaluated_changes) request_evaluation();
        if (what & Change::scenarios) show_scenarios();
        show_title();
    });
    connect(&m_document, &Document::scenario_changed, this, [this] {
        show_scenarios();
        request_evaluation();
    });
    connect(&m_document, &Document::clean_changed, this, &MainWindow::show_title);
    connect(&m_document, &Document::file_changed, this, &MainWindow::show_title);
    connect(&m_document.selection(), &Selection::changed, this, &MainWindow::update_actions);
    connect(&m_lane, &AnswersLane::evaluated, this, [this](const Answered& answered) {
        if (!m_page || !m_files->has_project()) return;
        if (const AsAsked* asked = answered.answers->have_value<AsAsked>())
            refresh_explanations(asked->prepared, m_document.project(), this,
                                 answered.answers->snapshot().best_plan);
        m_page->show_answered(answered);
        // After the paint events that this has queued.
        if (answered.generation == m_lane.requested_generation())
            QTimer::singleShot(0, this, &MainWindow::settled);
    });
}

void MainWindow::request_evaluation() {
    if (!m_files->has_project()) return;
    const auto scenario = m_page ? m_page->shown_scenario() : m_document.snapshot();
    m_lane.request({.scenario = scenario,
                    .folder = m_document.file_path().parent_path(),
                    .jobs = project_of_jobs(m_document.project(), *scenario),
                    .best_plan = m_verdict->best_plan(),
                    .metric = m_metric},
                   m_page ? m_page->asked_at_once() : std::vector<Ask>());
}

void MainWindow::show_project() {
    const bool open = m_files->has_project();
    m_lane.forget_earlier();
    if (open) {
        request_evaluation(); // on its way while a large drawing is laid out
        m_pages->setCurrentWidget(&need_page());
        m_page->forget();
        m_page->charts().show_first_rows();
        if (m_document.cluster().elements.empty()) m_page->workspaces().enter(QStringLiteral("draw"));
        m_page->workspaces().focus_work();
    } else {
        m_offers->show_recent();
        m_pages->setCurrentWidget(&m_offers->page());
        m_offers->page().setFocus();
        m_verdict->show_nothing();
    }
    show_scenarios();
    show_title();
}

void MainWindow::show_scenarios() {
    m_toolbar->show_scenarios(m_files->has_project() ? &m_document : nullptr);
    update_actions();
}

void MainWindow::show_title() {
    if (m_files->has_project()) {
        setWindowTitle(tr("%1[*] – Roofrack").arg(as_title(m_document.display_name())));
        setWindowModified(!m_document.is_clean());
        m_verdict->set_saved_text(m_document.is_read_only()        ? tr("read only")
                                  : !m_document.is_clean()         ? tr("not saved")
                                  : m_document.file_path().empty() ? tr("not yet a file")
                                                                   : tr("saved"));
    } else {
        setWindowTitle(tr("Roofrack"));
        setWindowModified(false);
        m_verdict->set_saved_text({});
    }
    update_actions();
}

void MainWindow::update_actions() {
    const bool open = m_files->has_project();
    const bool may_edit = open && !m_document.is_read_only();
    m_actions.enable({"file.save-as", "file.export-chart", "file.export-all", "file.copy-chart",
                      "file.copy-command", "file.close", "file.export-calculon", "file.export-astra-sim",
                      "file.export-prices", "file.export-workbook", "file.export-report"},
                     open);
    m_page_actions->show(open);
    m_actions.enable({"file.import-model", "file.import-prices", "file.import-workbook"}, may_edit);
    m_actions.enable({"file.remove-style"}, open && m_document.project().style.is_given());
    m_actions.enable({"file.save"}, may_edit && (!m_document.is_clean() || m_document.file_path().empty()));
    m_actions.enable({"edit.undo"}, may_edit && m_document.undo_stack().canUndo());
    m_actions.enable({"edit.redo"}, may_edit && m_document.undo_stack().canRedo());
    enable_drawing(m_actions, m_document, open);
    enable_multiplicity(m_actions, m_document, open);
    enable_scenarios(m_actions, m_document, open);
    enable_charts(m_actions, open && m_page ? &m_page->search() : nullptr);
    m_actions.enable({"trace.cancel"}, m_traces->is_running());
    m_actions.enable({"trace.close"}, m_page && m_page->has_run());
    m_actions.enable({"trace.remove-curve"}, may_edit && !m_document.scenario().measured_curves.empty());
}

void MainWindow::open_paths(const QStringList& paths, bool asks) {
    open_files(paths, {*m_files, *m_imports, *m_prices, *m_collectives, *m_curves, *m_traces}, asks);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_files->may_leave()) {
        event->ignore();
        return;
    }
    m_files->left();
    if (m_page) m_page->workspaces().keep();
    m_session.set_geometry(saveGeometry());
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) paths << url.toLocalFile();
    event->acceptProposedAction();
    if (!paths.isEmpty()) open_paths(paths);
}

} // namespace roofrack
