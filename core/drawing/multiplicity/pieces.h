// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/drawing/multiplicity/split.h"

namespace roofrack {

/// Numbers each group of `before` that `pieces` left as single elements only: "Rack (1 of 4)" to "Rack (4 of
/// 4)", in the order of splitting, and drawn in that order.
void number_pieces(Cluster& cluster, const Cluster& before, const std::vector<SplitPiece>& pieces);
/// An id without the number that a copy got: "rack-2" → "rack".
std::string id_stem(const Cluster& cluster, const std::string& id);

/// The group that an element was split from, told by the ids that split() gives: "rack" for "rack-2"; empty
/// when there is none of its kind.
std::string split_origin(const Cluster& cluster, std::string_view id);

/// Shares out Element::owned_count where a group was divided: those that stay are there first, and what
/// leaves without one that is there is bought. Both have their counts, and the number of the whole.
void divide_owned(Element& stays, Element& leaves);

} // namespace roofrack
