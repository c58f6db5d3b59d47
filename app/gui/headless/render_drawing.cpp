// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headless/render_drawing.h"

#include "core/study/facility/facility_study.h"

namespace roofrack {

Result<void> render_drawing(const EvaluationBundle& bundle, const Catalog& catalog, Overlay overlay,
                            const Theme& theme, const DrawingOptions& options,
                            const std::filesystem::path& path) {
    const Cluster& cluster = bundle.scenario->cluster;
    const Diagram drawing = Diagram::make(cluster, catalog);
    const FacilityStudy* facility = bundle.details ? bundle.details->facility.get() : nullptr;
    const Looks looks = Looks::make(cluster, catalog, &bundle.evaluation, overlay, theme, &bundle.loads,
                                    facility ? &facility->spares : nullptr);
    return save_picture(path, drawing, looks, theme, options);
}

} // namespace roofrack
