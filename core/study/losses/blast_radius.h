// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/drawing/network/failure_domains.h"
#include "core/step/engine/prepared.h"

#include <optional>

namespace roofrack {

/// What one failure takes, of one kind of domain on the drawn GPUs.
struct BlastRadius {
    FailureDomain domain;
    double out = 0;             ///< GPUs that are out of the job until the repair: whole spare units
    double spare_servers = 0;   ///< spare servers that take their place
    std::optional<double> each; ///< failures of one, 1/s; none: nothing is published of them
    double all = 0;             ///< failures of all that are drawn, 1/s
    double repair = 0;          ///< s
    bool resumes = true;        ///< with the spares there are, after a restart; else after the repair
    double hours = 0;           ///< hours of a year that the run stands still or works again because of them
    std::string_view constant;  ///< constant of the rate in Defaults::figures; empty: a share of the failures
};

void describe(figures::Builder<BlastRadius>& figures);

struct BlastRadii {
    double unit = 0;              ///< GPUs that are replaced together
    std::optional<double> spares; ///< servers; none: as many as it takes
    std::vector<BlastRadius> all; ///< GPU, server, scale-up domain, rack, row, leaf
    double others = 0;            ///< 1/s: software and what else stops the job, which take no part away
    double other_hours = 0;       ///< other hours of a year
};

void describe(figures::Builder<BlastRadii>& figures);

/// GPUs' failures are those of GPU and HBM; a server's those of hosts, cables and all else; those of leaf
/// switches and racks' power are parts of the network's and of all else (core/step/cost/failures.h). Their
/// hours sum to what the run loses to failures beside checkpoints and planned stops.
BlastRadii blast_radii(const Prepared& prepared);

} // namespace roofrack
