// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluation.h"
#include "widgets/charts/plot/chart_spec.h"
#include "widgets/theme/theme.h"

namespace roofrack {

/// The colour of a part of the memory, the same in both panels; not the colours of the step's parts, which
/// are other things.
QColor memory_colour(size_t index, size_t count);

/// The colour of what says how much is needed.
QColor fit_colour(const Theme& theme, MemoryVerdict verdict);

/// One stacked bar a pipeline stage, parts from the bottom up, under the line of the capacity.
PanelSpec memory_stages(const MemoryFit& memory);

} // namespace roofrack
