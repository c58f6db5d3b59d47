// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/workspaces.h"

#include <QCoreApplication>

#include <algorithm>
#include <tuple>

namespace roofrack {

namespace {

constexpr const char* context = "roofrack::Workspaces";

/// In the order of their keys, Ctrl+1 and on.
const std::vector<Workspace>& table() {
    static const std::vector<Workspace> rows = {
        {.id = "draw",
         .name_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Draw"),
         .tip_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Draw the cluster, with its step below"),
         .views = {},
         .guests = {"step-breakdown"},
         .panels = {"parts", "outline", "inspector", "findings"},
         .overlay = Overlay::bottleneck,
         .views_height = 30,
         .is_drawing = true},
        {.id = "step",
         .name_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Step"),
         .tip_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Where the time of a step goes, and why"),
         .views = {"step-breakdown", "what-binds", "roofline", "memory", "bus-bandwidth", "plan-search"},
         .wide_panels = {"inspector"},
         .overlay = Overlay::bottleneck,
         .views_height = 65},
        {.id = "scale",
         .name_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Scale"),
         .tip_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "What more GPUs bring"),
         .views = {"scaling", "bottlenecks", "goodput", "batch"},
         .more = {"measured-curve", "network-balance"},
         .research = {"gradient-exchange", "memory-wall", "reduction-order"},
         .wide_panels = {"inspector"},
         .overlay = Overlay::bottleneck,
         .views_height = 65},
        {.id = "facility",
         .name_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Facility"),
         .tip_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Power, heat and racks"),
         .views = {"levels", "energy-flow", "temperatures", "room"},
         .more = {"supply-failures", "step-power", "power-caps", "year"},
         .wide_panels = {"inspector", "elevation"},
         .overlay = Overlay::rack_power,
         .views_height = 60},
        {.id = "measured",
         .name_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Measured"),
         .tip_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Traces of real runs beside the prediction"),
         .views = {"run-ranks", "run-causes", "run-idle", "run-collectives", "run-kernels", "run-path",
                   "run-parts", "run-steps", "run-against"},
         .guests = {"step-breakdown"},
         .overlay = Overlay::bottleneck,
         .views_height = 60,
         .begins_work = false,
         .shows_run = true},
        {.id = "decide",
         .name_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Decide"),
         .tip_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Compare scenarios, and choose"),
         .views = {"money", "compare", "way", "odds", "tornado", "map", "tried", "designs"},
         .more = {"scenarios", "limits", "deployment", "running-by"},
         .wide_panels = {"inspector"},
         .overlay = Overlay::bottleneck,
         .views_height = 65},
        {.id = "present",
         .name_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Present"),
         .tip_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "The project on slides"),
         .views = {},
         .guests = {"step-breakdown"},
         .overlay = Overlay::bottleneck,
         .views_height = 60,
         .begins_work = false,
         .shows_deck = true},
    };
    return rows;
}

bool holds(const std::vector<const char*>& ids, const QString& wanted) {
    return std::ranges::any_of(ids, [&](const char* id) { return wanted == QLatin1String(id); });
}

} // namespace

QString Workspace::name() const { return QCoreApplication::translate(context, name_text); }

QString Workspace::tip() const { return QCoreApplication::translate(context, tip_text); }

QString Workspace::key() const {
    const auto row = std::ranges::find(table(), QString::fromLatin1(id),
                                       [](const Workspace& each) { return QString::fromLatin1(each.id); });
    return QStringLiteral("Ctrl+%1").arg(row - table().begin() + 1);
}

std::vector<const char*> Workspace::tabs() const {
    const auto& [first, last] = shows_run ? std::tie(views, guests) : std::tie(guests, views);
    std::vector<const char*> all = first;
    all.insert(all.end(), last.begin(), last.end());
    return all;
}

std::vector<const char*> Workspace::charts() const {
    std::vector<const char*> all = tabs();
    all.insert(all.end(), more.begin(), more.end());
    all.insert(all.end(), research.begin(), research.end());
    return all;
}

bool Workspace::has_view(const QString& chart) const { return !shows_deck && holds(charts(), chart); }

const std::vector<Workspace>& workspaces() {
    static const std::vector<Workspace> shown = [] {
        std::vector<Workspace> rows;
        for (const Workspace& each : table())
            if (!each.tabs().empty()) rows.push_back(each);
        return rows;
    }();
    return shown;
}

const Workspace* find_workspace(const QString& id) {
    for (const Workspace& each : workspaces())
        if (id == QLatin1String(each.id)) return &each;
    return nullptr;
}

const Workspace* home_of(const QString& chart) {
    for (const Workspace& each : workspaces())
        if (holds(each.charts(), chart) && !holds(each.guests, chart)) return &each;
    return nullptr;
}

} // namespace roofrack
