// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/sourced_value.h"
#include "core/base/model/part.h"
#include "core/base/model/plan.h"

#include <string>
#include <string_view>

namespace roofrack {

/// Whether a page or a measurement was read that says the value, or one that it follows from. What is
/// announced, remembered or an opinion is not.
bool is_confirmed(Status status);

/// The figure of an accelerator that a plan of this precision computes at: "dense_bf16"; of a width that it
/// lacks the next wider one. What Machine::peak() is made of. Empty: it has no such figure.
std::string_view rate_figure(const Part& accelerator, Precision precision);

/// "its BF16 rate is not confirmed", of the rate that a plan of this precision computes at. Empty: it is, or
/// there is none.
std::string unconfirmed_rate_text(const Part& accelerator, Precision precision);

} // namespace roofrack
