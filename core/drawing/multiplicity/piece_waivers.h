// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/waiver.h"

#include <map>

namespace roofrack {

/// Elements and links to those that were split off from them.
using PlaceCopies = std::map<std::string, std::vector<std::string>, std::less<>>;
/// Lets the waivers of a group also hold for the pieces that were split off from it.
void add_places(std::vector<Waiver>& waivers, const PlaceCopies& copies);

/// Elements and links that are drawn no more to those that they have become part of.
using MergedPlaces = std::map<std::string, std::string, std::less<>>;
/// Lets the waivers of a piece hold for the group that it joins. Waivers that cover the same then become one,
/// with the reasons of both.
void merge_places(std::vector<Waiver>& waivers, const MergedPlaces& merged);

} // namespace roofrack
