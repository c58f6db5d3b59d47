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
    /// walls of Pod of 1,024", else with its id. Empty for an id that is not drawn.
    std::string of(std::string_view id) const;

private:
    std::string_view container_of(const Element& element) const; ///< its name
    std::unordered_map<std::string_view, const Element*> m_drawn;
    std::unordered_map<std::string_view, std::vector<const Element*>> m_named;
};

} // namespace roofrack
