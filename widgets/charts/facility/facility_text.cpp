// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/facility/facility_text.h"

#include "widgets/charts/chart_text.h"

#include <QCoreApplication>

namespace roofrack {

namespace {
struct FacilityWords {
    Q_DECLARE_TR_FUNCTIONS(roofrack::FacilityWords)
};
constexpr double nearly_full = 0.1; ///< share of a limit left when it is nearly full
} // namespace

QString level_name(const Level& level) {
    QString name = qt(level.name.empty() ? level.id : level.name);
    if (level.kind == Level::Kind::plant) name = FacilityWords::tr("Cooling plant");
    if (level.kind == Level::Kind::site) name = FacilityWords::tr("Site");
    return level.count > 1 ? QStringLiteral("%1 × %2").arg(name, count_text(level.count)) : name;
}

QString level_kind_text(const Level& level) {
    switch (level.kind) {
    case Level::Kind::rack: return FacilityWords::tr("one rack, power");
    case Level::Kind::rack_heat: return FacilityWords::tr("one rack, heat");
    case Level::Kind::inlet: return FacilityWords::tr("inlet air");
    case Level::Kind::air: return FacilityWords::tr("air");
    case Level::Kind::loop: return FacilityWords::tr("coolant");
    case Level::Kind::plant: return FacilityWords::tr("heat");
    case Level::Kind::site: return FacilityWords::tr("at the meter");
    case Level::Kind::supply: break;
    }
    return supply_kind_text(level.supply);
}

QString supply_kind_text(SupplyKind kind) {
    switch (kind) {
    case SupplyKind::feed: return FacilityWords::tr("feeds");
    case SupplyKind::shelf: return FacilityWords::tr("power shelves");
    case SupplyKind::pdu: return FacilityWords::tr("PDU");
    case SupplyKind::busway: return FacilityWords::tr("busway");
    case SupplyKind::switchgear: return FacilityWords::tr("switchgear");
    case SupplyKind::ups: return FacilityWords::tr("UPS");
    case SupplyKind::generator: return FacilityWords::tr("generators");
    case SupplyKind::transformer: return FacilityWords::tr("transformers");
    case SupplyKind::utility: break;
    }
    return FacilityWords::tr("utility");
}

QString window_text(Seconds window) {
    return window < Seconds(0.5) ? FacilityWords::tr("at once")
                                 : FacilityWords::tr("over %1").arg(shown(window));
}

QString place_text(FlowPlace place) {
    switch (place) {
    case FlowPlace::grid: return FacilityWords::tr("grid");
    case FlowPlace::transformer: return FacilityWords::tr("transformers");
    case FlowPlace::ups: return FacilityWords::tr("UPS and distribution");
    case FlowPlace::cooling: return FacilityWords::tr("cooling");
    case FlowPlace::racks: return FacilityWords::tr("IT equipment"); // switches may stand in no rack
    case FlowPlace::gpus: return FacilityWords::tr("GPUs");
    case FlowPlace::servers: return FacilityWords::tr("CPUs, memory, NICs");
    case FlowPlace::fans: return FacilityWords::tr("server fans");
    case FlowPlace::supplies: return FacilityWords::tr("power supplies");
    case FlowPlace::network: return FacilityWords::tr("network");
    case FlowPlace::storage: return FacilityWords::tr("storage");
    case FlowPlace::air: return FacilityWords::tr("room air");
    case FlowPlace::liquid: return FacilityWords::tr("coolant");
    case FlowPlace::plant: return FacilityWords::tr("facility water");
    case FlowPlace::other: return FacilityWords::tr("lighting, controls");
    case FlowPlace::sky: break;
    }
    return FacilityWords::tr("outdoors");
}

QColor margin_colour(const Theme& theme, std::optional<double> margin) {
    if (!margin) return theme.secondary;
    return *margin < 0 ? theme.critical : *margin < nearly_full ? theme.warning : theme.good;
}

} // namespace roofrack
