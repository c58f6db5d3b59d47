// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headless/render_drawing.h"

#include "core/answers/facility_answers.h"
#include "core/answers/findings.h"
#include "core/answers/step_answers.h"

namespace roofrack {

Result<void> render_drawing(const Answers& answers, Overlay overlay, const Theme& theme,
                            const DrawingOptions& options, const std::filesystem::path& path) {
    const Cluster& cluster = answers.scenario().cluster;
    const Diagram drawing = Diagram::make(cluster, answers.catalog());
    const FacilityStudy* facility = answers.value<FacilityStudy>();
    const DrawingLoads* known = answers.value<DrawingLoads>();
    const DrawingLoads loads = known ? *known : DrawingLoads();
    const OverlayStyle overlay_style =
        OverlayStyle::make(cluster, answers.catalog(), &answers.value<Verdict>()->evaluation, overlay, theme,
                           &loads, facility ? &facility->spares : nullptr);
    return save_picture(path, drawing, overlay_style, theme, options);
}

} // namespace roofrack
