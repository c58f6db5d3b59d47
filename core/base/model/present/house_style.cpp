// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/present/house_style.h"

namespace roofrack {

HouseStyle::HouseStyle() = default;
ROOFRACK_DEFINE_VALUE(HouseStyle)
bool HouseStyle::operator==(const HouseStyle&) const = default;

} // namespace roofrack
