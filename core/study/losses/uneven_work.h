// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/losses/what_if.h"

#include <functional>
#include <string>
#include <string_view>

namespace roofrack {

/// Where less work is set: no input of a project gives replicas different numbers of micro-batches.
inline constexpr std::string_view work_is_set_in =
    "to be set in the training program, as no plan says which replica has how many micro-batches";

/// Whole micro-batches of a step, fewer for replicas on slow GPUs than for the others.
/// `reason` also says where it does not help; `step` is the longer of the two.
struct UnevenWork : WhatIf {
    double few = 0, more = 0; ///< micro-batches of a slow replica, of each other
    double slow = 0, all = 0; ///< replicas
    std::string text() const; ///< "12 micro-batches in 2 of 64 replicas, 17 in the others"
};

/// The best share for `slow_gpus` of the GPUs of `now`, which stand in as few replicas as hold them. `step`
/// evaluates a step of the slow GPUs with so many micro-batches a replica, or (`fast`) one of GPUs like the
/// others.
UnevenWork uneven_work(const Evaluation& now, double slow_gpus, double batch,
                       const std::function<Evaluation(bool fast, double micro_batches)>& step);

} // namespace roofrack
