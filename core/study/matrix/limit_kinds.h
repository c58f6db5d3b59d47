// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/matrix/limit_row.h"

namespace roofrack {

/// The limit that a resource of the step belongs to.
LimitKind kind_of(ResourceKind resource);
/// Whether a limit of a room stands behind the cell of a kind.
bool is_of_room(LimitKind kind, RoomLimit limit);

} // namespace roofrack
