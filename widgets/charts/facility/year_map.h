// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/year/year.h"
#include "widgets/charts/facility/year_chart.h"
#include "widgets/charts/plot/chart_spec.h"

namespace roofrack {

/// Names of the months, short.
QStringList month_names();

/// "PUE", "power at the meter" …
QString value_name(YearValue value);
/// The value of an hour, and as it is read: "1.12", "19.6 MW".
double value_of(const YearHour& hour, YearValue value);
QString value_text(double value, YearValue of);

/// 24 hours up, the days of the year across, coloured by the value; hours that hold the clocks down by
/// themselves.
PanelSpec year_map_panel(std::shared_ptr<const Year> year, YearValue value);
/// What its colours mean, and the hours that are held.
std::vector<LegendEntry> year_map_legend(const Year& year, YearValue value, const Theme& theme);

} // namespace roofrack
