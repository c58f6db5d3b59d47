// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/layout/layout_queue.h"

#include <QChildEvent>
#include <QCoreApplication>
#include <QDockWidget>
#include <QGuiApplication>
#include <QMainWindow>
#include <QMouseEvent>
#include <QScopeGuard>
#include <QTabBar>

#include <algorithm>
#include <utility>

namespace roofrack {

namespace {

const auto turn_of_queue = static_cast<QEvent::Type>(QEvent::registerEventType());

/// A press there begins to drag a dock, a tab, or the line between two docks. What no child took comes there
/// too.
bool can_drag(const QWidget& widget, QPoint place) {
    if (const auto* dock = qobject_cast<const QDockWidget*>(&widget)) {
        if (const QWidget* title = dock->titleBarWidget()) return title->geometry().contains(place);
        return !dock->widget() || !dock->widget()->geometry().contains(place);
    }
    if (qobject_cast<const QMainWindow*>(&widget)) return !widget.childAt(place);
    return qobject_cast<const QTabBar*>(&widget) && qobject_cast<const QMainWindow*>(widget.parentWidget());
}

/// A dock of these tabs stands with the others no more, as when it was hidden or floated a moment ago; the
/// window takes its tab away when it is laid out next. QMainWindow of Qt 6.4 moves a tab that is dragged in
/// the group of docks without asking whether both are the same.
bool is_left_behind(const QTabBar& tabs) {
    const auto* window = qobject_cast<const QMainWindow*>(tabs.parentWidget());
    if (!window) return false;
    const auto docks = window->findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
    for (int i = 0; i < tabs.count(); ++i) {
        const auto id = tabs.tabData(i).value<quintptr>();
        const auto dock = std::ranges::find(
            docks, id, [](const QDockWidget* each) { return reinterpret_cast<quintptr>(each); });
        if (dock == docks.end() || (*dock)->isHidden() || (*dock)->isFloating() ||
            window->tabifiedDockWidgets(*dock).isEmpty())
            return true;
    }
    return false;
}

/// What QMainWindow answers by looking for a line between docks under the pointer.
bool looks_for_lines(QEvent::Type type) {
    switch (type) {
    case QEvent::HoverMove:
    case QEvent::HoverLeave:
    case QEvent::MouseMove:
    case QEvent::ShortcutOverride: return true;
    default: return false;
    }
}

} // namespace

LayoutQueue::LayoutQueue() {
    constexpr int often = 250; // ms
    m_look.setInterval(often);
    connect(&m_look, &QTimer::timeout, this, &LayoutQueue::look_whether_held);
}

void LayoutQueue::change(QObject& owner, Change what) {
    m_waiting.push_back({&owner, {}, std::move(what)});
    drain();
}

void LayoutQueue::later(QObject& owner, const char* name, Change what) {
    std::erase_if(m_later, [&](const Entry& entry) { return entry.owner == &owner && entry.name == name; });
    m_later.push_back({&owner, name, std::move(what)});
    call();
}

void LayoutQueue::call() {
    if (std::exchange(m_is_called, true)) return;
    // Before what is painted.
    QCoreApplication::postEvent(this, new QEvent(turn_of_queue), Qt::HighEventPriority);
}

bool LayoutQueue::event(QEvent* event) {
    if (event->type() != turn_of_queue) return QObject::event(event);
    m_is_called = false;
    for (Entry& entry : std::exchange(m_later, {})) m_waiting.push_back(std::move(entry));
    drain();
    return true;
}

void LayoutQueue::drain() {
    constexpr int most = 64; // two changes that ask for each other leave the program its other events
    for (int done = 0; !m_is_changing && !m_held && !m_waiting.empty(); ++done) {
        if (done == most) {
            call();
            return;
        }
        const Entry next = std::move(m_waiting.front());
        m_waiting.pop_front();
        if (!next.owner) continue;
        m_is_changing = true;
        const auto end = qScopeGuard([this] { m_is_changing = false; });
        next.what();
    }
}

void LayoutQueue::watch_drags(QMainWindow& docks) {
    // Docks that are restored while a dropped one glides to its place leave an item of the layout behind in
    // Qt 6.4: what was let go stands in its place at once.
    docks.setAnimated(false);
    docks.installEventFilter(this);
    for (QObject* child : docks.children())
        if (qobject_cast<QDockWidget*>(child) || qobject_cast<QTabBar*>(child))
            child->installEventFilter(this);
}

bool LayoutQueue::eventFilter(QObject* watched, QEvent* event) {
    const bool is_hand = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseMove;
    if (const auto* tabs = is_hand ? qobject_cast<QTabBar*>(watched) : nullptr; tabs && is_left_behind(*tabs))
        return true;
    if (m_is_changing && looks_for_lines(event->type()) && qobject_cast<QMainWindow*>(watched)) return true;
    switch (event->type()) {
    case QEvent::ChildPolished:
        if (QObject* child = static_cast<QChildEvent*>(event)->child();
            qobject_cast<QMainWindow*>(watched) &&
            (qobject_cast<QDockWidget*>(child) || qobject_cast<QTabBar*>(child)))
            child->installEventFilter(this); // installed twice, it is called once
        break;
    case QEvent::MouseButtonPress: {
        const auto* press = static_cast<QMouseEvent*>(event);
        auto* widget = qobject_cast<QWidget*>(watched);
        if (!m_held && widget && press->button() == Qt::LeftButton &&
            can_drag(*widget, press->position().toPoint()))
            hold(*widget);
        break;
    }
    case QEvent::MouseButtonRelease: let_go(); break;
    case QEvent::MouseMove:
        if (!(static_cast<QMouseEvent*>(event)->buttons() & Qt::LeftButton)) let_go();
        break;
    default: break;
    }
    return false;
}

void LayoutQueue::hold(QWidget& widget) {
    m_held = &widget;
    m_is_held_by_hand = QGuiApplication::mouseButtons() & Qt::LeftButton;
    qApp->installEventFilter(this); // whoever is told of the release
    m_look.start();
}

void LayoutQueue::let_go() {
    if (!m_held) return;
    m_held = nullptr;
    end_hold();
}

void LayoutQueue::end_hold() {
    qApp->removeEventFilter(this);
    m_look.stop();
    call(); // once the dock has taken its place
}

void LayoutQueue::look_whether_held() {
    const bool is_up = m_is_held_by_hand && !(QGuiApplication::mouseButtons() & Qt::LeftButton);
    if (!m_held) {
        end_hold();
    } else if (is_up || !m_held->isVisible()) {
        let_go();
    }
}

} // namespace roofrack
