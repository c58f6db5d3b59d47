// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/project_picture.h"

#include "core/base/catalog/catalog.h"
#include "widgets/canvas/paint/picture.h"

#include <QPainter>

namespace roofrack {

ProjectSketch project_sketch(const Project& project, const Catalog& catalog) {
    EvaluateOptions quick;
    quick.findings = false;
    ProjectSketch sketch{project.scenarios.front(), {}, {}};
    const auto prepared = Prepared::make(sketch.scenario, catalog);
    if (!prepared) {
        sketch.evaluation = not_evaluable(sketch.scenario, prepared.error(), {});
        return sketch;
    }
    sketch.evaluation = evaluate(*prepared, quick);
    sketch.loads = drawing_loads(*prepared, sketch.evaluation);
    return sketch;
}

QPixmap project_picture(const Project& project, const Catalog& catalog, QSize size, const Theme& theme,
                        double device_pixel_ratio) {
    return project_picture(project_sketch(project, catalog), catalog, size, theme, device_pixel_ratio);
}

QPixmap project_picture(const ProjectSketch& sketch, const Catalog& catalog, QSize size, const Theme& theme,
                        double device_pixel_ratio) {
    const Scenario& scenario = sketch.scenario;
    const Diagram drawing = Diagram::make(scenario.cluster, catalog);
    // Thin as they become, lines and frames need the next stronger colour to be seen.
    Theme strong = theme;
    strong.secondary = theme.text;
    strong.disabled = theme.secondary;
    strong.line = theme.disabled;
    const OverlayStyle overlay_style = OverlayStyle::make(scenario.cluster, catalog, &sketch.evaluation,
                                                          Overlay::bottleneck, strong, &sketch.loads);
    // Painted larger than shown, so that racks keep their servers; words would be too small to read.
    constexpr double reduction = 1.3, margin = 10;
    DrawingOptions options;
    options.background = false;
    options.legend = false;
    options.words = false;
    QPixmap picture(size * device_pixel_ratio);
    picture.fill(theme.window);
    QPainter painter(&picture);
    painter.scale(device_pixel_ratio / reduction, device_pixel_ratio / reduction);
    paint_picture(painter,
                  QRectF(QPointF(), QSizeF(size) * reduction).adjusted(-margin, -margin, margin, margin),
                  drawing, overlay_style, strong, options);
    painter.end();
    picture.setDevicePixelRatio(device_pixel_ratio);
    return picture;
}

} // namespace roofrack
