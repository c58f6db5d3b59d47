// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/limits/bottleneck_years.h"
#include "core/study/measured_against.h"
#include "core/study/verdict.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace roofrack {

class Catalog;
struct EvaluationBundle;
struct FacilityStudy;
struct GradientExchange;
struct MoneyStudy;
struct NetworkBalance;
struct PowerCaps;
struct ReductionStudy;
struct RoomStudy;
struct SlowGroups;
struct SwingStudy;
struct WallStudy;
struct Year;

/// What follows an evaluation when there is time: searches, fits and simulations of a tenth of a second,
/// which a drag does not wait for.
struct StudyDetails {
    DrawnRegime regime;                ///< by the best plans too; the evaluation's where it has one
    ScaleResult given;                 ///< the bundle's, with what moves its borders; no points: not known
    std::vector<BottleneckYear> years; ///< what binds once the hardware is newer
    std::shared_ptr<const GradientExchange> exchange; ///< null when the drawing cannot be understood
    std::shared_ptr<const NetworkBalance> balance;    ///< null likewise
    std::shared_ptr<const MoneyStudy> money;          ///< null when the drawing cannot be understood
    std::shared_ptr<const ReductionStudy> reduction;  ///< null when the drawing cannot be understood
    std::shared_ptr<const WallStudy> wall;            ///< likewise
    std::shared_ptr<const FacilityStudy> facility;    ///< null where there is no step
    std::shared_ptr<const PowerCaps> caps;            ///< likewise
    std::shared_ptr<const SwingStudy> swing;          ///< null where the plan does not run
    std::shared_ptr<const SlowGroups> slow; ///< racks that hold up the run; null where there is no step
    /// The site's own climate first, then those that are built in; empty where there is no step, or no such
    /// climate as the site names.
    std::vector<std::shared_ptr<const Year>> weather;
    std::string weather_fault;             ///< why there is none of the site's own
    std::shared_ptr<const RoomStudy> room; ///< null where there is none
    std::string room_fault;                ///< why not
    std::vector<MeasuredStudy> measured;   ///< of the scenario's measured curves, on their line_counts()
};

/// May be asked on any thread; gives up when stopped.
using Detailer = std::function<StudyDetails(const EvaluationBundle&, const std::stop_token&)>;

/// The engine's. It remembers what does not change from one bundle to the next.
Detailer engine_detailer(const Catalog& catalog);

} // namespace roofrack
