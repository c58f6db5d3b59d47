// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/units/diagnostic.h"

#include <string_view>

namespace roofrack {

/// The drawn element with this id, else the only one with this name. Fails where there is none, or several of
/// the name; the error then names the nearest or all of them.
Result<const Element*> named_element(const Cluster& cluster, std::string_view text);

} // namespace roofrack
