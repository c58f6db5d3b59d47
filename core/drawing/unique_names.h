// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/drawing/name_index.h"

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
    std::string_view container_of(const Element& element) const; ///< its name
    /// A name with that of the container, as one key.
    std::string placed(const Element& element) const;
    bool is_shared(const Element& element) const; ///< its name
    const Element* find(std::string_view id) const;

    const Cluster& m_cluster;
    NameIndex m_ids, m_names;
    std::vector<int> m_named;                      ///< how many elements have the name, by its first place
    std::unordered_map<std::string, int> m_placed; ///< how many have a shared name and one container name
};

} // namespace roofrack
