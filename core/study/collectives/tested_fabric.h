// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/base/model/project.h"
#include "core/step/collectives/expected_collective.h"

#include <string>
#include <vector>

namespace roofrack {

/// Ranks of a test, and how far apart they stand.
struct RankSet {
    std::string name; ///< "one server", "all 256 GPUs"
    double ranks = 2;
    double stride = 1; ///< GPUs from one to the next
    bool operator==(const RankSet&) const = default;
};

/// A drawing as a test of collectives sees it: its network and what the library may use of it. It needs no
/// model and no plan.
struct TestedFabric {
    Fabric fabric;
    NetworkVariant variant = NetworkVariant::tuned; ///< the scenario's calibration says it
    bool nvls = false;                              ///< all GPUs reduce in their switches
    std::string architecture;                       ///< architecture of most GPUs
    std::vector<std::string> accelerators;          ///< ids, each once
    std::vector<std::string> gpu_names;             ///< their names
    double sigma_scale_up = 0,
           sigma_scale_out = 0; ///< standard deviations of ln(rate), where it is only announced
    double host_gpus = 1;       ///< GPUs of a host, a tray of a rack that is one server
    ByteRate host_link{};       ///< a GPU to its host, the slowest; 0: not known

    double domain() const; ///< GPUs of a scale-up domain, which a torus of chips is as a whole
    /// "server" or "NVLink domain".
    std::string domain_name() const;
    TestedLibrary library() const;
    TestedGroup group(const RankSet& ranks) const;
    /// What holds a collective in words: "latency", "NVLink", "NVSwitch", "NICs", "Leaf uplinks, 4:1".
    std::string limit_text(CollectiveLimit limit, const GroupPath& path) const;
};

/// Fails where no network can be read of the drawing.
Result<TestedFabric> tested_fabric(const Scenario& scenario, const Catalog& catalog);

/// The groups that people test: a server, a scale-up domain, two domains, the GPUs below the switches of one
/// block, one GPU of each domain, all. Those that are the same as another are left out; none has one rank.
std::vector<RankSet> usual_groups(const TestedFabric& on);

/// So many GPUs, which fill the domains one after the other, or take `per_domain` of each where it is above
/// 0. Fails where so many are not drawn.
Result<RankSet> group_of(const TestedFabric& on, double gpus, double per_domain = 0);

} // namespace roofrack
