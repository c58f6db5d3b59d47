// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/price_list.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// GPUs of one kind that are asked for.
struct RentedKind {
    std::string name; ///< "H100 SXM5 80 GB"
    double gpus = 0;
};
/// By the id of the accelerator in the catalogue.
using RentedKinds = std::map<std::string, RentedKind>;

/// The offers of a GPU-hour for these GPUs. For several kinds each cloud that has an offer for every
/// one, at the mean of them by GPUs, its name with ", mixed"; where no cloud has, one row of the mean of the
/// kinds' markets; where a kind has no offer at all, those for the most common kind, whose names then say
/// which kind that is.
std::vector<PriceRow> rent_offers(const std::vector<PriceRow>& rows, const RentedKinds& kinds);

/// The market's rent of a GPU-hour: the median of the offers, between the least and the most. Empty without
/// one.
std::optional<PriceBand> market_rent(const std::vector<PriceRow>& offers);

} // namespace roofrack
