// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace roofrack {

class Catalog;

/// Whether each element is bought, owned or sold, with inheritance resolved, in the order of
/// Cluster::elements. What stands in something that is sold is sold with it; otherwise its own setting
/// counts, then that of what it stands in.
std::vector<Procurement> procurements_of(const Cluster& cluster);

/// The share of each element's instances that is there already, in the order of Cluster::elements: of what is
/// owned 1, or less where Element::owned_count says it of the element or of what it stands in, and the rest
/// is bought; 0 of all else.
std::vector<double> owned_shares_of(const Cluster& cluster);

/// Some element says what is to be bought, there already or sold. Where none does, all that is drawn is
/// bought.
bool says_procurement(const Cluster& cluster);

/// Has elements of `cluster` that get another container, `moved`, keep whether they are bought, owned or
/// sold: what is inherited, and would be another there, is written on them. What goes into something that is
/// sold is sold with it; notes are neither.
void keep_procurement(const Cluster& cluster, std::vector<Element>& moved);

/// Has elements that come into `cluster`, under ids that are free there, be what they were, in the order of
/// `added`: likewise, written on the outermost of them.
void keep_procurement(const Cluster& cluster, std::vector<Element>& added,
                      const std::vector<Procurement>& was);

/// The drawing with what is sold, its contents and its links taken out into Cluster::sold and sold_links:
/// sold equipment does not compute, draw power or take space.
void set_sold_aside(Cluster& cluster);
/// Puts what was set aside into the drawing again, behind the others.
void put_sold_back(Cluster& cluster);
/// Something is to be sold that set_sold_aside() has not taken out.
bool has_sold(const Cluster& cluster);

/// What was there before anything is bought or sold: without what is to be bought (containers stay for what
/// is left in them), with what is sold. Cables of a mesh that lead to what is bought lead to what is there
/// until then, as far as that has ports for them.
Cluster cluster_of_today(Cluster cluster, const Catalog& catalog);

/// One thing that is sold.
struct Sale {
    std::string id, name;        ///< element; its name as drawn
    double count = 0;            ///< instances
    std::optional<double> price; ///< $ that one is sold for, with what stands in it; empty: not known
};
/// All that is sold. A thing with a sale price is one sale with its contents; elsewhere each part is a sale.
std::vector<Sale> sales_of(const Cluster& cluster);

/// Ids of the racks, and of servers and other parts in them or in none, that are in a room or on a site which
/// is owned; where `has_room` says that a room stands already which may not be drawn, also of those that are
/// in no drawn room.
std::set<std::string, std::less<>> housed_in_rooms(const Cluster& cluster, bool has_room);

/// The share of each element, by id, for which no building is bought: 1 for those that are `in_rooms`; for
/// other racks, and for what stands in them or in none, as much as is there already, for it stands somewhere.
/// None of what is in a room or on a site that is bought.
using HousedShares = std::map<std::string, double, std::less<>>;
HousedShares housed_shares(const Cluster& cluster, const std::set<std::string, std::less<>>& in_rooms);

/// Racks or servers are bought that are not `housed`.
bool buys_outside_of(const Cluster& cluster, const HousedShares& housed);

} // namespace roofrack
