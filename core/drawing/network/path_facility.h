// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/path.h"

namespace roofrack {

/// From a feed or a cooling unit to what it serves, directly or as part of a container. Rates are the
/// continuous power of a feed and the heat of a cooling unit; `pair` is what all units that serve one
/// instance of the linked thing give it, when they give it to no other. Without instances the first of what
/// is served, and the first that serves it.
Result<Path> facility_path(const Catalog& catalog, const PortTable& table, const Element& from,
                           const Element& to, std::optional<double> from_instance,
                           std::optional<double> to_instance);

} // namespace roofrack
