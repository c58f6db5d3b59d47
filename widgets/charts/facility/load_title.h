// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/facility/facility_study.h"
#include "widgets/charts/chart_text.h"
#include "widgets/fields/text.h"

#include <QCoreApplication>

namespace roofrack {

/// "at nameplate", "at 70 % load": stands in the place of the plan behind a chart's title; empty if the load
/// is that of the step.
inline QString assumed_load_text(const std::optional<StandingLoad>& assumed) {
    return assumed ? to_qt(brief_of(*assumed)) : QString();
}

/// standstill_alert(), but where nothing that could run is drawn the load is all there is to say.
inline QString alert_at_load(const ChartData& data, const std::optional<StandingLoad>& assumed) {
    const bool has_gpus = data.evaluation() && data.evaluation()->gpus > 0;
    return assumed && !has_gpus ? QString() : standstill_alert(data);
}

/// Where the load that was assumed is said, for a subtitle.
inline QString where_load_is_set() {
    return QCoreApplication::translate("FacilityWords", "load set in Site, Load without a step");
}

/// "mean over the step", or that of the load that was assumed.
inline QString mean_of_load(const FacilityStudy& study, const QString& of_step) {
    return study.assumed ? to_qt("servers " + text_of(*study.assumed)) : of_step;
}

} // namespace roofrack
