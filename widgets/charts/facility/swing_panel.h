// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/facility/load_swing_study.h"
#include "widgets/charts/chart_table.h"
#include "widgets/charts/plot/chart_spec.h"
#include "widgets/theme/theme.h"

#include <QSize>
#include <QString>

namespace roofrack {

/// How much of the mitigations a picture shows: every way, the cheapest of each target, or none of them.
enum class SwingRows { all, cheapest, none };
/// Chosen by the room below the step; `none` also if there is nothing to mitigate.
SwingRows swing_rows(const LoadSwingStudy* swing, const Theme& theme, QSize size);

/// What each way to tame the swing costs an hour, one row per way; without a limit the ways that leave half
/// of the range, and none of it.
PanelSpec swing_panel(const LoadSwingStudy& swing, SwingRows which, const Theme& theme);

/// The cheapest way in words, for pictures that do not show all; empty if there is nothing to mitigate.
QString swing_text(const LoadSwingStudy* swing);

/// Adds the numbers of the mitigations, in columns of their own behind those that `table` has.
void add_mitigations(const LoadSwingStudy& swing, ChartTable& table);

} // namespace roofrack
