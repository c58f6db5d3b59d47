// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

namespace roofrack {

/// Shares out Element::owned_count where a group was divided: those that stay are there first, and what
/// leaves without one that is there is bought. Both have their counts, and the number of the whole.
void divide_owned(Element& stays, Element& leaves);

} // namespace roofrack
