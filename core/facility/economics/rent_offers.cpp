// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/rent_offers.h"

#include "core/base/catalog/part_name.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// The kind with the most GPUs; end(): there is none.
RentedKinds::const_iterator most_common(const RentedKinds& kinds) {
    return std::ranges::max_element(kinds, {}, [](const auto& each) { return each.second.gpus; });
}

using KindOffers = std::vector<PriceRow>; ///< one kind alone

KindOffers offers_for(const std::vector<PriceRow>& rows, const std::string& accelerator) {
    KindOffers out;
    std::ranges::copy_if(rows, std::back_inserter(out), [&](const PriceRow& row) {
        return std::ranges::find(row.accelerators, accelerator) != row.accelerators.end();
    });
    return out;
}

/// So many GPUs of the one and of the other; no surer than the less sure of them.
PriceRow mixed(PriceRow one, double gpus, const PriceRow& other, double other_gpus) {
    one.band = (one.band * gpus + other.band * other_gpus) * (1 / std::max(1.0, gpus + other_gpus));
    one.status = std::max(one.status, other.status);
    if (one.source != other.source) one.source += "; " + other.source;
    one.date = std::min(one.date, other.date);
    std::ranges::copy(other.accelerators, std::back_inserter(one.accelerators));
    return one;
}

/// The market of one kind as a row.
PriceRow market_of(const KindOffers& offers, const RentedKind& kind) {
    PriceRow out = offers.front();
    out.band = *market_rent(offers);
    for (const PriceRow& each : offers) out.status = std::max(out.status, each.status);
    out.name = "market of each kind";
    out.source = fmt::format("median of what is asked for {}", short_name(kind.name));
    return out;
}

/// The offer of each cloud that has one for every kind, `offers` in the order of `kinds`.
std::vector<PriceRow> of_same_clouds(const RentedKinds& kinds, const std::vector<KindOffers>& offers) {
    std::vector<PriceRow> out;
    for (const PriceRow& first : offers.front()) {
        PriceRow row = first;
        double gpus = kinds.begin()->second.gpus;
        size_t at = 1;
        for (auto kind = std::next(kinds.begin()); kind != kinds.end(); ++kind, ++at) {
            const auto same = std::ranges::find(offers[at], first.name, &PriceRow::name);
            if (same == offers[at].end()) break;
            row = mixed(std::move(row), gpus, *same, kind->second.gpus);
            gpus += kind->second.gpus;
        }
        row.name += ", mixed";
        if (at == offers.size()) out.push_back(std::move(row));
    }
    return out;
}

} // namespace

std::vector<PriceRow> rent_offers(const std::vector<PriceRow>& rows, const RentedKinds& kinds) {
    const auto most = most_common(kinds);
    if (most == kinds.end()) return {};
    std::vector<KindOffers> offers;
    for (const auto& [id, kind] : kinds) offers.push_back(offers_for(rows, id));
    if (kinds.size() == 1) return offers.front();
    if (std::ranges::any_of(offers, &KindOffers::empty)) {
        KindOffers out = offers[static_cast<size_t>(std::distance(kinds.begin(), most))];
        for (PriceRow& each : out) each.name += fmt::format(", {} alone", short_name(most->second.name));
        return out;
    }
    std::vector<PriceRow> out = of_same_clouds(kinds, offers);
    if (!out.empty()) return out;
    auto kind = kinds.begin();
    PriceRow row = market_of(offers.front(), kind->second);
    double gpus = kind->second.gpus;
    for (size_t at = 1; at < offers.size(); ++at) {
        ++kind;
        row = mixed(std::move(row), gpus, market_of(offers[at], kind->second), kind->second.gpus);
        gpus += kind->second.gpus;
    }
    return {row};
}

std::optional<PriceBand> market_rent(const std::vector<PriceRow>& offers) {
    if (offers.empty()) return std::nullopt;
    PriceBand out = offers.front().band;
    std::vector<double> likely;
    for (const PriceRow& offer : offers) {
        out.low = std::min(out.low, offer.band.low);
        out.high = std::max(out.high, offer.band.high);
        likely.push_back(offer.band.likely);
    }
    std::ranges::sort(likely);
    const size_t half = likely.size() / 2;
    out.likely = likely.size() % 2 == 1 ? likely[half] : (likely[half - 1] + likely[half]) / 2;
    return out;
}

} // namespace roofrack
