// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"

#include <span>

namespace roofrack {

/// A figure of a part that is true only together with others of it. An own part that changes one of those
/// does not keep its base's: where all that changed is in `scales`, it is estimated in proportion to them,
/// else it is not known, and what reads it estimates it by class (prices, server power, masses).
struct InheritanceRule {
    PartKind kind = PartKind::server;
    std::string_view figure;
    std::string_view scales; ///< keys, apart by spaces: it grows with their product
    std::string_view voids;  ///< keys of figures and texts; "gpu_*": all that begin so
};
/// The one table of which change makes which figure untrue.
std::span<const InheritanceRule> inheritance_rules();

/// True where one accelerator can stand in the place of the other without a change of the server's power,
/// cooling or size: both are rated (TDP, idle), mounted and built (architecture) alike, whatever their memory
/// and rates.
bool mounts_alike(const Part& accelerator, const Part& other);

/// Applies the table to the figures that `own` still has from `base`; what the project says itself stays. May
/// be called again after any change. With `accelerators_mount_alike` another accelerator of the server makes
/// its price untrue, and neither its power nor its size.
void settle_inherited(Part& own, const Part& base, bool accelerators_mount_alike = false);

/// Bandwidth and power of a server's NICs by the NIC that it names, where the project gives them not itself.
/// `base` is what the server is derived from, or null.
void take_from_nic(Part& server, const Part& nic, const Part* base);

/// `own`, which was derived from `was`, derived from `is` instead: only what it changes itself is kept.
Part rebased(const Part& own, const Part& was, const Part& is);

/// True of a figure that settle_inherited() or take_from_nic() wrote: no file needs to hold it.
bool is_settled(const SourcedValue& figure);

} // namespace roofrack
