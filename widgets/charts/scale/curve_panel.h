// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/curve/serial_law.h"
#include "widgets/charts/plot/chart_spec.h"
#include "widgets/charts/scale/curve_view.h"

#include <memory>

namespace roofrack {

/// The curve over GPUs: regimes behind it, the ideal, the plan as given beside the best ones, other
/// scenarios, the band, Amdahl's law, what cannot run, where it bends and what is drawn. `law`: null where it
/// is not shown.
PanelSpec curve_panel(const std::shared_ptr<const ChartData>& data, StudyRangeShown range,
                      const StudyView& shown, const std::shared_ptr<const SerialLaw>& law);

/// The GPUs.
AxisSpec size_axis(const ScaleResult& study, StudyRangeShown range);

} // namespace roofrack
