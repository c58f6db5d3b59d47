// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/workspaces.h"

#include <QCoreApplication>

#include <algorithm>

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
         .wide_panels = {},
         .overlay = Overlay::bottleneck,
         .views_height = 30,
         .shows_drawing = true,
         .begins_with_drawing = true},
        {.id = "step",
         .name_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Step"),
         .tip_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Where the time of a step goes, and why"),
         .views = {"step-breakdown", "what-binds", "roofline", "memory", "plan-search"},
         .guests = {},
         .panels = {"inspector", "findings", "reliefs"},
         .wide_panels = {},
         .overlay = Overlay::bottleneck,
         .views_height = 65,
         .shows_drawing = true,
         .begins_with_drawing = false},
        {.id = "scale",
         .name_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Scale"),
         .tip_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "What more GPUs bring"),
         .views = {"scaling", "bottlenecks", "goodput", "batch", "measured-curve", "network-balance",
                   "gradient-exchange", "memory-wall", "reduction-order"},
         .guests = {},
         .panels = {"inspector", "findings"},
         .wide_panels = {},
         .overlay = Overlay::bottleneck,
         .views_height = 65,
         .shows_drawing = true,
         .begins_with_drawing = false},
        {.id = "facility",
         .name_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Facility"),
         .tip_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Power, heat and racks"),
         .views = {"levels", "energy-flow", "temperatures", "supply-failures", "step-power", "power-caps",
                   "year", "room"},
         .guests = {},
         .panels = {"inspector", "findings"},
         .wide_panels = {"elevation"},
         .overlay = Overlay::rack_power,
         .views_height = 45,
         .shows_drawing = true,
         .begins_with_drawing = false},
        {.id = "measured",
         .name_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Measured"),
         .tip_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Traces of real runs beside the prediction"),
         .views = {},
         .guests = {"step-breakdown"},
         .panels = {"ranks", "findings"},
         .wide_panels = {},
         .overlay = Overlay::bottleneck,
         .views_height = 60,
         .shows_drawing = false,
         .begins_with_drawing = false},
        {.id = "decide",
         .name_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Decide"),
         .tip_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Compare scenarios, and choose"),
         .views = {"money", "scenarios", "deployment", "running-by"},
         .guests = {},
         .panels = {"inspector", "findings"},
         .wide_panels = {},
         .overlay = Overlay::bottleneck,
         .views_height = 65,
         .shows_drawing = true,
         .begins_with_drawing = false},
        {.id = "present",
         .name_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Present"),
         .tip_text = QT_TRANSLATE_NOOP("roofrack::Workspaces", "Slides and the report"),
         .views = {},
         .guests = {},
         .panels = {"findings"},
         .wide_panels = {},
         .overlay = Overlay::bottleneck,
         .views_height = 60,
         .shows_drawing = false,
         .begins_with_drawing = false},
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
    std::vector<const char*> all = guests;
    all.insert(all.end(), views.begin(), views.end());
    return all;
}

bool Workspace::has_view(const QString& chart) const { return holds(views, chart) || holds(guests, chart); }

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
        if (holds(each.views, chart)) return &each;
    return nullptr;
}

} // namespace roofrack
