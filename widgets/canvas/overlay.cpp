// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/overlay.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace roofrack {

QString label_of(Overlay overlay) {
    const auto translated = [](const char* text) { return QCoreApplication::translate("Overlay", text); };
    switch (overlay) {
    case Overlay::none: return translated("None");
    case Overlay::bottleneck: return translated("Bottleneck");
    case Overlay::link_load: return translated("Link load");
    case Overlay::rack_power: return translated("Rack power");
    case Overlay::inlet: return translated("Inlet temperature");
    case Overlay::chip: return translated("Chip temperature");
    case Overlay::clock: return translated("Clock");
    case Overlay::level: return translated("Fabric level");
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
