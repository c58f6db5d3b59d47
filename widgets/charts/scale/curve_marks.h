// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/scale/curve_view.h"

namespace roofrack {

// What stands on the plane of the scaling chart beside its lines.

void draw_regimes(const CurveView& view);
/// After the curves, which they keep off.
void name_regimes(const CurveView& view);
/// Sizes that cannot run answer the pointer with the reason. Hatched where no line goes over them
/// (sizes_without_line()), with the reason where there is room.
void draw_gaps(const CurveView& view);
/// At each border its GPU count and what takes more there; after the curves, which they keep off.
void name_borders(const CurveView& view);
/// What is assumed beyond the drawing, where there is room.
void name_assumed(const CurveView& view);
/// The drawn size on the main line, and how the other plan stands to it there.
void mark_drawn(const CurveView& view);
/// The knee and the peak.
void mark_bends(const CurveView& view);
/// Where the batch passes the critical one, on the curve's way.
void mark_critical_batch(const CurveView& view);
/// Measured rates, at the level of the plan as given, which the legend says.
void draw_measured(const CurveView& view);
/// Each size of the line answers the pointer. `scenario`: where it is another than the one that is open.
void add_readouts(const CurveView& view, const ScaleResult& study, const QString& scenario = {});

/// The mark of a measured point, the same for all of curve number `which`; px.
void draw_measured_mark(ChartCanvas& canvas, QPointF at, size_t which);

} // namespace roofrack
