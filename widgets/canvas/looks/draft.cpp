// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/looks/draft.h"

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

QString from_core(std::string_view text) { return to_qt(text); }

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

LooksDraft::LooksDraft(Looks& looks, const Cluster& cluster, const Evaluation& evaluation,
                       const DrawingLoads* loads, const Theme& theme)
    : m_looks(looks)
    , m_cluster(cluster)
    , m_evaluation(evaluation)
    , m_loads(loads)
    , m_theme(theme) {}

ElementLook& LooksDraft::element(const std::string& id) {
    return m_looks.m_elements.try_emplace(id, m_looks.m_plain).first->second;
}

void LooksDraft::set_unknown(const QString& why) {
    m_looks.m_plain.fill = m_theme.disabled;
    legend().entries.push_back({m_theme.disabled, why});
}

void LooksDraft::alarm(ElementLook& look) const {
    look.alarm = true;
    look.frame = m_theme.critical;
}

void LooksDraft::calm(ElementLook& look) {
    look.alarm = false;
    look.frame = QColor(); // braces alone would assign Qt::GlobalColor's first, a valid white
}

void LooksDraft::calm_racks() {
    for (const RackState& rack : m_evaluation.power.racks) {
        ElementLook& look = element(rack.id);
        calm(look);
        look.figures = rack.power.si() > 0 ? watts(rack.power) : QString();
    }
}

void LooksDraft::explain(const QColor& colour, const QString& meaning) {
    auto& swatches = legend().entries;
    if (std::ranges::find(swatches, meaning, &LegendSwatch::text) == swatches.end())
        swatches.push_back({colour, meaning});
}

void LooksDraft::explain_alarms(bool (*is_over)(const RackState&)) {
    bool slowed = false, over = false;
    for (const RackState& rack : m_evaluation.power.racks)
        if (const auto found = m_looks.m_elements.find(rack.id);
            found != m_looks.m_elements.end() && found->second.alarm)
            (is_over && is_over(rack) ? over : slowed) = true;
    if (m_loads)
        for (const Budget& unit : m_loads->units)
            if (const auto found = m_looks.m_elements.find(unit.id); found != m_looks.m_elements.end())
                over |= found->second.alarm;
    if (slowed) explain(m_theme.critical, OverlayWords::tr("slowed by power or heat"));
    if (over) explain(m_theme.critical, OverlayWords::tr("over its limit"));
}

void LooksDraft::read_racks() {
    m_looks.m_elements.reserve(m_evaluation.power.racks.size() + (m_loads ? m_loads->units.size() : 0));
    for (const RackState& rack : m_evaluation.power.racks) {
        ElementLook& look = element(rack.id);
        look.power_share = rack.power_share();
        look.heat_share = rack.heat_share();
        if (rack.power.si() > 0) look.figures = watts(rack.power);
        if (rack.clip == Clip::none || rack.speed >= slow) continue;
        alarm(look);
        look.fill = m_theme.critical;
        if (rack.clip == Clip::thermal && rack.inlet)
            look.figures = OverlayWords::tr("%1 inlet").arg(degrees(rack.inlet->degrees()));
        if (!look.figures.isEmpty()) look.figures += QStringLiteral(" · ");
        look.figures += clock_note(rack.speed);
    }
    if (!m_loads) return;
    for (const Budget& unit : m_loads->units) {
        const auto share = unit.share();
        if (!share || unit.load.si() <= 0) continue;
        ElementLook& look = element(unit.id);
        look.power_share = share;
        look.figures = OverlayWords::tr("%1 load").arg(per_cent(*share));
        if (*share > 1) alarm(look);
    }
}

} // namespace roofrack
