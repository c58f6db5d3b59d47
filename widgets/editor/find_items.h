// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <QString>

#include <string>
#include <vector>

namespace roofrack {

class Catalog;

/// Ids of the elements and links in which every word of `wanted` occurs, in any case: in the name, the id,
/// the kind, the part's id or name, a note's text; of links in the names of their ends and the cable.
/// Elements in drawn order, then links; none for blank text.
std::vector<std::string> find_items(const Cluster& cluster, const Catalog& catalog, const QString& wanted);

} // namespace roofrack
