// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace roofrack {

/// A piece of a drawing: what copy takes and paste adds.
struct Fragment {
    std::vector<Element> elements;
    std::vector<Link> links;
};

/// The ids and the ids of all elements inside them. Safe on cyclic containment.
std::unordered_set<std::string> with_contents(const Cluster& cluster, const std::vector<std::string>& ids);

/// The elements with their contents, and the links that are named or run between two of them.
Fragment copy_fragment(const Cluster& cluster, const std::vector<std::string>& ids);

/// What is a copy of something in the cluster that is there already, by its id and kind, is to be bought, as
/// is what a raised count adds: nobody has it yet. So is a copy of something that is to be sold, without its
/// price: one thing is sold once. For a fragment with the ids of the originals, before renamed_for(). False:
/// there is no such copy.
bool buy_copies(const Cluster& cluster, Fragment& fragment);
/// Likewise where `there` are the ids of what of the originals is there already or to be sold.
bool buy_copies(Fragment& fragment, const std::unordered_set<std::string>& there);

/// The fragment with ids that are free in the cluster, moved by `offset`; references inside it follow,
/// parents that the cluster lacks are dropped, as are links with an end that is neither in the fragment nor
/// in the cluster.
Fragment renamed_for(const Cluster& cluster, Fragment fragment, Position offset);

/// `base` when it is free among elements and links, else "base-2", "base-3" …
std::string unique_id(const Cluster& cluster, const std::string& base);

} // namespace roofrack
