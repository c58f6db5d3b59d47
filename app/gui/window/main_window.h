// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/commands/actions.h"
#include "app/gui/flows/session.h"
#include "app/gui/window/appearance.h"
#include "app/gui/window/layout/layout_queue.h"
#include "widgets/editor/answers_lane.h"
#include "widgets/editor/document.h"

#include <QMainWindow>

#include <optional>

class QStackedWidget;

namespace roofrack {

class CollectivesFlow;
class CommandSearch;
class CurvesFlow;
class FileFlow;
class ImportFlow;
class InterchangeFlow;
class MainToolbar;
class MessageBar;
class PageActions;
class PricesFlow;
class ProjectOffers;
class ProjectPage;
class RunTools;
class RunsFlow;
class TraceFlow;
class VerdictBar;

/// The main window. It only wires: document → evaluation lane → views, and actions → those who do the work.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(const Catalog& catalog, Session& session);
    ~MainWindow() override;

    Document& document() { return m_document; }
    Actions& actions() { return m_actions; }
    FileFlow& files() { return *m_files; }
    TraceFlow& traces() { return *m_traces; }
    RunsFlow& runs() { return *m_runs; }
    MessageBar& messages() { return *m_messages; }
    VerdictBar& verdict() { return *m_verdict; }
    /// Nothing until a project is open.
    ProjectPage* page() { return m_page; }
    const Theme& theme() const { return m_appearance.theme(); }
    void set_theme(const Theme& theme) { m_appearance.set_theme(theme); }
    /// Projects are opened (the last one stays), files of other programs are imported, outputs of nccl-tests,
    /// measured curves and lists of prices are attached to the open one, everything else is read as traces.
    /// `asks`: for the options of files of other programs before they are read.
    void open_paths(const QStringList& paths, bool asks = false);

Q_SIGNALS:
    /// The newest state of the document has been evaluated and is on the screen; without a project: the
    /// welcome page is.
    void settled();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void make_window();
    void wire_files();
    void wire_exports();
    void wire_offers();
    void wire_traces();
    void wire_edits();
    void wire_views();
    void wire_evaluation();
    void wire_page();
    ProjectPage& need_page();
    void show_project();
    void show_scenarios();
    void show_title();
    void update_actions();
    void request_evaluation();

    Session& m_session;
    Document m_document;
    std::optional<ScaleMetric> m_metric; ///< chosen in the scaling chart
    AnswersLane m_lane;
    Actions m_actions;
    LayoutQueue m_layout_queue;
    Appearance m_appearance;
    MessageBar* m_messages = nullptr;
    VerdictBar* m_verdict = nullptr;
    QStackedWidget* m_pages = nullptr;
    ProjectOffers* m_offers = nullptr;
    ProjectPage* m_page = nullptr;
    MainToolbar* m_toolbar = nullptr;
    PageActions* m_page_actions = nullptr;
    CommandSearch* m_search = nullptr;
    FileFlow* m_files = nullptr;
    InterchangeFlow* m_interchange = nullptr;
    ImportFlow* m_imports = nullptr;
    PricesFlow* m_prices = nullptr;
    TraceFlow* m_traces = nullptr;
    RunsFlow* m_runs = nullptr;
    RunTools* m_run_tools = nullptr;
    CollectivesFlow* m_collectives = nullptr;
    CurvesFlow* m_curves = nullptr;
};

} // namespace roofrack
