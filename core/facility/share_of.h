// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"

#include <optional>

namespace roofrack {

/// Load ÷ limit; no value when the limit is unknown.
inline std::optional<double> share_of(Watts load, const std::optional<Watts>& limit) {
    return limit && *limit > Watts(0) ? std::optional(load / *limit) : std::nullopt;
}

} // namespace roofrack
