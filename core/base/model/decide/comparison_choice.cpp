// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/decide/comparison_choice.h"

namespace roofrack {

ComparisonChoice::ComparisonChoice() = default;
ROOFRACK_DEFINE_VALUE(ComparisonChoice)
bool ComparisonChoice::operator==(const ComparisonChoice&) const = default;

} // namespace roofrack
