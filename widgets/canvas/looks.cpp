// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/looks.h"

#include "canvas/facility_load.h"
#include "canvas/rack_slots.h"
#include "units/quantity_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr double cold = 20; ///< °C, the low end of the temperature ramp
constexpr double chip_limit =
    87; ///< °C, its high end where a rack names no limit: an H100's (facility.md section 4)
constexpr double slowest = 0.5; ///< relative clock, the low end of its ramp
constexpr double slow = 0.995;  ///< below it a rack counts as slow

QString translated(const char* text) { return QCoreApplication::translate("Overlay", text); }

QString from_core(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString watts(Watts power) {
    return QString::fromStdString(format_quantity(power.si(), Dimension::power, 3));
}

QString degrees(Celsius temperature) {
    return QString::number(temperature.degrees(), 'f', 0) + QStringLiteral(" °C");
}

/// The part of the step that a finding lengthens.
StepPart part_of(const Finding& finding) {
    for (size_t i = 0; i < step_part_count; ++i)
        if (finding.part == name_of(static_cast<StepPart>(i))) return static_cast<StepPart>(i);
    return StepPart::data_comm;
}

/// The ramps without the end that would vanish in the ground: pale yellow on white, black on black.
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

} // namespace

QString label_of(Overlay overlay) {
    switch (overlay) {
    case Overlay::none: return translated("None");
    case Overlay::bottleneck: return translated("Bottleneck");
    case Overlay::rack_power: return translated("Rack power");
    case Overlay::temperature: return translated("Temperature");
    case Overlay::clock: return translated("Clock");
    }
    return {};
}

Looks Looks::make(const Cluster& cluster, const Catalog& catalog, const Evaluation* evaluation,
                  Overlay overlay, const Theme& theme) {
    Looks looks;
    looks.m_plain.fill = theme.part(StepPart::compute);
    if (overlay != Overlay::none) looks.m_legend.title = label_of(overlay);
    if (!evaluation) return looks;
    const bool ramped = overlay != Overlay::none && overlay != Overlay::bottleneck;
    if (ramped) looks.m_plain.fill = theme.disabled; // nothing is known of it
    looks.read_racks(*evaluation, overlay, theme);
    looks.read_facility(cluster, catalog, *evaluation, theme);
    switch (overlay) {
    case Overlay::none: break;
    case Overlay::bottleneck: looks.read_bottleneck(cluster, *evaluation, theme); break;
    case Overlay::rack_power:
        looks.m_legend.ramp = sampled(load_ramp, theme);
        looks.m_legend.low = QStringLiteral("0 %");
        looks.m_legend.high = translated("100 % of the limit");
        break;
    case Overlay::temperature:
        looks.m_legend.title = translated("Chip temperature");
        looks.m_legend.ramp = sampled(heat_ramp, theme);
        looks.m_legend.low = degrees(Celsius(cold));
        looks.m_legend.high = translated("limit");
        break;
    case Overlay::clock:
        looks.m_legend.ramp = sampled(load_ramp, theme);
        looks.m_legend.low = QStringLiteral("≤ 0.5");
        looks.m_legend.high = translated("1, unthrottled");
        break;
    }
    return looks;
}

void Looks::read_racks(const Evaluation& evaluation, Overlay overlay, const Theme& theme) {
    for (const RackState& rack : evaluation.power.racks) {
        ElementLook look = m_plain;
        if (rack.limit && rack.limit->si() > 0) look.power_share = rack.power.si() / rack.limit->si();
        if (rack.cooling_limit && rack.cooling_limit->si() > 0)
            look.heat_share = (rack.heat_to_air + rack.heat_to_liquid).si() / rack.cooling_limit->si();
        if (rack.power.si() > 0) look.figures = watts(rack.power);
        if (rack.clip != Clip::none && rack.speed < slow) {
            look.alarm = true;
            look.frame = theme.critical;
            look.fill = theme.warning;
            if (rack.clip == Clip::thermal && rack.inlet)
                look.figures = translated("%1 inlet").arg(degrees(*rack.inlet));
            look.figures += QStringLiteral(" · ") + translated("clock %1").arg(rack.speed, 0, 'f', 2);
        }
        switch (overlay) {
        case Overlay::rack_power:
            look.fill = look.power_share ? on_ground(load_ramp, *look.power_share, theme) : theme.disabled;
            if (look.power_share)
                look.figures = QString::number(100 * *look.power_share, 'f', 0) + QStringLiteral(" % · ") +
                               watts(rack.power);
            break;
        case Overlay::temperature: {
            const auto hottest = rack.chip ? rack.chip : rack.inlet;
            const double limit = rack.chip_limit ? rack.chip_limit->degrees() : chip_limit;
            look.fill = hottest ? on_ground(heat_ramp, (hottest->degrees() - cold) / (limit - cold), theme)
                                : theme.disabled;
            if (rack.chip) look.figures = translated("chip %1").arg(degrees(*rack.chip));
            if (rack.inlet)
                look.figures += (look.figures.isEmpty() || !rack.chip ? QString() : QStringLiteral(" · ")) +
                                translated("inlet %1").arg(degrees(*rack.inlet));
            break;
        }
        case Overlay::clock:
            look.fill = on_ground(load_ramp, (rack.speed - slowest) / (1 - slowest), theme);
            look.figures = translated("clock %1").arg(rack.speed, 0, 'f', 2);
            break;
        case Overlay::none:
        case Overlay::bottleneck: break;
        }
        m_elements[rack.id] = look;
    }
}

void Looks::read_facility(const Cluster& cluster, const Catalog& catalog, const Evaluation& evaluation,
                          const Theme& theme) {
    for (const auto& [id, share] : facility_loads(cluster, catalog, evaluation.power)) {
        ElementLook look = m_plain;
        look.power_share = share;
        look.figures = translated("%1 % load").arg(100 * share, 0, 'f', 0);
        if (share > 1) {
            look.alarm = true;
            look.frame = theme.critical;
        }
        m_elements[id] = look;
    }
}

void Looks::read_bottleneck(const Cluster& cluster, const Evaluation& evaluation, const Theme& theme) {
    const auto explain = [&](const QColor& colour, const QString& meaning) {
        auto& swatches = m_legend.entries;
        if (std::none_of(swatches.begin(), swatches.end(),
                         [&](const LegendSwatch& one) { return one.text == meaning; }))
            swatches.push_back({colour, meaning});
    };
    const auto mark = [&](const std::string& id, const QColor& colour, const QString& meaning) {
        if (cluster.find_link(id)) {
            LinkLook& look = m_links[id];
            if (look.colour.isValid()) return; // the more severe finding came first
            look.colour = colour;
        } else if (const Element* element = cluster.find(id)) {
            // What stands in a rack is seen as its rack.
            const Element* parent = element->parent.empty() ? nullptr : cluster.find(element->parent);
            const std::string& shown = parent && parent->kind == ElementKind::rack ? parent->id : id;
            ElementLook& look = m_elements.try_emplace(shown, m_plain).first->second;
            if (look.frame.isValid() && look.frame != colour) return;
            look.frame = colour;
        } else {
            return;
        }
        explain(colour, meaning);
    };
    bool fabric_marked = false, first = true;
    for (const Finding& finding : evaluation.findings) {
        const bool binds = finding.id.starts_with("binds-");
        const bool fabric = finding.id == "binds-fabric";
        if (binds && first && finding.where.empty()) mark_gpus(finding.id, theme);
        first = first && !binds;
        if (fabric && fabric_marked && finding.severity == Severity::info) continue;
        fabric_marked |= fabric;
        for (const std::string& id : finding.where) {
            if (fabric) {
                const StepPart part = part_of(finding);
                mark(id, theme.part(part), from_core(label_of(part)));
            } else if (finding.id == "throttle" || finding.severity == Severity::critical) {
                mark(id, theme.critical,
                     finding.id == "throttle" ? translated("slowed by power or heat")
                                              : translated("cannot run"));
            } else if (finding.id == "straggler") {
                mark(id, theme.part(StepPart::straggler), translated("slowest group"));
            } else if (finding.id == "binds-scale-up") {
                mark(id, theme.part(StepPart::tensor_comm), translated("scale-up links"));
            } else if (finding.id == "binds-storage" || finding.id == "input-stall") {
                mark(id, theme.part(StepPart::input), translated("storage"));
            }
        }
    }
    for (const FabricLevel& level : evaluation.levels)
        if (const auto link = m_links.find(level.binding);
            link != m_links.end() && level.oversubscription > 1.01)
            link->second.label = QString::number(level.oversubscription, 'g', 2) + QStringLiteral(":1");
    if (!m_links.empty()) explain(theme.disabled, translated("not binding"));
}

/// What binds first is in every GPU, nowhere else: its squares say so.
void Looks::mark_gpus(const std::string& finding, const Theme& theme) {
    const bool hbm = finding == "binds-hbm", scale_up = finding == "binds-scale-up";
    const StepPart part = hbm ? StepPart::memory : scale_up ? StepPart::tensor_comm : StepPart::compute;
    const QColor colour = theme.part(part);
    m_plain.fill = colour;
    for (auto& [id, look] : m_elements)
        if (!look.alarm) look.fill = colour;
    m_legend.entries.push_back({colour, hbm        ? translated("GPUs: HBM bandwidth")
                                        : scale_up ? translated("GPUs: scale-up links")
                                                   : translated("GPUs: arithmetic")});
}

const ElementLook& Looks::element(const std::string& id) const {
    const auto found = m_elements.find(id);
    return found == m_elements.end() ? m_plain : found->second;
}

const LinkLook& Looks::link(const std::string& id) const {
    const auto found = m_links.find(id);
    return found == m_links.end() ? m_plain_link : found->second;
}

} // namespace roofrack
