// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/guide_links.h"

#include "app/gui/commands/actions.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/pages/guide_pages.h"
#include "app/gui/pages/guide_window.h"

#include <QApplication>

namespace roofrack {

namespace {

void open_projects(GuideWindow& guide, FileFlow& files, QWidget& window) {
    QObject::disconnect(&guide, &GuideWindow::project_chosen, &files, nullptr); // one guide shows many pages
    QObject::connect(&guide, &GuideWindow::project_chosen, &files, [&files, &window](const QString& id) {
        if (files.open_sample(id)) window.activateWindow();
    });
}

} // namespace

void show_linked_guide(const QString& page, FileFlow& files, QWidget& window) {
    open_projects(show_guide(page, &window), files, window);
}

void connect_guide(Actions& actions, FileFlow& files, QWidget& window) {
    const auto shows = [&](const char* action, const char* page) {
        actions.on(action,
                   [page, &files, &window] { show_linked_guide(QLatin1String(page), files, window); });
    };
    shows("help.guide", guide_start);
    shows("help.claims", claims_page);
    actions.on("help.here", [&files, &window] {
        open_projects(show_guide_on(QApplication::focusWidget(), &window), files, window);
    });
    watch_guide_key(&window);
}

} // namespace roofrack
