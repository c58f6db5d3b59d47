// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/curves/scaling_checks.h"
#include "widgets/charts/plot/chart_spec.h"

namespace roofrack {

/// The three questions with their answers, one below the other; beside each other where it is wide.
PanelSpec checks_panel(const ScalingFit& fit, bool is_wide);

} // namespace roofrack
