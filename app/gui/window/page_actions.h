// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace roofrack {

class Actions;
class MainToolbar;
class ProjectPage;

/// What menus, keys and the toolbar do with the page of the open project: its workspaces and its panels.
class PageActions : public QObject {
    Q_OBJECT

public:
    PageActions(Actions& actions, MainToolbar& toolbar, QObject* parent);

    /// The page is made. Before others join actions to it: what they do in the drawing needs it to be seen.
    void attach(ProjectPage& page);
    /// The page goes.
    void detach();
    /// Which of them are possible and which hold, as the page is now; `is_open`: there is a project.
    void show(bool is_open);

Q_SIGNALS:
    void workspace_entered();

private:
    void attach_workspaces();
    void attach_panels();
    void show_workspace();

    Actions& m_actions;
    MainToolbar& m_toolbar;
    ProjectPage* m_page = nullptr;
    bool m_is_open = false;
};

} // namespace roofrack
