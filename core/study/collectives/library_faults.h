// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/collectives/tested_fabric.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// A fault of a collective library that somebody measured and published: where it shows, what it costs, and
/// the switch that avoids it.
struct LibraryFault {
    std::string id;
    std::string what;     ///< "NVLS-tree over four servers and more is held to a quarter"
    std::string library;  ///< versions: "NCCL 2.29.7, fixed in 2.30.3"
    std::string remedy;   ///< the switch or version that avoids it
    std::string measured; ///< on what it was measured
    std::string source;   ///< address
    std::string date;     ///< date of the source
    Collective collective = Collective::all_reduce;
    ByteRate with{}, without{}; ///< bus bandwidth that was measured with the fault, and without it

    // Where it shows: all of them hold.
    std::vector<std::string> accelerators;  ///< ids; empty: of any
    std::vector<std::string> architectures; ///< likewise
    std::vector<LinkClass> networks;        ///< classes of the links out of a domain; empty: of any
    double least_domains = 1;               ///< scale-up domains of a group, at least
    ByteRate least_nic{};                   ///< B/s out of a domain a GPU, at least
};
void describe(figures::Builder<LibraryFault>& figures);

/// resources/cost/library_faults.json.
const std::vector<LibraryFault>& library_faults();
Result<std::vector<LibraryFault>> parse_library_faults(std::string_view json, std::string_view where);

/// Those whose condition the drawing meets.
std::vector<LibraryFault> faults_met(const TestedFabric& on);

} // namespace roofrack
