// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/overlays/overlay.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace roofrack {

QString label_of(Overlay overlay) {
    switch (overlay) {
    case Overlay::none: return OverlayWords::tr("None");
    case Overlay::bottleneck: return OverlayWords::tr("Bottleneck");
    case Overlay::link_load: return OverlayWords::tr("Link load");
    case Overlay::rack_power: return OverlayWords::tr("Rack power");
    case Overlay::inlet: return OverlayWords::tr("Inlet temperature");
    case Overlay::chip: return OverlayWords::tr("Chip temperature");
    case Overlay::clock: return OverlayWords::tr("Clock");
    case Overlay::level: return OverlayWords::tr("Fabric level");
    case Overlay::spare: return OverlayWords::tr("Margin after one failure");
    }
    return {};
}

QString id_of(Overlay overlay) {
    switch (overlay) {
    case Overlay::none: break;
    case Overlay::bottleneck: return QStringLiteral("bottleneck");
    case Overlay::link_load: return QStringLiteral("link-load");
    case Overlay::rack_power: return QStringLiteral("rack-power");
    case Overlay::inlet: return QStringLiteral("inlet-temperature");
    case Overlay::chip: return QStringLiteral("chip-temperature");
    case Overlay::clock: return QStringLiteral("clock");
    case Overlay::level: return QStringLiteral("fabric-level");
    case Overlay::spare: return QStringLiteral("margin-after-failure");
    }
    return QStringLiteral("none");
}

std::optional<Overlay> overlay_of_id(const QString& id) {
    for (const Overlay overlay : all_overlays)
        if (id_of(overlay) == id) return overlay;
    return std::nullopt;
}

QString overlay_names() {
    QStringList names;
    for (const Overlay overlay : all_overlays) names << id_of(overlay);
    return names.join(QStringLiteral(", "));
}

double OverlayLegend::share_of(double value) const {
    return high > low ? std::clamp((value - low) / (high - low), 0.0, 1.0) : 1;
}

} // namespace roofrack
