// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/facility/facility_study.h"
#include "widgets/fields/text.h"

namespace roofrack {

/// The title with the load that was assumed where no step says it: "What one failure leaves, at nameplate".
inline QString with_assumed_load(const QString& title, const FacilityStudy* study) {
    if (!study || !study->assumed) return title;
    return QStringLiteral("%1, %2").arg(title, to_qt(text_of(*study->assumed)));
}

/// "mean over the step", or that of the load that was assumed.
inline QString mean_of_load(const FacilityStudy& study, const QString& of_step) {
    return study.assumed ? to_qt("servers " + text_of(*study.assumed)) : of_step;
}

} // namespace roofrack
