// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/looks/looks.h"

#include <QToolBar>

namespace roofrack {

class Actions;
class ChoiceEdit;
class Document;

/// Tools, undo, the way to the command search, and the choices of overlay and scenario.
class MainToolbar : public QToolBar {
    Q_OBJECT

public:
    MainToolbar(Actions& actions, QWidget* window);

    Overlay overlay() const;
    void set_overlay(Overlay overlay);
    /// The scenarios of the document; nullptr: no project is open, and the choices are hidden.
    void show_scenarios(const Document* document);

Q_SIGNALS:
    void overlay_chosen(roofrack::Overlay overlay);
    void scenario_chosen(int index);

private:
    ChoiceEdit* add_choice(const QString& name, int width);

    ChoiceEdit* m_overlay;
    ChoiceEdit* m_scenarios;
    QList<QAction*> m_overlay_actions; ///< in the order of all_overlays
    QList<QAction*> m_project_actions; ///< without use on the welcome page
};

} // namespace roofrack
