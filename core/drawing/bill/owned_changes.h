// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

namespace roofrack {

/// Has an element whose count was `before` keep how many of it are there already: of a higher count of what
/// `is_owned`, by itself or with what it stands in, the rest is bought. A number of owned ones that says no
/// more than that all are is left out.
void keep_owned_count(Element& element, int before, bool is_owned);

/// Has what takes the place of something that is there already be bought: elements of `after` that were owned
/// in `before`, by the same id, and are of another part, or of another drawn speed. Nothing of what they were
/// is left: neither how many were there nor what one was to be sold for.
void buy_replaced(const Cluster& before, Cluster& after);

} // namespace roofrack
