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
    draft.read_racks();
    std::vector<double> values;
    std::set<double> limits;
    for (const RackState& rack : draft.evaluation().power.racks) {
        if (!rack.inlet) continue;
        values.push_back(rack.inlet->degrees());
        if (rack.inlet_limit) limits.insert(rack.inlet_limit->degrees());
    }
    OverlayLegend& out = draft.legend();
    out.note = OverlayWords::tr("air at the servers' inlet; limit by their data sheet");
    out.ramp = sampled(heat_ramp, draft.theme());
    set_temperatures(out, values, limits);
    for (const RackState& rack : draft.evaluation().power.racks) {
        ElementStyle& style = draft.element(rack.id);
        style.fill = draft.theme().disabled;
        if (!rack.inlet) continue;
        style.fill = on_ground(heat_ramp, out.share_of(rack.inlet->degrees()), draft.theme());
        style.figures = OverlayWords::tr("%1 inlet").arg(degrees(rack.inlet->degrees()));
        if (!rack.inlet_limit || *rack.inlet <= *rack.inlet_limit) continue;
        draft.alarm(style);
        style.figures = OverlayWords::tr("%1 inlet, limit %2")
                            .arg(degrees(rack.inlet->degrees()), degrees(rack.inlet_limit->degrees()));
    }
    draft.explain_alarms([](const RackState& rack) {
        return rack.inlet && rack.inlet_limit && *rack.inlet > *rack.inlet_limit;
    });
}

void colour_chip(OverlayStyleDraft& draft) {
    draft.set_unknown(OverlayWords::tr("no data: no GPU"));
    draft.read_racks();
    std::vector<double> values;
    std::set<double> limits;
    for (const RackState& rack : draft.evaluation().power.racks) {
        if (!rack.chip) continue;
        values.push_back(rack.chip->degrees());
        if (rack.chip_limit) limits.insert(rack.chip_limit->degrees());
    }
    OverlayLegend& out = draft.legend();
    out.note = OverlayWords::tr("hottest GPU of the rack");
    out.ramp = sampled(heat_ramp, draft.theme());
    set_temperatures(out, values, limits);
    for (const RackState& rack : draft.evaluation().power.racks) {
        ElementStyle& style = draft.element(rack.id);
        style.fill = draft.theme().disabled;
        if (!rack.chip) continue;
        style.fill = on_ground(heat_ramp, out.share_of(rack.chip->degrees()), draft.theme());
        style.figures = OverlayWords::tr("%1 chip").arg(degrees(rack.chip->degrees()));
        if (!rack.chip_limit || *rack.chip <= *rack.chip_limit) continue;
        draft.alarm(style);
        style.figures = OverlayWords::tr("%1 chip, limit %2")
                            .arg(degrees(rack.chip->degrees()), degrees(rack.chip_limit->degrees()));
    }
    draft.explain_alarms(
        [](const RackState& rack) { return rack.chip && rack.chip_limit && *rack.chip > *rack.chip_limit; });
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
