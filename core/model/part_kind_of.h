// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/cluster.h"

#include <optional>

namespace roofrack {

/// The kind of part that an element may be; nothing for what is bought in no part (sites, rooms, rows, pods,
/// notes).
std::optional<PartKind> part_kind_of(ElementKind kind);

} // namespace roofrack
