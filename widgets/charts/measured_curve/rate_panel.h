// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scaling.h"
#include "widgets/charts/plot/chart_spec.h"
#include "widgets/charts/scale/study_text.h"

namespace roofrack {

struct MeasuredStudy;
struct ChartData;

/// What is drawn beside the points and the forecast.
struct RateLines {
    bool amdahl = true, usl = true, model = true;
};

/// The colours of the lines.
QColor amdahl_colour(const Theme& theme);
QColor usl_colour(const Theme& theme);

/// "tokens per second", "speed-up".
QString unit_text(RateUnit unit);
/// The points that the model gives, at the measured height; empty where none of the measured counts runs.
std::vector<ScalePoint> model_line(const MeasuredStudy& study, const ScaleResult& given);

/// The measured points, the forecast with its band, the laws, the ideal and the model over GPU counts.
/// `data` holds `study`.
PanelSpec rate_panel(const std::shared_ptr<const ChartData>& data, const MeasuredStudy& study,
                     StudyValue value, RateLines lines);

} // namespace roofrack
