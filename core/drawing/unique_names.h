// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/drawing/name_index.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace roofrack {

/// Names of what is drawn that no two share. Keeps the cluster by reference.
class UniqueNames {
public:
    explicit UniqueNames(const Cluster& cluster);

    /// The name of what is drawn, with what it stands in where another drawn thing is called the same: "Fan
    /// walls of Pod of 1,024", else with its id. What has no name is called by its id; an id that
    /// is not drawn has an empty name.
    std::string of(std::string_view id) const;

private:
    const Element& element(int place) const { return m_cluster.elements[static_cast<size_t>(place)]; }
    /// The first element that is called as the one at this place.
    int first_of(int place) const { return m_first[static_cast<size_t>(place)]; }
    /// Its name is that of others, too.
    bool is_shared(int place) const { return m_named[static_cast<size_t>(first_of(place))] > 1; }
    /// What it stands in, where that has a name; −1: nothing.
    int container_of(int place) const;
    /// Its name with that of the container, as one key.
    std::uint64_t placed(int place) const;

    const Cluster& m_cluster;
    NameIndex m_ids;
    std::vector<int> m_first;                        ///< first_of() each element
    std::vector<int> m_named;                        ///< how many elements have the name, by its first place
    std::unordered_map<std::uint64_t, int> m_placed; ///< how many have a shared name and one container name
};

} // namespace roofrack
