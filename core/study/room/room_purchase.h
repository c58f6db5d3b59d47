// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/room/room_study.h"

namespace roofrack {

/// What brings `row` to carry what is drawn: so many more of the drawn unit that the drawing with them
/// carries it, by trying; of the room and the grid what is missing. $ by the part's own price, the class of
/// the unit in the price list, or that of the bill; weeks of the list's lead times, of the floor those of
/// `lead`, which is the scenario's.
Result<RoomPurchase> room_purchase(const RoomSolver& probe, const Scenario& scenario, const Catalog& catalog,
                                   const RoomRow& row, const LeadTimes& lead, const PriceList& prices);

/// A purchase with the drawn units of its row themselves added, which do not stand there yet. Where they
/// carry what is drawn, they wait as `lead` has them; 0 $ where the price of the space has them.
RoomPurchase with_drawn_units(std::optional<RoomPurchase> more, const Scenario& scenario,
                              const Catalog& catalog, const RoomRow& row, const LeadTimes& lead,
                              const PriceList& prices);

} // namespace roofrack
