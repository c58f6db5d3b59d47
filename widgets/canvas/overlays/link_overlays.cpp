// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/overlays/link_overlays.h"

#include "core/base/units/quantity_text.h"
#include "widgets/fields/text.h"

#include <array>

namespace roofrack {

using namespace overlay_text;

namespace {

constexpr double near_limit = 0.9; ///< from here on a power or cooling link is worth its line from afar

} // namespace

QColor level_colour(size_t level, const Theme& theme) {
    static constexpr std::array<QRgb, 6> light{0x4477AA, 0xCCBB44, 0x228833, 0x66CCEE, 0xEE6677, 0x882255};
    static constexpr std::array<QRgb, 6> dark{0x5B8FC4, 0xCCBB44, 0x3FA552, 0x88DDF5, 0xEE8895, 0xA66BF0};
    return QColor((theme.is_dark ? dark : light)[level % light.size()]);
}

void colour_link_load(OverlayStyleDraft& draft) {
    draft.read_racks();
    // The racks step back: the lines carry the colour.
    const QColor quiet = draft.theme().line;
    draft.plain().fill = quiet;
    for (auto& [id, style] : draft.elements()) style.fill = quiet;
    draft.calm_racks();
    OverlayLegend& out = draft.legend();
    out.note = OverlayWords::tr("of a link's limit while its busiest traffic runs");
    out.ramp = sampled(load_ramp, draft.theme());
    out.low_text = per_cent(0);
    out.high_text = per_cent(1);
    for (const double at : {0.25, 0.5, 0.75}) out.ticks.push_back({at, per_cent(at)});
    out.entries.push_back({draft.theme().disabled, OverlayWords::tr("no data: nothing flows, or no limit")});
    draft.explain_alarms();
    if (!draft.loads()) return;
    const auto colour = [&](const std::string& id, double load) -> LinkStyle& {
        LinkStyle& style = draft.link(id);
        style.colour = on_ground(load_ramp, load, draft.theme());
        style.text = draft.theme().text;
        return style;
    };
    for (const LinkLoad& load : draft.loads()->links)
        if (!load.parts.empty()) colour(load.id, load.load()).label = per_cent(load.load());
    for (const FacilityLinkLoad& load : draft.loads()->facility_links)
        if (const auto share = load.share()) colour(load.id, *share).quiet = *share < near_limit;
}

void colour_levels(OverlayStyleDraft& draft) {
    draft.read_racks();
    draft.plain().fill = draft.theme().disabled;
    for (auto& [id, style] : draft.elements()) {
        style.fill = draft.theme().disabled;
        draft.calm(style); // here colour means a place, not a state
    }
    draft.calm_racks();
    if (!draft.loads()) return;
    const FabricPlaces& places = draft.loads()->places;
    for (const FabricPlaces::Placed& placed : places.elements) {
        ElementStyle& style = draft.element(placed.id);
        style.fill = level_colour(static_cast<size_t>(placed.level), draft.theme());
        style.frame = style.fill;
    }
    for (const FabricPlaces::Placed& placed : places.links) {
        LinkStyle& style = draft.link(placed.id);
        style.colour = level_colour(static_cast<size_t>(placed.level), draft.theme());
        style.text = draft.theme().text;
    }
    OverlayLegend& out = draft.legend();
    for (size_t i = 0; i < places.levels.size(); ++i) {
        const FabricPlace& place = places.levels[i];
        QString text = to_qt(place.name);
        if (static_cast<int>(i) != places.storage)
            text += QStringLiteral(" · ") +
                    OverlayWords::tr("%1 GPUs").arg(to_qt(format_count(place.block_gpus)));
        out.entries.push_back({level_colour(i, draft.theme()), text});
    }
    if (!places.levels.empty())
        out.entries.push_back({draft.theme().disabled, OverlayWords::tr("outside the fabric")});
}

} // namespace roofrack
