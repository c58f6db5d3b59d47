// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/loads/drawing_loads.h"
#include "widgets/theme/theme.h"

#include <QPixmap>

namespace roofrack {

/// What the picture of a project shows. It takes the time, and is made on any thread.
struct ProjectSketch {
    Scenario scenario; ///< the first
    Evaluation evaluation;
    DrawingLoads loads;
};
ProjectSketch project_sketch(const Project& project, const Catalog& catalog);

/// A small picture of a project for its card: its drawing.
QPixmap project_picture(const ProjectSketch& sketch, const Catalog& catalog, QSize size, const Theme& theme,
                        double device_pixel_ratio);
QPixmap project_picture(const Project& project, const Catalog& catalog, QSize size, const Theme& theme,
                        double device_pixel_ratio);

} // namespace roofrack
