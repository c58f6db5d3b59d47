// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "widgets/elevation/elevation_picture.h"

#include <QImage>

#include <filesystem>

namespace roofrack {

/// `scale`: dots a pixel.
QImage elevation_image(const ElevationPicture& picture, const Theme& theme, double scale);

/// Writes .png (at two dots a pixel), .svg or .pdf by the file's name. Fails on another ending, without a
/// rack, or when the file cannot be written.
Result<void> save_elevation(const std::filesystem::path& path, const ElevationPicture& picture,
                            const Theme& theme);

} // namespace roofrack
