// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/curve_panel.h"

#include "core/study/scenario_curve.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/scale/curve_lines.h"
#include "widgets/charts/scale/curve_marks.h"
#include "widgets/charts/scale/quantity_text.h"
#include "widgets/charts/scale/scaling_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

void draw_curve(const CurveView& view, const SerialLaw* law) {
    const Theme& theme = view.canvas.theme();
    const ScaleResult &main = view.main(), &other = view.data.other();
    if (view.is_found()) draw_regimes(view);
    draw_gaps(view);
    if (view.shown.band) draw_band(view, main, theme.accent);
    draw_ideal(view);
    if (law) draw_law(view, *law);
    draw_study(view, other, theme.secondary, 1.5);
    add_readouts(view, other);
    draw_beside(view);
    draw_pits(view, main, theme.accent);
    draw_study(view, main, theme.accent, 2.5);
    add_readouts(view, main);
    if (view.is_found()) name_regimes(view);
    mark_critical_batch(view);
    if (view.is_found()) name_borders(view);
    draw_measured(view);
    // The lines of a law leave the knee few places: then it chooses first.
    if (law && view.is_found()) mark_bends(view);
    mark_drawn(view);
    if (!law && view.is_found()) mark_bends(view);
    name_ideal(view);
    name_assumed(view);
}

/// The range of all that is drawn: from the least to the most, bands included.
struct ValueRange {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    void add(double value) {
        if (!std::isfinite(value)) return;
        least = std::min(least, value);
        most = std::max(most, value);
    }
};

/// What a plan comes to at sizes it was not made for may be many times what the best plan takes: on an axis
/// that starts at 0 that leaves nothing of the best one to be seen. There the plan as given, beside the best
/// ones, counts where it was drawn, and leaves the picture beyond.
ValueRange values_of(const ChartData& data, const StudyView& shown) {
    ValueRange out;
    const ScaleResult& main = data.scale();
    std::vector<const ScaleResult*> studies{&main};
    if (shown.is_log() || !main.replanned)
        studies.push_back(&data.other());
    else if (const ScalePoint* drawn = data.given().at(data.given().drawn_gpus))
        out.add(quantity_of(shown.quantity, *drawn, main));
    for (const auto& curve : data.beside) studies.push_back(&curve->study);
    for (const ScaleResult* study : studies)
        for (const ScalePoint& point : study->points) {
            out.add(quantity_of(shown.quantity, point, main));
            if (study != &main || !shown.band) continue;
            const Band band = quantity_band(shown.quantity, point, main);
            out.add(band.low);
            out.add(band.high);
        }
    return out;
}

} // namespace

AxisSpec size_axis(const ScaleResult& study, StudyRangeShown range) {
    AxisSpec axis{.scale = range.is_log ? AxisSpec::Scale::logarithmic : AxisSpec::Scale::linear,
                  .title = ScalingChart::tr("GPUs"),
                  .low = range.is_log ? range.low : 0,
                  .high = range.high};
    if (!range.is_log) return axis;
    std::vector<double> sizes;
    for (const ScalePoint& point : study.points) sizes.push_back(point.gpus);
    axis.ticks = doublings(sizes, study.drawn_gpus);
    const auto drawn = std::ranges::find(axis.ticks, study.drawn_gpus);
    if (drawn != axis.ticks.end()) axis.emphasised = static_cast<int>(drawn - axis.ticks.begin());
    return axis;
}

PanelSpec curve_panel(const std::shared_ptr<const ChartData>& data, StudyRangeShown range,
                      const StudyView& shown, const std::shared_ptr<const SerialLaw>& law) {
    const ScaleResult& main = data->scale();
    ValueRange values = values_of(*data, shown);
    PanelSpec panel;
    panel.x = size_axis(main, range);
    panel.heading = quantity_heading(shown.quantity, main);
    panel.y.unit = quantity_unit(shown.quantity);
    if (shown.is_log()) {
        // The ideal whole: a straight line to be held against.
        for (const double gpus : {range.low, range.high})
            values.add(ideal_quantity(shown.quantity, gpus, main));
        panel.y.scale = AxisSpec::Scale::logarithmic;
        panel.y.low = values.least / 1.3;
        panel.y.high = values.most * 1.15;
    } else {
        if (shown.quantity == ScaleQuantity::efficiency) values.add(1);
        panel.y.high = values.most * 1.08;
    }
    panel.draw = [data, range, shown, law](ChartCanvas& canvas) {
        draw_curve({canvas, *data, shown, range}, law.get());
    };
    return panel;
}

} // namespace roofrack
