// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// What a step can wait for.
enum class ResourceKind { flops, hbm, scale_up, fabric, storage, straggler, failures };

/// One resource of the cluster.
struct Resource {
    ResourceKind kind = ResourceKind::flops;
    int level = 0; ///< which one of the fabric, from the innermost; 0 for the others
    bool operator==(const Resource&) const = default;
};

} // namespace roofrack
