// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

class Catalog;

/// Height of a rack in units where no part tells it.
inline constexpr int usual_rack_units = 48;

/// The highest unit that a device may be given (Element::u): far above any rack.
inline constexpr int most_rack_unit = 1000;

/// One box in the front of a rack.
struct RackDevice {
    std::string element;
    int copy = 0; ///< which of the element's equal ones, 0 the lowest
    ElementKind kind = ElementKind::server;
    std::string name, part; ///< as drawn; the part's name
    int u = 1;              ///< unit of its lowest edge, 1 at the bottom
    int height = 1;         ///< U
    int gpus = 0;
    std::optional<double> power; ///< W by the nameplate; empty: the part tells none
    double liquid_share = 0;     ///< share of its heat, into the coolant; the rest goes to the air
    bool fits = true;            ///< false: above the uppermost unit
    bool goes = false;           ///< it is to be sold, and the rack stays

    int top() const { return u + height - 1; }
};

/// The front of one instance of a rack.
struct RackLayout {
    std::string id, name, part;
    int count = 1;
    int units = usual_rack_units; ///< height in units
    double used = 0;
    std::vector<RackDevice> devices; ///< from the top down
    int left_out = 0;                ///< boxes beyond those that any rack could hold, not listed
    double power = 0;                ///< W, of the nameplates that are known; without what goes
    bool power_known = true;
    double heat_to_air = 0, heat_to_liquid = 0; ///< W, the same power as heat

    int highest() const; ///< uppermost unit that is taken, or the rack's height
};

/// Height of one box in U: the part's; else 1 for a switch and 1 a GPU for a server.
double device_height_u(const Element& element, const Catalog& catalog);

/// Where everything stands: devices with a unit of their own (Element::u) there, the equal ones above each
/// other; of the rest the switches from the top down and all others from the bottom up, where there is room.
/// What finds none stands above the rack, as does a device whose unit is taken. Nothing when the id is no
/// rack.
std::optional<RackLayout> rack_layout(const Cluster& cluster, const Catalog& catalog, std::string_view rack);

/// The layout of contents alone, for a rack of so many units; ids and names of the rack stay empty.
RackLayout rack_layout(std::vector<const Element*> contents, int units, const Catalog& catalog);

/// Elements of a rack and the units they get.
struct RackPlace {
    std::string element;
    int u = 1;
    bool operator==(const RackPlace&) const = default;
};

/// The order after one element (all its equal ones) was put with its lowest edge at `u`: those above and
/// below give way, as little as possible. `height`: of all its boxes; needed for one that comes from another
/// rack. Every element of the rack gets a unit.
std::vector<RackPlace> place_in_rack(const RackLayout& layout, const std::string& element, int u, int height);

} // namespace roofrack
