// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/units/bit_rate_text.h"
#include "core/drawing/offer/link_offer.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace roofrack {

std::string_view name_of(CableFit fit) {
    switch (fit) {
    case CableFit::fits: return "fits";
    case CableFit::faster: return "faster";
    case CableFit::slower: return "slower";
    case CableFit::too_short: return "too-short";
    case CableFit::wrong_kind: break;
    }
    return "wrong-kind";
}

std::vector<CableOffer> cable_offers(const Catalog& catalog, LinkKind kind, std::optional<ByteRate> rate,
                                     std::optional<double> metres, std::span<const PartRef> own) {
    std::vector<CableOffer> out;
    std::vector<const Part*> cables;
    for (const PartRef& each : own)
        if (each.inline_part && each.inline_part->kind == PartKind::cable)
            cables.push_back(&*each.inline_part);
    for (const Part& part : catalog.parts())
        if (part.kind == PartKind::cable) cables.push_back(&part);
    for (const Part* const each : cables) {
        const Part& part = *each;
        CableOffer offer{&part, CableFit::fits, {}};
        const auto carries = part.value("rate"), reach = part.value("length_max");
        if (kind != LinkKind::network) {
            offer.fit = CableFit::wrong_kind;
            offer.remark = kind == LinkKind::power ? "carries data, not power" : "carries data, not heat";
        } else if (metres && reach && *reach < *metres) {
            offer.fit = CableFit::too_short;
            offer.remark = fmt::format("reaches {:g} m, the ends stand {:.3g} m apart", *reach, *metres);
        } else if (rate && carries && *carries < rate->si() * 0.999) {
            offer.fit = CableFit::slower;
            offer.remark = fmt::format("too slow for a {} port", format_bit_rate(*rate));
        } else if (rate && carries && *carries > rate->si() * 1.001) {
            offer.fit = CableFit::faster;
            offer.remark = fmt::format("the ports use {} of it", format_bit_rate(*rate));
        }
        out.push_back(std::move(offer));
    }
    // Within one fit what carries most and costs least first.
    std::ranges::stable_sort(out, [](const CableOffer& a, const CableOffer& b) {
        const auto key = [](const CableOffer& offer) {
            const double carries = offer.cable->value_or("rate", 0);
            return std::tuple(offer.fit, offer.fit == CableFit::slower ? -carries : carries,
                              offer.cable->value_or("price", 0));
        };
        return key(a) < key(b);
    });
    return out;
}

} // namespace roofrack
