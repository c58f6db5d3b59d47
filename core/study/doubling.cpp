// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/doubling.h"

#include <limits>

namespace roofrack {

double ScaleDoubling::marginal_dollars_per_million() const {
    const double more = then.useful - now.useful;
    if (!(more > 0)) return std::numeric_limits<double>::infinity();
    return dollars_per_million(then.running.per_hour - now.running.per_hour, more);
}

std::string_view name_of(ScaleDoubling::From from) {
    switch (from) {
    case ScaleDoubling::From::drawn: return "drawn";
    case ScaleDoubling::From::knee: return "knee";
    case ScaleDoubling::From::peak: break;
    }
    return "peak";
}

} // namespace roofrack
