// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/fabric.h"

#include <string>
#include <vector>

namespace roofrack {

class ResolvedDrawing;

/// What may fail as one.
enum class FailureDomainKind { gpu, server, scale_up, rack, row, leaf };
std::string_view name_of(FailureDomainKind kind);  ///< "scale-up"
std::string_view label_of(FailureDomainKind kind); ///< "scale-up domain"

/// Alike things of the drawing that GPUs are lost with.
struct FailureDomain {
    FailureDomainKind kind = FailureDomainKind::gpu;
    std::string element; ///< id of the first drawn one; empty of GPUs and scale-up domains
    std::string name;    ///< its name
    double drawn = 1;    ///< elements that are alike
    double count = 0;    ///< instances in the whole drawing
    double gpus = 0;     ///< GPUs that stand in, or are connected to nothing but, one instance
    double slowed = 0;   ///< GPUs that a switch slows only: their servers have other leaves as well
    double links = 0;    ///< share of their servers' compute links that goes with it
};

/// GPU, server, scale-up domain where it is larger than a server (and no torus), racks, rows and pods with
/// GPUs, and the switches of the compute network that servers are connected to; alike ones are one entry.
std::vector<FailureDomain> failure_domains(const ResolvedDrawing& drawing, const Fabric& fabric);

/// GPUs that go out of the job together and come back together when one fails: a server, or the scale-up
/// domain that spans several (the job's ranks inside it need all of it); of a torus a server.
double spare_unit(const Fabric& fabric);

} // namespace roofrack
