// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/units/diagnostic.h"
#include "core/drawing/name_index.h"

#include <vector>

namespace roofrack {

/// Containers around each other: files and pasted text with more are refused.
inline constexpr int most_nested = 64;

/// The containers of a drawing, resolved to indices into Cluster::elements. Made once, asked often.
class Containment {
public:
    /// Fails on a parent that does not exist, a cycle, a count below 1 and two elements of one id.
    static Result<Containment> make(const Cluster& cluster);

    /// Index of an element; -1 when no element has that id.
    int index(std::string_view id) const { return m_index.position(id); }
    /// Index of the container; -1 at the top.
    int parent(int element) const { return m_parent[static_cast<size_t>(element)]; }
    /// Containers above an element.
    int depth(int element) const { return m_depth[static_cast<size_t>(element)]; }
    /// All instances of an element in the drawing.
    double instances(int element) const { return within(element, -1); }
    /// Instances of an element inside one instance of a container that encloses it (-1: the whole drawing).
    double within(int element, int container) const;
    /// Lowest container that encloses both, neither of them itself; -1: the whole drawing.
    int common(int a, int b) const;
    /// Nearest enclosing container of a kind; -1 when there is none.
    int enclosing(int element, ElementKind kind) const;
    /// True when a cable between them leaves a site: they stand in two of them, or one in none while several
    /// sites are drawn. What stands outside of the only site stands beside it.
    bool between_sites(int a, int b) const;

private:
    const Cluster* m_cluster = nullptr; ///< outlives this
    NameIndex m_index;
    std::vector<int> m_parent;
    std::vector<int> m_depth;
    double m_sites = 0; ///< instances
};

} // namespace roofrack
