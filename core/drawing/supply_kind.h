// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"

#include <string>
#include <string_view>

namespace roofrack {

/// Where a drawn feed stands on the way from the grid to the racks, by its part's text "supply".
enum class SupplyKind { feed, shelf, pdu, busway, switchgear, ups, generator, transformer, utility };
inline constexpr SupplyKind supply_kinds[] = {
    SupplyKind::feed,      SupplyKind::shelf,       SupplyKind::pdu,
    SupplyKind::busway,    SupplyKind::switchgear,  SupplyKind::ups,
    SupplyKind::generator, SupplyKind::transformer, SupplyKind::utility};
std::string_view name_of(SupplyKind kind);           ///< "feed", "shelf", "pdu" …
SupplyKind supply_kind_named(std::string_view name); ///< a feed to racks where the name says nothing

/// How near the grid a kind stands, from 0: a utility feeds all others. Kinds that stand before or after each
/// other, as UPS and switchgear do, have one.
int height_of(SupplyKind kind);

/// Where a feed's part stands on the way from the grid; a feed to racks when it does not say.
SupplyKind supply_kind(const Part* part);

/// Why one part cannot feed another, by voltage or frequency: "480 V, which takes 400 V"; empty: it can, or
/// not enough is known.
std::string supply_mismatch(const Part& upper, const Part& lower);

} // namespace roofrack
