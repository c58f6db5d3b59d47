// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/window/workspaces.h"

#include <QObject>

namespace roofrack {

struct Arrangement;
class Canvas;
class ChartArea;
class PanelLayout;
class Session;
class WorkArea;

/// Goes from one workspace to another: the panels, the share of the drawing, the tabs and the overlay are as
/// they were left there.
class WorkspaceSwitch : public QObject {
    Q_OBJECT

public:
    WorkspaceSwitch(Session& session, PanelLayout& panels, WorkArea& area, ChartArea& charts, Canvas& canvas,
                    QObject* parent);

    const Workspace& current() const { return *m_current; }
    /// Nothing when there is none of this id, or it is there already.
    void enter(const QString& id);
    /// The chart where it stands in this workspace, else in the one where it lives.
    void show_view(const QString& chart);
    /// The keyboard to the drawing, or to the view where it is hidden.
    void focus_work();
    /// The present workspace as it is at first.
    void reset();
    /// What the user chose; stays with the workspace.
    void set_overlay(Overlay overlay);
    /// For the next start.
    void keep();

Q_SIGNALS:
    void entered(const roofrack::Workspace& workspace);
    void overlay_changed(roofrack::Overlay overlay);

private:
    void go_to(const Workspace& next);
    void keep_now();
    void arrange(const Workspace& workspace, const Arrangement& left);

    Session& m_session;
    PanelLayout& m_panels;
    WorkArea& m_area;
    ChartArea& m_charts;
    Canvas& m_canvas;
    const Workspace* m_current;
};

} // namespace roofrack
