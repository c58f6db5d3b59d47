// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/base/model/plan.h"

namespace roofrack {

/// The part of a plan that is printed with what it comes to.
void describe(figures::Builder<Plan>& figures);

} // namespace roofrack
