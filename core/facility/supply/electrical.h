// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/units/quantity.h"

namespace roofrack {

/// Loss of a UPS or a transformer of `rating`: rating · (constant + linear·x + square·x²) at load share x.
Watts conversion_loss(const Defaults::Loss& of, Watts load, Watts rating);

} // namespace roofrack
