// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/batch_plane.h"
#include "widgets/charts/plot/chart_spec.h"
#include "widgets/theme/theme.h"

#include <QString>

#include <memory>

namespace roofrack {

/// "16.8M tokens", "8,192 samples".
QString batch_text(const BatchPlane& plane, double batch);
/// "66 days".
QString days_text(Seconds time);

/// The map: GPUs across, tokens a step up, lines of equal days, what cannot run hatched, the best batch of
/// each count, the critical batch with its band, what is drawn. `coloured`: the ground is, too, by days.
PanelSpec batch_map_panel(const std::shared_ptr<const BatchPlane>& plane, bool coloured);

/// Colours of the map, for its legend.
QColor best_batch_colour(const Theme& theme);
QColor critical_batch_colour(const Theme& theme);
/// By days: 0 the fewest of the map, 1 the most.
QColor days_colour(const Theme& theme, double share);

} // namespace roofrack
