// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/facility/swing_remedies.h"
#include "widgets/charts/chart_table.h"
#include "widgets/charts/plot/chart_spec.h"
#include "widgets/theme/theme.h"

#include <QSize>

#include <memory>

namespace roofrack {

/// True where there is something to remedy, and room for its panel below the step.
bool has_swing_panel(const SwingStudy* swing, const Theme& theme, QSize size);

/// What each way to tame the swing costs an hour, a row a way; without a limit the ways that leave half of
/// the range, and none of it.
PanelSpec swing_panel(const std::shared_ptr<const SwingStudy>& swing, const Theme& theme);

/// The same numbers, in columns of their own behind those that `table` has.
void add_remedies(const SwingStudy& swing, ChartTable& table);

} // namespace roofrack
