// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the open project, and what of the window acts on it.
#include "app/gui/commands/chart_actions.h"
#include "app/gui/commands/command_search.h"
#include "app/gui/commands/drawing_actions.h"
#include "app/gui/commands/multiplicity_actions.h"
#include "app/gui/commands/search_entries.h"
#include "app/gui/flows/bill_flow.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/search_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/explain_view.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/window/main_toolbar.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/panel_entries.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspace_actions.h"
#include "app/gui/window/workspace_switch.h"
#include "widgets/bill/bill_view.h"
#include "widgets/canvas/view/canvas.h"

#include <QAction>
#include <QStackedWidget>

#include <algorithm>
#include <iterator>

namespace roofrack {

ProjectPage& MainWindow::need_page() {
    if (!m_page) {
        m_page = new ProjectPage(m_document, m_session, m_pages);
        m_page->set_theme(m_theme);
        m_pages->addWidget(m_page);
        connect_workspaces();
        connect_drawing(m_actions, m_page->canvas(), m_document);
        m_search->set_more([this](const QString& wanted) {
            std::vector<CommandSearch::Entry> entries;
            if (!m_files->has_project()) return entries;
            entries = panel_entries(*m_page, wanted);
            std::ranges::move(drawing_entries(m_page->canvas(), wanted), std::back_inserter(entries));
            return entries;
        });
        connect_multiplicity(m_actions, m_page->canvas(), m_document, *m_messages);
        connect_charts(m_actions, m_page->charts(), m_page->search(),
                       [this](const QString& chart) { m_page->workspaces().show_view(chart); });
        connect(&m_page->bill(), &BillView::export_requested, this, [this] {
            export_bill(m_page->bill().csv(), m_document.project().name, m_session, *m_messages, this);
        });
        connect(&m_page->search(), &SearchFlow::state_changed, this, &MainWindow::update_actions);
        connect(&m_page->canvas(), &Canvas::message, this,
                [this](const QString& text) { m_messages->show_message(Severity::info, text); });
        m_actions.on("edit.part-figures", [this] { m_page->edit_part_figures(); });
        m_actions.on("tool.part", [this] { m_page->panels().search_parts(); });
        connect(m_page, &ProjectPage::explain_requested, this, [this](const QString& part) {
            if (const auto& prepared = m_lane.latest()->prepared) show_explanation(*prepared, part, this);
        });
    }
    return *m_page;
}

void MainWindow::connect_workspaces() {
    WorkspaceSwitch& workspaces = m_page->workspaces();
    connect(m_toolbar, &MainToolbar::workspace_chosen, &workspaces, &WorkspaceSwitch::enter);
    connect(m_toolbar, &MainToolbar::overlay_chosen, &workspaces, &WorkspaceSwitch::set_overlay);
    for (const Workspace& each : roofrack::workspaces())
        m_actions.on(workspace_action(each),
                     [&workspaces, id = QLatin1String(each.id)] { workspaces.enter(id); });
    connect(&workspaces, &WorkspaceSwitch::overlay_changed, m_toolbar, &MainToolbar::set_overlay);
    connect(&workspaces, &WorkspaceSwitch::entered, this, &MainWindow::update_actions);
    connect(&m_page->panel_layout(), &PanelLayout::parts_changed, this, &MainWindow::show_workspace);
    m_toolbar->set_overlay(m_page->canvas().overlay());
    // Before anything is done in it.
    for (const char* id : {"edit.find", "edit.rename", "view.fit", "view.fit-selection", "view.zoom-actual",
                           "view.zoom-in", "view.zoom-out", "view.mini-map", "tool.select", "tool.link",
                           "tool.link-two", "tool.note", "tool.part"})
        m_actions.on(id, [this] { m_page->need_drawing(); });
}

void MainWindow::show_workspace() {
    const bool open = m_page && m_files->has_project();
    for (const Workspace& each : workspaces()) {
        QAction* action = m_actions.get(workspace_action(each));
        action->setEnabled(open);
        action->setChecked(open && &m_page->workspaces().current() == &each);
    }
    if (open) m_toolbar->set_workspace(QLatin1String(m_page->workspaces().current().id));
    m_actions.get("view.only-drawing")->setChecked(open && m_page->panel_layout().shows_only_drawing());
    m_actions.get("view.drawing")->setChecked(open && m_page->panel_layout().shows_drawing());
}

} // namespace roofrack
