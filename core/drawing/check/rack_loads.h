// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/check/check_rules.h"
#include "core/drawing/feed_capacity.h"

#include <map>
#include <set>
#include <vector>

namespace roofrack {

/// What one instance of a rack has of a feed element.
struct FeedShare {
    int feed = 0;
    double power = 0; ///< W
    double count = 0; ///< units
};

/// What stands in one instance of a rack, by the nameplates.
struct RackLoad {
    int rack = 0;
    double instances = 0;
    double height_u = 0;
    double power = 0; ///< W
    bool power_known = true;
    bool equipped = false;
    bool placed = false; ///< something has a unit of its own
    std::vector<const Element*> contents;
    double air = 0, liquid = 0; ///< W, of `power`: heat into either
    std::vector<int> feeds, cooling;
    std::vector<FeedShare> shares; ///< shares of `feeds`
    FedPower fed;                  ///< share of one instance in all its feeds, by nameplates
    bool feeds_known = true;
};

/// A server element that stands in no rack.
struct UnrackedServer {
    int server = 0;
    double instances = 0;
    double power = 0; ///< W of one instance, by its nameplate; 0: not known
    bool fed = false, cooled = false;
};

/// The racks of a drawing with what stands in them and what feeds and cools them. A feed or cooling unit
/// serves what it is linked to; without links, the container it stands in.
class RackLoads {
public:
    explicit RackLoads(const CheckContext& context);

    const std::vector<RackLoad>& racks() const { return m_racks; }
    const std::vector<UnrackedServer>& unracked() const { return m_unracked; }
    /// The racks of each feed and cooling element: indices into racks().
    const std::map<int, std::set<int>>& served() const { return m_served; }
    bool any_feed() const { return m_any_feed; }
    bool any_cooling() const { return m_any_cooling; }

private:
    bool supplies(int element) const;
    void read_racks();
    void put(int index, RackLoad& out) const;
    void supply(int unit, std::vector<int> RackLoad::*list, bool UnrackedServer::*is_supplied);
    void supply_unracked(int unit, bool UnrackedServer::*is_supplied);
    bool is_in(int element, int container) const;
    void share_feeds();

    const CheckContext& m_context;
    bool m_any_feed = false, m_any_cooling = false;
    std::vector<RackLoad> m_racks;
    std::vector<UnrackedServer> m_unracked;
    std::vector<int> m_load_of;             ///< load of each element: its place in m_racks, or −1
    std::vector<std::vector<int>> m_inside; ///< for each element: the racks in it, and itself
    std::map<int, std::vector<int>>
        m_supplied; ///< for each linked feed or cooling unit: what it is linked to
    std::map<int, std::set<int>> m_served;
};

} // namespace roofrack
