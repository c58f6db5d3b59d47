// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "widgets/canvas/overlays/overlay.h"
#include "widgets/canvas/paint/picture.h"

#include <filesystem>

namespace roofrack {

// What `render` paints that is no chart.

/// The drawing of an evaluated scenario under an overlay, without a window. Fails like save_picture().
Result<void> render_drawing(const Answers& answers, Overlay overlay, const Theme& theme,
                            const DrawingOptions& options, const std::filesystem::path& path);
/// The fronts of all racks as a PDF of A3 sheets. Fails on another ending, without a rack, and where the file
/// cannot be written.
Result<void> render_racks(const Scenario& scenario, const Catalog& catalog,
                          const std::filesystem::path& path);

} // namespace roofrack
