// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/panel_entries.h"

#include "app/gui/commands/word_search.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"

#include <QDockWidget>

namespace roofrack {

namespace {

/// By its short name, where its title is a sentence.
QString panel_name(const QDockWidget& dock) {
    if (dock.objectName() == QStringLiteral("findings")) return CommandSearch::tr("Findings");
    return dock.windowTitle();
}

} // namespace

std::vector<CommandSearch::Entry> panel_entries(ProjectPage& page, const QString& wanted) {
    const WantedWords words(wanted);
    std::vector<CommandSearch::Entry> entries;
    for (const QDockWidget* dock : page.panels().docks()) {
        const QString text = CommandSearch::tr("Panel: %1").arg(panel_name(*dock));
        const auto score = words.score(text);
        if (!score) continue;
        entries.push_back({text, dock->isHidden() ? CommandSearch::tr("closed") : QString(), *score,
                           [&page, name = dock->objectName()] { page.panels().show(name); }});
    }
    return entries;
}

} // namespace roofrack
