// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/collectives/collective_algorithm.h"
#include "core/step/collectives/collectives.h"

#include <string_view>

namespace roofrack {

/// What a collective waits for most: the resource of which 1 % more shortens it most.
enum class CollectiveLimit {
    latency,  ///< launches, hops and the filling of the pipeline: time that does not depend on the size
    scale_up, ///< links inside the scale-up domain
    switches, ///< the reduction inside the switches of the domain
    border,   ///< links out of the blocks of GroupPath::tightest_level
    library,  ///< a rate of the library's own: of NCCL's low-latency protocol (LL), or of one communicator
              ///< over Omni-Path
};

/// A collective as nccl-tests would print it.
struct ExpectedCollective {
    Collective collective = Collective::all_reduce;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::none;
    Bytes bytes{};                  ///< full buffer
    Seconds time{};                 ///< infinite where no link joins the ranks, or no such algorithm is there
    Seconds low{}, high{};          ///< 80 % band of the time (CollectiveBands)
    ByteRate algorithm_bandwidth{}; ///< bytes ÷ time
    ByteRate bus_bandwidth{};       ///< that × bus_factor()
    ByteRate bus_low{}, bus_high{}; ///< by the band of the time
    CollectiveLimit limit = CollectiveLimit::latency;
    bool is_far = false; ///< extrapolated: no published sweep of its transport covers such sizes
};

/// How the library is set up for a test, and what it runs on.
struct TestedLibrary {
    NetworkVariant variant = NetworkVariant::tuned;
    bool nvls = false;             ///< the GPUs reduce in their switches, and it is not switched off
    std::string_view architecture; ///< architecture of the GPUs, which names the transport inside a domain
    double sigma_scale_up = 0,
           sigma_scale_out = 0; ///< standard deviations of ln(rate) where the rate is announced, not measured

    /// Multipliers on the drawn rates, for what-if questions.
    double scale_up = 1, scale_out = 1;
};

/// The path of a group of a test: the cluster is idle otherwise, and no framework adds overhead.
GroupPath tested_path(const Fabric& fabric, double ranks, double stride, const TestedLibrary& library,
                      const CollectiveConstants& constants = CollectiveConstants::built_in());

/// A group of ranks on a fabric that runs collectives by themselves. The one prediction of nccl-tests: the
/// table of bus bandwidths, the comparison with logs and the validation by published sweeps ask it.
class TestedGroup {
public:
    TestedGroup(const Fabric& fabric, double ranks, double stride, const TestedLibrary& library);

    const GroupPath& path() const { return m_path; }
    /// By the fastest algorithm, or by `algorithm` where it is not none.
    ExpectedCollective expect(Collective collective, double bytes,
                              CollectiveAlgorithm algorithm = CollectiveAlgorithm::none) const;
    /// Bus bandwidth that ever larger messages come to; 0 where expect() is infinite.
    ByteRate ceiling(Collective collective, CollectiveAlgorithm algorithm = CollectiveAlgorithm::none) const;
    /// Bus bandwidth of a ring at the line rates of the drawn links, without any loss.
    ByteRate line_rate() const { return m_line_rate; }

private:
    TestedLibrary m_library;
    GroupPath m_path, m_faster_inside, m_faster_across; ///< as drawn; with one of its two rates 1 % higher
    ByteRate m_line_rate{};
};

} // namespace roofrack
