// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/base/model/plan.h"

#include <string_view>

namespace roofrack {

/// "BF16", "NVFP4": a precision as people write it, where name_of() has it as a project does.
std::string_view label_of(Precision precision);

/// The part of a plan that is printed with what it comes to.
void describe(figures::Builder<Plan>& figures);

} // namespace roofrack
