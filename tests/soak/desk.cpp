// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/soak/desk.h"

#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/search_flow.h"
#include "app/gui/flows/trace_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/workspace_switch.h"
#include "core/base/catalog/catalog.h"
#include "widgets/canvas/view/canvas.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QEventLoop>
#include <QMenu>
#include <QMenuBar>

#include <ranges>

namespace roofrack::soak {

Desk::Desk(unsigned seed)
    : m_random(seed)
    , m_dialogs(seed + 1) {
    open_window();
}

Desk::~Desk() = default;

Canvas& Desk::canvas() { return m_window->page()->canvas(); }

bool Desk::has_drawing() {
    return m_window->files().has_project() && m_window->page() && canvas().isVisible();
}

std::string Desk::any_element() {
    const auto& elements = document().cluster().elements;
    return elements.empty() ? std::string() : any(elements).id;
}

void Desk::trigger(const char* id) {
    if (QAction* action = m_window->actions().get(id); action->isEnabled()) action->trigger();
}

void Desk::wait(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

void Desk::open_window() {
    m_session = std::make_unique<Session>(file(QStringLiteral("settings.ini")));
    m_session->set_last_folder(m_folder.path());
    m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
    m_window->resize(1600, 1000);
    m_window->show();
    m_window->files().join_others();
    m_window->activateWindow();
}

void Desk::reopen() {
    m_window->close();
    m_window.reset();
    m_session.reset();
    open_window();
}

void Desk::close_others() {
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (widget != m_window.get() && widget->isVisible()) widget->close();
}

void Desk::rest() {
    m_dialogs.set_calm(true);
    m_dialogs.forget();
    if (!m_window->isVisible()) reopen();
    m_window->setWindowState(Qt::WindowNoState);
    m_window->resize(1600, 1000);
    trigger("view.theme-light");
    trigger("search.cancel");
    trigger("study.plan-given");
    trigger("trace.cancel");
    if (!m_window->files().open_sample(QStringLiteral("llama3-405b-16k"))) qFatal("no sample");
    trigger("trace.close");
    ChartArea& charts = page().charts();
    for (const Workspace& each : std::views::reverse(workspaces())) { // the first stays
        page().workspaces().enter(QLatin1String(each.id));
        trigger("view.reset-layout");
        for (int tab = charts.count() - 1; tab >= 0; --tab) {
            charts.setCurrentIndex(tab);
            wait(50);
        }
    }
    for (QMenu* menu : m_window->menuBar()->findChildren<QMenu*>()) Q_EMIT menu->aboutToShow();
    canvas().use_select_tool();
    canvas().camera().fit();
    QApplication::clipboard()->clear();
    m_window->messages().dismiss();
    wait(1000);
    close_others();
    wait(500);
    m_dialogs.set_calm(false);
}

std::map<std::string, int> Desk::kinds() const {
    std::map<std::string, int> kinds;
    for (const QObject* object : m_window->findChildren<QObject*>())
        ++kinds[std::string(object->metaObject()->className()) + " of " +
                object->parent()->metaObject()->className()];
    return kinds;
}

int Desk::windows() const { return static_cast<int>(QApplication::topLevelWidgets().size()); }

} // namespace roofrack::soak
