// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace roofrack {

/// Names for elements that people tell apart, one after the other.
class FreeNames {
public:
    /// Is not free.
    void add(const std::string& name) { m_taken.insert(name); }

    /// `base` itself where nothing has it, else with the first free number from 2 on: "DGX H100 2". Not given
    /// again.
    std::string take(const std::string& base);
    /// For a copy: its own number is counted on, "Rack 4" for "Rack 3".
    std::string take_copy(const std::string& name);
    /// With the first free number from 1 on: "Rack 1".
    std::string take_numbered(const std::string& base);

private:
    std::string numbered(const std::string& stem, int first);

    std::unordered_set<std::string> m_taken;
    std::unordered_map<std::string, int> m_next; ///< next number of each stem; what is below is taken
};

} // namespace roofrack
