// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/page_actions.h"

#include "app/gui/commands/actions.h"
#include "app/gui/commands/drawing_actions.h"
#include "app/gui/window/main_toolbar.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspace_actions.h"
#include "app/gui/window/workspace_switch.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/elevation/rack_elevation.h"
#include "widgets/palette/outline.h"
#include "widgets/present/add_slide_button.h"
#include "widgets/present/deck_view.h"
#include "widgets/present/style_button.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>

#include <utility>
#include <vector>

namespace roofrack {

namespace {

/// The charts by the workspaces in which they live.
std::vector<ChartGroup> charts_by_workspace() {
    std::vector<ChartGroup> out;
    for (const Workspace& each : workspaces()) {
        ChartGroup group{each.name(), each.views};
        for (const auto& behind : {each.more, each.research})
            group.charts.insert(group.charts.end(), behind.begin(), behind.end());
        out.push_back(std::move(group));
    }
    return out;
}

} // namespace

PageActions::PageActions(Actions& actions, MainToolbar& toolbar, QObject* parent)
    : QObject(parent)
    , m_actions(actions)
    , m_toolbar(toolbar) {}

void PageActions::attach(ProjectPage& page) {
    m_page = &page;
    attach_workspaces();
    // Before anything is done in it.
    for (const char* id : {"edit.find", "edit.rename", "view.fit", "view.fit-selection", "view.zoom-actual",
                           "view.zoom-in", "view.zoom-out", "view.mini-map", "tool.select", "tool.link",
                           "tool.link-two", "tool.note", "tool.part"})
        m_actions.on(id, [&page] { page.need_drawing(); });
    attach_panels();
    connect(&page.deck(), &DeckView::show_wanted, m_actions.get("view.slides"), &QAction::trigger);
    connect(&page.deck(), &DeckView::export_wanted, this,
            [action = m_actions.get("file.export-slides")](DeckFormat format) {
                action->setData(static_cast<int>(format)); // which the export takes
                action->trigger();
            });
    const StyleButton& style = page.deck().style_button();
    connect(&style, &StyleButton::choose_wanted, m_actions.get("file.choose-style"), &QAction::trigger);
    connect(&style, &StyleButton::remove_wanted, m_actions.get("file.remove-style"), &QAction::trigger);
    page.deck().add_button().set_groups(charts_by_workspace());
    keep_drawing_keys(m_actions, page.canvas(), {&page.panels().outline(), &page.panels().elevation()});
}

void PageActions::detach() {
    m_page = nullptr;
    m_is_open = false;
}

void PageActions::attach_workspaces() {
    WorkspaceSwitch& workspaces = m_page->workspaces();
    connect(&m_toolbar, &MainToolbar::workspace_chosen, &workspaces, &WorkspaceSwitch::enter);
    connect(&m_toolbar, &MainToolbar::overlay_chosen, &workspaces, &WorkspaceSwitch::set_overlay);
    for (const Workspace& each : roofrack::workspaces())
        m_actions.on(workspace_action(each),
                     [&workspaces, id = QLatin1String(each.id)] { workspaces.enter(id); });
    m_actions.on("view.reset-layout", [&workspaces] { workspaces.reset(); });
    connect(&workspaces, &WorkspaceSwitch::overlay_changed, &m_toolbar, &MainToolbar::set_overlay);
    connect(&workspaces, &WorkspaceSwitch::entered, this, &PageActions::workspace_entered);
    m_toolbar.set_overlay(m_page->canvas().shown().overlay());
}

void PageActions::attach_panels() {
    PanelLayout& layout = m_page->panel_layout();
    ProjectPanels& panels = m_page->panels();
    connect(&layout, &PanelLayout::parts_changed, this, &PageActions::show_workspace);
    m_actions.on("view.only-drawing", [&layout] { layout.show_only_drawing(!layout.shows_only_drawing()); });
    m_actions.on("view.drawing", [&layout] { layout.show_drawing(!layout.shows_drawing()); });
    m_actions.on("edit.history", [&panels] { panels.toggle(QStringLiteral("history")); });
    m_actions.on("study.bill", [&panels] { panels.toggle(QStringLiteral("bill")); });
    m_actions.on("view.elevation", [&panels] { panels.toggle(QStringLiteral("elevation")); });
    m_actions.on("tool.part", [&panels] { panels.search_parts(); });
    QMenu* menu = m_actions.submenu("view.docks.menu");
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (QDockWidget* dock : m_page->panels().docks()) menu->addAction(dock->toggleViewAction());
    });
}

void PageActions::show(bool is_open) {
    m_is_open = is_open && m_page;
    m_actions.enable({"view.reset-layout", "view.slides", "view.add-slide", "file.export-slides",
                      "file.choose-style", "study.bill", "view.only-drawing", "view.drawing",
                      "view.elevation", "edit.history"},
                     is_open);
    show_workspace();
}

void PageActions::show_workspace() {
    for (const Workspace& each : workspaces()) {
        QAction* action = m_actions.get(workspace_action(each));
        action->setEnabled(m_is_open);
        action->setChecked(m_is_open && &m_page->workspaces().current() == &each);
    }
    if (m_is_open) m_toolbar.set_workspace(QLatin1String(m_page->workspaces().current().id));
    m_actions.get("view.only-drawing")->setChecked(m_is_open && m_page->panel_layout().shows_only_drawing());
    m_actions.get("view.drawing")->setChecked(m_is_open && m_page->panel_layout().shows_drawing());
}

} // namespace roofrack
