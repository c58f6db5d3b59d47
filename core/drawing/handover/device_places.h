// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/floor_plan.h"
#include "core/drawing/handover/instance_names.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// A single device, and where it stands.
struct PlacedDevice {
    int element = -1;     ///< index into Cluster::elements
    int64_t instance = 0; ///< counted from 0 through the whole drawing
    std::string name;     ///< InstanceNames
    std::string rack;     ///< its rack; what stands in none fills racks of its own
    std::optional<int> u; ///< its lowest unit; empty: the rack has no room for it
};

/// The rack and the unit of every server, switch and storage device.
class DevicePlaces {
public:
    /// All outlive this.
    DevicePlaces(const Cluster& cluster, const Containment& containment, const Catalog& catalog);

    PlacedDevice of(int element, int64_t instance) const;
    /// Each of them, by element as drawn.
    void visit(const std::function<void(const PlacedDevice&)>& see) const;
    /// Every single rack with its height in units, also of devices that stand in none, which fill racks of
    /// their own.
    void visit_racks(const std::function<void(const std::string& name, int units)>& see) const;
    const InstanceNames& names() const { return m_names; }

private:
    void read_units();
    std::optional<int> unit_of(int element, int64_t instance, const FloorPlan::Place& place) const;
    std::string rack_name(const FloorPlan::Place& place) const;

    const Cluster& m_cluster;
    const Containment& m_containment;
    const Catalog& m_catalog;
    FloorPlan m_plan;
    InstanceNames m_names;
    std::vector<std::vector<std::optional<int>>> m_units; ///< units in racks, by element and copy
};

} // namespace roofrack
