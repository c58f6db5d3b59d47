// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <QString>

#include <vector>

namespace roofrack {

class Catalog;
struct DrawnElement;

/// Oversubscription of a switch, written beside it: from the drawn links alone, without an evaluation.
struct SwitchRatio {
    QString text;       ///< "4:1"
    bool binds = false; ///< more leads down than up
    double y = 0;       ///< from the top of the frame; of a switch in a rack's slot its middle
};

/// Gives every drawn switch, and every rack with switches in it, the ratios of those that have links in both
/// directions. Nothing when the containers are broken.
void add_switch_ratios(std::vector<DrawnElement>& elements, const Cluster& cluster, const Catalog& catalog);

} // namespace roofrack
