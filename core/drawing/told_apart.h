// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/cluster.h"

#include <unordered_map>

namespace roofrack {

/// Names of what is drawn that no two share. Keeps the cluster by reference.
class NamesToldApart {
public:
    explicit NamesToldApart(const Cluster& cluster);

    /// The name of what is drawn, with what it stands in where another drawn thing is called the same: "Fan
    /// walls of Pod of 1,024", else with its id. The id of what has no name; empty for an id that is not
    /// drawn.
    std::string of(std::string_view id) const;

private:
    std::string_view container_of(const Element& element) const; ///< its name
    /// A name with that of the container, as one key.
    std::string placed(const Element& element) const;
    std::unordered_map<std::string_view, const Element*> m_drawn;
    std::unordered_map<std::string_view, int> m_named; ///< how many elements have this name
    std::unordered_map<std::string, int> m_placed;     ///< … and a container of the same name
};

} // namespace roofrack
