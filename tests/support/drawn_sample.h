// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/loads/drawing_loads.h"
#include "widgets/canvas/overlays/overlay_style.h"

#include <map>
#include <optional>

namespace roofrack::test {

struct Drawn {
    Scenario scenario;
    Evaluation evaluation;
    DrawingLoads loads;
    Diagram drawing;

    OverlayStyle overlay_style(Overlay overlay, const Theme& theme = Theme::light()) const {
        return OverlayStyle::make(scenario.cluster, Catalog::built_in(), &evaluation, overlay, theme, &loads);
    }
    const DrawnLink& link(const char* id) const {
        const DrawnLink* found = drawing.find_link(id);
        if (!found) qFatal("no link %s", id);
        return *found;
    }
};

inline std::optional<Scenario> scenario_of(const std::string& name) {
    const auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/" + name + ".roofrack.json", Catalog::built_in());
    if (loaded) return loaded->project.scenarios.front();
    const auto made = make_template(name, {}, Catalog::built_in());
    return made ? std::optional(made->scenarios.front()) : std::nullopt;
}

inline Drawn drawn(Scenario scenario) {
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    Drawn one{std::move(scenario), evaluate(*prepared), {}, {}};
    one.loads = drawing_loads(*prepared, one.evaluation);
    one.drawing = Diagram::make(one.scenario.cluster, Catalog::built_in());
    return one;
}

/// A sample or a template by its name, evaluated once.
inline const Drawn& drawn(const std::string& name) {
    static std::map<std::string, Drawn> all;
    if (const auto found = all.find(name); found != all.end()) return found->second;
    auto scenario = scenario_of(name);
    if (!scenario) qFatal("no drawing %s", name.c_str());
    return all.emplace(name, drawn(std::move(*scenario))).first->second;
}

} // namespace roofrack::test
