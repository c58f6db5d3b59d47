// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"

#include <map>

namespace roofrack {

class Answers;

/// What grows and shrinks with the racks of a drawing beside them.
class RackSupply {
public:
    /// `drawn` has an answer to AsAsked.
    explicit RackSupply(const Answers& drawn);

    /// Feeds and coolers that are bought, and where it is asked switches, in proportion to the racks in the
    /// same container; where it holds none, to all racks. What the storage takes of feeds and coolers stays,
    /// since the storage does. What is cabled to each of some switches keeps its number of cables.
    /// `scenario`: the drawing with other numbers of racks.
    Scenario followed(Scenario scenario, bool with_switches) const;

    /// Racks in one instance of each container, by its id; all of them under the empty name.
    using RackCounts = std::map<std::string, double, std::less<>>;

private:
    RackCounts m_racks; ///< as drawn
    /// Instances of a feed or a cooler that carry the storage outside the racks, all in all.
    std::map<std::string, double, std::less<>> m_for_storage;
};

} // namespace roofrack
