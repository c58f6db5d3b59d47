// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/containment.h"

namespace roofrack {

/// The two sides of a link of pattern each or rail, in instances within their common container.
struct LinkEndCounts {
    int many = -1, few = -1; ///< each: by instances; rail: server side, switch side
    double many_count = 1, few_count = 1;
    double groups = 1; ///< groups that share the many evenly: the few, or the groups of rails among them
};

LinkEndCounts sides_of(const Cluster& cluster, const Containment& containment, const Link& link, int from,
                       int to);

/// The groups that share cables evenly with an element or its contents: they can only be divided together.
std::vector<int> bound_to(const Cluster& cluster, const Containment& containment, int element);

/// True for what a link joins by cables.
bool is_cabled(ElementKind kind);

} // namespace roofrack
