// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/units/quantity.h"

#include <optional>

namespace roofrack {

/// Load on each of the feeds that are left when one of `feeds` fails. Infinite when none is left.
Watts load_after_one_failure(Watts load, double feeds);

/// Loss of a UPS or a transformer of `rating`: rating · (constant + linear·x + square·x²) at load share x.
Watts conversion_loss(const Defaults::Loss& of, Watts load, Watts rating);
/// The loss of the same at load share x.
double conversion_efficiency(const Defaults::Loss& of, double load_share);

} // namespace roofrack
