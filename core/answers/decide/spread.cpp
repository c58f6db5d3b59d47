// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/spread.h"

#include "core/base/numerics/normal_quantile.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// Between its ends lie 80 % of a normal distribution: so many standard deviations on either side.
const double eighty_percent = normal_quantile(0.9);

/// A normal distribution with these 10 % and 90 % quantiles, cut off outside `least` to `most`.
double cut_normal(double share, double low, double high, double least, double most) {
    const double mean = (low + high) / 2, sigma = (high - low) / 2 / eighty_percent;
    if (!(sigma > 0)) return mean;
    const double from = normal_share_below((least - mean) / sigma),
                 to = normal_share_below((most - mean) / sigma);
    return std::clamp(mean + sigma * normal_quantile(from + share * (to - from)), least, most);
}

double triangular(double share, double low, double likely, double high) {
    const double width = high - low;
    if (!(width > 0)) return low;
    const double rising = (likely - low) / width;
    return share < rising ? low + std::sqrt(share * width * (likely - low))
                          : high - std::sqrt((1 - share) * width * (high - likely));
}

} // namespace

double Spread::quantile(double share) const {
    switch (kind) {
    case SpreadKind::triangular: return std::clamp(triangular(share, low, likely, high), least, most);
    case SpreadKind::uniform: return std::clamp(low + share * (high - low), least, most);
    case SpreadKind::normal: return cut_normal(share, low, high, least, most);
    case SpreadKind::log_normal:
        return std::exp(cut_normal(share, std::log(low), std::log(high),
                                   least > 0 ? std::log(least) : -std::numeric_limits<double>::infinity(),
                                   std::log(most)));
    case SpreadKind::values: break;
    }
    const auto place = static_cast<size_t>(share * static_cast<double>(values.size()));
    return values[std::min(place, values.size() - 1)];
}

} // namespace roofrack
