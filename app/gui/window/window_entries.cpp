// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/window_entries.h"

#include "app/gui/commands/figure_entries.h"
#include "app/gui/commands/search_entries.h"
#include "app/gui/pages/guide_window.h"
#include "app/gui/window/field_entries.h"
#include "app/gui/window/panel_entries.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/workspace_switch.h"

#include <algorithm>
#include <iterator>

namespace roofrack {

std::vector<CommandSearch::Entry> window_entries(ProjectPage* page, QWidget& window, const QString& wanted) {
    std::vector<CommandSearch::Entry> out;
    const auto add = [&out](std::vector<CommandSearch::Entry> more) {
        std::ranges::move(more, std::back_inserter(out));
    };
    if (page) {
        add(panel_entries(*page, wanted));
        add(field_entries(*page, wanted));
        add(figure_entries(wanted,
                           [page](const QString& figure) { Q_EMIT page->explain_requested(figure); }));
        add(value_entries(wanted, page->answers().get(),
                          [page](const QString& chart) { page->workspaces().show_view(chart); }));
        add(drawing_entries(page->canvas(), wanted));
    }
    add(guide_entries(wanted, [&window](const QString& name) { show_guide(name, &window); }));
    return out;
}

} // namespace roofrack
