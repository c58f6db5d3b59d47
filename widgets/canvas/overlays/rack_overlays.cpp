// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/overlays/rack_overlays.h"

#include "widgets/fields/clock_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace roofrack {

using namespace overlay_text;

namespace {

constexpr double slowest_shown = 0.9; ///< the clock's ramp begins here or lower
constexpr double low_step = 5;        ///< °C: the ramps of temperature begin at a multiple of it

/// Ends, ticks and limits of a ramp of temperatures that all values and limits lie on.
void set_temperatures(OverlayLegend& legend, const std::vector<double>& values,
                      const std::set<double>& limits) {
    if (values.empty()) return;
    legend.low = low_step * std::floor(*std::ranges::min_element(values) / low_step);
    legend.high = *std::ranges::max_element(values);
    if (!limits.empty()) legend.high = std::max(legend.high, *limits.rbegin());
    if (legend.high <= legend.low) legend.high = legend.low + low_step;
    legend.low_text = degrees(legend.low);
    legend.high_text = degrees(legend.high);
    legend.ticks.push_back({0.5, QString::number((legend.low + legend.high) / 2, 'f', 0)});
    // Limits stand close together: their names would, so the first one names all.
    QStringList names;
    for (const double limit : limits)
        if (limits.size() <= 3 || limit == *limits.begin() || limit == *limits.rbegin())
            names << QString::number(limit, 'f', 0);
    const QString all = names.join(limits.size() > 3 ? QStringLiteral(" … ") : QStringLiteral(", "));
    QString text = limits.size() > 1 ? OverlayWords::tr("limits %1 °C").arg(all)
                                     : OverlayWords::tr("limit %1 °C").arg(all);
    for (const double limit : limits)
        legend.ticks.push_back({legend.share_of(limit), std::exchange(text, {}), true});
}

/// What is said of a temperature: in the legend, and on a rack within and beyond its limit.
struct TemperatureWords {
    QString note, within, beyond;
};

/// Colours racks by one of their temperatures and alarms at those beyond their own limit of it.
template<std::optional<Celsius> RackState::*Value, std::optional<Celsius> RackState::*Limit>
void colour_temperature(OverlayStyleDraft& draft, const TemperatureWords& words) {
    draft.read_racks();
    constexpr auto is_over = [](const RackState& rack) {
        return rack.*Value && rack.*Limit && *(rack.*Value) > *(rack.*Limit);
    };
    std::vector<double> values;
    std::set<double> limits;
    for (const RackState& rack : draft.evaluation().power.racks) {
        if (!(rack.*Value)) continue;
        values.push_back((rack.*Value)->degrees());
        if (rack.*Limit) limits.insert((rack.*Limit)->degrees());
    }
    OverlayLegend& out = draft.legend();
    out.note = words.note;
    out.ramp = sampled(heat_ramp, draft.theme());
    set_temperatures(out, values, limits);
    for (const RackState& rack : draft.evaluation().power.racks) {
        ElementStyle& style = draft.element(rack.id);
        style.fill = draft.theme().disabled;
        if (!(rack.*Value)) continue;
        const double value = (rack.*Value)->degrees();
        style.fill = on_ground(heat_ramp, out.share_of(value), draft.theme());
        style.figures = words.within.arg(degrees(value));
        if (!is_over(rack)) continue;
        draft.alarm(style);
        style.figures = words.beyond.arg(degrees(value), degrees((rack.*Limit)->degrees()));
    }
    draft.explain_alarms(is_over);
}

} // namespace

void colour_rack_power(OverlayStyleDraft& draft) {
    draft.set_unknown(OverlayWords::tr("no data: no limit drawn"));
    draft.read_racks();
    double most = 1;
    for (const auto& [id, style] : draft.elements()) most = std::max(most, style.power_share.value_or(0));
    OverlayLegend& out = draft.legend();
    out.note = OverlayWords::tr("of what the feeds deliver");
    out.ramp = sampled(load_ramp, draft.theme());
    out.high = most;
    out.low_text = per_cent(0);
    out.high_text = per_cent(most);
    for (const double at : {0.25, 0.5, 0.75}) out.ticks.push_back({at, per_cent(at * most)});
    if (most > 1) out.ticks.push_back({1 / most, OverlayWords::tr("limit"), true});
    for (const RackState& rack : draft.evaluation().power.racks) {
        ElementStyle& style = draft.element(rack.id);
        style.fill = draft.theme().disabled;
        // Marked for power only: heat has overlays of its own.
        const bool held = rack.throttle_cause == ThrottleCause::power_cap ||
                          rack.throttle_cause == ThrottleCause::feed ||
                          rack.throttle_cause == ThrottleCause::site;
        if (style.alarm && !held) draft.calm(style);
        if (!style.power_share) {
            style.figures = watts(rack.power);
            continue;
        }
        style.fill = on_ground(load_ramp, out.share_of(*style.power_share), draft.theme());
        style.figures = per_cent(*style.power_share) + QStringLiteral(" · ") + watts(rack.power);
        if (*style.power_share > 1) draft.alarm(style);
    }
    draft.explain_alarms([](const RackState& rack) { return rack.limit && rack.power > *rack.limit; });
}

void colour_inlet(OverlayStyleDraft& draft) {
    draft.set_unknown(OverlayWords::tr("no data: no air temperature"));
    colour_temperature<&RackState::inlet, &RackState::inlet_limit>(
        draft, {.note = OverlayWords::tr("air at the servers' inlet; limit by their data sheet"),
                .within = OverlayWords::tr("%1 inlet"),
                .beyond = OverlayWords::tr("%1 inlet, limit %2")});
}

void colour_chip(OverlayStyleDraft& draft) {
    draft.set_unknown(OverlayWords::tr("no data: no GPU"));
    colour_temperature<&RackState::chip, &RackState::chip_limit>(
        draft, {.note = OverlayWords::tr("hottest GPU of the rack"),
                .within = OverlayWords::tr("%1 chip"),
                .beyond = OverlayWords::tr("%1 chip, limit %2")});
}

void colour_clock(OverlayStyleDraft& draft) {
    draft.set_unknown(OverlayWords::tr("no data: no GPU"));
    draft.read_racks();
    double slowest = slowest_shown;
    for (const RackState& rack : draft.evaluation().power.racks)
        if (rack.gpus > 0) slowest = std::min(slowest, rack.speed);
    OverlayLegend& out = draft.legend();
    out.note = OverlayWords::tr("of boost, the clock that nothing holds");
    out.ramp = sampled(load_ramp, draft.theme());
    out.low = std::floor(10 * slowest) / 10;
    out.low_text = per_cent(out.low);
    out.high_text = per_cent(1);
    for (const RackState& rack : draft.evaluation().power.racks) {
        ElementStyle& style = draft.element(rack.id);
        style.fill = on_ground(load_ramp, out.share_of(rack.speed), draft.theme());
        style.figures = style.alarm ? clock_text(rack.speed, rack.throttle_cause) : clock_note(rack.speed);
    }
    draft.explain_alarms();
}

} // namespace roofrack
