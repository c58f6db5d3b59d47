// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

class Catalog;

/// What keeps two elements from being one group, in words: "GPU: A100 SXM 80 GB against H100 SXM", "inlet:
/// 41 against 22 °C". Empty when they are equal; links are compared by what they join.
std::vector<std::string> differences(const Cluster& cluster, const Catalog& catalog, std::string_view a,
                                     std::string_view b);

} // namespace roofrack
