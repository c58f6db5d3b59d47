// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/link_span.h"

#include <vector>

namespace roofrack {

/// Instances [first, last) of an element, counted through the whole drawing as LinkSpan does.
struct InstanceRange {
    double first = 0, last = 0;
    double size() const { return last > first ? last - first : 0; }
    bool holds(double instance) const { return instance >= first && instance < last; }
};

/// Disjoint ranges in ascending order.
using InstanceSet = std::vector<InstanceRange>;

/// Adds a range; ranges that touch become one.
void join(InstanceSet& set, InstanceRange range);
/// What of `range` is not in the set.
InstanceSet without(InstanceRange range, const InstanceSet& set);
InstanceSet common(const InstanceSet& a, const InstanceSet& b);

/// The single instances that the cables of a link join, in closed formulas. A link is a row of blocks: the
/// froms of a block have cables to all its tos and to no others. each: a block a `to`; rail: a group of
/// switches; mesh and torus: all within one common container.
class LinkBlocks {
public:
    explicit LinkBlocks(const LinkSpan& span);

    /// The tos that some of the froms are cabled to, and the reverse. Contiguous, because blocks are.
    InstanceRange tos(InstanceRange froms) const;
    InstanceRange froms(InstanceRange tos) const;
    /// Cables between the two. For a link of an element to itself (a mesh): from one set to the other.
    double cables(InstanceRange froms, InstanceRange tos) const;

private:
    double block_of_from(double from) const;
    double block_of_to(double to) const;
    double first_from(double block) const;
    double first_to(double block) const;

    LinkSpan m_span;
    double m_blocks = 1;  ///< within one common container
    double m_width = 1;   ///< tos of a block; the last one takes the rest
    double m_density = 1; ///< cables of a from to each to of its block
};

} // namespace roofrack
