// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/step/engine/prepared.h"
#include "core/study/sharing/fair_rate.h"

#include <string>
#include <vector>

namespace roofrack {

/// What a job sends through one level of the fabric that it shares with others.
struct JobLevel {
    std::string level; ///< as drawn: of the links that join its blocks
    double duty = 0;   ///< share of the shared step in which it sends there
    ByteRate sends{};  ///< a GPU, while it does, as links count it
    ByteRate alone{};  ///< what the level gives a GPU when no other job runs
    ByteRate shared{}; ///< the same beside the others, in the mean over what they do
};

/// One of the jobs on the fabric.
struct JobShare {
    std::string name;
    double gpus = 0;
    Seconds alone{}, shared{};    ///< a step, checkpoints and failures included; 0: not known
    double loss = 0;              ///< share of its speed that the others take: 1 − alone/shared
    std::vector<JobLevel> levels; ///< those that it crosses and does not have for itself, innermost first
    std::string reason;           ///< why it has no step; empty: it has one, or only its traffic is given
};

/// Jobs on one drawn fabric. Steady, not scheduled: none starts or ends.
struct SharedJobs {
    JobPlacement placement = JobPlacement::packed;
    double drawn = 0;           ///< GPUs
    std::vector<JobShare> jobs; ///< the scenario's own first, then the others as they are listed
    bool settled = true;        ///< the shares came to rest
    std::vector<Finding> findings;
};

/// What the own job of the scenario that `prepared` is of, on the GPUs that the others leave of the drawing,
/// and Scenario::jobs take from each other. A job of another scenario of `project` is costed by the same
/// engine as its own, on this drawing and site. Servers are one job's alone, so are their NICs and what is
/// inside; the links above are shared by the jobs that have GPUs under one block of it: packed, those at a
/// block's edge, scattered all.
///
/// Block B of capacity C = egress·GPUs holds n_j GPUs of job j, each of which sends at most what gets through
/// the levels inside. Among the jobs that send at a time, each GPU has the same share of C until it needs no
/// more (max-min: Bertsekas and Gallager 1992, ch. 6). Another job k sends with probability duty_k, whatever
/// the others do (assumption: steps of different lengths drift past each other; flows that were made to
/// interleave, MLTCP arXiv 2402.09589, would lose less, steps in lockstep more). A job's rate is the mean
/// over who sends; its step is the engine's on a fabric of that egress, which gives duties again, until both
/// rest.
///
/// Fails when the jobs have more GPUs than are drawn, or name a scenario that there is not.
Result<SharedJobs> shared_jobs(const Project& project, const Prepared& prepared, const Catalog& catalog);

inline constexpr std::string_view finding_of_jobs = "jobs-share-fabric";

} // namespace roofrack
