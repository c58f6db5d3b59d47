// SPDX-License-Identifier: GPL-3.0-or-later
#include "project_picture.h"

#include <QPainter>

namespace roofrack {

QPixmap project_picture(const Project&, QSize size, const Theme& theme, double device_pixel_ratio) {
    QPixmap picture(size * device_pixel_ratio);
    picture.setDevicePixelRatio(device_pixel_ratio);
    picture.fill(theme.window);
    return picture;
}

} // namespace roofrack
