// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "core/drawing/bill/procurement.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

class Catalog;

/// One end of a cable.
struct CableEnd {
    int element = -1;     ///< index into CableList::cluster()
    int64_t instance = 0; ///< counted from 0 through the whole drawing
    std::string device;   ///< InstanceNames
    std::string rack;     ///< its rack; what stands in none fills racks of its own
    std::optional<int> u; ///< its lowest unit; empty: the rack has no room for it
    std::string port;     ///< PortNames
};

/// One cable that is laid.
struct LaidCable {
    int64_t number = 0; ///< from 1, in the order of the list
    int link = 0;       ///< index into CableList::cluster()
    CableEnd from, to;
    std::string part; ///< id; empty: the catalogue has none
    std::string name; ///< what the bill calls it
    std::string kind; ///< medium of the part: "copper", "dac", "aec", "fibre", "aoc"; empty: not known
    std::optional<ByteRate> rate;
    std::optional<double> run;                  ///< m by the floor plan, slack included; empty: between sites
    std::optional<double> length;               ///< m, as sold
    std::string label;                          ///< "Rack 01 U3 rail1 / Rack 02 U42 sw1p1"
    std::string colour;                         ///< "green" to storage, "yellow" between switches …
    Procurement procurement = Procurement::buy; ///< buy or owned
};

/// Every cable of a drawing from port to port; what is sold is not in it. Cables are made as they are visited
/// and none are kept, so that 100,000 of them take no more memory than the ports that they end at.
class CableList {
public:
    /// The catalogue outlives it. Fails where the containment is broken, and above `most_cables`
    /// cables or single things.
    static Result<CableList> make(const Cluster& cluster, const Catalog& catalog);
    static constexpr double most_cables = 2e6;

    /// The drawing without what is sold.
    const Cluster& cluster() const { return *m_cluster; }
    const Catalog& catalog() const { return *m_catalog; }
    double count() const { return m_count; }
    /// Calls `see` for each, by link as drawn, until it returns false. What visit() learns: cables that end
    /// at ports which the parts do not have.
    struct Visited {
        int64_t cables = 0;
        double beyond_ports = 0;
    };
    Visited visit(const std::function<bool(const LaidCable&)>& see) const;

    /// What a reader of the list has to know beside it.
    std::vector<Diagnostic> warnings() const;

private:
    std::shared_ptr<const Cluster> m_cluster;
    const Catalog* m_catalog = nullptr;
    double m_count = 0;
};

/// A heading and one line per cable, handed on in pieces until `take` fails:
/// cable,link,from_rack,from_u,from_device,from_port,to_rack,to_u,to_device,to_port,kind,part,name,rate_gbit,
/// run_m,length_m,label,colour,procurement.
Result<CableList::Visited> write_cable_csv(const CableList& list,
                                           const std::function<Result<void>(std::string_view)>& take);

} // namespace roofrack
