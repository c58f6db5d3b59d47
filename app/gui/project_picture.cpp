// SPDX-License-Identifier: GPL-3.0-or-later
#include "project_picture.h"

#include "canvas/picture.h"
#include "catalog/catalog.h"
#include "engine/drawing_loads.h"

namespace roofrack {

QPixmap project_picture(const Project& project, QSize size, const Theme& theme, double device_pixel_ratio) {
    const Catalog& catalog = Catalog::built_in();
    const Scenario& scenario = project.scenarios.front();
    EvaluateOptions quick;
    quick.findings = false;
    const Evaluation evaluation = evaluate_or_explain(scenario, catalog, quick);
    DrawingLoads loads;
    if (const auto prepared = Prepared::make(scenario, catalog))
        loads = drawing_loads(*prepared, evaluation, catalog);
    const Diagram drawing = Diagram::make(scenario.cluster, catalog);
    const Looks looks =
        Looks::make(scenario.cluster, catalog, &evaluation, Overlay::bottleneck, theme, &loads);
    DrawingOptions options;
    // Painted larger than shown: racks keep their servers and switches their names.
    constexpr double reduction = 1.75;
    options.size = size * reduction;
    options.dpi = 96 * device_pixel_ratio;
    options.legend = false;
    const QImage large = picture_image(drawing, looks, theme, options);
    QPixmap picture = QPixmap::fromImage(
        large.scaled(size * device_pixel_ratio, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
    picture.setDevicePixelRatio(device_pixel_ratio);
    return picture;
}

} // namespace roofrack
