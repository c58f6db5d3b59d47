// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/supply/electrical.h"

namespace roofrack {

Watts conversion_loss(const Defaults::Loss& of, Watts load, Watts rating) {
    const double x = load / rating;
    return rating * (of.constant + of.linear * x + of.square * x * x);
}

} // namespace roofrack
