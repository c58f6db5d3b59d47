// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/tried_family.h"
#include "widgets/charts/plot/chart_spec.h"
#include "widgets/theme/theme.h"

#include <memory>

namespace roofrack {

/// One figure of a family over the values: a line over numbers, bars of choices; `is_first`: the names of
/// choices stand at it.
PanelSpec tried_panel(const std::shared_ptr<const TriedFamily>& family, size_t figure, bool is_first,
                      const Theme& theme);
/// What the marks of its panels mean.
std::vector<LegendEntry> tried_legend(const Theme& theme, const TriedFamily& family);
/// A hatched sign of a legend.
void hatch_swatch(ChartCanvas& canvas, const QRectF& box);

} // namespace roofrack
