// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"

namespace roofrack {

/// Findings of one kind that differ only in what they are found at become one, at the place of the first,
/// once they are more than `most`: a fault of 1,400 racks is one line with 1,400 places.
void merge_alike(std::vector<Finding>& findings, size_t most = 3);

} // namespace roofrack
