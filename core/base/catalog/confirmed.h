// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/sourced_value.h"
#include "core/base/model/part.h"
#include "core/base/model/plan.h"

#include <string>

namespace roofrack {

/// Whether a page or a measurement was read that says the value, or a value that it is derived from. What is
/// announced, remembered or an opinion is not.
bool is_confirmed(Status status);

/// "BF16": whose rate it is that a plan of this precision computes at (compute_rate()), where that is not
/// confirmed. Empty: it is, or the part has none.
std::string unconfirmed_rate_word(const Part& accelerator, Precision precision);

} // namespace roofrack
