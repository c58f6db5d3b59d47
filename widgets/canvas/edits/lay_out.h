// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"

namespace roofrack {

class Catalog;
class Document;

/// Each is one undo step. What has its place by hand keeps it unless it is asked for.

/// Gives a free place to what has none and to what stands on something else. Returns how many things were
/// placed; a drawing without any places is laid out as a whole.
int lay_out_loose(Document& document, const Diagram& drawing);
/// Lays out only these, where they stand: what is in the one container, else the things among themselves.
void lay_out_items(Document& document, const Diagram& drawing, const std::vector<std::string>& ids);
/// Everything again, by the tiers of the network.
void lay_out(Document& document);
/// Containers that were given a size wrap their contents again.
void fit_to_contents(Document& document, const std::vector<std::string>& ids);

/// The outermost things that have no place of their own or stand on something else, in drawn order.
std::vector<std::string> loose_items(const Cluster& cluster, const Catalog& catalog, const Diagram& drawing);

} // namespace roofrack
