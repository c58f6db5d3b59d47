// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/text/overlay_hover.h"

#include "widgets/fields/clock_text.h"

#include "core/base/units/quantity_text.h"
#include "core/study/facility/spare_margins.h"
#include "widgets/fields/load_share_text.h"
#include "widgets/fields/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

struct OverlayHoverWords {
    Q_DECLARE_TR_FUNCTIONS(OverlayHover)
};

QString rate(ByteRate value) { return to_qt(format_quantity(value.si(), Dimension::byte_rate, 3)); }
QString watts(Watts value) { return to_qt(format_quantity(value.si(), Dimension::power, 4)); }
QString degrees(Celsius value) { return QString::number(value.degrees(), 'f', 1) + QStringLiteral(" °C"); }
QString per_cent(double share) { return QString::number(100 * share, 'f', 0) + QStringLiteral(" %"); }

/// A figure, and in the lines below how it was come by; plain text.
struct Said {
    QString figure, source;
};

Said link_load(const LinkLoad& load) {
    if (load.parts.empty()) return {OverlayHoverWords::tr("nothing flows over it in this plan"), {}};
    QStringList parts;
    for (const PartLoad& part : load.parts)
        parts << OverlayHoverWords::tr("%1 %2").arg(to_qt(label_of(part.part)), per_cent(part.load));
    const PartLoad& busiest = load.parts.front();
    return {OverlayHoverWords::tr("%1 while %2 runs, %3 in the mean of the step")
                .arg(per_cent(load.load()), to_qt(label_of(busiest.part)), per_cent(load.mean_load())),
            parts.join(QStringLiteral(" · ")) + QStringLiteral("\n") +
                OverlayHoverWords::tr("of %1: line rate %2 less other jobs, hashing of flows and the library")
                    .arg(rate(load.limit), rate(load.capacity))};
}

Said facility_load(const FacilityLinkLoad& load) {
    const QString source = load.kind == BudgetKind::feed
                               ? OverlayHoverWords::tr("in the compute phase, shared by rating")
                               : OverlayHoverWords::tr("mean over the step, shared by rating");
    const auto share = load.share();
    if (!share)
        return {OverlayHoverWords::tr("%1 from %2, no limit known").arg(watts(load.load), to_qt(load.unit)),
                source};
    return {OverlayHoverWords::tr("%1 of %2: %3 from %4")
                .arg(per_cent(*share), watts(*load.limit), watts(load.load), to_qt(load.unit)),
            source};
}

Said rack_figure(const RackState& rack, Overlay overlay) {
    switch (overlay) {
    case Overlay::rack_power:
        if (!rack.power_share())
            return {watts(rack.power),
                    OverlayHoverWords::tr("no limit drawn: no feed is linked, and the rack sets none")};
        return {OverlayHoverWords::tr("%1 of %2").arg(per_cent(*rack.power_share()), watts(*rack.limit)),
                OverlayHoverWords::tr("mean over the step against what its feeds deliver")};
    case Overlay::inlet:
        if (!rack.inlet) return {OverlayHoverWords::tr("no air temperature is known"), {}};
        return {
            rack.inlet_limit
                ? OverlayHoverWords::tr("%1, limit %2").arg(degrees(*rack.inlet), degrees(*rack.inlet_limit))
                : OverlayHoverWords::tr("%1, no limit known").arg(degrees(*rack.inlet)),
            OverlayHoverWords::tr("supply air and what recirculates; limit: the servers' data sheet")};
    case Overlay::chip:
        if (!rack.chip) return {OverlayHoverWords::tr("no GPU stands in it"), {}};
        return {
            rack.chip_limit
                ? OverlayHoverWords::tr("%1, limit %2").arg(degrees(*rack.chip), degrees(*rack.chip_limit))
                : degrees(*rack.chip),
            OverlayHoverWords::tr(
                "inlet or coolant and thermal resistance × power; limit: the GPU's data sheet")};
    case Overlay::clock:
        return {OverlayHoverWords::tr("%1 % of boost").arg(100 * rack.speed, 0, 'f', 1),
                rack.throttle_cause == ThrottleCause::none
                    ? OverlayHoverWords::tr("nothing holds it")
                    : OverlayHoverWords::tr("held by its %1").arg(throttle_cause_text(rack.throttle_cause))};
    default: return {};
    }
}

const RackState* rack_of(const std::string& id, const Cluster& cluster, const Evaluation& evaluation) {
    const auto find = [&](std::string_view wanted) -> const RackState* {
        const auto found = std::ranges::find(evaluation.power.racks, wanted, &RackState::id);
        return found == evaluation.power.racks.end() ? nullptr : &*found;
    };
    if (const RackState* own = find(id)) return own;
    const Element* element = cluster.find(id);
    return element && !element->parent.empty() ? find(element->parent) : nullptr;
}

Said unit_figure(const Budget& unit) {
    const auto share = unit.share();
    if (!share) return {OverlayHoverWords::tr("%1, no limit known").arg(watts(unit.load)), {}};
    return {OverlayHoverWords::tr("%1 of %2").arg(per_cent(*share), watts(*unit.limit)),
            unit.kind == BudgetKind::feed
                ? OverlayHoverWords::tr("compute phase of all it feeds, against its rating")
                : OverlayHoverWords::tr("mean heat of all it cools, against its rating")};
}

template<class List, class Member>
const typename List::value_type* find_in(const List& list, const std::string& id, Member member) {
    const auto found = std::ranges::find(list, id, member);
    return found == list.end() ? nullptr : &*found;
}

Said place_of(const std::string& id, const FabricPlaces& places) {
    const FabricPlaces::Placed* placed = find_in(places.elements, id, &FabricPlaces::Placed::id);
    if (!placed) placed = find_in(places.links, id, &FabricPlaces::Placed::id);
    if (!placed) return {OverlayHoverWords::tr("outside the fabric"), {}};
    const FabricPlace& place = places.levels[static_cast<size_t>(placed->level)];
    if (placed->level == places.storage)
        return {to_qt(place.name), OverlayHoverWords::tr("the storage's network")};
    return {to_qt(place.name),
            OverlayHoverWords::tr("joins blocks of %1 GPUs").arg(to_qt(format_count(place.block_gpus)))};
}

Said spare_figure(const SpareMargin& spare, const Cluster& cluster) {
    const Element* failed = cluster.find(spare.failure);
    const QString who = to_qt(failed && !failed->name.empty() ? failed->name : spare.failure);
    const QString source = !who.isEmpty() ? OverlayHoverWords::tr("once one of %1 has failed").arg(who)
                                          : OverlayHoverWords::tr("after the worst single failure");
    if (!std::isfinite(spare.share))
        return {spare.is_cooling ? OverlayHoverWords::tr("without cooling") : OverlayHoverWords::tr("dark"),
                source};
    const QString load = watts(spare.load), left = watts(spare.load / spare.share);
    return {spare.is_cooling ? OverlayHoverWords::tr("%1: %2 of heat, %3 taken")
                                   .arg(load_margin_text(spare.margin()), load, left)
                             : OverlayHoverWords::tr("%1: %2 drawn, %3 borne")
                                   .arg(load_margin_text(spare.margin()), load, left),
            source};
}

Said said_of(const std::string& id, Overlay overlay, const Cluster& cluster, const Evaluation* evaluation,
             const DrawingLoads* loads, const std::vector<SpareMargin>* spares) {
    switch (overlay) {
    case Overlay::none:
    case Overlay::bottleneck: return {};
    case Overlay::spare: {
        const auto* spare = spares ? find_in(*spares, id, &SpareMargin::id) : nullptr;
        return spare ? spare_figure(*spare, cluster) : Said{};
    }
    case Overlay::level: return loads ? place_of(id, loads->places) : Said{};
    case Overlay::link_load:
        if (!loads) return {};
        if (const auto* link = find_in(loads->links, id, &LinkLoad::id)) return link_load(*link);
        if (const auto* link = find_in(loads->facility_links, id, &FacilityLinkLoad::id))
            return facility_load(*link);
        if (const auto* unit = find_in(loads->units, id, &Budget::id)) return unit_figure(*unit);
        return {};
    default: break;
    }
    if (evaluation)
        if (const RackState* rack = rack_of(id, cluster, *evaluation)) return rack_figure(*rack, overlay);
    if (overlay == Overlay::rack_power && loads)
        if (const auto* unit = find_in(loads->units, id, &Budget::id)) return unit_figure(*unit);
    return {};
}

} // namespace

QString overlay_hover(const std::string& id, Overlay overlay, const Cluster& cluster,
                      const Evaluation* evaluation, const DrawingLoads* loads,
                      const std::vector<SpareMargin>* spares) {
    const Said said = said_of(id, overlay, cluster, evaluation, loads, spares);
    if (said.figure.isEmpty()) return {};
    QString html = QStringLiteral("%1: <b>%2</b>").arg(label_of(overlay), said.figure.toHtmlEscaped());
    if (!said.source.isEmpty())
        html += QStringLiteral("<br>") + said.source.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"));
    return html;
}

} // namespace roofrack
