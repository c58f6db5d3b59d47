// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/collective_sweep.h"
#include "core/drawing/network/fabric.h"
#include "core/step/collectives/collective_constants.h"

namespace roofrack {

/// Share of a border's line rate that a collective reaches, large buffers. `nic`: B/s a GPU at the innermost
/// border.
double rate_share(LinkClass link_class, double nic, NetworkVariant variant,
                  const CollectiveConstants& constants = CollectiveConstants::built_in(),
                  const Defaults::Collectives& nccl = Defaults::built_in().collectives);

/// B/s of a GPU that collectives reach across the border of a level's blocks, when all of its GPUs send:
/// `egress` of FabricLevel, or of a kind of its blocks.
/// `left`: of what others and degraded links leave of it (FabricLevel::left); `quality`: the software's.
double border_rate(const FabricLevel& level, ByteRate egress, double nic, double left, double quality,
                   NetworkVariant variant,
                   const CollectiveConstants& constants = CollectiveConstants::built_in(),
                   const Defaults::Collectives& nccl = Defaults::built_in().collectives);

} // namespace roofrack
