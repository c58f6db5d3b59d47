// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/containment.h"

#include <map>
#include <optional>
#include <set>

namespace roofrack {

/// Two elements that are to become one.
struct MergePair {
    std::string first, second;
};

/// Elements to merge at once, and how their contents correspond.
struct MergePlan {
    std::vector<MergePair> pairs;                             ///< the groups themselves
    std::map<std::string, std::string, std::less<>> contents; ///< from the contents of the firsts to those of
                                                              ///< the seconds, the groups included
    std::set<std::string, std::less<>> gone;                  ///< the seconds' contents
};

/// Equal except for what joins which ends and how often.
bool same_settings(const Link& a, const Link& b);
/// Equal except for id, name, container, count, position, size and rack unit.
bool same_settings(const Element& a, const Element& b);

/// Finds what corresponds to what in a drawing.
class Matcher {
public:
    Matcher(const Cluster& cluster, const Containment& containment);

    /// Elements of one container that might be merged have the same text; empty for notes.
    std::string class_of(int element) const;
    /// The ends that its links and those of its contents have elsewhere: the same text for the same ends.
    std::string ends_of(int element) const;
    /// What must be merged for two elements to become one: they themselves, and what they are linked to where
    /// each has its own. Nothing when their contents or links do not correspond.
    std::optional<MergePlan> twins(int first, int second) const;
    /// True, and `contents` filled, when two elements hold the same, count by count.
    bool same_contents(int first, int second, std::map<int, int>& contents) const;

    const std::vector<int>& children(int element) const { return m_children[static_cast<size_t>(element)]; }

private:
    const Element& at(int i) const { return m_cluster.elements[static_cast<size_t>(i)]; }
    bool inside(int element, int container) const;
    bool pair_up(int first, int second, std::map<int, int>& contents) const;

    const Cluster& m_cluster;
    const Containment& m_containment;
    std::vector<std::vector<int>> m_children;
    std::vector<std::vector<int>> m_links; ///< links of each element
};

} // namespace roofrack
