// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/facility/facility_study.h"

namespace roofrack {

void describe(figures::Builder<ItHeat>& figures);
void describe(figures::Builder<Overhead>& figures);
void describe(figures::Builder<FlowLink>& figures);
void describe(figures::Builder<PowerWave::Phase>& figures);
/// All but the swing and the cooling, which are studies of their own.
void describe(figures::Builder<FacilityStudy>& figures);

} // namespace roofrack
