// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/templates/template_settings.h"

#include <initializer_list>

namespace roofrack {

/// What a template asks of its network.
struct PortDemand {
    int servers = 1;
    int nics = 1;        ///< cables of one server
    double nic_rate = 0; ///< bytes/s
    double oversubscription = 1;
    int step = 1; ///< servers under one leaf in multiples of this (a rack), where that divides
    double core_oversubscription = 0; ///< > 0: pods joined by a third tier are allowed where two lack ports
    int unit = 0;   ///< rail-optimised: servers of one scalable unit; 0: leafs take whole servers
    int spread = 0; ///< NVL72: every server reaches all leafs of its unit; leafs a unit at least
};

/// Leafs and spines counted from ports.
struct PortPlan {
    const Part* leaf = nullptr;
    const Part* spine = nullptr;
    int servers_per_leaf = 0; ///< whole servers; rail-optimised and NVL72: servers of the unit
    int leafs = 0;            ///< leafs of one unit, or of all without units
    int units = 1;
    int down = 0;      ///< cables to servers at one leaf
    int spines = 0;    ///< 0: one leaf or one unit needs none
    int cables = 0;    ///< cables from each leaf to each spine
    ByteRate uplink{}; ///< bandwidth of one such cable

    // Three tiers: the above counts one of `pods`; where there are units, each is one.
    int pods = 1;
    const Part* core = nullptr;
    int cores = 0;
    int core_cables = 0; ///< cables from each spine to each core
    /// Spines and cores come in so many groups, alike: `spines` and `cores` are those of one. Every leaf is
    /// joined to the spines of all groups, a spine to the cores of its own alone.
    int groups = 1;
};

/// Ports of a switch as cables of so many bytes/s: a fast port is split, a slow one takes one cable.
int ports_for(const Part& part, double rate);

/// The setting "nics": cables of one server, all its NICs when automatic; a fault on `reader` for more than
/// it has.
int cables_a_server(TemplateReader& reader, const Part& server);

/// The switch wanted, or those of the servers' network whose ports are as fast as the NICs, small ones first;
/// empty and a fault on `reader` when there is none.
std::vector<const Part*> switches_for(TemplateReader& reader, const Part& server, double nic_rate);

/// The parts that an automatic switch setting came to; nullptr: none.
void choose_switch(TemplateReader& reader, std::initializer_list<const Part*> parts);

/// Two tiers, and where their ports end three (of units, or where the demand allows), from the switch wanted,
/// or the first of the network's own that has ports enough; a fault on `reader` else.
PortPlan plan_ports(TemplateReader& reader, const PortDemand& demand, const Part& server);

} // namespace roofrack
