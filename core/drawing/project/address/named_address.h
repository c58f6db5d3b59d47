// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/units/diagnostic.h"

#include <string>
#include <string_view>

namespace roofrack {

/// The address of an input with the ids of elements and links where it has them by name: an element by its
/// name, "/cluster/elements/Leaf/count"; a link by its two ends, each by id or name and in any order,
/// "/cluster/links/DGX H100--Leaf/count". What nothing is called stays as it is, as do numbers and ids. Fails
/// where several are called so, and names their ids.
Result<std::string> address_by_ids(const Cluster& cluster, std::string_view address);

} // namespace roofrack
