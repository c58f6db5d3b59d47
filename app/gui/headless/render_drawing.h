// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "widgets/canvas/overlays/overlay.h"
#include "widgets/canvas/paint/picture.h"

namespace roofrack {

/// Writes the drawing of an evaluated scenario under an overlay, without a window. Fails like save_picture().
Result<void> render_drawing(const Answers& answers, Overlay overlay, const Theme& theme,
                            const DrawingOptions& options, const std::filesystem::path& path);

} // namespace roofrack
