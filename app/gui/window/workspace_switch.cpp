// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/workspace_switch.h"

#include "app/gui/flows/session.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/window/layout/layout_queue.h"
#include "app/gui/window/panel_layout.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/charts/chart.h"

#include <QPointer>

namespace roofrack {

namespace {

/// Where work begins again: where it was left, unless that is for what is not open yet.
const Workspace& start_of(const Session& session) {
    const Workspace* last = find_workspace(session.workspace());
    return last && last->begins_work ? *last : workspaces().front();
}

} // namespace

WorkspaceSwitch::WorkspaceSwitch(Session& session, PanelLayout& panels, WorkArea& area, ChartArea& charts,
                                 Canvas& canvas, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_panels(panels)
    , m_area(area)
    , m_charts(charts)
    , m_canvas(canvas)
    , m_current(&start_of(session)) {
    m_panels.queue().change(
        *this, [this] { arrange(*m_current, m_session.arrangement(QLatin1String(m_current->id))); });
    connect(&panels, &PanelLayout::parts_changed, this, [this] {
        if (!m_panels.is_arranging() && !m_area.window()->focusWidget()) focus_work();
    });
}

void WorkspaceSwitch::enter(const QString& id) {
    if (const Workspace* next = find_workspace(id))
        m_panels.queue().change(*this, [this, next] { go_to(*next); });
}

void WorkspaceSwitch::go_to(const Workspace& next) {
    if (&next == m_current) {
        if (next.shows_deck) focus_work();
        return;
    }
    const QPointer<QWidget> focus = m_area.window()->focusWidget();
    if (focus && m_area.parentWidget()->isAncestorOf(focus))
        focus->clearFocus(); // lest it goes to what comes next
    keep_now();
    m_current = &next;
    arrange(next, m_session.arrangement(QLatin1String(next.id)));
    if (focus && focus->isVisible() && !next.shows_deck) // there, keys are for the strip of slides
        focus->setFocus(Qt::OtherFocusReason);
    else
        focus_work();
    Q_EMIT entered(next);
}

void WorkspaceSwitch::focus_work() {
    QWidget* work = m_panels.shows_drawing() ? static_cast<QWidget*>(&m_canvas)
                    : m_area.instead()       ? m_area.instead()
                                             : m_charts.current();
    work->setFocus(Qt::OtherFocusReason);
}

void WorkspaceSwitch::show_view(const QString& chart) {
    m_panels.queue().change(*this, [this, chart] {
        if (const Workspace* home = home_of(chart); home && !m_current->has_view(chart)) go_to(*home);
        m_charts.show_chart(chart);
        m_panels.show_views_now();
    });
}

void WorkspaceSwitch::reset() {
    m_panels.queue().change(*this, [this] {
        arrange(*m_current, {});
        keep_now();
    });
}

void WorkspaceSwitch::set_overlay(Overlay overlay) {
    m_canvas.shown().set_overlay(overlay);
    const QString id = QLatin1String(m_current->id);
    Arrangement left = m_session.arrangement(id);
    left.overlay = id_of(overlay);
    m_session.set_arrangement(id, left);
    Q_EMIT overlay_changed(overlay);
}

void WorkspaceSwitch::keep() {
    m_panels.queue().change(*this, [this] { keep_now(); });
}

void WorkspaceSwitch::keep_now() {
    const QString id = QLatin1String(m_current->id);
    Arrangement left = m_panels.leave();
    left.view = m_charts.current_id();
    left.overlay = id_of(m_canvas.shown().overlay());
    m_session.set_arrangement(id, left);
    m_session.set_workspace(id);
}

void WorkspaceSwitch::arrange(const Workspace& workspace, const Arrangement& left) {
    QWidget& window = *m_area.window();
    const bool was_painting = window.updatesEnabled();
    window.setUpdatesEnabled(false); // nothing between the two is seen
    m_charts.show_tabs({workspace.tabs(), workspace.more, workspace.research}, left.view);
    m_area.name_views(workspace.shows_deck    ? WorkArea::tr("Slides")
                      : m_charts.count() == 1 ? m_charts.tabText(0)
                                              : WorkArea::tr("Views"));
    m_area.show_above(workspace.shows_run);
    m_area.show_instead(workspace.shows_deck);
    m_panels.arrange(workspace, left);
    const Overlay overlay = overlay_of_id(left.overlay).value_or(workspace.overlay);
    m_canvas.shown().set_overlay(overlay);
    window.setUpdatesEnabled(was_painting);
    Q_EMIT overlay_changed(overlay);
}

} // namespace roofrack
