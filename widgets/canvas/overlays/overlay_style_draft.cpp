// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/overlays/overlay_style_draft.h"

#include "core/base/units/quantity_text.h"
#include "widgets/fields/clock_text.h"
#include "widgets/fields/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace roofrack {

using namespace overlay_text;

namespace {

constexpr double slow = 0.995; ///< relative clock below which a rack counts as slow

} // namespace

namespace overlay_text {

QString watts(Watts power) { return to_qt(format_quantity(power.si(), Dimension::power, 3)); }

QString degrees(double celsius) { return QString::number(celsius, 'f', 0) + QStringLiteral(" °C"); }

QString per_cent(double share) { return QString::number(100 * share, 'f', 0) + QStringLiteral(" %"); }

} // namespace overlay_text

QColor on_ground(QColor (*ramp)(double), double share, const Theme& theme) {
    constexpr double cut = 0.14;
    const double within = (1 - cut) * std::clamp(share, 0.0, 1.0);
    return ramp(theme.is_dark ? cut + within : within);
}

std::vector<QColor> sampled(QColor (*ramp)(double), const Theme& theme) {
    std::vector<QColor> colours;
    for (int i = 0; i <= 8; ++i) colours.push_back(on_ground(ramp, i / 8.0, theme));
    return colours;
}

OverlayStyleDraft::OverlayStyleDraft(OverlayStyle& overlay_style, const Cluster& cluster,
                                     const Evaluation& evaluation, const DrawingLoads* loads,
                                     const Theme& theme)
    : m_overlay_style(overlay_style)
    , m_cluster(cluster)
    , m_evaluation(evaluation)
    , m_loads(loads)
    , m_theme(theme) {}

ElementStyle& OverlayStyleDraft::element(const std::string& id) {
    return m_overlay_style.m_elements.try_emplace(id, m_overlay_style.m_plain).first->second;
}

void OverlayStyleDraft::set_unknown(const QString& why) {
    m_overlay_style.m_plain.fill = m_theme.disabled;
    legend().entries.push_back({m_theme.disabled, why});
}

void OverlayStyleDraft::alarm(ElementStyle& style) const {
    style.alarm = true;
    style.frame = m_theme.critical;
}

void OverlayStyleDraft::calm(ElementStyle& style) {
    style.alarm = false;
    style.frame = QColor(); // braces alone would assign Qt::GlobalColor's first, a valid white
}

void OverlayStyleDraft::calm_racks() {
    for (const RackState& rack : m_evaluation.power.racks) {
        ElementStyle& style = element(rack.id);
        calm(style);
        style.figures = rack.power.si() > 0 ? watts(rack.power) : QString();
    }
}

void OverlayStyleDraft::explain(const QColor& colour, const QString& meaning) {
    auto& swatches = legend().entries;
    if (std::ranges::find(swatches, meaning, &LegendSwatch::text) == swatches.end())
        swatches.push_back({colour, meaning});
}

void OverlayStyleDraft::explain_alarms(bool (*is_over)(const RackState&)) {
    bool slowed = false, over = false;
    for (const RackState& rack : m_evaluation.power.racks)
        if (const auto found = m_overlay_style.m_elements.find(rack.id);
            found != m_overlay_style.m_elements.end() && found->second.alarm)
            (is_over && is_over(rack) ? over : slowed) = true;
    if (m_loads)
        for (const Budget& unit : m_loads->units)
            if (const auto found = m_overlay_style.m_elements.find(unit.id);
                found != m_overlay_style.m_elements.end())
                over |= found->second.alarm;
    if (slowed) explain(m_theme.critical, OverlayWords::tr("slowed by power or heat"));
    if (over) explain(m_theme.critical, OverlayWords::tr("over its limit"));
}

void OverlayStyleDraft::read_racks() {
    m_overlay_style.m_elements.reserve(m_evaluation.power.racks.size() +
                                       (m_loads ? m_loads->units.size() : 0));
    for (const RackState& rack : m_evaluation.power.racks) {
        ElementStyle& style = element(rack.id);
        style.power_share = rack.power_share();
        style.heat_share = rack.heat_share();
        if (rack.power.si() > 0) style.figures = watts(rack.power);
        if (rack.throttle_cause == ThrottleCause::none || rack.speed >= slow) continue;
        alarm(style);
        style.fill = m_theme.critical;
        if (rack.throttle_cause == ThrottleCause::thermal && rack.inlet)
            style.figures = OverlayWords::tr("%1 inlet").arg(degrees(rack.inlet->degrees()));
        if (!style.figures.isEmpty()) style.figures += QStringLiteral(" · ");
        style.figures += clock_note(rack.speed);
    }
    if (!m_loads) return;
    for (const Budget& unit : m_loads->units) {
        const auto share = unit.share();
        if (!share || unit.load.si() <= 0) continue;
        ElementStyle& style = element(unit.id);
        style.power_share = share;
        style.figures = OverlayWords::tr("%1 load").arg(per_cent(*share));
        if (*share > 1) alarm(style);
    }
}

} // namespace roofrack
