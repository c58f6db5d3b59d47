// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/facility/facility_study.h"
#include "widgets/theme/theme.h"

#include <QString>

namespace roofrack {

/// "Fan walls × 50"; the id where it has no name.
QString level_name(const Level& level);
/// "UPS", "rack, power": what kind of level it is.
QString level_kind_text(const Level& level);
/// "UPS", "transformers": what kind of unit of the supply.
QString supply_kind_text(SupplyKind kind);
/// "over 15 min", "at once".
QString window_text(Seconds window);
QString place_text(FlowPlace place);
/// By the share of a limit: good, nearly full, over.
QColor margin_colour(const Theme& theme, std::optional<double> margin);

} // namespace roofrack
