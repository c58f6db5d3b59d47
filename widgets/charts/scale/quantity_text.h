// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scale_quantity.h"

#include <QString>

namespace roofrack {

QString quantity_text(ScaleQuantity quantity); ///< "Days to the budget"
QString quantity_tip(ScaleQuantity quantity);
/// Above the axis, with its unit, and that less is better.
QString quantity_heading(ScaleQuantity quantity, const ScaleResult& study);
/// On the ticks of its axis: "d", "$", "×".
QString quantity_unit(ScaleQuantity quantity);
/// "57.1 days", "$2.89 per million tokens", "13.7 ×".
QString quantity_figure(ScaleQuantity quantity, double value, const ScaleResult& study);
/// "57.1 days, 54.4 to 59.8".
QString banded_figure(ScaleQuantity quantity, const ScalePoint& point, const ScaleResult& reference);
/// "batch, token budget": of work_differences().
QString work_text(const std::vector<std::string>& differences);
/// The reason why the study lacks the quantity, and what to do; empty if it has it.
QString missing_text(ScaleQuantity quantity, const ScaleResult& study);

} // namespace roofrack
