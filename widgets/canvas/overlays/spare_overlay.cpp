// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/overlays/spare_overlay.h"

#include "core/study/facility/spare_margins.h"
#include "widgets/fields/load_share_text.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

using namespace overlay_text;

namespace {

constexpr double most_shown = 2; ///< shares beyond it have the colour of the ramp's end

} // namespace

void colour_spares(OverlayStyleDraft& draft, const std::vector<SpareMargin>* spares) {
    draft.set_unknown(OverlayWords::tr("no data: no limit drawn"));
    draft.read_racks();
    // Colour means what a failure leaves, not what holds a rack now.
    draft.calm_racks();
    for (auto& [id, style] : draft.elements()) {
        style.fill = draft.theme().disabled;
        draft.calm(style);
    }
    if (!spares) return;
    double most = 1;
    for (const SpareMargin& each : *spares)
        if (std::isfinite(each.share)) most = std::max(most, std::min(each.share, most_shown));
    OverlayLegend& out = draft.legend();
    out.note = OverlayWords::tr("left of what is borne once the worst unit has failed");
    out.ramp = sampled(load_ramp, draft.theme());
    std::ranges::reverse(out.ramp); // what is full is as bright as under the other overlays
    out.low = 1 - most;
    out.low_text = per_cent(out.low);
    out.high_text = per_cent(1);
    for (const double margin : {0.25, 0.5, 0.75})
        out.ticks.push_back({out.share_of(margin), per_cent(margin)});
    if (most > 1) out.ticks.push_back({out.share_of(0), OverlayWords::tr("limit"), true});
    bool over = false, dark = false;
    for (const SpareMargin& each : *spares) {
        ElementStyle& style = draft.element(each.id);
        const bool nothing = !std::isfinite(each.share);
        style.fill = on_ground(load_ramp, nothing ? 1 : 1 - out.share_of(each.margin()), draft.theme());
        if (each.kind != Level::Kind::rack) style.frame = style.fill;
        style.figures =
            nothing ? each.is_cooling ? OverlayWords::tr("without cooling") : OverlayWords::tr("dark")
            : each.is_cooling ? OverlayWords::tr("%1 left, heat").arg(load_margin_text(each.margin()))
                              : OverlayWords::tr("%1 left").arg(load_margin_text(each.margin()));
        if (each.share <= 1) continue;
        draft.alarm(style);
        (nothing ? dark : over) = true;
    }
    if (over) draft.explain(draft.theme().critical, OverlayWords::tr("over its limit after one failure"));
    if (dark)
        draft.explain(draft.theme().critical,
                      OverlayWords::tr("dark, or without cooling, after one failure"));
}

} // namespace roofrack
