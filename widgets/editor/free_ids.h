// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace roofrack {

/// Ids for new elements and links of a drawing, one after the other.
class FreeIds {
public:
    explicit FreeIds(const Cluster& cluster);

    /// `base` itself where nothing has it, else with the first number that is free ("leaf-3" also for
    /// "leaf-2"). Not given again.
    std::string take(const std::string& base);

private:
    std::unordered_set<std::string> m_taken;
    std::unordered_map<std::string, int> m_next; ///< next number of each stem; what is below is taken
};

} // namespace roofrack
