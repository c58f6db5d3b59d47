// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/sourced_value.h"
#include "core/base/model/part.h"
#include "core/base/model/plan.h"

#include <string>
#include <string_view>

namespace roofrack {

/// Whether a page or a measurement was read that says the value, or a value that it is derived from. What is
/// announced, remembered or an opinion is not.
bool is_confirmed(Status status);

/// The key of the figure that a plan of this precision computes at, as "dense_bf16", from which
/// Machine::peak() is made. Where the part lacks it, FP32 and TF32 stand for each other, then BF16; FP8 and
/// FP4 take the fastest of what is there. Empty: it has no such figure.
std::string_view rate_figure(const Part& accelerator, Precision precision);

/// "its BF16 rate is not confirmed": the rate that a plan of this precision computes at. Empty: it is
/// confirmed, or the part has none.
std::string unconfirmed_rate_text(const Part& accelerator, Precision precision);

} // namespace roofrack
