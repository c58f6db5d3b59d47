// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/containment.h"

#include <functional>
#include <map>

namespace roofrack {

class Catalog;

/// So many instances of one element leave their group. All containers around it have the count 1.
struct Take {
    std::string element;
    int count = 1;
};

/// Originals, contents included, to the ids of their copies.
using Copies = std::map<std::string, std::string, std::less<>>;
/// The id of the copy of an element.
using CopyName = std::function<std::string(const std::string&)>;

/// Divides groups in place: after each taken element with its contents follow their copies with the count
/// taken, and each link is laid so that every instance keeps its cables. On failure the cluster is as it was,
/// and the diagnostic names the link that no drawing of these pieces could keep. `name` empty: ids that are
/// free.
Result<Copies> cut(Cluster& cluster, const Catalog& catalog, const std::vector<Take>& takes,
                   const CopyName& name = {});

} // namespace roofrack
