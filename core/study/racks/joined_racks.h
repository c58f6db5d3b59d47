// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/units/diagnostic.h"

#include <string>

namespace roofrack {

class Catalog;

/// What is there already with another drawing beside it that is bought: one network, so that all train
/// together. The new leaf switches have no spines besides, and as many cables to each spine as the leaf
/// switches that are there; where the spines have too few ports there are twice as many, three times …, with
/// as many cables of each leaf in all. Leafs that lack ports for so many have fewer. Where none stand above
/// the leafs that are there, the spines of `added` join both likewise. What is added stands below, in the
/// room around all that is there, with its own feeds and coolers; what is called as something that is there
/// is called new, and no id stands twice. Fails (`where` empty) where one of the two is no network of leafs,
/// or of leafs and one group of spines above them, where their ports do not mate, and where no such number of
/// spines has ports enough.
Result<Cluster> with_joined_racks(const Cluster& there, Cluster added, const Catalog& catalog);

/// A drawing that stands in the place of what is there. Where all that computes there stands in one drawn
/// room that is there already, the new racks stand in that room, to be bought; feeds, coolers, and switches
/// and storage outside racks stand beside it. As it is where there is no such room, or `made` has one of its
/// own.
Cluster in_room_of(const Cluster& there, Cluster made, const Catalog& catalog);

/// The id of the part of the first switch that servers with GPUs are cabled to; empty: there is none.
std::string leaf_part_of(const Cluster& cluster, const Catalog& catalog);

} // namespace roofrack
