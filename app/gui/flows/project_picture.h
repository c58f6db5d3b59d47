// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/project.h"
#include "widgets/theme/theme.h"

#include <QPixmap>

namespace roofrack {

/// A small picture of a project for its card: its drawing.
QPixmap project_picture(const Project& project, QSize size, const Theme& theme, double device_pixel_ratio);

} // namespace roofrack
