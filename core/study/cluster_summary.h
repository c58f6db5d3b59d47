// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/drawing/bill/bill_of_materials.h"
#include "core/step/engine/evaluation.h"

namespace roofrack {

class Catalog;

/// What a drawing comes to, in a few figures: what is bought, and how its default work runs on it. The wizard
/// and `new` show the same.
struct ClusterSummary {
    struct Switches {
        int tier = 0;     ///< 1 = leaf
        std::string name; ///< as drawn, without the number of a group: "Leaf", "Spine"
        double count = 0;
    };
    BillTotals totals;
    std::vector<Switches> switches; ///< from the top tier down
    double oversubscription = 1;    ///< oversubscription of the worst level of the network
    std::string oversubscribed;     ///< its name; empty where nothing is oversubscribed
    bool is_torus = false;          ///< that level is a line, a plane or a cube of chips, not drawn switches
    Evaluation evaluation;
};

/// Never fails: what is wrong with the drawing is in the evaluation's findings.
ClusterSummary cluster_summary(const Scenario& scenario, const Catalog& catalog);

/// Label and value of each figure, in the order in which they are read: "GPUs", "512" …
std::vector<std::pair<std::string, std::string>> figure_lines(const ClusterSummary& figures);

} // namespace roofrack
