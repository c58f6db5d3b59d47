// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/gain.h"
#include "core/study/batch_plane.h"
#include "core/study/bottlenecks.h"
#include "core/study/measured_against.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace roofrack {

class Catalog;
struct EvaluationBundle;
struct ReductionStudy;
struct WallStudy;

/// What follows an evaluation when there is time: a tenth of a second's work, which a drag does not wait for.
struct StudyDetails {
    DrawnRegime regime;                  ///< by the best plans too; the evaluation's where it has one
    std::vector<Swing> swings;           ///< all resources turned both ways
    std::vector<Bottleneck> bottlenecks; ///< of the study as given
    BatchPlane batch;                    ///< over its own sizes; no points without a token budget
    std::shared_ptr<const ReductionStudy> reduction; ///< null when the drawing cannot be understood
    std::shared_ptr<const WallStudy> wall;           ///< likewise
    std::vector<MeasuredStudy> measured; ///< of the scenario's measured curves, on their line_counts()
};

/// May be asked on any thread; gives up when stopped.
using Detailer = std::function<StudyDetails(const EvaluationBundle&, const std::stop_token&)>;

/// The engine's. It remembers what does not change from one bundle to the next.
Detailer engine_detailer(const Catalog& catalog);

/// What binds at the sizes of a coarse sweep, by the plans of the study.
std::vector<Bottleneck> bottlenecks_of(const Prepared& prepared, const ScaleResult& study,
                                       const std::stop_token& stop);

} // namespace roofrack
