// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/losses/blast_radius.h"
#include "widgets/charts/chart_table.h"
#include "widgets/charts/plot/chart_spec.h"
#include "widgets/theme/theme.h"

#include <memory>

namespace roofrack {

/// What one failure takes, one row per kind of thing that fails as one: the hours a year that the run loses
/// to it, and the GPUs that are out of the job.
PanelSpec radius_panel(const std::shared_ptr<const BlastRadii>& radii, const Theme& theme);

/// Adds the same numbers to `table`, in columns behind the existing ones; each row gets as many cells.
void add_radii(const BlastRadii& radii, ChartTable& table);

} // namespace roofrack
