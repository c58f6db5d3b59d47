// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"

#include <map>

namespace roofrack {

/// What grows and shrinks with the racks of a drawing beside them.
class RackSupply {
public:
    explicit RackSupply(const Cluster& drawn);

    /// Feeds and coolers that are bought, and where it is asked switches, in proportion to the racks in the
    /// same container; where it holds none, to all racks. `scenario`: the drawing with other numbers of
    /// racks.
    Scenario followed(Scenario scenario, bool with_switches) const;

    /// Racks in one instance of each container, by its id; all of them under the empty name.
    using RackCounts = std::map<std::string, double, std::less<>>;

private:
    RackCounts m_racks; ///< as drawn
};

} // namespace roofrack
