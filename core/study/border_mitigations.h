// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scaling.h"

namespace roofrack {

/// Fills where each border behind which more GPUs help less comes to stand with a change to its cause: twice
/// of the resource that shortens the causing part most just after the border (half, of what harms), and where
/// the part is idle time of a pipeline or grows because a fixed batch is divided further, twice the batch.
/// For each the whole study is run again over the same sizes, with the best plans where the study has them.
/// Left out is what would bring the border nearer, or keep the sizes below it from running. Stopped: those
/// that were done.
///
/// `options`: of the study, which must have its regimes. A border is found again by how many such borders
/// stand below it.
void find_border_mitigations(const Prepared& prepared, const ScaleOptions& options, ScaleResult& study,
                             const std::stop_token& stop = {});

} // namespace roofrack
