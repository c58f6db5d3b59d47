// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/overlays/overlay_style.h"

#include <QToolBar>

class QPushButton;

namespace roofrack {

class Actions;
class ChoiceEdit;
class Document;
class Segments;

/// The workspaces, tools, undo, the way to the command search, and the choices of overlay and scenario. What
/// is also elsewhere gives way in a narrow window.
class MainToolbar : public QToolBar {
    Q_OBJECT

public:
    MainToolbar(Actions& actions, QWidget* window);

    Overlay overlay() const;
    void set_overlay(Overlay overlay);
    void set_workspace(const QString& id);
    /// The scenarios of the document; nullptr: no project is open, and the choices are hidden.
    void show_scenarios(const Document* document);

Q_SIGNALS:
    void workspace_chosen(const QString& id);
    void overlay_chosen(roofrack::Overlay overlay);
    void scenario_chosen(int index);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void add_workspaces();
    void add_tools(Actions& actions);
    void add_search(Actions& actions);
    void add_overlays(Actions& actions);
    ChoiceEdit* add_choice(const QString& name, int width);
    void add_more(Actions& actions);
    void fit();

    Segments* m_workspaces;
    ChoiceEdit* m_overlay;
    ChoiceEdit* m_scenarios;
    QList<QAction*> m_overlay_actions;                    ///< in the order of all_overlays
    QList<QAction*> m_project_actions;                    ///< without use on the welcome page
    QList<QAction*> m_labels, m_undo, m_tools, m_choices; ///< give way in a narrow window, in this order
    QPushButton* m_search;                                ///< the search, whose words do so too
    QAction* m_search_action;
    QAction* m_more = nullptr; ///< the menu of what gave way and is no choice of another menu
    QString m_search_text, m_search_key;
    bool m_has_project = false;
};

} // namespace roofrack
