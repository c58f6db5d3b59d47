// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/curve/serial_law.h"
#include "widgets/charts/plot/chart_spec.h"
#include "widgets/charts/scale/curve_view.h"

namespace roofrack {

/// Solid as far as it is drawn, dashed beyond; cut where a size between two points cannot run. Not through
/// the sizes that divide badly.
void draw_study(const CurveView& view, const ScaleResult& study, const QColor& colour, double width);
/// Where the model's band has the line.
void draw_band(const CurveView& view, const ScaleResult& study, const QColor& colour);
/// Sizes that divide badly: dots below the line.
void draw_pits(const CurveView& view, const ScaleResult& study, QColor colour);
void draw_ideal(const CurveView& view);
/// After all else, which it keeps off.
void name_ideal(const CurveView& view);

/// The law of the main line, where the chart shows what it tells.
bool is_law_shown(const ChartData& data, const StudyView& shown);
void draw_law(const CurveView& view, const SerialLaw& law);
/// The lines of Amdahl's ceiling and of the law with its growing terms; empty without a law.
std::vector<LegendEntry> law_legend(const SerialLaw& law, const Theme& theme);

/// Another scenario's colour: distinguished by colour-blind readers, no part's of the panel below.
QColor beside_colour(const Theme& theme, size_t which);
void draw_beside(const CurveView& view);
std::vector<LegendEntry> beside_legend(const ChartData& data, const Theme& theme);

} // namespace roofrack
